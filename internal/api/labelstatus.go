package api

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
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
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) (err error) {
		openapi.Write(w.Encoder, w.Flush, &labelStatusList{b.options, b.counts(work), func(*jx.Encoder) {
			w.ArrStart()
			err = a.writeLabelStatuses(c.Req.Context(), w, b, settings, work)
			w.ArrEnd()
		}}, writeLabelStatusList)
		return err
	}}, nil
}

// writeLabelStatuses writes the status of the label of each order. It reads the items as it writes them.
func (a *Printing) writeLabelStatuses(ctx context.Context, w *shell.Rows, b *batch, settings printSettings, work partnerWork) error {
	for o, err := range a.api.viewing.withItems(ctx, b.orders) {
		if err != nil {
			return err
		}
		var report label.Report
		status, message := b.status(o, work)
		if status == labelReady && !b.isPartners(o) {
			if report, err = a.review(ctx, settings.shipment(o), b.options); err != nil {
				return err
			}
		}
		shown := shownLabel{o.TrackingNo, o.ShipperOrderID, status, b.formats(o), message, report.Warnings}
		openapi.Write(w.Encoder, nil, &shown, writeLabelStatus)
		w.Flush()
	}
	return nil
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

// formats are those in which the label of an order can be had.
func (b *batch) formats(o *shipment.Order) []label.Format {
	switch {
	case !o.HasLabel:
		return nil
	case b.isPartners(o):
		return formatsOf(o.PartnerLabel)
	}
	return formatsOf("")
}

// counts are how many labels have each status.
func (b *batch) counts(work partnerWork) map[labelStatus]int64 {
	counts := make(map[labelStatus]int64, len(labelStatuses))
	for i := range b.orders {
		status, _ := b.status(&b.orders[i], work)
		counts[status]++
	}
	return counts
}

// labelStatusList is the status of the labels of a request.
type labelStatusList struct {
	options label.Options
	counts  map[labelStatus]int64
	write   func(*jx.Encoder) // writes the list
}

func writeLabelStatusList(o *openapi.Object, l *labelStatusList) {
	o.Text("document", string(l.options.Document)).Enum("label", "cn22", "cn23", "invoice", "proforma")
	o.Text("format", string(l.options.Format)).Enum("pdf", "zpl")
	openapi.Nested(o, "counts", &l.counts, func(o *openapi.Object, counts *map[labelStatus]int64) {
		for _, status := range labelStatuses {
			o.Int(string(status), (*counts)[status]).Minimum(0)
		}
	}).About("How many labels have each status.")
	o.Value("labels", "array", l.write).Of("LabelStatus").MinItems(1)
}

// shownLabel is the label of an order as a response shows it.
type shownLabel struct {
	trackingNo, shipperOrderID string
	status                     labelStatus
	formats                    []label.Format
	message                    problem.Message
	warnings                   []label.Warning
}

func writeLabelStatus(o *openapi.Object, l *shownLabel) {
	o.Text("tracking_no", l.trackingNo)
	o.Text("shipper_order_id", l.shipperOrderID).About("The reference of the shipper. Empty if the order is unknown.")
	o.Text("status", string(l.status)).Enum("ready", "other_format", "pending", "refused", "cancelled", "unknown").
		About("`ready`: the file has the label. `other_format`: the label exists in other `formats` only. `pending`: the partner has " +
			"not accepted the order, or not sent its label. `refused`: the partner refused the order, or its label. `cancelled`: the " +
			"order is cancelled. `unknown`: the account has no such order.")
	openapi.Texts(o, "formats", l.formats).About("The formats in which the label can be fetched. Empty until there is a label.").
		Elements().Enum("pdf", "png", "zpl")
	o.Text("message", l.message.String()).About("Why the label is not ready. Empty if it is.")
	openapi.List(o, "warnings", l.warnings, writeLabelWarning).Of("LabelWarning").MaxItems(100).
		About("The texts that do not print as they are written. Empty for a label that a partner draws.")
}

func writeLabelWarning(o *openapi.Object, w *label.Warning) {
	o.Text("field", w.Field).About("The field of the request.")
	o.Text("problem", string(w.Problem)).Enum(string(label.LeftOut), string(label.Transliterated), string(label.CutOff),
		string(label.AboveCN22), string(label.NetAboveGross))
	openapi.Texts(o, "characters", each.Of(w.Characters, func(r rune) string { return fmt.Sprintf("U+%04X", r) })).MaxItems(10).
		About("The code points, such as `U+1F338`. Empty if the text is cut off.").Elements().Pattern("^U[+][0-9A-F]{4,6}$")
}
