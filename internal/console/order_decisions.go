package console

import (
	"errors"
	"net/http"
	"strings"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// retrySubmission makes the submission of an order due again, or the label of its partner.
func (v *visit) retrySubmission() error {
	return v.decide(v.t("The order is submitted again. The partner is asked first whether it has it."), func(no string) error {
		_, err := v.console.Store.RetrySubmission(v.ctx(), no, "")
		return err
	})
}

// retryCancellation asks the partner of an order again to cancel it.
func (v *visit) retryCancellation() error {
	return v.decide(v.t("The partner is asked again to cancel the order."), func(no string) error {
		_, err := v.console.Store.RetryCancellation(v.ctx(), no, "")
		return err
	})
}

// decisionTexts are why a decision about a submission cannot be carried out.
var decisionTexts = []struct {
	err  error
	text string
}{
	{store.ErrUnderWay, key("An attempt is under way. Try again when it has ended.")},
	{store.ErrConfirmed, key("The partner has accepted the order already.")},
	{store.ErrCancelled, key("The order is cancelled.")},
	{store.ErrTooLate, key("The parcel was picked up already.")},
}

// decide carries out a decision of the operator about an order of the account, and says what came of it.
func (v *visit) decide(done string, act func(trackingNo string) error) error {
	d, err := v.orderDetail(v.r.PathValue("tracking_no"))
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	err = act(d.TrackingNo)
	for _, known := range decisionTexts {
		if errors.Is(err, known.err) {
			done, err = v.t(known.text), nil
		}
	}
	if err != nil {
		return err
	}
	v.toast(done)
	return v.redirect(v.orderURL(d.TrackingNo))
}

// classOperator is the error class of a submission that an operator declared failed.
const classOperator = "operator"

// checkNote refuses what cannot be a note about a decision.
func (v *visit) checkNote(f *form, field, text string) {
	if !shipment.IsNote(text) {
		f.fail(field, v.t("Write at most %d characters on one line.", shipment.MaxNote))
	}
}

// checkMessage refuses what cannot tell a shipper why a submission failed.
func (v *visit) checkMessage(f *form, text string) {
	if text == "" {
		f.fail("message", v.t("Say why: the shipper reads it."))
	}
	v.checkNote(f, "message", text)
}

// resolveSubmission gives a submission the outcome that the operator knows.
func (v *visit) resolveSubmission() error {
	d, err := v.orderDetail(v.r.PathValue("tracking_no"))
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	forms := v.newOperatorForms()
	forms.Open, forms.Resolve = "resolve", newForm(v.r.PostForm).
		label("outcome", v.t("What the partner said")).label("hawb_no", v.t("Number at the partner")).label("message", v.t("Reason"))
	hawb, message := strings.TrimSpace(v.form("hawb_no")), strings.TrimSpace(v.form("message"))
	outcome := store.Outcome{State: store.SubmissionState(v.form("outcome")), HAWBNo: hawb, Message: message}
	switch outcome.State {
	case store.SubmissionConfirmed:
		outcome.Message = ""
		if !shipment.IsHAWBNo(hawb) {
			forms.Resolve.fail("hawb_no", v.t("At most %d letters, digits and signs without accents.", shipment.MaxHAWBNo))
		}
	case store.SubmissionFailed:
		outcome.HAWBNo, outcome.ErrorClass = "", classOperator
		v.checkMessage(forms.Resolve, message)
	default:
		forms.Resolve.fail("outcome", v.t("Choose one."))
	}
	if forms.Resolve.failed() {
		return v.showOrder(http.StatusUnprocessableEntity, d, forms)
	}
	return v.decide(v.t("The submission is decided."), func(no string) error {
		_, err := v.console.Store.ResolveSubmission(v.ctx(), no, "", outcome)
		return err
	})
}
