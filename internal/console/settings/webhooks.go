package settings

import (
	"context"
	"net/http"
	"net/url"
	"strconv"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// webhookView is an endpoint as pages show it.
type webhookView struct {
	store.Endpoint
	Health web.StatusView
}

func newWebhookView(v *web.Visit, e store.Endpoint) webhookView {
	switch {
	case e.Disabled:
		return webhookView{e, web.StatusView{Tone: "off", Text: v.T("Disabled")}}
	case e.URL == "":
		return webhookView{e, web.StatusView{Tone: "", Text: v.T("Nothing is sent")}}
	case !e.FailingSince.IsZero():
		return webhookView{e, web.StatusView{Tone: "bad", Text: v.T("Failing")}}
	}
	return webhookView{e, web.StatusView{Tone: "good", Text: v.T("Working")}}
}

func listWebhooks(v *web.Visit) error {
	endpoints, err := v.Console.Store.Webhooks.Endpoints(v.Context(), v.Account.AccountID)
	views := each.Of(endpoints, func(e store.Endpoint) webhookView { return newWebhookView(v, e) })
	return v.Show(err, http.StatusOK, "webhooks.html", map[string]any{"Endpoints": views, "Tabs": v.SettingsTabs()})
}

func webhookURL(v *web.Visit, id int64) string {
	return v.URL("settings/webhooks/" + strconv.FormatInt(id, 10))
}

// endpoint is the endpoint of the page's path.
var endpoint = web.ByID("endpoint", func(v *web.Visit, id int64) (store.Endpoint, error) {
	return v.Console.Store.Webhooks.Endpoint(v.Context(), v.Account.AccountID, id)
})

// webhookForm shows the form of an endpoint; id is 0 for a new one.
func webhookForm(id int64) func(v *web.Visit, status int, f *web.Form) error {
	return func(v *web.Visit, status int, f *web.Form) error {
		f.Label("url", "URL").Label("description", v.T("What it is for")).Label("events", v.T("Events")).
			Label("basic_username", v.T("User name")).Label("basic_password", v.T("Password"))
		data := map[string]any{
			"Form": f, "Events": shipment.EventTypesFor(v.Account.Operator), "IsNew": id == 0, "Back": v.URL("settings/webhooks"),
		}
		if id != 0 {
			data["Back"] = webhookURL(v, id)
		}
		return v.Render(status, "webhook-form.html", data)
	}
}

func editWebhook(v *web.Visit, e store.Endpoint) error {
	return webhookForm(e.EndpointID)(v, http.StatusOK, web.NewForm(url.Values{
		"url": {e.URL}, "description": {e.Description}, "basic_username": {e.Username},
		"events":    each.Of(e.EventTypes, func(t shipment.EventType) string { return string(t) }),
		"label_pdf": web.Ticked(e.LabelPDF), "label_webhook": web.Ticked(e.LabelWebhook), "disabled": web.Ticked(e.Disabled),
	}))
}

// webhookChange is the change that the form of an endpoint asks for. An empty password of an existing endpoint is not sent: the old one
// stays.
func webhookChange(f *web.Form, isNew bool) (func(*shipment.EndpointSettings) error, error) {
	fields := map[string]any{
		"url": f.Value("url"), "description": f.Value("description"), "label_pdf": f.Value("label_pdf") != "",
		"label_webhook": f.Value("label_webhook") != "", "basic_username": f.Value("basic_username"),
		"disabled": f.Value("disabled") != "", "events": nil,
	}
	if events := f.Values("events"); len(events) > 0 {
		fields["events"] = events
	}
	if password := f.Value("basic_password"); password != "" || isNew || f.Value("basic_username") == "" {
		fields["basic_password"] = password
	}
	return web.Read(request.EndpointShape(), request.ReadEndpoint, fields)
}

// createWebhook creates an endpoint, and shows its secret on the page that answers the form.
func createWebhook(v *web.Visit) error {
	f := web.NewForm(v.Request.PostForm)
	var made store.Endpoint
	var secret string
	err := v.Change(func(ctx context.Context) error {
		var settings shipment.EndpointSettings
		change, err := webhookChange(f, true)
		if err == nil {
			err = change(&settings)
		}
		if err == nil {
			made, secret, err = v.Console.Endpoints.Create(ctx, v.Account.AccountID, settings)
		}
		return err
	})
	if err != nil {
		return v.Again(f, err, webhookForm(0))
	}
	return showNewSecret(v, made, secret, v.T("The endpoint is created. Its receiver checks signatures with this secret"))
}

func changeWebhook(v *web.Visit, e store.Endpoint) error {
	f := web.NewForm(v.Request.PostForm)
	err := v.Change(func(ctx context.Context) error {
		change, err := webhookChange(f, false)
		if err == nil {
			_, err = v.Console.Endpoints.Update(ctx, v.Account.AccountID, e.EndpointID, change)
		}
		return err
	})
	return v.Finish(v.FailWith(f, err), f, webhookForm(e.EndpointID), v.T("The endpoint is saved."), webhookURL(v, e.EndpointID))
}

func deleteWebhook(v *web.Visit, e store.Endpoint) error {
	if ok, err := v.Confirm(v.T("Delete the endpoint? What was not delivered to it is not sent any more."), v.T("Delete")); !ok {
		return err
	}
	err := v.Change(func(ctx context.Context) error {
		return v.Console.Store.Webhooks.DeleteEndpoint(ctx, v.Account.AccountID, e.EndpointID)
	})
	return v.Done(err, v.T("The endpoint is deleted."), v.URL("settings/webhooks"))
}

func rotateWebhook(v *web.Visit, e store.Endpoint) error {
	if ok, err := v.Confirm(v.T("Make a new secret? For 24 hours the old one signs too."), v.T("Make a new secret")); !ok {
		return err
	}
	secret := ""
	err := v.Change(func(ctx context.Context) (err error) {
		e, secret, err = v.Console.Store.Webhooks.RotateSecret(ctx, v.Account.AccountID, e.EndpointID)
		return err
	})
	if err != nil {
		return err
	}
	return showNewSecret(v, e, secret, v.T("The new secret. For 24 hours the old one signs too"))
}

// showNewSecret shows an endpoint with its new secret, which no other page has.
func showNewSecret(v *web.Visit, e store.Endpoint, secret, title string) error {
	v.NoStore()
	return showWebhook(v, http.StatusCreated, e, map[string]any{"Secret": secret, "SecretTitle": title})
}
