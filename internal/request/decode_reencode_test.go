package request_test

import (
	"encoding/json"
	"maps"
	"strconv"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// namedValue is a field of an order as a client would send it.
type namedValue struct{ name, text string }

func valueOf(fields []namedValue, name string) (string, bool) {
	for _, f := range fields {
		if f.name == name {
			return f.text, true
		}
	}
	return "", false
}

// orderFields are the request fields that a stored order came from, but its items;
// absent ones are "".
func orderFields(o shipment.Order) []namedValue {
	fields := []namedValue{
		{"shipper_order_id", o.ShipperOrderID},
		{"order_length", o.Length.String()},
		{"order_width", o.Width.String()},
		{"order_height", o.Height.String()},
		{"order_weight", o.Weight.String()},
		{"consignee_name", o.Consignee.Name},
		{"consignee_number", o.Consignee.Number},
		{"consignee_country", o.Consignee.Country.Name()},
		{"consignee_address", o.Consignee.Address},
		{"consignee_postal", o.Consignee.Postal},
		{"consignee_state", o.Consignee.State},
		{"consignee_city", o.Consignee.City},
		{"consignee_email", o.Consignee.Email},
		{"pickup_contact_name", o.Pickup.Name},
		{"pickup_contact_number", o.Pickup.Number},
		{"pickup_country", o.Pickup.Country.Name()},
		{"pickup_address", o.Pickup.Address},
		{"pickup_postal", o.Pickup.Postal},
		{"pickup_state", o.Pickup.State},
		{"pickup_city", o.Pickup.City},
	}
	var t shipment.OrderTrade
	freight, insurance := "", ""
	if o.Trade != nil {
		t = *o.Trade
		freight, insurance = t.FreightAmount.String(), t.InsuranceAmount.String()
	}
	fields = append(fields,
		namedValue{"export_reason", t.ExportReason},
		namedValue{"invoice_no", t.InvoiceNo},
		namedValue{"invoice_date", t.InvoiceDate},
		namedValue{"freight_amount", freight},
		namedValue{"insurance_amount", insurance},
		namedValue{"amount_currency", t.AmountCurrency})
	if o.Return {
		return append(fields,
			namedValue{"service_type", o.ServiceType},
			namedValue{"forward_tracking_no", o.ForwardTrackingNo},
			namedValue{"pickup_contact_email", o.Pickup.Email})
	}
	return append(fields,
		namedValue{"service_id", strconv.FormatInt(o.ServiceID, 10)},
		namedValue{"tracking_no", o.TrackingNo},
		namedValue{"payment_type", o.PaymentType},
		namedValue{"cod_amt_to_collect", o.CODAmountToCollect.String()},
		namedValue{"incoterm", o.Incoterm},
		namedValue{"identification_document_name", o.IdentificationDocumentName},
		namedValue{"consignee_identifcation_number", o.ConsigneeIdentificationNumber},
		namedValue{"consignee_province", o.Consignee.Province},
		namedValue{"pickup_province", o.Pickup.Province},
		namedValue{"pickup_date", o.PickupDate},
		namedValue{"pickup_notes", o.PickupNotes},
		namedValue{"delivery_note", o.DeliveryNote})
}

func itemFields(i shipment.Item) []namedValue {
	fields := []namedValue{
		{"item_desc", i.Desc},
		{"item_category", i.Category},
		{"item_product_id", i.ProductID},
		{"item_sku", i.SKU},
		{"item_quantity", strconv.FormatInt(i.Quantity, 10)},
		{"item_price_value", i.PriceValue.String()},
		{"item_price_currency", i.PriceCurrency},
	}
	var t shipment.ItemTrade
	if i.Trade != nil {
		t = *i.Trade
	}
	weight := ""
	if t.Weight > 0 {
		weight = t.Weight.String()
	}
	return append(fields,
		namedValue{"item_hs_code", t.HSCode},
		namedValue{"item_origin_country", t.OriginCountry.Name()},
		namedValue{"item_weight", weight},
		namedValue{"item_customs_desc", t.CustomsDesc},
		namedValue{"item_url", t.URL},
		namedValue{"item_image_url", t.ImageURL})
}

// wholeFields are the fields of an order that are lists or objects, but its items.
func wholeFields(o shipment.Order) map[string]any {
	fields := make(map[string]any)
	if o.Trade == nil {
		return fields
	}
	var ids []map[string]any
	for _, id := range o.Trade.TaxIDs {
		ids = append(ids, object([]namedValue{
			{"party", id.Party}, {"type", id.Type}, {"country", id.Country.Name()}, {"number", id.Number},
		}))
	}
	metadata := make(map[string]string)
	for _, m := range o.Trade.Metadata {
		metadata[m.Key] = m.Value
	}
	fields["tax_ids"], fields["metadata"] = ids, metadata
	return fields
}

// reencode is a request body that asks for the orders again.
func reencode(a request.Orders) []byte {
	var orders []map[string]any
	for _, o := range a.Orders {
		order := object(orderFields(o))
		var items []map[string]any
		for _, i := range o.Items {
			items = append(items, object(itemFields(i)))
		}
		order["items"] = items
		maps.Copy(order, wholeFields(o))
		orders = append(orders, order)
	}
	body, err := json.Marshal(map[string]any{"blocking": a.Blocking, "orders": orders})
	if err != nil {
		panic(err)
	}
	return body
}

func object(fields []namedValue) map[string]any {
	m := make(map[string]any, len(fields))
	for _, f := range fields {
		if f.text != "" {
			m[f.name] = f.text
		}
	}
	return m
}
