package orders

import (
	"errors"
	"net/http"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// retrySubmission makes the submission of an order due again, or the label of its partner.
func retrySubmission(v *web.Visit) error {
	return decide(v, v.T("The order is submitted again. The partner is asked first whether it has it."), func(no string) error {
		_, err := v.Console.Store.Ledger.RetrySubmission(v.Context(), no, "")
		return err
	})
}

// retryCancellation asks the partner of an order again to cancel it.
func retryCancellation(v *web.Visit) error {
	return decide(v, v.T("The partner is asked again to cancel the order."), func(no string) error {
		_, err := v.Console.Store.Ledger.RetryCancellation(v.Context(), no, "")
		return err
	})
}

// decisionTexts are why a decision about a submission cannot be carried out.
var decisionTexts = []struct {
	err  error
	text string
}{
	{store.ErrUnderWay, web.Key("An attempt is under way. Try again when it has ended.")},
	{store.ErrConfirmed, web.Key("The partner has accepted the order already.")},
	{store.ErrCancelled, web.Key("The order is cancelled.")},
	{store.ErrTooLate, web.Key("The parcel was picked up already.")},
}

// decide carries out a decision of the operator about an order of the account, and says what came of it.
func decide(v *web.Visit, done string, act func(trackingNo string) error) error {
	d, err := loadOrder(v, v.Request.PathValue("tracking_no"))
	if err != nil {
		return err
	}
	if err := v.Parse(); err != nil {
		return err
	}
	err = act(d.TrackingNo)
	for _, known := range decisionTexts {
		if errors.Is(err, known.err) {
			done, err = v.T(known.text), nil
		}
	}
	if err != nil {
		return err
	}
	v.Toast(done)
	return v.Redirect(orderURL(v, d.TrackingNo))
}

// ClassOperator is the error class of a submission that an operator declared failed.
const ClassOperator = "operator"

// CheckNote refuses what cannot be a note about a decision.
func CheckNote(v *web.Visit, f *web.Form, field, text string) {
	if !shipment.IsNote(text) {
		f.Fail(field, v.T("Write at most %d characters on one line.", shipment.MaxNote))
	}
}

// CheckMessage refuses what cannot tell a shipper why a submission failed.
func CheckMessage(v *web.Visit, f *web.Form, text string) {
	if text == "" {
		f.Fail("message", v.T("Say why: the shipper reads it."))
	}
	CheckNote(v, f, "message", text)
}

// resolveSubmission gives a submission the outcome that the operator knows.
func resolveSubmission(v *web.Visit) error {
	d, err := loadOrder(v, v.Request.PathValue("tracking_no"))
	if err != nil {
		return err
	}
	if err := v.Parse(); err != nil {
		return err
	}
	forms := newOperatorForms()
	forms.Open, forms.Resolve = "resolve", web.NewForm(v.Request.PostForm).
		Label("outcome", v.T("What the partner said")).Label("hawb_no", v.T("Number at the partner")).Label("message", v.T("Reason"))
	hawb, message := strings.TrimSpace(v.FormValue("hawb_no")), strings.TrimSpace(v.FormValue("message"))
	outcome := store.Outcome{State: store.SubmissionState(v.FormValue("outcome")), HAWBNo: hawb, Message: message}
	switch outcome.State {
	case store.SubmissionConfirmed:
		outcome.Message = ""
		if !shipment.IsHAWBNo(hawb) {
			forms.Resolve.Fail("hawb_no", v.T("At most %d letters, digits and signs without accents.", shipment.MaxHAWBNo))
		}
	case store.SubmissionFailed:
		outcome.HAWBNo, outcome.ErrorClass = "", ClassOperator
		CheckMessage(v, forms.Resolve, message)
	default:
		forms.Resolve.Fail("outcome", v.T("Choose one."))
	}
	if forms.Resolve.Failed() {
		return showOrder(v, http.StatusUnprocessableEntity, d, forms)
	}
	return decide(v, v.T("The submission is decided."), func(no string) error {
		_, err := v.Console.Store.Ledger.ResolveSubmission(v.Context(), no, "", outcome)
		return err
	})
}
