package request

import "waybill/internal/shipment"

const (
	textMax    = 255  // code points of a text
	addressMax = 1000 // code points of an address
	forwardMax = 40   // code points of a return's forward_tracking_no
)

// MaxOrders is the most orders of a request, MaxItems the most items of an order.
const (
	MaxOrders = 1000
	MaxItems  = 200
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

// RecordItemFields are the fields of an item of a view: those that the interface document has.
func RecordItemFields() []Field { return itemTable.fields()[:len(interfaceItem)] }

// The tables below have a line for each field.
type (
	order = shipment.Order
	item  = shipment.Item
)

var createTable = newTable(withTrade([]column[order]{
	service("service_id", "Id of the service, which is a lane from country to country.", func(o *order) *int64 { return &o.ServiceID }),
	trackingNo("tracking_no", "The shipper's own tracking number; one is issued when it is absent.",
		func(o *order) *string { return &o.TrackingNo }),
	text("shipper_order_id", optional, textMax, "The shipper's own reference.", func(o *order) *string { return &o.ShipperOrderID }),
	hundredths("order_length", required, 10, "Length of the package in cm.", func(o *order) *shipment.Hundredths { return &o.Length }),
	hundredths("order_width", required, 10, "Width of the package in cm.", func(o *order) *shipment.Hundredths { return &o.Width }),
	hundredths("order_height", required, 10, "Height of the package in cm.", func(o *order) *shipment.Hundredths { return &o.Height }),
	thousandths("order_weight", required, 10, 1, "Weight of the package in kg.", func(o *order) *shipment.Thousandths { return &o.Weight }),
	choice("payment_type", required, []string{shipment.PaymentCOD, shipment.PaymentPrepaid}, "cod is cash on delivery.",
		func(o *order) *string { return &o.PaymentType }),
	alias("cod_amount_to_collect",
		hundredths(codAmount, optional, 12, "Amount to collect on delivery of a cod order, in the currency of the consignee's country.",
			func(o *order) *shipment.Hundredths { return &o.CODAmountToCollect })),
	choice("incoterm", optional, []string{"DDP", "DDU", "DAP"}, "Who pays the duties.", func(o *order) *string { return &o.Incoterm }),
	text("identification_document_name", optional, textMax, "Kind of the consignee's identification, such as LOCALTAXID.",
		func(o *order) *string { return &o.IdentificationDocumentName }),
	text("consignee_identifcation_number", optional, textMax, "Identification number of the consignee.",
		func(o *order) *string { return &o.ConsigneeIdentificationNumber }),
	text("consignee_name", required, textMax, "Name of the consignee.", func(o *order) *string { return &o.Consignee.Name }),
	phone("consignee_number", required, "Phone number of the consignee.", func(o *order) *string { return &o.Consignee.Number }),
	country("consignee_country", required, "Country of the consignee.", func(o *order) *shipment.Country { return &o.Consignee.Country }),
	text("consignee_address", required, addressMax, "Street address of the consignee.",
		func(o *order) *string { return &o.Consignee.Address }),
	text("consignee_postal", optional, textMax, "Postal code of the consignee.", func(o *order) *string { return &o.Consignee.Postal }),
	text("consignee_state", optional, textMax, "State of the consignee.", func(o *order) *string { return &o.Consignee.State }),
	text("consignee_city", optional, textMax, "City of the consignee.", func(o *order) *string { return &o.Consignee.City }),
	text("consignee_province", optional, textMax, "Province of the consignee.", func(o *order) *string { return &o.Consignee.Province }),
	email("consignee_email", optional, "E-mail address of the consignee.", func(o *order) *string { return &o.Consignee.Email }),
	text("pickup_contact_name", optional, textMax, "Name of the pickup contact.", func(o *order) *string { return &o.Pickup.Name }),
	phone("pickup_contact_number", optional, "Phone number of the pickup contact.", func(o *order) *string { return &o.Pickup.Number }),
	country("pickup_country", required, "Country of the pickup.", func(o *order) *shipment.Country { return &o.Pickup.Country }),
	text("pickup_address", required, addressMax, "Street address of the pickup.", func(o *order) *string { return &o.Pickup.Address }),
	text("pickup_postal", optional, textMax, "Postal code of the pickup.", func(o *order) *string { return &o.Pickup.Postal }),
	text("pickup_state", optional, textMax, "State of the pickup.", func(o *order) *string { return &o.Pickup.State }),
	text("pickup_city", optional, textMax, "City of the pickup.", func(o *order) *string { return &o.Pickup.City }),
	text("pickup_province", optional, textMax, "Province of the pickup.", func(o *order) *string { return &o.Pickup.Province }),
	date("pickup_date", optional, "Day of the pickup.", func(o *order) *string { return &o.PickupDate }),
	text("pickup_notes", optional, textMax, "Notes for the pickup.", func(o *order) *string { return &o.PickupNotes }),
	text("delivery_note", optional, textMax, "Note for the delivery.", func(o *order) *string { return &o.DeliveryNote }),
	items[order](),
}, documentFields(), freightFields())...)

var returnTable = fromForward(newTable(withTrade([]column[order]{
	choice("service_type", required, []string{"PICKUP", "DROPOFF"}, "How the return starts.",
		func(o *order) *string { return &o.ServiceType }),
	text(forwardField, optional, forwardMax,
		"Tracking number of the forward order, which comes back. The response repeats it. "+
			"If it is an order of the account, it fills the fields that the return leaves out.",
		func(o *order) *string { return &o.ForwardTrackingNo }),
	text("shipper_order_id", optional, textMax, "The shipper's own reference.", func(o *order) *string { return &o.ShipperOrderID }),
	text("consignee_name", required, textMax, "Name of the consignee, who receives the return.",
		func(o *order) *string { return &o.Consignee.Name }),
	text("consignee_address", required, addressMax, "Street address of the consignee.",
		func(o *order) *string { return &o.Consignee.Address }),
	text("consignee_postal", optional, textMax, "Postal code of the consignee.", func(o *order) *string { return &o.Consignee.Postal }),
	country("consignee_country", required, "Country of the consignee.", func(o *order) *shipment.Country { return &o.Consignee.Country }),
	text("consignee_city", optional, textMax, "City of the consignee.", func(o *order) *string { return &o.Consignee.City }),
	text("consignee_state", optional, textMax, "State of the consignee.", func(o *order) *string { return &o.Consignee.State }),
	phone("consignee_number", required, "Phone number of the consignee.", func(o *order) *string { return &o.Consignee.Number }),
	email("consignee_email", required, "E-mail address of the consignee.", func(o *order) *string { return &o.Consignee.Email }),
	hundredths("order_length", required, 10, "Length of the package in cm.", func(o *order) *shipment.Hundredths { return &o.Length }),
	hundredths("order_width", required, 10, "Width of the package in cm.", func(o *order) *shipment.Hundredths { return &o.Width }),
	hundredths("order_height", required, 10, "Height of the package in cm.", func(o *order) *shipment.Hundredths { return &o.Height }),
	thousandths("order_weight", required, 10, 1, "Weight of the package in kg.", func(o *order) *shipment.Thousandths { return &o.Weight }),
	text("pickup_contact_name", required, textMax, "Name of the pickup contact, who sends the return.",
		func(o *order) *string { return &o.Pickup.Name }),
	email("pickup_contact_email", optional, "E-mail address of the pickup contact.", func(o *order) *string { return &o.Pickup.Email }),
	localPhone("pickup_contact_number", "Phone number of the pickup contact.", func(o *order) *string { return &o.Pickup.Number }),
	country("pickup_country", required, "Country of the pickup.", func(o *order) *shipment.Country { return &o.Pickup.Country }),
	text("pickup_state", optional, textMax, "State of the pickup.", func(o *order) *string { return &o.Pickup.State }),
	text("pickup_city", optional, textMax, "City of the pickup.", func(o *order) *string { return &o.Pickup.City }),
	text("pickup_postal", optional, textMax, "Postal code of the pickup.", func(o *order) *string { return &o.Pickup.Postal }),
	text("pickup_address", required, addressMax, "Street address of the pickup.", func(o *order) *string { return &o.Pickup.Address }),
	items[order](),
}, documentFields())...))

var itemTable = newTable(append(interfaceItem, itemTradeFields...)...)

// interfaceItem are the columns of an item that the interface document has.
var interfaceItem = []column[item]{
	text("item_desc", required, textMax, "Description.", func(i *item) *string { return &i.Desc }),
	text("item_category", optional, textMax, "Category label.", func(i *item) *string { return &i.Category }),
	text("item_product_id", optional, textMax, "The shipper's product id.", func(i *item) *string { return &i.ProductID }),
	text("item_sku", optional, textMax, "The shipper's stock keeping unit.", func(i *item) *string { return &i.SKU }),
	integer("item_quantity", 1, 1<<31-1, "How many.", func(i *item) *int32 { return &i.Quantity }),
	hundredths("item_price_value", required, 12, "Price.", func(i *item) *shipment.Hundredths { return &i.PriceValue }),
	currency(itemCurrency, required, "ISO 4217 code of the price's currency.", func(i *item) *string { return &i.PriceCurrency }),
}

// alias lets a column be sent under another key when its own is absent.
func alias[T any](key string, c column[T]) column[T] {
	c.Alias = key
	return c
}

// itemsField is the field of an order that lists its items.
const itemsField = "items"

func items[T any]() column[T] {
	return column[T]{Field: field(itemsField, required, Type{Name: TypeItems, Min: 1, Max: MaxItems}, "Contents of the package.")}
}
