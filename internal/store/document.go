package store

import (
	"strconv"

	"waybill/internal/shipment"
)

// An order's row has three JSON documents of what never changes: record, rest and items.
//
// record has the fields of the interface's order record from shipper_sub_account_id to
// cod_amt_to_collect, in its order and as responses show them, so that a page of orders copies them
// without decoding. rest has the fields of the request that the record does not show; those without a
// value are left out. items has the items with the seven fields that a response shows. What else
// becomes known of an item must go to rest, because responses copy items too.

// form is how a field of a document is written.
type form int

const (
	formText        form = iota // a string
	formNullable                // a string, null for ""
	formPostal                  // an integer if the text is a plain one, else a string
	formCountry                 // the name of the country
	formInteger                 // an integer
	formHundredths              // a decimal, the integer of its hundredths
	formThousandths             // a decimal, the integer of its thousandths
)

// field is a field of a document and its value in a T: text or number.
type field[T any] struct {
	name   string
	form   form
	text   func(*T) *string
	number func(*T) *int64
	start  string // ,"name":
}

// document is the fields of a JSON object, in its order.
type document[T any] struct {
	fields []field[T]
	byName map[string]*field[T]
}

func newDocument[T any](fields ...field[T]) *document[T] {
	d := &document[T]{fields, make(map[string]*field[T], len(fields))}
	for i := range fields {
		f := &fields[i]
		f.start = `,"` + f.name + `":`
		d.byName[f.name] = f
	}
	return d
}

// nothing is the value of a field that the interface shows and no order has.
func nothing[T any](*T) *string { return new(string) }

type (
	order = shipment.Order
	item  = shipment.Item
)

var recordDocument = newDocument(
	field[order]{name: "shipper_sub_account_id", text: nothing[order]},
	field[order]{name: "shipper_order_id", text: func(o *order) *string { return &o.ShipperOrderID }},
	field[order]{name: "store_id", form: formNullable, text: nothing[order]},
	field[order]{name: "consignee_name", text: func(o *order) *string { return &o.Consignee.Name }},
	field[order]{name: "consignee_number", text: func(o *order) *string { return &o.Consignee.Number }},
	field[order]{name: "consignee_country", form: formCountry, text: func(o *order) *string { return (*string)(&o.Consignee.Country) }},
	field[order]{name: "consignee_address", text: func(o *order) *string { return &o.Consignee.Address }},
	field[order]{name: "consignee_postal", form: formPostal, text: func(o *order) *string { return &o.Consignee.Postal }},
	field[order]{name: "consignee_state", text: func(o *order) *string { return &o.Consignee.State }},
	field[order]{name: "consignee_city", form: formNullable, text: func(o *order) *string { return &o.Consignee.City }},
	field[order]{name: "consignee_province", form: formNullable, text: func(o *order) *string { return &o.Consignee.Province }},
	field[order]{name: "consignee_email", text: func(o *order) *string { return &o.Consignee.Email }},
	field[order]{name: "order_length", form: formHundredths, number: func(o *order) *int64 { return (*int64)(&o.Length) }},
	field[order]{name: "order_width", form: formHundredths, number: func(o *order) *int64 { return (*int64)(&o.Width) }},
	field[order]{name: "order_height", form: formHundredths, number: func(o *order) *int64 { return (*int64)(&o.Height) }},
	field[order]{name: "order_weight", form: formThousandths, number: func(o *order) *int64 { return (*int64)(&o.Weight) }},
	field[order]{name: "pickup_contact_name", text: func(o *order) *string { return &o.Pickup.Name }},
	field[order]{name: "pickup_contact_number", text: func(o *order) *string { return &o.Pickup.Number }},
	field[order]{name: "pickup_country", form: formCountry, text: func(o *order) *string { return (*string)(&o.Pickup.Country) }},
	field[order]{name: "pickup_address", text: func(o *order) *string { return &o.Pickup.Address }},
	field[order]{name: "pickup_postal", text: func(o *order) *string { return &o.Pickup.Postal }},
	field[order]{name: "pickup_state", text: func(o *order) *string { return &o.Pickup.State }},
	field[order]{name: "pickup_city", form: formNullable, text: func(o *order) *string { return &o.Pickup.City }},
	field[order]{name: "pickup_province", form: formNullable, text: func(o *order) *string { return &o.Pickup.Province }},
	field[order]{name: "payment_type", text: func(o *order) *string { return &o.PaymentType }},
	field[order]{name: "delivery_note", text: func(o *order) *string { return &o.DeliveryNote }},
	field[order]{name: "cod_amt_to_collect", form: formHundredths, number: func(o *order) *int64 { return (*int64)(&o.CODAmountToCollect) }},
)

