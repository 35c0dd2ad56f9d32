package api

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/label"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// viewOrder shows all that there is about one of the account's orders: its record with
// items, and after the record's keys what else was sent, the orders it is linked to, its
// tracking, submissions and documents.
func (a *API) viewOrder(ctx context.Context, c call) (response, error) {
	detail, err := a.Store.OrderDetail(ctx, c.caller.AccountID, shipment.TrackingKey(c.req.PathValue("tracking_no")))
	if errors.Is(err, store.ErrNotFound) {
		return response{}, errNotFound
	}
	if err != nil {
		return response{}, err
	}
	base, o := a.base(c.req), &detail.Order
	return response{status: http.StatusOK, rows: func(w *rows) error {
		w.Grow(4 << 10)
		w.ObjStart()
		writeRecordFields(w.Encoder, o, a.labelURL(base, o))
		writeItems(w, o.Items)
		writeSent(w.Encoder, o)
		writeLinks(w, detail)
		writeTracking(w, detail.Events)
		writeSubmissions(w.Encoder, detail)
		a.writeDocuments(w.Encoder, base, detail)
		w.ObjEnd()
		return nil
	}}, nil
}

// writeSent writes the fields of the request that a record does not have, by the names under
// which they were sent.
func writeSent(e *jx.Encoder, o *shipment.Order) {
	text(e, "incoterm", o.Incoterm)
	text(e, "identification_document_name", o.IdentificationDocumentName)
	text(e, "consignee_identifcation_number", o.ConsigneeIdentificationNumber)
	text(e, "pickup_contact_email", o.Pickup.Email)
	text(e, "pickup_date", o.PickupDate)
	text(e, "pickup_notes", o.PickupNotes)
	text(e, "service_type", o.ServiceType)
	text(e, "forward_tracking_no", o.ForwardTrackingNo)
}

// writeLinks writes whether the order is a return, of which order of the account, and its own
// returns.
func writeLinks(w *rows, d store.Detail) {
	e := w.Encoder
	e.FieldStart("is_return")
	e.Bool(d.Order.Return)
	e.FieldStart("forward_order_id")
	if d.Order.ForwardOrderID == 0 {
		e.Null()
	} else {
		e.Int64(d.Order.ForwardOrderID)
	}
	e.FieldStart("returns")
	e.ArrStart()
	for i := range d.Returns {
		r := &d.Returns[i]
		e.ObjStart()
		integer(e, "order_id", r.OrderID)
		text(e, "tracking_no", r.TrackingNo)
		text(e, "service_type", r.ServiceType)
		text(e, "tracker_status_code", string(r.TrackerStatus))
		timestamp(e, "created_on", r.CreatedOn)
		e.ObjEnd()
		w.flush()
	}
	e.ArrEnd()
}

// writeTracking writes the updates as the tracker does, and what only the shipper is told
// of each.
func writeTracking(w *rows, events []shipment.TrackingEvent) {
	e := w.Encoder
	e.FieldStart("tracking")
	e.ArrStart()
	for _, event := range events {
		e.ObjStart()
		writeUpdateFields(e, event)
		timestamp(e, "recorded_on", event.RecordedOn)
		text(e, "source", event.Source)
		e.ObjEnd()
		w.flush()
	}
	e.ArrEnd()
}

// writeSubmissions writes the ledger of the order: what its partner was asked, to take it
// and to give it back.
func writeSubmissions(e *jx.Encoder, d store.Detail) {
	e.FieldStart("submissions")
	e.ArrStart()
	for _, s := range d.Submissions {
		writeEntry(e, "submission", entry{s.Partner, string(s.State), s.Attempts, s.ErrorClass, s.Message, s.CreatedOn, s.UpdatedOn})
	}
	for _, c := range d.Cancellations {
		writeEntry(e, "cancellation", entry{c.Partner, string(c.State), c.Attempts, c.ErrorClass, c.Message, c.CreatedOn, c.UpdatedOn})
	}
	for _, l := range d.Labels {
		writeEntry(e, "label", entry{l.Partner, string(l.State), l.Attempts, l.ErrorClass, l.Message, l.CreatedOn, l.UpdatedOn})
	}
	e.ArrEnd()
}

// entry is what the ledgers have in common.
type entry struct {
	partner, state       string
	attempts             int
	errorClass, message  string
	createdOn, updatedOn time.Time
}

func writeEntry(e *jx.Encoder, kind string, of entry) {
	e.ObjStart()
	text(e, "kind", kind)
	text(e, "partner", of.partner)
	text(e, "state", of.state)
	integer(e, "attempts", int64(of.attempts))
	text(e, "error_class", of.errorClass)
	text(e, "message", of.message)
	timestamp(e, "created_on", of.createdOn)
	timestamp(e, "updated_on", of.updatedOn)
	e.ObjEnd()
}

// writeDocuments writes where the order's documents are: its label and customs papers
// while it has a label, and the proof of its delivery.
func (a *API) writeDocuments(e *jx.Encoder, base string, d store.Detail) {
	e.FieldStart("documents")
	e.ArrStart()
	if d.Order.HasLabel {
		for _, document := range []label.Document{label.Parcel, label.CN22, label.CN23, label.Invoice} {
			format := label.PDF
			if document == label.Parcel && d.Order.PartnerLabel == shipment.LabelZPL {
				format = label.ZPL
			}
			e.ObjStart()
			text(e, "kind", string(document))
			text(e, "media_type", mediaTypes[format])
			text(e, "url", a.documentURL(base, document, d.Order.TrackingNo, format))
			e.ObjEnd()
		}
	}
	for _, proof := range d.Proofs {
		e.ObjStart()
		text(e, "kind", "proof_of_delivery")
		text(e, "media_type", proof.MediaType)
		text(e, "url", base+"/api/order/order/"+url.PathEscape(d.Order.TrackingNo)+"/proof-of-delivery/")
		text(e, "name", proof.Name)
		timestamp(e, "signed_on", proof.SignedOn)
		e.ObjEnd()
	}
	e.ArrEnd()
}
