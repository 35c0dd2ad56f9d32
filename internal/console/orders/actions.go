package orders

import (
	"context"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// cancelOrder cancels an order, after the user has confirmed it.
func cancelOrder(v *web.Visit, d orderDetail) error {
	sure, err := v.Confirm(v.T("Cancel order %s?", d.TrackingNo), v.T("Cancel the order"))
	if err != nil || !sure {
		return err
	}
	results, err := cancel(v, []string{d.TrackingNo})
	if err != nil {
		return err
	}
	for i := range results {
		v.Toast(cancelText(v, &results[i]))
	}
	return v.Redirect(orderURL(v, d.TrackingNo))
}

// unmarkOrder marks the label of an order as not printed.
func unmarkOrder(v *web.Visit, d orderDetail) error {
	err := notePrints(v, v.Console.Orders.UnmarkPrinted, []string{d.TrackingNo})
	return v.Done(err, v.T("%d labels are marked as not printed.", 1), orderURL(v, d.TrackingNo))
}

// revokeAddresses revokes the addresses of the label and the documents of an order.
func revokeAddresses(v *web.Visit, d orderDetail) error {
	_, err := web.AsCaller(v, func(ctx context.Context, by orders.Caller) (shipment.Order, error) {
		return v.Console.Orders.RevokeAddresses(ctx, by, d.TrackingNo)
	})
	return v.Done(err, v.T("The earlier web addresses of the label and documents are not valid any more."), orderURL(v, d.TrackingNo))
}

// cancel cancels orders, and returns the result of each.
func cancel(v *web.Visit, numbers []string) ([]orders.Result, error) {
	return web.AsCaller(v, func(ctx context.Context, by orders.Caller) ([]orders.Result, error) {
		return v.Console.Orders.Cancel(ctx, by, request.HoldRequest{TrackingNos: numbers})
	})
}

// cancelText is the result of a cancellation in words.
func cancelText(v *web.Visit, r *orders.Result) string {
	switch r.Outcome {
	case orders.Cancelled:
		return v.T("The order is cancelled.")
	case orders.Cancelling:
		return v.T("The partner is asked to cancel the order.")
	}
	return v.T("The order was not cancelled: %s", v.Words().Say("", r.Message))
}

// operatorForms are the forms of the operator on the page of an order.
type operatorForms struct {
	Open                 string    // the form that has problems: tracking, proof, resolve or correct
	sent                 *web.Form // that form
	Statuses             []web.Option
	Corrections          []web.Option
	Outcomes             []web.Option
	Attempts             []attemptView
	CanRetry, CanResolve bool
	CanRetryCancellation bool
}

// Form is the form of a name: as it was sent if it has problems, else empty.
func (f *operatorForms) Form(name string) *web.Form {
	if name == f.Open {
		return f.sent
	}
	return web.NewForm(nil)
}

// again shows the page of the order with a form of the operator that has problems.
func (d orderDetail) again(name string) func(v *web.Visit, status int, f *web.Form) error {
	return func(v *web.Visit, status int, f *web.Form) error {
		return showOrder(v, status, d, &operatorForms{Open: name, sent: f}, web.NewForm(nil), nil)
	}
}

// describe completes the forms with what depends on the order.
func (f *operatorForms) describe(v *web.Visit, d *orderDetail) {
	for _, s := range shipment.TrackerStatuses() {
		option := web.Option{Value: string(s), Text: v.T(web.StatusOf(s).Text)}
		if s != shipment.OrderCreated && s != shipment.Cancelled {
			f.Statuses = append(f.Statuses, option)
		}
		if s != shipment.Cancelled && (d.TrackerStatus != shipment.Cancelled || s.PickedUp()) {
			f.Corrections = append(f.Corrections, option)
		}
	}
	f.Corrections = append(f.Corrections, web.Option{Value: correctedLost, Text: v.T("The parcel is lost")})
	f.Outcomes = []web.Option{
		{Value: string(store.SubmissionConfirmed), Text: v.T("The partner has the order")},
		{Value: string(store.SubmissionFailed), Text: v.T("The partner refused the order")},
	}
	entry, submitted := d.entry("submission")
	label, hasLabel := d.entry("label")
	confirmed := entry.State == string(store.SubmissionConfirmed)
	ended := confirmed || entry.State == string(store.SubmissionCancelled)
	f.CanRetry = submitted && !ended || hasLabel && confirmed && label.State != string(store.LabelStored)
	f.CanResolve = submitted && !ended
	cancellation, asked := d.entry("cancellation")
	f.CanRetryCancellation = asked && cancellation.State != string(store.CancellationConfirmed) && d.TrackerStatus != shipment.Cancelled
}

// noMoment replaces a time that cannot be read, so that the API refuses the update with all its problems.
const noMoment = "?"

// withTyped adds the values of a form that are not empty to the fields of a request.
func withTyped(v *web.Visit, fields map[string]any, names ...string) map[string]any {
	for _, name := range names {
		if value := strings.TrimSpace(v.FormValue(name)); value != "" {
			fields[name] = value
		}
	}
	return fields
}

// refuseReport adds the problems of a report to its form, those of some fields in words of the page, and reports whether there are any.
func refuseReport(v *web.Visit, f *web.Form, problems request.Problems, own map[string]string) bool {
	for path, messages := range web.PathsOf(problems) {
		field := strings.TrimPrefix(path, "events.0.")
		if f.Labels[field] == "" {
			field = ""
		}
		for _, message := range messages {
			if text := own[field]; text != "" {
				message = problem.Own(text)
			}
			v.Refuse(f, field, message)
		}
	}
	return f.Failed()
}

// reportTracking records an update of the tracking by the operator.
func reportTracking(v *web.Visit, d orderDetail) error {
	event := map[string]any{"tracking_no": d.TrackingNo, "status": v.FormValue("status")}
	event = withTyped(v, event, "description", "address", "country")
	if code := v.Names().Code(v.FormValue("country")); code != "" {
		event["country"] = string(code)
	}
	f := web.NewForm(v.Request.PostForm).
		Label("status", v.T("What happened")).Label("occurred_on", v.T("When")).Label("country", v.T("Country")).
		Label("address", v.T("Place")).Label("description", v.T("Text for the consignee"))
	if on := v.FormValue("occurred_on"); on != "" {
		event["occurred_on"] = noMoment
		if at, err := time.ParseInLocation("2006-01-02T15:04", on, v.Zone); err == nil {
			event["occurred_on"] = at.UTC().Format(time.RFC3339)
		}
	}
	reports, problems := request.ReadReports(request.FormOf(request.ReportShape(), map[string]any{"events": []any{event}}))
	own := map[string]string{}
	if event["occurred_on"] == noMoment {
		own["occurred_on"] = v.T("Enter a day and a time.")
	}
	if refuseReport(v, f, problems, own) {
		return d.again("tracking")(v, http.StatusUnprocessableEntity, f)
	}
	ctx, done := v.Writing()
	defer done()
	_, err := v.Console.Orders.Record(ctx, reports)
	return v.Done(err, v.T("The tracking is updated."), orderURL(v, d.TrackingNo))
}

// correctedLost is the value of the form for a parcel that is lost.
const correctedLost = "LOST"

// correctTracking gives the order the right status.
func correctTracking(v *web.Visit, d orderDetail) error {
	f := web.NewForm(v.Request.PostForm).Label("status", v.T("Right status")).Label("reason", v.T("Reason"))
	body := withTyped(v, map[string]any{"tracking_no": d.TrackingNo, "status": v.FormValue("status")}, "reason")
	if body["status"] == correctedLost {
		body["status"], body["lost"] = string(shipment.Exception), true
	}
	ctx, done := v.Writing()
	defer done()
	sent, err := web.Sent(&request.CorrectTracking, body)
	if err == nil {
		_, err = v.Console.Orders.Correct(ctx, sent)
	}
	return v.Finish(v.FailWith(f, err), f, d.again("correct"), v.T("The status is corrected."), orderURL(v, d.TrackingNo))
}

// uploadProof stores a proof of delivery.
func uploadProof(v *web.Visit, d orderDetail) error {
	f := web.NewForm(v.Request.PostForm).Label("name", v.T("Who took the parcel")).Label("image", v.T("Picture"))
	picture, err := v.File("image")
	if err != nil {
		return err
	}
	notPicture := v.T("Choose a PNG or JPEG of at most 5 MB.")
	if len(picture) > shipment.MaxProofImage {
		f.Fail("image", notPicture)
		return d.again("proof")(v, http.StatusUnprocessableEntity, f)
	}
	// It is read in base64 of JSON, of which there are three copies, each a third larger.
	if err := v.Console.Charge(v.Context(), shipment.MaxProofImage+4*int64(len(picture))); err != nil {
		return err
	}
	body := withTyped(v, map[string]any{"tracking_no": d.TrackingNo}, "name")
	if len(picture) > 0 {
		body["image"] = base64.StdEncoding.EncodeToString(picture)
	}
	sent, problems := request.ReportProof.Read(request.FormOf(request.ReportProof.Shape(), body))
	if refuseReport(v, f, problems, map[string]string{"image": notPicture}) {
		return d.again("proof")(v, http.StatusUnprocessableEntity, f)
	}
	ctx, done := v.Writing()
	defer done()
	return v.Done(v.Console.Orders.Prove(ctx, sent), v.T("The proof of delivery is stored."), orderURL(v, d.TrackingNo))
}

// parseDay reads a day as the API writes it.
func parseDay(text string) (time.Time, error) { return time.Parse(time.DateOnly, text) }