var restDocument = newDocument(
	field[order]{name: "incoterm", text: func(o *order) *string { return &o.Incoterm }},
	field[order]{name: "identification_document_name", text: func(o *order) *string { return &o.IdentificationDocumentName }},
	field[order]{name: "consignee_identifcation_number", text: func(o *order) *string { return &o.ConsigneeIdentificationNumber }},
	field[order]{name: "pickup_contact_email", text: func(o *order) *string { return &o.Pickup.Email }},
	field[order]{name: "pickup_date", text: func(o *order) *string { return &o.PickupDate }},
	field[order]{name: "pickup_notes", text: func(o *order) *string { return &o.PickupNotes }},
	field[order]{name: "service_type", text: func(o *order) *string { return &o.ServiceType }},
	field[order]{name: "forward_tracking_no", text: func(o *order) *string { return &o.ForwardTrackingNo }},
)

var itemDocument = newDocument(
	field[item]{name: "item_desc", text: func(i *item) *string { return &i.Desc }},
	field[item]{name: "item_category", text: func(i *item) *string { return &i.Category }},
	field[item]{name: "item_product_id", text: func(i *item) *string { return &i.ProductID }},
	field[item]{name: "item_sku", text: func(i *item) *string { return &i.SKU }},
	field[item]{name: "item_quantity", form: formInteger, number: func(i *item) *int64 { return &i.Quantity }},
	field[item]{name: "item_price_value", form: formHundredths, number: func(i *item) *int64 { return (*int64)(&i.PriceValue) }},
	field[item]{name: "item_price_currency", text: func(i *item) *string { return &i.PriceCurrency }},
)

// documents are the three documents of an order.
type documents struct{ record, rest, items string }

// documentsOf writes the documents of an order. It writes them to b first, and returns b for the next
// order.
func documentsOf(o *shipment.Order, b []byte) (documents, []byte) {
	b = recordDocument.append(b[:0], o, false)
	record := len(b)
	b = appendRest(b, o)
	rest := len(b)
	b = appendItems(b, o.Items)
	text := string(b) // one allocation for the three
	return documents{text[:record], text[record:rest], text[rest:]}, b
}

func appendItems(b []byte, items []shipment.Item) []byte {
	b = append(b, '[')
	for i := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = itemDocument.append(b, &items[i], false)
	}
	return append(b, ']')
}

// append appends the object of a value; sparse leaves out texts that are "" and numbers that are 0.
func (d *document[T]) append(b []byte, value *T, sparse bool) []byte {
	return closeObject(d.appendFields(b, value, sparse), len(b))
}

// appendFields appends the fields of a value, each after a comma.
func (d *document[T]) appendFields(b []byte, value *T, sparse bool) []byte {
	for i := range d.fields {
		f := &d.fields[i]
		if f.number != nil {
			if number := *f.number(value); number != 0 || !sparse {
				b = append(b, f.start...)
				b = f.appendNumber(b, number)
			}
			continue
		}
		if text := *f.text(value); text != "" || !sparse {
			b = append(b, f.start...)
			b = f.appendText(b, text)
		}
	}
	return b
}

// closeObject makes an object of the fields that begin at start, each after a comma.
func closeObject(b []byte, start int) []byte {
	if len(b) == start {
		return append(b, '{', '}')
	}
	b[start] = '{' // in the place of the first comma
	return append(b, '}')
}

func (f *field[T]) appendNumber(b []byte, v int64) []byte {
	switch f.form {
	case formHundredths:
		return shipment.Hundredths(v).Append(b)
	case formThousandths:
		return shipment.Thousandths(v).Append(b)
	default:
		return strconv.AppendInt(b, v, 10)
	}
}

func (f *field[T]) appendText(b []byte, text string) []byte {
	switch {
	case f.form == formNullable && text == "":
		return append(b, "null"...)
	case f.form == formPostal && isPlainInteger(text):
		return append(b, text...)
	case f.form == formCountry:
		text = shipment.Country(text).Name()
	default:
	}
	return shipment.AppendJSONString(b, text)
}

// maxPostalDigits is the most digits that a double holds exactly, which many JSON readers use for
// numbers.
const maxPostalDigits = 15

// isPlainInteger reports whether a postal code is shown as a JSON integer, as existing clients expect:
// digits that a JSON reader returns as they are.
func isPlainInteger(postal string) bool {
	if postal == "" || len(postal) > maxPostalDigits || postal[0] == '0' && postal != "0" {
		return false
	}
	for i := range len(postal) {
		if postal[i] < '0' || postal[i] > '9' {
			return false
		}
	}
	return true
}
