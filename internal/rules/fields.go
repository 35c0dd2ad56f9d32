package rules

import "waybill/internal/shipment"

// field is a field of a create request that rules can name. Of the functions it has the one that fits.
type field struct {
	name     string
	text     func(*shipment.Order) string
	itemText func(*shipment.Item) string
	// number is 0 when the field is absent.
	number     func(*shipment.Order) int64
	itemNumber func(*shipment.Item) int64
	// length is that of a list or an object.
	length func(*shipment.Order) int
	// ofReturns: a return request has the field too. A rule about another field is not checked for returns, because
	// they could not fix it.
	ofReturns bool
}

func (f *field) isText() bool   { return f.text != nil || f.itemText != nil }
func (f *field) isOfItem() bool { return f.itemText != nil || f.itemNumber != nil }

// The names of fields that the kinds use by themselves.
const (
	fieldLength         = "order_length"
	fieldWidth          = "order_width"
	fieldHeight         = "order_height"
	fieldWeight         = "order_weight"
	fieldCOD            = "cod_amt_to_collect"
	fieldIDName         = "identification_document_name"
	fieldIDNumber       = "consignee_identifcation_number"
	fieldConsigneeCode  = "consignee_postal"
	fieldPickupCode     = "pickup_postal"
	fieldConsigneePhone = "consignee_number"
	fieldPickupPhone    = "pickup_contact_number"
	fieldItems          = "items"
	fieldTaxIDs         = "tax_ids"
	fieldItemCategory   = "item_category"
	fieldItemHSCode     = "item_hs_code"
)

func orderText(name string, ofReturns bool, text func(*shipment.Order) string) field {
	return field{name: name, ofReturns: ofReturns, text: text}
}

func orderNumber(name string, ofReturns bool, number func(*shipment.Order) int64) field {
	return field{name: name, ofReturns: ofReturns, number: number}
}

func orderList(name string, length func(*shipment.Order) int) field {
	return field{name: name, ofReturns: true, length: length}
}

func itemText(name string, text func(*shipment.Item) string) field {
	return field{name: name, ofReturns: true, itemText: text}
}

func itemNumber(name string, number func(*shipment.Item) int64) field {
	return field{name: name, ofReturns: true, itemNumber: number}
}

const (
	alsoReturns = true
	notReturns  = false
)

type (
	order = shipment.Order
	item  = shipment.Item
)

