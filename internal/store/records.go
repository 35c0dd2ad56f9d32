package store

import (
	"context"
	"strconv"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/document"
	"waybill/internal/store/engine"
)

// OrderRecord is an order as pages show it: the columns that a record needs, and parts of the record
// that are stored as responses show them.
type OrderRecord struct {
	OrderID, AccountID, KeyID, ServiceID int64
	UploadBatchNo, TrackingNo, HAWBNo    string
	StatusCode                           shipment.StatusCode
	TrackerStatus                        shipment.TrackerStatus
	HasLabel                             bool
	PartnerLabel                         shipment.LabelFormat
	AddressRevision                      int64
	CreatedOn, UpdatedOn                 time.Time

	// Sent is a JSON object with the fields of the record from shipper_sub_account_id to
	// cod_amt_to_collect, in the order of the record.
	Sent string
	// Items is a JSON array of the items as a record shows them; "" if they were not asked for, or are
	// longer than maxPageItems bytes: see ItemsOf.
	Items string
}

// maxPageItems is how many bytes the items of an order may have to be read with its page. A page has at
// most 800 KB of items.
const maxPageItems = 16 << 10

// RecordOf makes the record of an order, without items.
func RecordOf(o *shipment.Order) OrderRecord {
	return OrderRecord{
		OrderID: o.OrderID, AccountID: o.AccountID, KeyID: o.KeyID, ServiceID: o.ServiceID,
		UploadBatchNo: o.UploadBatchNo, TrackingNo: o.TrackingNo, HAWBNo: o.HAWBNo,
		StatusCode: o.StatusCode, TrackerStatus: o.TrackerStatus, HasLabel: o.HasLabel, PartnerLabel: o.PartnerLabel,
		AddressRevision: o.AddressRevision, CreatedOn: o.CreatedOn, UpdatedOn: o.UpdatedOn, Sent: document.Record(o),
	}
}

// recordColumns are the columns of an OrderRecord but its items.
const recordColumns = `order_id, account_id, key_id, service_id, upload_batch_no, tracking_no, hawb_no, status_code, tracker_status,
	has_label, partner_label, address_revision, created_on, updated_on, record`

// pageItems are the items of a record if they are short, else the empty text.
var pageItems = `CASE WHEN octet_length(CAST(items AS TEXT)) <= ` + strconv.Itoa(maxPageItems) + ` THEN CAST(items AS TEXT) ELSE '' END`

// scanRecord reads recordColumns and, withItems, pageItems. It calls take with the bytes that the
// record takes in memory.
func scanRecord(withItems bool, take func(bytes int) error) func(engine.Scanner, *OrderRecord) error {
	return func(row engine.Scanner, r *OrderRecord) error {
		var hasLabel, createdOn, updatedOn int64
		targets := []any{
			&r.OrderID, &r.AccountID, &r.KeyID, &r.ServiceID, &r.UploadBatchNo, &r.TrackingNo, &r.HAWBNo, (*string)(&r.StatusCode),
			(*string)(&r.TrackerStatus), &hasLabel, (*string)(&r.PartnerLabel), &r.AddressRevision, &createdOn, &updatedOn, &r.Sent, &r.Items,
		}
		if !withItems {
			targets = targets[:len(targets)-1]
		}
		if err := row.Scan(targets...); err != nil {
			return err
		}
		r.HasLabel, r.CreatedOn, r.UpdatedOn = hasLabel != 0, engine.FromMicros(createdOn), engine.FromMicros(updatedOn)
		return take(recordMemory + len(r.Sent) + len(r.Items))
	}
}

// The memory of a row beside its texts, in bytes. An event is copied twice on its way
// to a response; the list of orders that grows is copied when it does.
const (
	orderMemory  = 2000
	recordMemory = 600
	itemMemory   = 200
	eventMemory  = 600
)

type meterKey struct{}

// WithMeter has take called with the bytes that each order, item and tracking event takes that
// is read with the context, before the next is read. An error of take ends the reading, and is
// returned. Take must not wait for long: a connection to the database is in use.
func WithMeter(ctx context.Context, take func(bytes int) error) context.Context {
	return context.WithValue(ctx, meterKey{}, take)
}

// meterOf returns the function that WithMeter set, or one that does nothing.
func meterOf(ctx context.Context) func(bytes int) error {
	if take, ok := ctx.Value(meterKey{}).(func(bytes int) error); ok {
		return take
	}
	return func(int) error { return nil }
}

// itemTextBytes is the length of all texts of an item.
func itemTextBytes(i *shipment.Item) int {
	return len(i.Desc) + len(i.Category) + len(i.ProductID) + len(i.SKU)
}
