package store

import (
	"waybill/internal/shipment"
	"waybill/internal/store/document"
	"waybill/internal/store/engine"
)

// orderColumns are the columns of an order but its documents: what is filtered by, joined or changed.
const orderColumns = `order_id, account_id, key_id, upload_batch_no, tracking_no, service_id, is_return, shipper_order_id,
	forward_order_id, hawb_no, status_code, tracker_status, has_label, partner_label, created_on, updated_on, erased_on,
	version, label_changed_on, address_revision, lost_on`

// documentColumns are orderColumns and the documents that make the rest of an order but its items.
const documentColumns = orderColumns + `, record, rest`

// scanColumns reads orderColumns, and what follows them into more.
func scanColumns(row engine.Scanner, o *shipment.Order, more ...any) error {
	return row.Scan(append([]any{
		&o.OrderID, &o.AccountID, &o.KeyID, &o.UploadBatchNo, &o.TrackingNo, &o.ServiceID, engine.Is(&o.Return), &o.ShipperOrderID,
		&o.ForwardOrderID, &o.HAWBNo, (*string)(&o.StatusCode), (*string)(&o.TrackerStatus), scanLabelOf(o),
		(*string)(&o.PartnerLabel), engine.At(&o.CreatedOn), engine.At(&o.UpdatedOn), engine.At(&o.ErasedOn), &o.Version,
		engine.At(&o.LabelChangedOn), &o.AddressRevision, engine.At(&o.LostOn),
	}, more...)...)
}

// The values of has_label, beside 0.
const (
	labelReal = 1 // the label with which the parcel is delivered
	labelOwn  = 2 // Waybill's own, until the partner gives its label
)

// scanLabelOf takes has_label.
func scanLabelOf(o *shipment.Order) engine.Number {
	return func(value int64) { o.HasLabel, o.OwnLabel = value != 0, value == labelOwn }
}

// labelOf is the has_label of an order.
func labelOf(o *shipment.Order) int64 {
	if o.HasLabel && o.OwnLabel {
		return labelOwn
	}
	return engine.Flag(o.HasLabel)
}

// scanState reads orderColumns: an order without what its documents have.
func scanState(row engine.Scanner, o *shipment.Order) error { return scanColumns(row, o) }

// scanDocuments reads documentColumns, and what follows them into more: an order without its items, and its rest. It calls take with
// the bytes that the order takes in memory, before it decodes the documents.
func scanDocuments(row engine.Scanner, o *shipment.Order, take func(bytes int) error, more ...any) (rest string, err error) {
	var record string
	if err := scanColumns(row, o, append([]any{&record, &rest}, more...)...); err != nil {
		return "", err
	}
	if err := take(orderMemory + len(record) + len(rest)); err != nil {
		return "", err
	}
	return rest, document.Decode(o, record, rest)
}

// scanOrder reads documentColumns: an order without its items.
func scanOrder(take func(bytes int) error) func(engine.Scanner, *shipment.Order) error {
	return func(row engine.Scanner, o *shipment.Order) error {
		_, err := scanDocuments(row, o, take)
		return err
	}
}

// scanWithItems reads documentColumns and items: a whole order.
func scanWithItems(take func(bytes int) error) func(engine.Scanner, *shipment.Order) error {
	return func(row engine.Scanner, o *shipment.Order) error {
		var items string
		rest, err := scanDocuments(row, o, take, &items)
		if err != nil {
			return err
		}
		return addItems(o, rest, items, take)
	}
}

// addItems decodes the items of an order into it, with their trade data from its rest. It calls take with the bytes
// that each takes in memory.
func addItems(o *shipment.Order, rest, items string, take func(bytes int) error) error {
	return document.DecodeItems(o, rest, items, func(item *shipment.Item) error { return take(itemMemory + itemTextBytes(item)) })
}
