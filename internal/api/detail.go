package api

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/inforce"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// viewOrder shows everything about one of the account's orders: its record with items, the other
// fields of the request, the orders that it is linked to, its tracking, submissions and documents, and what the rules in
// force say about it as of the day on which it was created.
func (a *API) viewOrder(ctx context.Context, c shell.Call) (shell.Response, error) {
	return a.detail(ctx, c, nil)
}

// detail is viewOrder with further warnings.
func (a *API) detail(ctx context.Context, c shell.Call, further []inforce.Warning) (shell.Response, error) {
	viewed, err := a.Orders.View(ctx, a.By(c), c.Req.PathValue("tracking_no"), further)
	if err != nil {
		return shell.Response{}, err
	}
	base, o := a.base(c.Req), &viewed.Order
	shown := shownOrder{viewed, a.orderLabelURL(base, o), a.documentsOf(base, &viewed)}
	return shell.Response{Status: http.StatusOK, Header: http.Header{"Etag": {entityTag(o.Version)}}, Rows: func(w *shell.Rows) error {
		w.Grow(4 << 10)
		openapi.Write(w.Encoder, w.Flush, &shown, writeDetail)
		return nil
	}}, nil
}

// shownOrder is an order as a response shows all of it.
type shownOrder struct {
	orders.Viewed
	labelURL  string
	documents []orderDocument
}

// writeDetail writes the record of an order, its items with all fields, the other fields of the request, and what became of it.
func writeDetail(o *openapi.Object, d *shownOrder) {
	o.Others(func(e *jx.Encoder) { writeRecordFields(e, new(store.RecordOf(&d.Order)), d.labelURL) })
	openapi.List(o, "items", d.Order.Items, func(o *openapi.Object, item *shipment.Item) {
		o.Others(func(e *jx.Encoder) { writeFields(e, shipment.ItemFields, item) })
	}).Of("DetailItem")
	o.Others(func(e *jx.Encoder) {
		writeFields(e, shipment.RestFields, &d.Order)
		writeTradeLists(e, &d.Order)
	})
	o.Flag("is_return", d.Order.Return)
	o.OrNull(d.Order.ForwardOrderID != 0).Int64("forward_order_id", d.Order.ForwardOrderID).
		About("On a return: the id of the account's order that comes back. Null if there is none.")
	o.TextOrNull("replaces", d.Replaces).About("The number of the cancelled order that this one replaces. Null if there is none.")
	o.TextOrNull("replaced_by", d.ReplacedBy).
		About("The number of the order that replaces this one, which is cancelled. Null if there is none.")
	openapi.List(o, "returns", d.Returns, writeReturn).Of("OrderReturn").MaxItems(50).
		About("The returns of this order, newest first, at most 50.")
	openapi.List(o, "tracking", d.Events, writeUpdate).Of("OrderUpdate").MinItems(1).
		About("The tracking updates of the parcel, newest first.")
	openapi.List(o, "submissions", d.Entries(), writeLedgerEntry).Of("LedgerEntry").
		About("The submissions to its partner. Empty if the order is fulfilled in house.")
	openapi.List(o, "documents", d.documents, writeDocument).Of("OrderDocument")
	answer.Measured(o, &d.Measured)
	openapi.Nested(o.OrNull(d.Order.Hold != nil), "hold", d.Order.Hold, writeHold).Is("OrderHold").
		About("Why the order is held: it is not submitted to its partner and not handed over until it is released. Null if it is not held.")
	o.Flag("label_stale", d.LabelStale).
		About("The order was changed, and its label was not printed since: earlier prints are wrong.")
	openapi.List(o, "changes", d.Changes, writeChange).Of("OrderChange").MaxItems(100).
		About("Changes of the order, newest first, at most 100. The field `hold` is the reason of a hold.")
	openapi.List(o, "notes", d.Notes, writeNote).Of("OrderNote").MaxItems(shipment.MaxNotes).
		About("Notes of people and keys of the account, newest first.")
	openapi.Texts(o, "tags", d.Tags).Is("Tags").About("Sorted.")
	openapi.List(o, "warnings", d.Warnings, writeWarning(nil, false)).Is("OrderWarnings").
		About("What the rules in force warn of, as of the day on which the order was created, and the facts for customs for which it " +
			"waits now.")
}

