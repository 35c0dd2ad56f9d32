package api

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// viewOrder shows everything about one of the account's orders: its record with items, the other
// fields of the request, the orders that it is linked to, its tracking, submissions and documents, and what the rules in
// force say about it as of the day on which it was created.
func (a *viewing) viewOrder(ctx context.Context, c shell.Call) (shell.Response, error) {
	return a.detail(ctx, c, nil)
}

// detail is viewOrder with further warnings.
func (a *viewing) detail(ctx context.Context, c shell.Call, further []ruleset.Warning) (shell.Response, error) {
	detail, err := a.api.Store.OrderDetail(ctx, c.Caller.AccountID, shipment.TrackingKey(c.Req.PathValue("tracking_no")))
	if err != nil {
		return shell.Response{}, err
	}
	checker, err := a.api.checker(ctx, c)
	if err != nil {
		return shell.Response{}, err
	}
	base, o := a.api.base(c.Req), &detail.Order
	_, warnings := checker.All(o, o.CreatedOn)
	if further == nil && waitsForFacts(&detail) {
		_, further = checker.Partner(o)
	}
	warnings = append(warnings, further...)
	record, version := store.RecordOf(o), http.Header{"Etag": {entityTag(o.Version)}}
	return shell.Response{Status: http.StatusOK, Header: version, Rows: func(w *shell.Rows) error {
		w.Grow(4 << 10)
		w.ObjStart()
		writeRecordFields(w.Encoder, &record, a.api.labelURL(base, o))
		writeDetailItems(w, o.Items)
		writeFields(w.Encoder, shipment.RestFields, o)
		writeTradeLists(w.Encoder, o)
		writeLinks(w, detail)
		writeTracking(w, detail.Events)
		writeList(w, "submissions", ledgerOf(detail), writeLedgerEntry)
		writeList(w, "documents", a.documentsOf(base, detail), writeDocument)
		writeHold(w.Encoder, o.Hold)
		writeChanges(w, detail)
		writeAnnotations(w, detail)
		writeWarnings(w.Encoder, warnings, shell.Codes(ctx), false)
		w.ObjEnd()
		return nil
	}}, nil
}

// waitsForFacts reports whether an order is not submitted because it lacks facts for customs.
func waitsForFacts(d *store.Detail) bool {
	return slices.ContainsFunc(d.Submissions, func(s store.Submission) bool {
		return s.State == store.SubmissionPending && s.ErrorClass == store.ClassMissing
	})
}

// writeLinks writes whether the order is a return, its forward order, and its own returns.
func writeLinks(w *shell.Rows, d store.Detail) {
	flag(w.Encoder, "is_return", d.Order.Return)
	positive(w.Encoder, "forward_order_id", d.Order.ForwardOrderID)
	nullable(w.Encoder, "replaces", d.Replaces)
	nullable(w.Encoder, "replaced_by", d.ReplacedBy)
	writeList(w, "returns", d.Returns, writeReturn)
}

func writeReturn(o *openapi.Object, r *shipment.Order) {
	o.Int64("order_id", r.OrderID).Minimum(1)
	o.Text("tracking_no", r.TrackingNo).Is("TrackingNo")
	o.Text("service_type", r.ServiceType).Enum("PICKUP", "DROPOFF")
	o.Text("tracker_status_code", string(r.TrackerStatus)).Is("TrackerStatus")
	o.Time("created_on", r.CreatedOn)
}

// writeTracking writes the updates as the tracker does, with two fields that only the shipper sees.
func writeTracking(w *shell.Rows, events []shipment.TrackingEvent) {
	array(w.Encoder, "tracking", events, func(e *jx.Encoder, event *shipment.TrackingEvent) {
		e.ObjStart()
		writeUpdateFields(e, *event)
		timestamp(e, "recorded_on", event.RecordedOn)
		text(e, "source", event.Source)
		e.ObjEnd()
		w.Flush()
	})
}

// ledgerEntry is an entry of the ledger of an order: its submission to the partner, the request to cancel it there, or the
// partner's label.
type ledgerEntry struct {
	kind, state string
	store.LedgerEntry
}

func ledgerOf(d store.Detail) (entries []ledgerEntry) {
	for _, s := range d.Submissions {
		entries = append(entries, ledgerEntry{"submission", string(s.State), s.LedgerEntry})
	}
	for _, c := range d.Cancellations {
		entries = append(entries, ledgerEntry{"cancellation", string(c.State), c.LedgerEntry})
	}
	for _, l := range d.Labels {
		entries = append(entries, ledgerEntry{"label", string(l.State), l.LedgerEntry})
	}
	return entries
}

