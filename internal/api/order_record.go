package api

import (
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// writeRecord writes the order record of the interface document: exactly its keys in its order, then
// the items and what else the caller asked for.
func writeRecord(w *shell.Rows, r *store.OrderRecord, labelURL string, f *store.OrderFilter, x *expanded) {
	w.ObjStart()
	writeRecordFields(w.Encoder, r, labelURL)
	if f.WithItems {
		w.FieldStart("items")
		w.RawStr(r.Items)
	}
	if f.Expand != nil {
		openapi.Keys(w.Encoder, x, writeExpanded)
	}
	w.ObjEnd()
	w.Flush()
}

// expanded is what a record of a list shows of an order in addition.
type expanded struct {
	store.Extras
	base       string // of links
	orderID    int64
	trackingNo string
}

func writeExpanded(o *openapi.Object, x *expanded) {
	openapi.Extend(o, "OrderRecord", x, func(*openapi.Object, *expanded) {})
	id := x.orderID
	o.If(x.Metadata != nil).Raw("metadata", "object", shipment.AppendMetadata(nil, x.Metadata[id])).MapOfTexts()
	openapi.Texts(o.If(x.Tags != nil), "tags", x.Tags[id]).Is("Tags")
	openapi.Nested(o.If(x.Holds != nil).OrNull(x.Holds[id] != nil), "hold", x.Holds[id], writeHold).Is("OrderHold").
		About("Null if it is not held.")
	o.If(x.ReplacedBy != nil).TextOrNull("replaced_by", x.ReplacedBy[id]).
		About("The number of the order that replaces this one. Null if there is none.")
	packing, isPacked := x.Packings[id]
	openapi.Nested(o.If(x.Packings != nil).OrNull(isPacked), "packing", &packing, writePacking).
		About("Null if it was not packed at a station.")
	proof, isProved := x.Proofs[id]
	document := proofOf(x.base, x.trackingNo, &proof)
	openapi.Nested(o.If(x.Proofs != nil).OrNull(isProved), "proof", &document, writeDocument).Is("OrderDocument").
		About("The proof of delivery. Null if there is none.")
}

func writePacking(o *openapi.Object, p *shipment.Packing) {
	o.Time("packed_on", p.On)
	o.Text("packed_by", p.By).About("E-mail address of a user, or id of a key.")
	o.OrNull(p.Weight != 0).Decimal("packed_weight", p.Weight).Format("double").About("In kg, on the scale. Null if it was not weighed.")
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
