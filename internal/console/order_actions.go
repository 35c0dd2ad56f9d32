package console

import (
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// cancelOrder cancels an order, after the user has confirmed it.
func (v *visit) cancelOrder() error {
	no := v.r.PathValue("tracking_no")
	d, err := v.orderDetail(no)
	if err != nil {
		return err
	}
	sure, err := v.confirm(v.t("Cancel order %s?", d.TrackingNo), v.t("Cancel the order"))
	if err != nil || !sure {
		return err
	}
	answer, err := v.api(http.MethodPost, "/api/order/cancel/", map[string]any{"tracking_nos": []string{d.TrackingNo}})
	if err != nil {
		return err
	}
	var result struct {
		Orders []struct{ Result, Message string } `json:"orders"`
	}
	if err := answer.decode(&result); err != nil {
		return err
	}
	for _, o := range result.Orders {
		v.toast(v.cancelText(o.Result, o.Message))
	}
	return v.redirect(v.orderURL(d.TrackingNo))
}

// unmarkOrder marks the label of an order as not printed.
func (v *visit) unmarkOrder() error {
	d, err := v.orderDetail(v.r.PathValue("tracking_no"))
	if err != nil {
		return err
	}
	if err := v.noteNotPrinted([]string{d.TrackingNo}); err != nil {
		return err
	}
	v.toast(v.t("%d labels are marked as not printed.", 1))
	return v.redirect(v.orderURL(d.TrackingNo))
}

// cancelText is the result of a cancellation in words.
func (v *visit) cancelText(result, message string) string {
	switch result {
	case "cancelled":
		return v.t("The order is cancelled.")
	case "cancelling":
		return v.t("The partner is asked to cancel the order.")
	}
	return v.t("The order was not cancelled: %s", v.words().Plain("", message))
}

// operatorForms are the forms of the operator on the page of an order.
type operatorForms struct {
	Tracking, Proof, Resolve *form
	Statuses, Countries      []option
	Outcomes                 []option
	Attempts                 []attemptView
	CanRetry, CanResolve     bool
	CanRetryCancellation     bool
	Open                     string // the form that has problems
}

func (v *visit) newOperatorForms() *operatorForms {
	return &operatorForms{Tracking: newForm(nil), Proof: newForm(nil), Resolve: newForm(nil)}
}

// describe completes the forms with what depends on the order.
func (f *operatorForms) describe(v *visit, d *orderDetail) {
	for _, s := range shipment.TrackerStatuses() {
		if s != shipment.OrderCreated && s != shipment.Cancelled {
			f.Statuses = append(f.Statuses, option{string(s), v.t(statusOf(s).Text)})
		}
	}
	f.Outcomes = []option{
		{string(store.SubmissionConfirmed), v.t("The partner has the order")},
		{string(store.SubmissionFailed), v.t("The partner refused the order")},
	}
	entry, submitted := d.submission("submission")
	label, hasLabel := d.submission("label")
	confirmed := entry.State == string(store.SubmissionConfirmed)
	ended := confirmed || entry.State == string(store.SubmissionCancelled)
	f.CanRetry = submitted && !ended || hasLabel && confirmed && label.State != string(store.LabelStored)
	f.CanResolve = submitted && !ended
	cancellation, asked := d.submission("cancellation")
	f.CanRetryCancellation = asked && cancellation.State != string(store.CancellationConfirmed) && d.Status != shipment.Cancelled
}

// reportTracking records an update of the tracking by the operator.
func (v *visit) reportTracking() error {
	d, err := v.orderDetail(v.r.PathValue("tracking_no"))
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	event := map[string]any{"tracking_no": d.TrackingNo, "status": v.form("status")}
	for _, name := range []string{"description", "address"} {
		if value := strings.TrimSpace(v.form(name)); value != "" {
			event[name] = value
		}
	}
	if country := strings.TrimSpace(v.form("country")); country != "" {
		event["country"] = country
		if code := v.names().Code(country); code != "" {
			event["country"] = string(code)
		}
	}
	forms := v.newOperatorForms()
	forms.Open, forms.Tracking = "tracking", newForm(v.r.PostForm).
		label("status", v.t("What happened")).label("occurred_on", v.t("When")).label("country", v.t("Country")).
		label("address", v.t("Place")).label("description", v.t("Text for the consignee"))
	if on := v.form("occurred_on"); on != "" {
		at, err := time.ParseInLocation("2006-01-02T15:04", on, v.zone)
		if err != nil {
			forms.Tracking.fail("occurred_on", v.t("Enter a day and a time."))
		}
		event["occurred_on"] = at.UTC().Format(time.RFC3339)
	}
	answer, err := v.apiAsOperator(http.MethodPost, "/api/operator/tracking/", map[string]any{"events": []any{event}})
	if err != nil {
		return err
	}
	for path, messages := range answer.problems() {
		field := strings.TrimPrefix(path, "events.0.")
		if forms.Tracking.labels[field] == "" {
			field = ""
		}
		for _, message := range messages {
			forms.Tracking.fail(field, v.words().Plain(forms.Tracking.labels[field], message))
		}
	}
	if forms.Tracking.failed() {
		return v.showOrder(http.StatusUnprocessableEntity, d, forms)
	}
	v.toast(v.t("The tracking is updated."))
	return v.redirect(v.orderURL(d.TrackingNo))
}

// uploadProof stores a proof of delivery.
func (v *visit) uploadProof() error {
	d, err := v.orderDetail(v.r.PathValue("tracking_no"))
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	forms := v.newOperatorForms()
	forms.Open, forms.Proof = "proof", newForm(v.r.PostForm).label("name", v.t("Who took the parcel")).label("image", v.t("Picture"))
	picture, err := v.upload("image", shipment.MaxProofImage)
	switch {
	case errors.Is(err, errTooLarge):
		forms.Proof.fail("image", v.t("Choose a PNG or JPEG of at most 5 MB."))
	case err != nil:
		return err
	}
	if forms.Proof.failed() {
		return v.showOrder(http.StatusUnprocessableEntity, d, forms)
	}
	body := map[string]any{"tracking_no": d.TrackingNo}
	if name := strings.TrimSpace(v.form("name")); name != "" {
		body["name"] = name
	}
	if len(picture) > 0 {
		body["image"] = base64.StdEncoding.EncodeToString(picture)
	}
	answer, err := v.apiAsOperator(http.MethodPost, "/api/operator/proof-of-delivery/", body)
	if err != nil {
		return err
	}
	for field, messages := range answer.problems() {
		for _, message := range messages {
			if field == "image" {
				message = v.t("Choose a PNG or JPEG of at most 5 MB.")
			}
			forms.Proof.fail(field, v.words().Plain(forms.Proof.labels[field], message))
		}
	}
	if forms.Proof.failed() {
		return v.showOrder(http.StatusUnprocessableEntity, d, forms)
	}
	v.toast(v.t("The proof of delivery is stored."))
	return v.redirect(v.orderURL(d.TrackingNo))
}

var errTooLarge = errors.New("the file is too large")

// upload reads a file of a form, nil if there is none. Returns errTooLarge for one of more than limit bytes.
func (v *visit) upload(name string, limit int64) ([]byte, error) {
	file, header, err := v.r.FormFile(name)
	if errors.Is(err, http.ErrMissingFile) || errors.Is(err, http.ErrNotMultipart) {
		return nil, nil
	}
	if err != nil {
		return nil, &badFormError{err}
	}
	defer func() { _ = file.Close() }()
	if header.Size > limit {
		return nil, errTooLarge
	}
	return io.ReadAll(io.LimitReader(file, limit))
}

// parseDay reads a day as the API writes it.
func parseDay(text string) (time.Time, error) { return time.Parse(time.DateOnly, text) }
