package orders

import (
	"cmp"
	"net/http"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// retrySubmission makes the submission of an order due now, or the label of its partner. An order that failed is tried again by
// operators; others correct it.
func retrySubmission(v *web.Visit, d orderDetail) error {
	if !v.Can(shipment.Operate) {
		tried, err := attemptsOf(v, &d)
		if err != nil || !d.waitsForPartner() {
			return cmp.Or(err, store.ErrNotFound)
		}
		if len(tried) > 0 && v.Console.Now().Sub(tried[0].StartedOn) < time.Minute { // each attempt counts, also for other orders of the partner
			return v.Done(nil, v.T("It was tried a moment ago. Try again in a minute."), orderURL(v, d.TrackingNo))
		}
	}
	return decide(v, d, v.T("It is tried again now."), func(no string) error {
		return v.Console.Orders.RetrySubmission(v.Context(), no, "")
	})
}

// retryCancellation asks the partner of an order again to cancel it.
func retryCancellation(v *web.Visit, d orderDetail) error {
	return decide(v, d, v.T("The cancellation is retried."), func(no string) error {
		return v.Console.Orders.RetryCancellation(v.Context(), no, "")
	})
}

// decide carries out a decision of the operator about an order of the account, and says what came of it.
func decide(v *web.Visit, d orderDetail, done string, act func(trackingNo string) error) error {
	err := act(d.TrackingNo)
	if why := store.WhyUndecided(err); !why.IsZero() {
		done, err = v.Words().Say("", why), nil
	}
	return v.Done(err, done, orderURL(v, d.TrackingNo))
}

// resolveSubmission gives a submission the outcome that the operator knows.
func resolveSubmission(v *web.Visit, d orderDetail) error {
	f := web.NewForm(v.Request.PostForm).
		Label("outcome", v.T("What the partner said")).Label("hawb_no", v.T("Number at the partner")).Label("message", v.T("Reason"))
	var r store.Resolution
	switch store.SubmissionState(v.FormValue("outcome")) {
	case store.SubmissionConfirmed:
		r.Confirmed, r.HAWBNo = true, strings.TrimSpace(v.FormValue("hawb_no"))
	case store.SubmissionFailed:
		r.Message = strings.TrimSpace(v.FormValue("message"))
	default:
		f.Fail("outcome", v.T("Choose one."))
	}
	if !f.Failed() {
		if err := v.FailWith(f, r.Check()); err != nil {
			return err
		}
	}
	if f.Failed() {
		return d.again("resolve")(v, http.StatusUnprocessableEntity, f)
	}
	return decide(v, d, v.T("The submission is decided."), func(no string) error {
		_, err := v.Console.Store.Ledger.ResolveSubmission(v.Context(), no, r)
		return err
	})
}
