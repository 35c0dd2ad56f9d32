package printing

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Status says whether a file of many labels has the label of an order, and why not.
type Status string

// The statuses.
const (
	Ready       Status = "ready"        // the file has it
	OtherFormat Status = "other_format" // it exists, but not in the format of the file
	Pending     Status = "pending"      // the partner has not accepted the order, or not sent the label
	Refused     Status = "refused"      // the partner refused the order, or its label
	Cancelled   Status = "cancelled"    // the order was cancelled before it had a label, or lost it by that
	Unknown     Status = "unknown"      // the account has no such order
	NotUsed     Status = "not_used"     // the service of the order does not use the document
)

// Statuses are all of them.
var Statuses = []Status{Ready, OtherFormat, Pending, Refused, Cancelled, Unknown, NotUsed}

// LabelStatus is what a file of many labels has for an order.
type LabelStatus struct {
	TrackingNo, ShipperOrderID string // no reference of an unknown order
	Status                     Status
	Formats                    []label.Format  // in which the label can be had
	Message                    problem.Message // why it is not ready
	Warnings                   []label.Warning // of a label that Waybill draws
}

// StatusList says for each order of a file of many labels whether the file has its label.
type StatusList struct {
	Options label.Options
	Counts  map[Status]int64
	// Each reads the orders with their items, some at a time.
	Each func(context.Context) iter.Seq2[LabelStatus, error]
}

// LabelStatuses says for each order of a file that Labels makes whether the file has its label, and what the label does not print as
// written.
func (s *Service) LabelStatuses(ctx context.Context, by orders.Caller, of Selection, options label.Options) (l StatusList, err error) {
	b, settings, err := s.readBatch(ctx, by.AccountID, of, options)
	if err != nil {
		return l, err
	}
	if err := s.addPartnerLabels(ctx, by.AccountID, b, 0); err != nil {
		return l, err
	}
	work, err := s.openWork(ctx, by.AccountID, b)
	if err != nil {
		return l, err
	}
	l = StatusList{b.options, b.counts(work), func(ctx context.Context) iter.Seq2[LabelStatus, error] {
		return s.statuses(ctx, b, settings, work)
	}}
	return l, s.charge(ctx, MostItemBytes)
}

func (s *Service) statuses(ctx context.Context, b *batch, settings printSettings, work partnerWork) iter.Seq2[LabelStatus, error] {
	return func(yield func(LabelStatus, error) bool) {
		for o, err := range s.withItems(ctx, b.orders) {
			if err != nil {
				yield(LabelStatus{}, err)
				return
			}
			status, message := b.status(o, work)
			shown := LabelStatus{o.TrackingNo, o.ShipperOrderID, status, b.formats(o), message, nil}
			if status == Ready && !b.isPartners(o) {
				var report label.Report
				report, err = s.review(ctx, settings.shipment(o), b.options)
				shown.Warnings = report.Warnings
			}
			if !yield(shown, err) || err != nil {
				return
			}
		}
	}
}

// partnerWork is the work that partners have left for the labels of orders, by order id.
type partnerWork struct {
	submissions map[int64]store.Submission
	labels      map[int64]store.PartnerLabel
}

// openWork reads the ledgers of the orders of a batch that have no label.
func (s *Service) openWork(ctx context.Context, accountID int64, b *batch) (w partnerWork, err error) {
	ids := b.ids(func(o *shipment.Order) bool { return o.OrderID != 0 && !o.HasLabel })
	if ids == nil {
		return w, nil
	}
	if w.submissions, err = s.Store.Ledger.SubmissionsOf(ctx, accountID, ids); err != nil {
		return w, err
	}
	w.labels, err = s.Store.Ledger.PartnerLabels(ctx, accountID, ids)
	return w, err
}

// isPartners reports whether the file of the batch has the partner's drawing for an order.
func (b *batch) isPartners(o *shipment.Order) bool {
	return o.PartnerLabel != "" && b.options.Document == label.Parcel
}

// status returns the status of an order's label, and a message unless it is ready.
func (b *batch) status(o *shipment.Order, work partnerWork) (status Status, message problem.Message) {
	submission, theirs := work.submissions[o.OrderID], work.labels[o.OrderID]
	none, unused := errors.AsType[*orders.NoDocument](b.unused(o))
	switch {
	case o.OrderID == 0:
		return Unknown, problem.NoSuchOrder
	case unused:
		return NotUsed, none.Message
	case b.prints(o):
		return Ready, problem.Message{}
	case o.HasLabel:
		return OtherFormat, b.otherFormat(o)
	case !o.ErasedOn.IsZero():
		return Cancelled, problem.Erased
	case o.TrackerStatus == shipment.Cancelled:
		return Cancelled, problem.Cancelled
	case o.StatusCode == shipment.StatusSubmissionFailed:
		return Refused, problem.Own(submission.Message)
	case theirs.State == store.LabelFailed:
		return Refused, problem.Own(theirs.Message)
	case theirs.State == store.LabelDue:
		return Pending, cmp.Or(problem.Own(theirs.Message), problem.LabelLater)
	}
	return Pending, cmp.Or(problem.Own(submission.Message), problem.NoAnswerYet)
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

// formats are those in which the label of an order can be had.
func (b *batch) formats(o *shipment.Order) []label.Format {
	switch {
	case !o.HasLabel || b.unused(o) != nil:
		return nil
	case b.isPartners(o):
		return formatsOf(o.PartnerLabel)
	}
	return formatsOf("")
}

// counts are how many labels have each status.
func (b *batch) counts(work partnerWork) map[Status]int64 {
	counts := make(map[Status]int64, len(Statuses))
	for i := range b.orders {
		status, _ := b.status(&b.orders[i], work)
		counts[status]++
	}
	return counts
}
