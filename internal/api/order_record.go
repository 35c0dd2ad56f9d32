package api

import (
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// writeRecord writes the order record of the interface document: exactly its keys in its order, then
// the items if the caller asked for them.
func writeRecord(w *shell.Rows, r *store.OrderRecord, labelURL string, withItems bool) {
	w.ObjStart()
	writeRecordFields(w.Encoder, r, labelURL)
	if withItems {
		w.FieldStart("items")
		w.RawStr(r.Items)
	}
	w.ObjEnd()
	w.Flush()
}

func writeRecordFields(e *jx.Encoder, r *store.OrderRecord, labelURL string) {
	integer(e, "order_id", r.OrderID)
	integer(e, "service_id", r.ServiceID)
	text(e, "tracking_no", r.TrackingNo)
	integer(e, "agent_id", r.AccountID)
	integer(e, "agent_application_id", r.KeyID)
	nullable(e, "hawb_no", r.HAWBNo)
	writeSentFields(e, r.Sent)
	nullable(e, "order_label_url", labelURL)
	nullable(e, "status_code", string(r.StatusCode))
	text(e, "tracker_status_code", string(r.TrackerStatus))
	text(e, "tracker_main_text", r.TrackerStatus.Text())
	text(e, "upload_batch_no", r.UploadBatchNo)
	timestamp(e, "created_on", r.CreatedOn)
	timestamp(e, "updated_on", r.UpdatedOn)
}

// firstSentField is the first field of store.OrderRecord.Sent.
const firstSentField = "shipper_sub_account_id"

// writeSentFields copies the fields of store.OrderRecord.Sent: after the key of the first one, they are
// a value with more fields after it.
func writeSentFields(e *jx.Encoder, sent string) {
	e.FieldStart(firstSentField)
	e.RawStr(sent[len(`{"`+firstSentField+`":`) : len(sent)-1])
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

func timestamp(e *jx.Encoder, name string, t time.Time) {
	text(e, name, shipment.FormatTime(t))
}
