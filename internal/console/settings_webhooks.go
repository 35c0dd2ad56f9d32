package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// badge is a word with the tone of its colour and shape.
type badge struct{ Tone, Text string }

// webhookView is an endpoint as pages show it.
type webhookView struct {
	store.Endpoint
	Health badge
}

func (v *visit) webhookView(e store.Endpoint) webhookView {
	view := webhookView{Endpoint: e}
	switch {
	case e.Disabled:
		view.Health = badge{"off", v.t("Disabled")}
	case e.URL == "":
		view.Health = badge{"", v.t("Nothing is sent")}
	case !e.FailingSince.IsZero():
		view.Health = badge{"bad", v.t("Failing")}
	default:
		view.Health = badge{"good", v.t("Working")}
	}
	return view
}

func (v *visit) listWebhooks() error {
	endpoints, err := v.console.Store.Endpoints(v.ctx(), v.account.AccountID)
	if err != nil {
		return err
	}
	views := make([]webhookView, len(endpoints))
	for i, e := range endpoints {
		views[i] = v.webhookView(e)
	}
	return v.render(http.StatusOK, "webhooks.html", map[string]any{"Endpoints": views, "Tabs": v.settingsTabs()})
}

// webhookPath is the path of the interface, or of the console, of an endpoint.
func webhookPath(id int64) string { return fmt.Sprintf("/api/webhooks/endpoints/%d/", id) }

func (v *visit) webhookURL(id int64) string {
	return v.url("settings/webhooks/" + strconv.FormatInt(id, 10))
}

// endpoint is the endpoint of the page's path.
func (v *visit) endpoint() (store.Endpoint, error) {
	id, err := strconv.ParseInt(v.r.PathValue("endpoint"), 10, 64)
	if err != nil {
		return store.Endpoint{}, store.ErrNotFound
	}
	return v.console.Store.Endpoint(v.ctx(), v.account.AccountID, id)
}

func (v *visit) newWebhook() error { return v.showWebhookForm(http.StatusOK, newForm(nil), 0) }

// showWebhookForm shows the form of an endpoint; id is 0 for a new one.
func (v *visit) showWebhookForm(status int, f *form, id int64) error {
	f.label("url", "URL").label("description", v.t("What it is for")).label("events", v.t("Events")).
		label("basic_username", v.t("User name")).label("basic_password", v.t("Password"))
	data := map[string]any{"Form": f, "Events": shipment.EventTypes(), "IsNew": id == 0, "Back": v.url("settings/webhooks")}
	if id != 0 {
		data["Back"] = v.webhookURL(id)
	}
	return v.render(status, "webhook-form.html", data)
}

func (v *visit) editWebhook() error {
	e, err := v.endpoint()
	if err != nil {
		return err
	}
	values := url.Values{"url": {e.URL}, "description": {e.Description}, "basic_username": {e.Username}}
	for _, t := range e.EventTypes {
		values.Add("events", string(t))
	}
	for name, on := range map[string]bool{"label_pdf": e.LabelPDF, "disabled": e.Disabled} {
		if on {
			values.Set(name, "1")
		}
	}
	return v.showWebhookForm(http.StatusOK, newForm(values), e.EndpointID)
}

// webhookBody is what a form says of an endpoint. An empty password of an endpoint that exists is not sent: it stays.
func webhookBody(f *form, isNew bool) map[string]any {
	body := map[string]any{
		"url": f.Value("url"), "description": f.Value("description"), "label_pdf": f.Value("label_pdf") != "",
		"basic_username": f.Value("basic_username"), "disabled": f.Value("disabled") != "",
	}
	if events := f.Values("events"); len(events) > 0 {
		body["events"] = events
	} else {
		body["events"] = nil
	}
	if password := f.Value("basic_password"); password != "" || isNew || f.Value("basic_username") == "" {
		body["basic_password"] = password
	}
	return body
}

// createWebhook creates an endpoint, and shows its secret on the page that answers the form.
func (v *visit) createWebhook() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := newForm(v.r.PostForm)
	answer, err := v.api(http.MethodPost, "/api/webhooks/endpoints/", webhookBody(f, true))
	if err != nil {
		return err
	}
	if !answer.ok() {
		v.failAll(f, answer)
		return v.showWebhookForm(http.StatusUnprocessableEntity, f, 0)
	}
	return v.showNewSecret(answer, v.t("The endpoint is created. Its receiver checks signatures with this secret"))
}

func (v *visit) changeWebhook() error {
	e, err := v.endpoint()
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	f := newForm(v.r.PostForm)
	answer, err := v.api(http.MethodPatch, webhookPath(e.EndpointID), webhookBody(f, false))
	if err != nil {
		return err
	}
	if !answer.ok() {
		v.failAll(f, answer)
		return v.showWebhookForm(http.StatusUnprocessableEntity, f, e.EndpointID)
	}
	v.toast(v.t("The endpoint is saved."))
	return v.redirect(v.webhookURL(e.EndpointID))
}

func (v *visit) deleteWebhook() error {
	e, err := v.endpoint()
	if err != nil {
		return err
	}
	if ok, err := v.confirm(v.t("Delete the endpoint? What was not delivered to it is not sent any more."), v.t("Delete")); !ok {
		return err
	}
	if _, err := v.api(http.MethodDelete, webhookPath(e.EndpointID), nil); err != nil {
		return err
	}
	v.toast(v.t("The endpoint is deleted."))
	return v.redirect(v.url("settings/webhooks"))
}

func (v *visit) rotateWebhook() error {
	e, err := v.endpoint()
	if err != nil {
		return err
	}
	if ok, err := v.confirm(v.t("Make a new secret? For 24 hours the old one signs too."), v.t("Make a new secret")); !ok {
		return err
	}
	answer, err := v.api(http.MethodPost, webhookPath(e.EndpointID)+"rotate-secret/", map[string]any{})
	if err != nil {
		return err
	}
	return v.showNewSecret(answer, v.t("The new secret. For 24 hours the old one signs too"))
}

// showNewSecret shows an endpoint with the secret of an answer, which no other page has.
func (v *visit) showNewSecret(answer apiAnswer, title string) error {
	var made struct {
		ID     int64  `json:"id"`
		Secret string `json:"secret"`
	}
	if err := answer.decode(&made); err != nil {
		return err
	}
	e, err := v.console.Store.Endpoint(v.ctx(), v.account.AccountID, made.ID)
	if err != nil {
		return err
	}
	return v.showWebhook(http.StatusCreated, e, map[string]any{"Secret": made.Secret, "SecretTitle": title})
}
