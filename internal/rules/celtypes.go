package rules

import (
	"fmt"
	"reflect"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"

	"waybill/internal/shipment"
)

// The types of an order in expressions.
var (
	celOrder = cel.ObjectType("Order")
	celParty = cel.ObjectType("Party")
	celItem  = cel.ObjectType("Item")
	celTaxID = cel.ObjectType("TaxID")
)

// celMember is how expressions get a value of a Go struct.
type celMember struct {
	name    string
	t       *types.Type
	request string             // the field of a request; * stands for consignee or pickup
	size    int                // the most code points, elements or entries
	get     func(from any) any // a ref.Val, or a pointer to a part of an order
}

// The most code points of texts, as validation accepts them.
const (
	textSize    = 255
	addressSize = 1000
	taxIDSize   = 64
	hsCodeSize  = 10
	urlSize     = 2048
	maxItems    = 200
)

func textMember[T any](name, request string, size int, get func(*T) string) celMember {
	return celMember{name, cel.StringType, request, size, func(from any) any { return types.String(get(from.(*T))) }}
}

func countryMember[T any](name, request string, get func(*T) shipment.Country) celMember {
	return celMember{name, cel.StringType, request, 2, func(from any) any { return types.String(get(from.(*T))) }}
}

// centiMember is a member in hundredths. The double is the one that is nearest to the decimal, so that it equals the
// same decimal in an expression.
func centiMember[T any](name, request string, get func(*T) shipment.Hundredths) celMember {
	return celMember{name, cel.DoubleType, request, 1, func(from any) any { return types.Double(float64(get(from.(*T))) / 100) }}
}

func milliMember[T any](name, request string, get func(*T) shipment.Thousandths) celMember {
	return celMember{name, cel.DoubleType, request, 1, func(from any) any { return types.Double(float64(get(from.(*T))) / 1000) }}
}

func intMember[T any](name, request string, get func(*T) int64) celMember {
	return celMember{name, cel.IntType, request, 1, func(from any) any { return types.Int(get(from.(*T))) }}
}

func objectMember[T, P any](name string, t *types.Type, get func(*T) *P) celMember {
	return celMember{name, t, "", 1, func(from any) any { return get(from.(*T)) }}
}

// listMember is a list of objects.
func listMember[T, E any](name string, of *types.Type, size int, get func(*T) []E) celMember {
	return celMember{name, cel.ListType(of), name, size, func(from any) any {
		elements := get(from.(*T))
		list := make([]ref.Val, len(elements))
		for i := range elements {
			list[i] = object[E]{&elements[i]}
		}
		return types.NewRefValList(types.DefaultTypeAdapter, list)
	}}
}

