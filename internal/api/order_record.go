package api

import (
	"strconv"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/shipment"
)

// writeRecord writes an order as the order record of the interface document: exactly its keys in
// its order, then the items if the caller asked for them.
func writeRecord(w *rows, o *shipment.Order, labelURL string, withItems bool) {
	w.ObjStart()
	writeRecordFields(w.Encoder, o, labelURL)
	if withItems {
		writeItems(w, o.Items)
	}
	w.ObjEnd()
	w.flush()
}

func writeRecordFields(e *jx.Encoder, o *shipment.Order, labelURL string) {
	integer(e, "order_id", o.OrderID)
	integer(e, "service_id", o.ServiceID)
	text(e, "tracking_no", o.TrackingNo)
	integer(e, "agent_id", o.AccountID)
	integer(e, "agent_application_id", o.KeyID)
	nullable(e, "hawb_no", o.HAWBNo)
	text(e, "shipper_sub_account_id", "")
	text(e, "shipper_order_id", o.ShipperOrderID)
	nullable(e, "store_id", "")
	text(e, "consignee_name", o.Consignee.Name)
	text(e, "consignee_number", o.Consignee.Number)
	text(e, "consignee_country", o.Consignee.Country.Name())
	text(e, "consignee_address", o.Consignee.Address)
	e.FieldStart("consignee_postal")
	writePostal(e, o.Consignee.Postal)
	text(e, "consignee_state", o.Consignee.State)
	nullable(e, "consignee_city", o.Consignee.City)
	nullable(e, "consignee_province", o.Consignee.Province)
	text(e, "consignee_email", o.Consignee.Email)
	decimal(e, "order_length", o.Length)
	decimal(e, "order_width", o.Width)
	decimal(e, "order_height", o.Height)
	decimal(e, "order_weight", o.Weight)
	text(e, "pickup_contact_name", o.Pickup.Name)
	text(e, "pickup_contact_number", o.Pickup.Number)
	text(e, "pickup_country", o.Pickup.Country.Name())
	text(e, "pickup_address", o.Pickup.Address)
	text(e, "pickup_postal", o.Pickup.Postal)
	text(e, "pickup_state", o.Pickup.State)
	nullable(e, "pickup_city", o.Pickup.City)
	nullable(e, "pickup_province", o.Pickup.Province)
	text(e, "payment_type", o.PaymentType)
	text(e, "delivery_note", o.DeliveryNote)
	decimal(e, "cod_amt_to_collect", o.CODAmountToCollect)
	nullable(e, "order_label_url", labelURL)
	nullable(e, "status_code", string(o.StatusCode))
	text(e, "tracker_status_code", string(o.TrackerStatus))
	text(e, "tracker_main_text", o.TrackerStatus.Text())
	text(e, "upload_batch_no", o.UploadBatchNo)
	timestamp(e, "created_on", o.CreatedOn)
	timestamp(e, "updated_on", o.UpdatedOn)
}

// writeItems writes an order's items: the request's fields, in the document's order.
func writeItems(w *rows, items []shipment.Item) {
	e := w.Encoder
	e.FieldStart("items")
	e.ArrStart()
	for i := range items {
		it := &items[i]
		e.ObjStart()
		text(e, "item_desc", it.Desc)
		text(e, "item_category", it.Category)
		text(e, "item_product_id", it.ProductID)
		text(e, "item_sku", it.SKU)
		integer(e, "item_quantity", int64(it.Quantity))
		decimal(e, "item_price_value", it.PriceValue)
		text(e, "item_price_currency", it.PriceCurrency)
		e.ObjEnd()
		w.flush()
	}
	e.ArrEnd()
}

func text(e *jx.Encoder, name, value string) {
	e.FieldStart(name)
	e.Str(value)
}

// nullable writes a field that may be null: it is for the empty text.
func nullable(e *jx.Encoder, name, value string) {
	e.FieldStart(name)
	if value == "" {
		e.Null()
		return
	}
	e.Str(value)
}

func integer(e *jx.Encoder, name string, value int64) {
	e.FieldStart(name)
	e.Int64(value)
}

func decimal[D interface{ Append(b []byte) []byte }](e *jx.Encoder, name string, value D) {
	var digits [24]byte
	e.FieldStart(name)
	e.Raw(value.Append(digits[:0]))
}

func timestamp(e *jx.Encoder, name string, t time.Time) {
	text(e, name, shipment.FormatTime(t))
}

// maxPostalDigits is the most digits that a double holds exactly, which many JSON readers use for
// numbers.
const maxPostalDigits = 15

// writePostal writes a postal code as existing clients expect it: as a JSON integer if it is a plain
// integer, else as a string.
func writePostal(e *jx.Encoder, postal string) {
	if n, err := strconv.ParseUint(postal, 10, 64); err == nil && len(postal) <= maxPostalDigits && strconv.FormatUint(n, 10) == postal {
		e.UInt64(n)
		return
	}
	e.Str(postal)
}