func writeReturn(o *openapi.Object, r *shipment.Order) {
	o.Int64("order_id", r.OrderID).Minimum(1)
	o.Text("tracking_no", r.TrackingNo).Is("TrackingNo")
	o.Text("service_type", r.ServiceType).Enum("PICKUP", "DROPOFF")
	o.Text("tracker_status_code", string(r.TrackerStatus)).Is("TrackerStatus")
	o.Time("created_on", r.CreatedOn)
}

// writeUpdate writes an update as the tracker does, with two fields that only the shipper sees.
func writeUpdate(o *openapi.Object, event *shipment.TrackingEvent) {
	o.Text("status", string(event.Status)).Is("TrackerStatus")
	o.Time("updated_on", event.OccurredOn).About("When it occurred.")
	o.Text("description", event.Description()).MinLength(1)
	o.Text("country", event.Country.Name())
	o.Text("address", event.Place)
	o.Time("recorded_on", event.RecordedOn).About("When it was reported.")
	o.Text("source", event.Source).MinLength(1).About("Who reported it: service, shipper, operator, simulator, a partner's name, or " +
		"correction for an operator who corrected the status.")
}

func writeLedgerEntry(o *openapi.Object, entry *orders.Entry) {
	o.Text("kind", entry.Kind).Enum("submission", "cancellation", "label")
	o.Text("partner", entry.Partner).MinLength(1)
	o.Text("state", entry.State).
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
func (a *API) documentsOf(base string, d *orders.Viewed) (documents []orderDocument) {
	if of := (orderAddress{d.Order.TrackingNo, d.Order.AddressRevision}); d.Order.HasLabel {
		for _, drawn := range label.DocumentsOf(&d.Service) {
			format := label.PDF
			if drawn == label.Parcel && d.Order.PartnerLabel == shipment.LabelZPL {
				format = label.ZPL
			}
			documents = append(documents, orderDocument{
				kind: string(drawn), mediaType: label.MediaTypes[format], url: a.documentURL(base, drawn, of, format),
			})
		}
		documents = append(documents, orderDocument{
			kind: string(label.CustomsData), mediaType: "application/json",
			url: a.documentURL(base, label.CustomsData, of, label.JSON),
		})
	}
	for _, proof := range d.Proofs {
		documents = append(documents, proofOf(base, d.Order.TrackingNo, &proof))
	}
	return documents
}

func proofOf(base, trackingNo string, proof *shipment.Proof) orderDocument {
	return orderDocument{
		kind: proofDocument, mediaType: proof.MediaType, name: proof.Name, signedOn: proof.SignedOn,
		url: base + "/api/order/order/" + url.PathEscape(trackingNo) + "/proof-of-delivery/",
	}
}

func writeDocument(o *openapi.Object, d *orderDocument) {
	isProof := d.kind == proofDocument
	o.Text("kind", d.kind).Enum("label", "cn22", "cn23", "invoice", "proforma", "customs", proofDocument)
	o.Text("media_type", d.mediaType)
	o.Text("url", d.url).Format("uri").About("The address of a proof of delivery needs the secret key.")
	o.If(isProof).Text("name", d.name).MinLength(1).About("Who took the parcel. Only a proof of delivery has it.")
	o.If(isProof).Time("signed_on", d.signedOn).About("When the parcel was taken. Only a proof of delivery has it.")
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
	array(e, "tax_ids", t.TaxIDs, func(e *jx.Encoder, id *shipment.TaxID) {
		e.Obj(func(e *jx.Encoder) { writeFields(e, shipment.TaxIDFields, id) })
	})
	e.FieldStart("metadata")
	e.Raw(shipment.AppendMetadata(nil, t.Metadata))
}
