package api

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"

	"github.com/go-faster/jx"

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
		writeSubmissions(w.Encoder, detail)
		a.writeDocuments(w.Encoder, base, detail)
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
	writeList(w, "returns", d.Returns, func(e *jx.Encoder, r *shipment.Order) {
		integer(e, "order_id", r.OrderID)
		text(e, "tracking_no", r.TrackingNo)
		text(e, "service_type", r.ServiceType)
		text(e, "tracker_status_code", string(r.TrackerStatus))
		timestamp(e, "created_on", r.CreatedOn)
	})
}

// writeTracking writes the updates as the tracker does, with two fields that only the shipper sees.
func writeTracking(w *shell.Rows, events []shipment.TrackingEvent) {
	writeList(w, "tracking", events, func(e *jx.Encoder, event *shipment.TrackingEvent) {
		writeUpdateFields(e, *event)
		timestamp(e, "recorded_on", event.RecordedOn)
		text(e, "source", event.Source)
	})
}

// writeSubmissions writes the ledger of the order: its submission to the partner, the request to cancel
// it there, and the partner's label.
func writeSubmissions(e *jx.Encoder, d store.Detail) {
	e.FieldStart("submissions")
	e.ArrStart()
	for _, s := range d.Submissions {
		writeEntry(e, "submission", string(s.State), s.LedgerEntry)
	}
	for _, c := range d.Cancellations {
		writeEntry(e, "cancellation", string(c.State), c.LedgerEntry)
	}
	for _, l := range d.Labels {
		writeEntry(e, "label", string(l.State), l.LedgerEntry)
	}
	e.ArrEnd()
}

func writeEntry(e *jx.Encoder, kind, state string, entry store.LedgerEntry) {
	e.ObjStart()
	text(e, "kind", kind)
	text(e, "partner", entry.Partner)
	text(e, "state", state)
	integer(e, "attempts", int64(entry.Attempts))
	text(e, "error_class", entry.ErrorClass)
	text(e, "message", entry.Message)
	timestamp(e, "created_on", entry.CreatedOn)
	timestamp(e, "updated_on", entry.UpdatedOn)
	e.ObjEnd()
}

// writeDocuments writes the URLs of the order's documents: its label and customs papers while it has a
// label, and its proof of delivery.
func (a *viewing) writeDocuments(e *jx.Encoder, base string, d store.Detail) {
	document := func(kind, mediaType, url string) {
		text(e, "kind", kind)
		text(e, "media_type", mediaType)
		text(e, "url", url)
	}
	e.FieldStart("documents")
	e.ArrStart()
	if of := (orderAddress{d.Order.TrackingNo, d.Order.AddressRevision}); d.Order.HasLabel {
		for _, drawn := range label.Documents() {
			format := label.PDF
			if drawn == label.Parcel && d.Order.PartnerLabel == shipment.LabelZPL {
				format = label.ZPL
			}
			e.ObjStart()
			document(string(drawn), mediaTypes[format], a.api.documentURL(base, drawn, of, format))
			e.ObjEnd()
		}
		e.ObjStart()
		document(string(label.CustomsData), "application/json", a.api.documentURL(base, label.CustomsData, of, customsFormat))
		e.ObjEnd()
	}
	for _, proof := range d.Proofs {
		e.ObjStart()
		document("proof_of_delivery", proof.MediaType, base+"/api/order/order/"+url.PathEscape(d.Order.TrackingNo)+"/proof-of-delivery/")
		text(e, "name", proof.Name)
		timestamp(e, "signed_on", proof.SignedOn)
		e.ObjEnd()
	}
	e.ArrEnd()
}

// writeDetailItems writes all fields of an order's items. A view shows only the fields of the interface document.
func writeDetailItems(w *shell.Rows, items []shipment.Item) {
	writeList(w, "items", items, func(e *jx.Encoder, item *shipment.Item) {
		writeFields(e, shipment.ItemFields, item)
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
