package request_test

import (
	"encoding/json"
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
	return []namedValue{
		{"item_desc", i.Desc},
		{"item_category", i.Category},
		{"item_product_id", i.ProductID},
		{"item_sku", i.SKU},
		{"item_quantity", strconv.Itoa(int(i.Quantity))},
		{"item_price_value", i.PriceValue.String()},
		{"item_price_currency", i.PriceCurrency},
	}
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