// fields are all fields of a create request but service_id, which is part of the scope.
var fields = []field{
	orderText("tracking_no", notReturns, func(o *order) string { return o.TrackingNo }),
	orderText("shipper_order_id", alsoReturns, func(o *order) string { return o.ShipperOrderID }),
	orderNumber(fieldLength, alsoReturns, func(o *order) int64 { return int64(o.Length) }),
	orderNumber(fieldWidth, alsoReturns, func(o *order) int64 { return int64(o.Width) }),
	orderNumber(fieldHeight, alsoReturns, func(o *order) int64 { return int64(o.Height) }),
	orderNumber(fieldWeight, alsoReturns, func(o *order) int64 { return int64(o.Weight) }),
	orderText("payment_type", notReturns, func(o *order) string { return o.PaymentType }),
	orderNumber(fieldCOD, notReturns, func(o *order) int64 { return int64(o.CODAmountToCollect) }),
	orderText("incoterm", notReturns, func(o *order) string { return o.Incoterm }),
	orderText(fieldIDName, notReturns, func(o *order) string { return o.IdentificationDocumentName }),
	orderText(fieldIDNumber, notReturns, func(o *order) string { return o.ConsigneeIdentificationNumber }),
	orderText("consignee_name", alsoReturns, func(o *order) string { return o.Consignee.Name }),
	orderText(fieldConsigneePhone, alsoReturns, func(o *order) string { return o.Consignee.Number }),
	orderText("consignee_country", alsoReturns, func(o *order) string { return o.Consignee.Country.Name() }),
	orderText("consignee_address", alsoReturns, func(o *order) string { return o.Consignee.Address }),
	orderText(fieldConsigneeCode, alsoReturns, func(o *order) string { return o.Consignee.Postal }),
	orderText("consignee_state", alsoReturns, func(o *order) string { return o.Consignee.State }),
	orderText("consignee_city", alsoReturns, func(o *order) string { return o.Consignee.City }),
	orderText("consignee_province", notReturns, func(o *order) string { return o.Consignee.Province }),
	orderText("consignee_email", alsoReturns, func(o *order) string { return o.Consignee.Email }),
	orderText("pickup_contact_name", alsoReturns, func(o *order) string { return o.Pickup.Name }),
	orderText(fieldPickupPhone, alsoReturns, func(o *order) string { return o.Pickup.Number }),
	orderText("pickup_country", alsoReturns, func(o *order) string { return o.Pickup.Country.Name() }),
	orderText("pickup_address", alsoReturns, func(o *order) string { return o.Pickup.Address }),
	orderText(fieldPickupCode, alsoReturns, func(o *order) string { return o.Pickup.Postal }),
	orderText("pickup_state", alsoReturns, func(o *order) string { return o.Pickup.State }),
	orderText("pickup_city", alsoReturns, func(o *order) string { return o.Pickup.City }),
	orderText("pickup_province", notReturns, func(o *order) string { return o.Pickup.Province }),
	orderText("pickup_date", notReturns, func(o *order) string { return o.PickupDate }),
	orderText("pickup_notes", notReturns, func(o *order) string { return o.PickupNotes }),
	orderText("delivery_note", notReturns, func(o *order) string { return o.DeliveryNote }),
	orderList(fieldItems, func(o *order) int { return len(o.Items) }),
	orderText("export_reason", alsoReturns, func(o *order) string { return tradeOf(o).ExportReason }),
	orderText("invoice_no", alsoReturns, func(o *order) string { return tradeOf(o).InvoiceNo }),
	orderText("invoice_date", alsoReturns, func(o *order) string { return tradeOf(o).InvoiceDate }),
	orderNumber("freight_amount", notReturns, func(o *order) int64 { return int64(tradeOf(o).FreightAmount) }),
	orderNumber("insurance_amount", notReturns, func(o *order) int64 { return int64(tradeOf(o).InsuranceAmount) }),
	orderText("amount_currency", notReturns, func(o *order) string { return tradeOf(o).AmountCurrency }),
	orderList(fieldTaxIDs, func(o *order) int { return len(tradeOf(o).TaxIDs) }),
	orderList("metadata", func(o *order) int { return len(tradeOf(o).Metadata) }),

	itemText("item_desc", func(i *item) string { return i.Desc }),
	itemText(fieldItemCategory, func(i *item) string { return i.Category }),
	itemText("item_product_id", func(i *item) string { return i.ProductID }),
	itemText("item_sku", func(i *item) string { return i.SKU }),
	itemNumber("item_quantity", func(i *item) int64 { return i.Quantity }),
	itemNumber("item_price_value", func(i *item) int64 { return int64(i.PriceValue) }),
	itemText("item_price_currency", func(i *item) string { return i.PriceCurrency }),
	itemText(fieldItemHSCode, func(i *item) string { return itemTradeOf(i).HSCode }),
	itemText("item_origin_country", func(i *item) string { return itemTradeOf(i).OriginCountry.Name() }),
	itemNumber("item_weight", func(i *item) int64 { return int64(itemTradeOf(i).Weight) }),
	itemText("item_customs_desc", func(i *item) string { return itemTradeOf(i).CustomsDesc }),
	itemText("item_url", func(i *item) string { return itemTradeOf(i).URL }),
	itemText("item_image_url", func(i *item) string { return itemTradeOf(i).ImageURL }),
}

var fieldsByName = func() map[string]*field {
	byName := make(map[string]*field, len(fields))
	for i := range fields {
		byName[fields[i].name] = &fields[i]
	}
	return byName
}()

var (
	noTrade     shipment.OrderTrade
	noItemTrade shipment.ItemTrade
)

// tradeOf is the trade data of an order, which is only read.
func tradeOf(o *order) *shipment.OrderTrade {
	if o.Trade == nil {
		return &noTrade
	}
	return o.Trade
}

func itemTradeOf(i *item) *shipment.ItemTrade {
	if i.Trade == nil {
		return &noItemTrade
	}
	return i.Trade
}
