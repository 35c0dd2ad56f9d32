package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// labelStatus says whether a file of many labels has the label of an order, and why not.
type labelStatus string

const (
	labelReady       labelStatus = "ready"        // the file has it
	labelOtherFormat labelStatus = "other_format" // it exists, but not in the format of the file
	labelPending     labelStatus = "pending"      // the partner has not accepted the order, or not sent the label
	labelRefused     labelStatus = "refused"      // the partner refused the order, or its label
	labelCancelled   labelStatus = "cancelled"    // the order was cancelled before it had a label, or lost it by that
	labelUnknown     labelStatus = "unknown"      // the account has no such order
)

// labelStatuses are all of them, in the order of the counts.
var labelStatuses = []labelStatus{labelReady, labelOtherFormat, labelPending, labelRefused, labelCancelled, labelUnknown}

// viewLabelStatus says for each order of a request for many labels whether the file has its label, and what the
// label does not print as written. It takes the parameters of that request.
func (a *Printing) viewLabelStatus(ctx context.Context, c shell.Call) (shell.Response, error) {
	b, settings, err := a.readBatch(ctx, c)
	if err != nil {
		return shell.Response{}, err
	}
	if err := a.addPartnerLabels(ctx, c.Caller.AccountID, b, 0); err != nil {
		return shell.Response{}, err
	}
	work, err := a.openWork(ctx, c.Caller.AccountID, b)
	if err != nil {
		return shell.Response{}, err
	}
	if err := a.api.Charge(ctx, mostItemBytes); err != nil {
		return shell.Response{}, err
	}
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) error {
		w.ObjStart()
		text(w.Encoder, "document", string(b.options.Document))
		text(w.Encoder, "format", string(b.options.Format))
		writeLabelCounts(w.Encoder, b, work)
		w.FieldStart("labels")
		w.ArrStart()
		ctx := c.Req.Context()
		for o, err := range a.api.viewing.withItems(ctx, b.orders) {
			if err != nil {
				return err
			}
			var report label.Report
			status, message := b.status(o, work)
			if status == labelReady && !b.isPartners(o) {
				report, err = a.review(ctx, settings.shipment(o), b.options)
				if err != nil {
					return err
				}
			}
			writeLabelStatus(w, b, o, status, message, report)
		}
		w.ArrEnd()
		w.ObjEnd()
		return nil
	}}, nil
}

// partnerWork is the work that partners have left for the labels of orders, by order id.
type partnerWork struct {
	submissions map[int64]store.Submission
	labels      map[int64]store.PartnerLabel
}

// openWork reads the ledgers of the orders of a batch that have no label.
func (a *Printing) openWork(ctx context.Context, accountID int64, b *batch) (w partnerWork, err error) {
	var ids []int64
	for i := range b.orders {
		if o := &b.orders[i]; o.OrderID != 0 && !o.HasLabel {
			ids = append(ids, o.OrderID)
		}
	}
	if ids == nil {
		return w, nil
	}
	if w.submissions, err = a.api.Store.Ledger.SubmissionsOf(ctx, accountID, ids); err != nil {
		return w, err
	}
	w.labels, err = a.api.Store.Ledger.PartnerLabels(ctx, accountID, ids)
	return w, err
}

// isPartners reports whether the file of the batch has the partner's drawing for an order.
func (b *batch) isPartners(o *shipment.Order) bool {
	return o.PartnerLabel != "" && b.options.Document == label.Parcel
}

// status returns the status of an order's label, and a message unless it is ready.
func (b *batch) status(o *shipment.Order, work partnerWork) (status labelStatus, message problem.Message) {
	submission, theirs := work.submissions[o.OrderID], work.labels[o.OrderID]
	switch {
	case o.OrderID == 0:
		return labelUnknown, problem.NoSuchOrder
	case b.prints(o):
		return labelReady, problem.Message{}
	case o.HasLabel:
		return labelOtherFormat, b.otherFormat(o)
	case !o.ErasedOn.IsZero():
		return labelCancelled, problem.Erased
	case o.TrackerStatus == shipment.Cancelled:
		return labelCancelled, problem.Cancelled
	case o.StatusCode == shipment.StatusSubmissionFailed:
		return labelRefused, problem.Own(submission.Message)
	case theirs.State == store.LabelFailed:
		return labelRefused, problem.Own(theirs.Message)
	case theirs.State == store.LabelDue:
		return labelPending, cmp.Or(problem.Own(theirs.Message), problem.LabelLater)
	}
	return labelPending, cmp.Or(problem.Own(submission.Message), problem.NoAnswerYet)
}

// otherFormat says why a partner's label is not in the file.
func (b *batch) otherFormat(o *shipment.Order) problem.Message {
	if slices.Contains(formatsOf(o.PartnerLabel), b.options.Format) {
		return problem.Inconvertible
	}
	return problem.OtherLabelFormat.With(strings.ToUpper(string(o.PartnerLabel)), strings.ToUpper(string(b.options.Format)))
}

// formatsOf are the formats in which a label can be had that a partner drew in some format, or Waybill for "".
func formatsOf(drawn shipment.LabelFormat) []label.Format {
	if drawn == shipment.LabelZPL { // no library draws it
		return []label.Format{label.ZPL}
	}
	return []label.Format{label.PDF, label.PNG, label.ZPL}
}

func writeLabelCounts(e *jx.Encoder, b *batch, work partnerWork) {
	counts := make(map[labelStatus]int64, len(labelStatuses))
	for i := range b.orders {
		status, _ := b.status(&b.orders[i], work)
		counts[status]++
	}
	e.FieldStart("counts")
	e.ObjStart()
	for _, status := range labelStatuses {
		integer(e, string(status), counts[status])
	}
	e.ObjEnd()
}

func writeLabelStatus(w *shell.Rows, b *batch, o *shipment.Order, status labelStatus, message problem.Message, report label.Report) {
	e := w.Encoder
	e.ObjStart()
	text(e, "tracking_no", o.TrackingNo)
	text(e, "shipper_order_id", o.ShipperOrderID)
	text(e, "status", string(status))
	var formats []label.Format
	switch {
	case o.HasLabel && b.isPartners(o):
		formats = formatsOf(o.PartnerLabel)
	case o.HasLabel:
		formats = formatsOf("")
	}
	writeTexts(e, "formats", formats)
	text(e, "message", message.String())
	objects(e, "warnings", report.Warnings, func(e *jx.Encoder, warning *label.Warning) {
		text(e, "field", warning.Field)
		text(e, "problem", string(warning.Problem))
		array(e, "characters", warning.Characters, func(e *jx.Encoder, r *rune) { e.Str(fmt.Sprintf("U+%04X", *r)) })
	})
	e.ObjEnd()
	w.Flush()
}
