package request

import (
	"cmp"
	"slices"
	"strings"

	"waybill/internal/shipment"
)

const (
	textMax    = shipment.MaxText
	addressMax = shipment.MaxAddress
)

// MaxOrders is the most orders of a request, MaxItems the most items of an order.
const (
	MaxOrders = 1000
	MaxItems  = shipment.MaxItems
)

// MaxMessages is the number of messages after which a response lists no more problems in detail: a
// further invalid order gets one message only. The order that exceeds the limit is listed in full.
const MaxMessages = 10_000

// CreateFields are the fields of an order of the create operation, in the order in
// which problems are reported.
func CreateFields() []Field { return createTable.fields() }

// ReturnFields are the fields of an order of the return operation.
func ReturnFields() []Field { return returnTable.fields() }

// ItemFields are the fields of an item of either operation.
func ItemFields() []Field { return itemTable.fields() }

// TaxIDFields are the fields of a tax id.
func TaxIDFields() []Field { return taxIDTable.fields() }

// RecordItemFields are the fields of an item in a view, as the interface document lists them.
func RecordItemFields() []Field {
	return itemTable.fields()[:slices.IndexFunc(shipment.ItemFields, func(f shipment.Field[item]) bool { return f.Part == shipment.OfTrade })]
}

type (
	order = shipment.Order
	item  = shipment.Item
)

var (
	createTable = newTable(orderColumns(shipment.OrderFields, shipment.Sent.OfCreate)...)
	returnTable = fromForward(newTable(orderColumns(returnFields(), shipment.Sent.OfReturn)...))
	itemTable   = newTable(columns(shipment.ItemFields, shipment.Sent.OfCreate)...)
	taxIDTable  = newTable(columns(shipment.TaxIDFields, shipment.Sent.OfCreate)...)
)

// returnOrder is the order in which returns report problems; further fields follow.
var returnOrder = strings.Fields(`service_type forward_tracking_no shipper_order_id consignee_name consignee_address consignee_postal
	consignee_country consignee_city consignee_state consignee_number consignee_email order_length order_width order_height order_weight
	pickup_contact_name pickup_contact_email pickup_contact_number pickup_country pickup_state pickup_city pickup_postal pickup_address`)

// returnFields are the fields of an order as returns have them.
func returnFields() []shipment.Field[order] {
	fields := slices.Clone(shipment.OrderFields)
	for i := range fields {
		switch f := &fields[i]; f.Name {
		case "consignee_name":
			f.About = strings.TrimSuffix(f.About, ".") + ", who receives the return."
		case "pickup_contact_name":
			f.About = strings.TrimSuffix(f.About, ".") + ", who sends the return."
		case "pickup_contact_number":
			f.Type.Name = TypeLocalPhone
		}
	}
	place := func(f shipment.Field[order]) uint { return uint(slices.Index(returnOrder, f.Name)) } // -1 is the largest
	slices.SortStableFunc(fields, func(a, b shipment.Field[order]) int { return cmp.Compare(place(a), place(b)) })
	return fields
}

func orderColumns(fields []shipment.Field[order], sent func(shipment.Sent) shipment.Presence) []column[order] {
	all := columns(fields, sent)
	for i := range all {
		switch c := &all[i]; c.Name {
		case codAmount:
			c.Alias = "cod_amount_to_collect"
		case taxIDsField:
			c.readWhole = readTaxIDs
		case "metadata":
			c.readWhole = readMetadata
		}
	}
	return all
}

// columns makes columns of the fields that an operation has. They are read into a new T.
func columns[T any](fields []shipment.Field[T], sent func(shipment.Sent) shipment.Presence) []column[T] {
	var all []column[T]
	for _, f := range fields {
		if sent(f.Sent) == shipment.NotSent {
			continue
		}
		c := column[T]{Field: field(f.Name, sent(f.Sent) == shipment.Required, f.Type, f.About)}
		switch {
		case f.TextAt != nil:
			c.read = into(c.Field, textReaders[f.Type.Name], f.TextAt)
		case f.NumberAt != nil:
			c.read = into(c.Field, numberReaders[f.Type.Name], f.NumberAt)
		}
		all = append(all, c)
	}
	return all
}

// into reads a value to its place in a new T, if it is not the zero value. So it makes no trade data of blank texts.
func into[T any, V comparable](f Field, read func(Value, *Field) (V, Messages), at func(*T) *V) func(Value, *T) Messages {
	return func(v Value, to *T) Messages {
		got, problems := read(v, &f)
		var zero V
		if problems == nil && got != zero {
			*at(to) = got
		}
		return problems
	}
}

// The readers of types.
var (
	textReaders = map[TypeName]func(Value, *Field) (string, Messages){
		TypeText: readText, TypeEmail: readEmail, TypeChoice: readChoice, TypeDate: readDate, TypePhone: readPhone,
		TypeLocalPhone: readLocalPhone, TypeCountry: countryText, TypeCurrency: readCurrency, TypeTrackingNo: readTrackingNo,
		TypeURL: readURL, TypeHSCode: readHSCode, TypeUNNumber: readUNNumber,
	}
	numberReaders = map[TypeName]func(Value, *Field) (int64, Messages){
		TypeDecimal: readDecimal[int64], TypeInteger: readInteger, TypeService: readInt64,
	}
)

// The names of fields that have a meaning of their own here.
const (
	itemsField     = "items" // of an order that lists its items
	taxIDsField    = "tax_ids"
	amountCurrency = "amount_currency"
	codAmount      = "cod_amt_to_collect"
	itemCurrency   = "item_price_currency"
	forwardField   = "forward_tracking_no" // of a return that names its forward order, the order that comes back
)