// celMembers are the members of each type, in the order in which they are described.
var celMembers = map[string][]celMember{
	"Order": {
		intMember("service_id", "service_id", func(o *order) int64 { return o.ServiceID }),
		intMember("account_id", "", func(o *order) int64 { return o.AccountID }),
		{"is_return", cel.BoolType, "", 1, func(from any) any { return from.(*order).Return }},
		textMember("service_type", "service_type", textSize, func(o *order) string { return o.ServiceType }),
		textMember("tracking_no", "tracking_no", textSize, func(o *order) string { return o.TrackingNo }),
		textMember("shipper_order_id", "shipper_order_id", textSize, func(o *order) string { return o.ShipperOrderID }),
		centiMember("length", fieldLength, func(o *order) shipment.Hundredths { return o.Length }),
		centiMember("width", fieldWidth, func(o *order) shipment.Hundredths { return o.Width }),
		centiMember("height", fieldHeight, func(o *order) shipment.Hundredths { return o.Height }),
		milliMember("weight", fieldWeight, func(o *order) shipment.Thousandths { return o.Weight }),
		textMember("payment_type", "payment_type", textSize, func(o *order) string { return o.PaymentType }),
		centiMember("cod_amt_to_collect", fieldCOD, func(o *order) shipment.Hundredths { return o.CODAmountToCollect }),
		textMember("incoterm", "incoterm", textSize, func(o *order) string { return o.Incoterm }),
		textMember("identification_document_name", fieldIDName, textSize, func(o *order) string { return o.IdentificationDocumentName }),
		textMember("identification_number", fieldIDNumber, textSize, func(o *order) string { return o.ConsigneeIdentificationNumber }),
		objectMember("consignee", celParty, func(o *order) *shipment.Party { return &o.Consignee }),
		objectMember("pickup", celParty, func(o *order) *shipment.Party { return &o.Pickup }),
		textMember("pickup_date", "pickup_date", textSize, func(o *order) string { return o.PickupDate }),
		textMember("pickup_notes", "pickup_notes", textSize, func(o *order) string { return o.PickupNotes }),
		textMember("delivery_note", "delivery_note", textSize, func(o *order) string { return o.DeliveryNote }),
		listMember(fieldItems, celItem, maxItems, func(o *order) []item { return o.Items }),
		textMember("export_reason", "export_reason", textSize, func(o *order) string { return tradeOf(o).ExportReason }),
		textMember("invoice_no", "invoice_no", textSize, func(o *order) string { return tradeOf(o).InvoiceNo }),
		textMember("invoice_date", "invoice_date", textSize, func(o *order) string { return tradeOf(o).InvoiceDate }),
		centiMember("freight_amount", "freight_amount", func(o *order) shipment.Hundredths { return tradeOf(o).FreightAmount }),
		centiMember("insurance_amount", "insurance_amount", func(o *order) shipment.Hundredths { return tradeOf(o).InsuranceAmount }),
		textMember("amount_currency", "amount_currency", textSize, func(o *order) string { return tradeOf(o).AmountCurrency }),
		listMember(fieldTaxIDs, celTaxID, shipment.MaxTaxIDs, func(o *order) []shipment.TaxID { return tradeOf(o).TaxIDs }),
		{"metadata", cel.MapType(cel.StringType, cel.StringType), "metadata", shipment.MaxMetadata, metadataOf},
	},
	"Party": {
		textMember("name", "*_name", textSize, func(p *shipment.Party) string { return p.Name }),
		textMember("number", "*_number", textSize, func(p *shipment.Party) string { return p.Number }),
		textMember("email", "*_email", textSize, func(p *shipment.Party) string { return p.Email }),
		countryMember("country", "*_country", func(p *shipment.Party) shipment.Country { return p.Country }),
		textMember("address", "*_address", addressSize, func(p *shipment.Party) string { return p.Address }),
		textMember("postal", "*_postal", textSize, func(p *shipment.Party) string { return p.Postal }),
		textMember("state", "*_state", textSize, func(p *shipment.Party) string { return p.State }),
		textMember("city", "*_city", textSize, func(p *shipment.Party) string { return p.City }),
		textMember("province", "*_province", textSize, func(p *shipment.Party) string { return p.Province }),
	},
	"Item": {
		textMember("desc", "item_desc", textSize, func(i *item) string { return i.Desc }),
		textMember("category", fieldItemCategory, textSize, func(i *item) string { return i.Category }),
		textMember("product_id", "item_product_id", textSize, func(i *item) string { return i.ProductID }),
		textMember("sku", "item_sku", textSize, func(i *item) string { return i.SKU }),
		intMember("quantity", "item_quantity", func(i *item) int64 { return i.Quantity }),
		centiMember("price_value", "item_price_value", func(i *item) shipment.Hundredths { return i.PriceValue }),
		textMember("price_currency", "item_price_currency", textSize, func(i *item) string { return i.PriceCurrency }),
		textMember("hs_code", fieldItemHSCode, hsCodeSize, func(i *item) string { return itemTradeOf(i).HSCode }),
		countryMember("origin_country", "item_origin_country", func(i *item) shipment.Country { return itemTradeOf(i).OriginCountry }),
		milliMember("weight", "item_weight", func(i *item) shipment.Thousandths { return itemTradeOf(i).Weight }),
		textMember("customs_desc", "item_customs_desc", textSize, func(i *item) string { return itemTradeOf(i).CustomsDesc }),
		textMember("url", "item_url", urlSize, func(i *item) string { return itemTradeOf(i).URL }),
		textMember("image_url", "item_image_url", urlSize, func(i *item) string { return itemTradeOf(i).ImageURL }),
	},
	"TaxID": {
		textMember("party", "party", textSize, func(t *shipment.TaxID) string { return t.Party }),
		textMember("type", "type", textSize, func(t *shipment.TaxID) string { return t.Type }),
		countryMember("country", "country", func(t *shipment.TaxID) shipment.Country { return t.Country }),
		textMember("number", "number", taxIDSize, func(t *shipment.TaxID) string { return t.Number }),
	},
}

