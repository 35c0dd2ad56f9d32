package main

import (
	"cmp"
	"reflect"
	"strings"

	"waybill/internal/shipment"
)

// inProtocol has the key, the value and the description of a field, where they differ in the partner protocol.
type inProtocol struct{ key, value, about string }

// partnerFields are the fields with keys or values of their own: of orders o, parties p and items i.
var partnerFields = map[string]inProtocol{
	"o.order_length":        {key: "length_cm"},
	"o.order_width":         {key: "width_cm"},
	"o.order_height":        {key: "height_cm"},
	"o.order_weight":        {key: "weight_kg"},
	"o.tracking_no":         {about: "Issued by Waybill, or the shipper's own."},
	"o.forward_tracking_no": {about: "Tracking number of the forward order, as it was sent. Only a return has it."},
	"o.cod_amt_to_collect": {
		key: "cod_amount", value: "o.AmountToCollect().String()",
		about: "Amount to collect on delivery, in the currency of the consignee's country; 0 on one that is not cod.",
	},
	"p.number":           {key: "phone"},
	"i.item_desc":        {key: "description"},
	"i.item_price_value": {key: "price"},
	"i.item_weight":      {key: "weight_kg"},
	"i.item_customs_value": {
		value: "i.DeclaredValue().String()", about: "Value of one piece for customs, or else the price.",
	},
	"i.item_customs_desc": {key: "customs_description", value: "i.CustomsDesc()", about: "Description for customs, or else the description."},
}

// protocolTables are the structs of the partner protocol: their texts and numbers. Parties have structs of their own.
func protocolTables() map[string]*lines {
	order := partnerLines(shipment.OrderFields, "o").where(func(f shipment.FieldInfo) bool { return f.Part != shipment.OfParty })
	return map[string]*lines{
		"order": &order, "party": new(partnerLines(shipment.PartyFields, "p")), "item": new(partnerLines(shipment.ItemFields, "i")),
		"taxID": new(partnerLines(shipment.TaxIDFields, "t")),
	}
}

func partnerLines[T any](fields []shipment.Field[T], of string) lines {
	var all lines
	for _, f := range fields {
		if f.IsList() {
			continue
		}
		own := partnerFields[of+"."+f.Name]
		key := cmp.Or(own.key, strings.TrimPrefix(f.Name, "item_"))
		l := line{info: f.FieldInfo, Name: goName(key), Type: "string", Tag: key, Value: cmp.Or(own.value, valueOf(&f, of))}
		if f.NumberAt != nil && f.Type.Name != shipment.TypeDecimal {
			l.Type = "int64"
		}
		l.Comments = comments(cmp.Or(own.about, strings.TrimSuffix(f.AboutShown(), ".")+". "+asSent(f.Type)))
		all = append(all, l)
	}
	return all
}

// asSent says how values of a type are written, beside what the field says.
func asSent(t shipment.Type) string {
	if t.Name == shipment.TypeChoice {
		return "One of " + strings.Join(t.Choices, ", ") + "."
	}
	if t.Name == shipment.TypeCountry {
		return "ISO 3166 alpha-2."
	}
	return ""
}

// valueOf is the expression of a field's value as it is sent: the field of the struct that is at the same place.
func valueOf[T any](f *shipment.Field[T], of string) string {
	value := new(T)
	at := reflect.ValueOf(f.NumberAt)
	if f.TextAt != nil {
		at = reflect.ValueOf(f.TextAt)
	}
	place, in := at.Call([]reflect.Value{reflect.ValueOf(value)})[0].Pointer(), reflect.ValueOf(value).Elem()
	if expression := placed(f.Type.Name, place, of, in); expression != "" {
		return expression
	}
	return placed(f.Type.Name, place, "trade", in.FieldByName("Trade").Elem())
}

// placed is the expression of the field of a struct that is at a place, "" if none is.
func placed(t shipment.TypeName, place uintptr, of string, in reflect.Value) string {
	for field, v := range in.Fields() {
		switch {
		case v.Type() == reflect.TypeFor[shipment.Party]():
			if value := placed(t, place, of+"."+field.Name, v); value != "" {
				return value
			}
		case v.Kind() != reflect.String && v.Kind() != reflect.Int64, v.Addr().Pointer() != place:
		case t == shipment.TypeDecimal:
			return of + "." + field.Name + ".String()"
		case t == shipment.TypeCountry:
			return "string(" + of + "." + field.Name + ")"
		default:
			return of + "." + field.Name
		}
	}
	return ""
}
