package label

import (
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// object is an object of customs data: its keys and values, in their order. Texts that are absent are "", other values null.
type object []entry

type entry struct {
	key   string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	b := []byte{'{'}
	for _, e := range o {
		text, err := shipment.PlainJSON(e.value)
		if err != nil {
			return nil, fmt.Errorf("write %s: %w", e.key, err)
		}
		b = append(shipment.AppendKey(b, e.key), text...)
	}
	return append(b, '}'), nil
}

// texts are the texts of some fields, under their names without a prefix.
func texts[T any](fields []shipment.Field[T], of *T, prefix string, names ...string) object {
	return each.Of(names, func(name string) entry {
		i := slices.IndexFunc(fields, func(f shipment.Field[T]) bool { return f.Name == prefix+name })
		return entry{name, fields[i].Shown(of)}
	})
}

// CustomsJSON returns what the customs declarations and invoices of an order print as JSON, for programs.
func CustomsJSON(s *Shipment) ([]byte, error) {
	of, o := declare(s), &s.Order
	namedPlace := ""
	if o.Incoterm != "" {
		namedPlace, _ = of.place()
	}
	data := append(texts(shipment.OrderFields, o, "", "tracking_no", "shipper_order_id"), object{
		{"hawb_no", o.HAWBNo},
		{"service", of.service},
		{"invoice_no", of.invoiceNo},
		{"invoice_date", of.invoiceDate},
		{"export_reason", of.reason},
		{"incoterm", o.Incoterm},
		{"named_place", namedPlace},
		{"exporter", partyData(senderOf(o), of.exporter)},
		{"importer", partyData(consigneeOf(o), of.importer)},
		{"packages", 1},
		{"quantity", of.quantity()},
		{"length", sizeOf(o.Length)}, // cm
		{"width", sizeOf(o.Width)},
		{"height", sizeOf(o.Height)},
		{"net_weight", decimal(of.netWeight())}, // kg
		{"gross_weight", sizeOf(o.Weight)},
		{"items", itemsData(of)},
		{"goods_values", each.Of(of.value(0, len(of.goods)), totalData)}, // without charges, by currency
	}...)
	for _, c := range of.trade.Charges() { // a discount is taken off the others
		var charge any
		if c.Amount > 0 {
			charge = totalData(total{of.trade.AmountCurrency, big.NewInt(int64(c.Amount))})
		}
		data = append(data, entry{strings.ReplaceAll(strings.ToLower(c.Name), " ", "_"), charge})
	}
	data = append(data, entry{"totals", each.Of(of.payable(), totalData)}) // with all charges, by currency
	data = append(data, texts(shipment.OrderFields, o, "", "export_reason_text", "export_type", "duties_paid_by", "non_delivery_option",
		"exporter_reference", "importer_reference", "licence_no", "certificate_no", "export_itn", "export_exemption", "signer_name",
		"signer_place", "signed_on")...)
	return shipment.PlainJSON(append(data,
		entry{"importer_of_record", thirdPartyData(&of.trade.Importer)}, entry{"sold_to", thirdPartyData(&of.trade.SoldTo)}))
}

func partyData(p party, ids []shipment.TaxID) object {
	data := texts(shipment.PartyFields, p.Party, "", "name", "number", "email", "country", "address", "postal", "state", "city", "province")
	return append(data, object{
		{"company", p.company},
		{"name_latin", p.nameLatin},
		{"address_latin", p.addressLatin},
		{"tax_ids", each.Of(ids, func(id shipment.TaxID) object {
			return texts(shipment.TaxIDFields, &id, "", "type", "country", "number")
		})},
	}...)
}

// thirdPartyData is nil if the party is the importer.
func thirdPartyData(p *shipment.Party) any {
	if *p == (shipment.Party{}) {
		return nil
	}
	return partyData(party{Party: p}, nil)
}

func itemsData(of *declaration) []object {
	items := make([]object, len(of.goods))
	for i := range of.goods {
		g := &of.goods[i]
		ofItem := func(names ...string) object { return texts(shipment.ItemFields, &of.order.Items[i], "item_", names...) }
		items[i] = slices.Concat(object{{"description", g.description}},
			ofItem("category", "sku", "product_id", "hs_code", "origin_country"),
			object{
				{"quantity", g.quantity},
				{"net_weight", decimal(g.netWeight)}, // of all pieces
				{"currency", g.value.currency},
				{"unit_value", decimal(g.unit.amount)},
				{"value", decimal(g.value.amount)}, // of all pieces
			}, ofItem("un_number", "hazard_class", "packing_instruction", "hazard_quantity"))
	}
	return items
}

func totalData(t total) object {
	return object{{"currency", t.currency}, {"amount", decimal(t.amount)}}
}

// sizeOf returns a measure of an order, nil when the order has none.
func sizeOf[T shipment.Hundredths | shipment.Thousandths](measure T) *json.Number {
	if measure == 0 {
		return nil
	}
	return new(json.Number(fmt.Sprint(measure)))
}

// decimal formats thousandths in their shortest form, nil for nil.
func decimal(thousandths *big.Int) *json.Number {
	if thousandths == nil {
		return nil
	}
	text := new(big.Rat).SetFrac(thousandths, big.NewInt(1000)).FloatString(3)
	return new(json.Number(strings.TrimRight(strings.TrimRight(text, "0"), ".")))
}