func writeLedgerEntry(o *openapi.Object, entry *ledgerEntry) {
	o.Text("kind", entry.kind).Enum("submission", "cancellation", "label")
	o.Text("partner", entry.Partner).MinLength(1)
	o.Text("state", entry.state).
		Enum("pending", "submitted", "unknown", "confirmed", "failed", "held", "cancelled", "waiting", "refused", "due", "stored")
	o.Int("attempts", int64(entry.Attempts)).Minimum(0)
	o.Text("error_class", entry.ErrorClass).
		Enum("", "accepted", "not_ready", "not_submitted", "temporary", "unavailable", "unknown", "refused", "bad_file", "operator",
			"missing_customs").
		About("Empty while there was no error. `accepted` is no error either, `temporary` and `unavailable` are tried again, `unknown` " +
			"asks the partner first, `refused` needs a correction, `missing_customs` waits for facts for customs, `operator` is a " +
			"decision of the operator. Of labels, `not_ready` is tried again, `bad_file` is a file that cannot be taken, and " +
			"`not_submitted` says that the partner does not know the order.")
	o.Text("message", entry.Message).About("Message of the last attempt.")
	o.Time("created_on", entry.CreatedOn)
	o.Time("updated_on", entry.UpdatedOn)
}

const proofDocument = "proof_of_delivery"

// orderDocument is a document of an order. Only a proof of delivery has a name and a time.
type orderDocument struct {
	kind, mediaType, url, name string
	signedOn                   time.Time
}

// documentsOf are the order's documents: its label and customs papers while it has a label, and its proof of delivery.
func (a *viewing) documentsOf(base string, d store.Detail) (documents []orderDocument) {
	if of := (orderAddress{d.Order.TrackingNo, d.Order.AddressRevision}); d.Order.HasLabel {
		for _, drawn := range label.Documents() {
			format := label.PDF
			if drawn == label.Parcel && d.Order.PartnerLabel == shipment.LabelZPL {
				format = label.ZPL
			}
			documents = append(documents, orderDocument{
				kind: string(drawn), mediaType: mediaTypes[format], url: a.api.documentURL(base, drawn, of, format),
			})
		}
		documents = append(documents, orderDocument{
			kind: string(label.CustomsData), mediaType: "application/json",
			url: a.api.documentURL(base, label.CustomsData, of, customsFormat),
		})
	}
	for _, proof := range d.Proofs {
		documents = append(documents, orderDocument{
			kind: proofDocument, mediaType: proof.MediaType, name: proof.Name, signedOn: proof.SignedOn,
			url: base + "/api/order/order/" + url.PathEscape(d.Order.TrackingNo) + "/proof-of-delivery/",
		})
	}
	return documents
}

func writeDocument(o *openapi.Object, d *orderDocument) {
	isProof := d.kind == proofDocument
	o.Text("kind", d.kind).Enum("label", "cn22", "cn23", "invoice", "proforma", "customs", proofDocument)
	o.Text("media_type", d.mediaType)
	o.Text("url", d.url).Format("uri").About("The address of a proof of delivery needs the secret key.")
	o.If(isProof).Text("name", d.name).MinLength(1).About("Who took the parcel. Only a proof of delivery has it.")
	o.If(isProof).Time("signed_on", d.signedOn).About("When the parcel was taken. Only a proof of delivery has it.")
}

// writeDetailItems writes all fields of an order's items. A view shows only the fields of the interface document.
func writeDetailItems(w *shell.Rows, items []shipment.Item) {
	array(w.Encoder, "items", items, func(e *jx.Encoder, item *shipment.Item) {
		e.ObjStart()
		writeFields(e, shipment.ItemFields, item)
		e.ObjEnd()
		w.Flush()
	})
}

// writeFields writes the texts and numbers of a table under their names in requests.
func writeFields[T any](e *jx.Encoder, fields []shipment.Field[T], of *T) {
	var value []byte
	for i := range fields {
		if f := &fields[i]; !f.IsList() {
			value = f.AppendJSON(value[:0], of)
			e.FieldStart(f.Name)
			e.Raw(value)
		}
	}
}

// writeTradeLists writes what an order lists for customs and for the shipper's records, as it was sent.
func writeTradeLists(e *jx.Encoder, o *shipment.Order) {
	t := cmp.Or(o.Trade, new(shipment.OrderTrade))
	objects(e, "tax_ids", t.TaxIDs, func(e *jx.Encoder, id *shipment.TaxID) {
		writeFields(e, shipment.TaxIDFields, id)
	})
	raw(e, "metadata", shipment.AppendMetadata(nil, t.Metadata))
}