// memberOf is a member of a type, nil if the type has no such one.
func memberOf(t *types.Type, name string) *celMember {
	members := celMembers[t.TypeName()]
	i := slices.IndexFunc(members, func(m celMember) bool { return m.name == name })
	if i < 0 {
		return nil
	}
	return &members[i]
}

func metadataOf(from any) any {
	metadata := make(map[string]string)
	for _, m := range tradeOf(from.(*order)).Metadata {
		metadata[m.Key] = m.Value
	}
	return metadata
}

// celFields are the members by the names of their types, as cel-go asks for them.
var celFields = func() map[string]map[string]*types.FieldType {
	all := make(map[string]map[string]*types.FieldType)
	for name, members := range celMembers {
		all[name] = make(map[string]*types.FieldType)
		for _, m := range members {
			all[name][m.name] = &types.FieldType{
				Type:    m.t,
				IsSet:   func(any) bool { return true },
				GetFrom: func(from any) (any, error) { return m.get(from), nil },
			}
		}
	}
	return all
}()

// celProvider tells cel-go the types of an order, and makes values of its parts.
type celProvider struct{ *types.Registry }

func (p celProvider) FindStructType(name string) (*types.Type, bool) {
	if _, found := celFields[name]; found {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	return nil, false // no other struct can be made in an expression
}

func (p celProvider) FindStructFieldNames(name string) ([]string, bool) {
	fields, found := celFields[name]
	names := make([]string, 0, len(fields))
	for field := range fields {
		names = append(names, field)
	}
	return names, found
}

func (p celProvider) FindStructFieldType(name, fieldName string) (*types.FieldType, bool) {
	t, found := celFields[name][fieldName]
	return t, found
}

func (p celProvider) NewValue(name string, _ map[string]ref.Val) ref.Val {
	return types.NewErr("an expression cannot make a value of the type %s", name)
}

func (p celProvider) NativeToValue(value any) ref.Val {
	switch value := value.(type) {
	case ref.Val:
		return value
	case *order:
		return object[order]{value}
	case *shipment.Party:
		return object[shipment.Party]{value}
	case *item:
		return object[item]{value}
	case *shipment.TaxID:
		return object[shipment.TaxID]{value}
	}
	return p.Registry.NativeToValue(value)
}

// object is an order or a part of it as a value. It is no larger than a pointer, so that it is not allocated.
type object[T any] struct{ part *T }

func (o object[T]) celType() *types.Type {
	switch any(o.part).(type) {
	case *order:
		return celOrder
	case *shipment.Party:
		return celParty
	case *item:
		return celItem
	default:
		return celTaxID
	}
}

func (o object[T]) ConvertToNative(t reflect.Type) (any, error) {
	return nil, fmt.Errorf("%s is not a %s", o.celType().TypeName(), t)
}

func (o object[T]) ConvertToType(t ref.Type) ref.Val {
	if t == types.TypeType {
		return o.celType()
	}
	return types.NewErr("%s is not a %s", o.celType().TypeName(), t.TypeName())
}

func (o object[T]) Equal(other ref.Val) ref.Val {
	same, ok := other.(object[T])
	return types.Bool(ok && same.part == o.part)
}

func (o object[T]) Type() ref.Type { return o.celType() }
func (o object[T]) Value() any     { return o.part }
