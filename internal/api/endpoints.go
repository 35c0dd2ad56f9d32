package api

import (
	"context"
	"errors"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// createEndpoint creates an endpoint. Only this response shows its secret.
func (a *API) createEndpoint(ctx context.Context, c shell.Call, change func(*shipment.EndpointSettings) error) (shell.Response, error) {
	var settings shipment.EndpointSettings
	if err := change(&settings); err != nil {
		return shell.Response{}, err
	}
	answer.Once(ctx, http.StatusCreated, writeNewEndpoint(""))
	created, secret, err := a.Endpoints.Create(ctx, c.Caller.AccountID, settings)
	return answer.Object(http.StatusCreated, &created, writeNewEndpoint(secret)), err
}

// changeEndpoint changes the fields that the request has.
func (a *API) changeEndpoint(
	ctx context.Context, c shell.Call, found store.Endpoint, change func(*shipment.EndpointSettings) error,
) (shell.Response, error) {
	changed, err := a.Endpoints.Update(ctx, c.Caller.AccountID, found.EndpointID, change)
	return answer.Object(http.StatusOK, &changed, writeEndpoint), err
}

func (a *API) deleteEndpoint(ctx context.Context, c shell.Call) error {
	return a.Store.Webhooks.DeleteEndpoint(ctx, c.Caller.AccountID, c.ID())
}

// rotateSecret gives an endpoint a new secret. Only this response shows it.
func (a *API) rotateSecret(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	answer.Once(ctx, http.StatusOK, writeNewEndpoint(""))
	rotated, secret, err := a.Store.Webhooks.RotateSecret(ctx, c.Caller.AccountID, c.ID())
	return answer.Object(http.StatusOK, &rotated, writeNewEndpoint(secret)), err
}

// replayEvents delivers events to an endpoint again.
func (a *API) replayEvents(
	ctx context.Context, c shell.Call, found store.Endpoint, events shipment.EventRange,
) (shell.Response, error) {
	answer.Once(ctx, http.StatusAccepted, writeReplayed)
	n, err := a.Store.Webhooks.Replay(ctx, c.Caller.AccountID, found.EndpointID, events)
	if errors.Is(err, store.ErrNotFound) {
		err = request.Wrong(request.ReplayIDsField, problem.NoSuchEvent)
	}
	return answer.Object(http.StatusAccepted, &n, writeReplayed), err
}

// viewEvents lists the account's events as receivers get them, the oldest first.
func (a *API) viewEvents(ctx context.Context, c shell.Call, events shipment.EventRange) (shell.Response, error) {
	events.Limit = c.Limit()
	found, more, err := a.Store.Webhooks.EventsAfter(ctx, c.Caller.AccountID, events, request.LastValue(c.Query(), "cursor"))
	base := a.base(c.Req)
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) error {
		w.ObjStart()
		nullable(w.Encoder, "next_cursor", answer.NextOf(found, more, func(event *shipment.Event) string { return event.ID }))
		array(w.Encoder, "results", found, func(e *jx.Encoder, event *shipment.Event) {
			e.Raw(a.EventBody(base, event, false))
			w.Flush()
		})
		w.ObjEnd()
		return nil
	}}, cursorProblem(err)
}

// EventBody is an event as receivers get it, or as a label webhook does, without the label file. Its links begin with base.
func (l *links) EventBody(base string, e *shipment.Event, labelWebhook bool) []byte {
	switch {
	case e.Type != shipment.EventLabelReady:
		return e.AppendJSON(nil)
	case labelWebhook:
		return e.LabelWebhookJSON(l.EventLabelURL(base, e), "…")
	}
	return e.AppendJSON(nil, shipment.EventDetail{Name: shipment.DetailLabelURL, Value: l.EventLabelURL(base, e)})
}

// endpoint finds the endpoint that the request's path names. Returns store.ErrNotFound.
func (a *API) endpoint(ctx context.Context, c shell.Call) (store.Endpoint, error) {
	return a.Store.Webhooks.Endpoint(ctx, c.Caller.AccountID, c.ID())
}

func writeEndpoint(o *openapi.Object, endpoint *store.Endpoint) {
	o.Int64("id", endpoint.EndpointID).Minimum(1)
	o.TextOrNull("url", endpoint.URL).About("If it is null, nothing is sent, but the events are stored and can be read.")
	o.Text("description", endpoint.Description)
	openapi.Texts(o.OrNull(len(endpoint.EventTypes) > 0), request.EndpointTypesField, endpoint.EventTypes).Of("EventType").
		About("Null means all types, including those of later versions.")
	o.Flag("label_pdf", endpoint.LabelPDF)
	o.Flag("label_webhook", endpoint.LabelWebhook).About("Whether it gets `order.label_ready` alone, in the form of a label webhook.")
	o.TextOrNull("basic_username", endpoint.Username)
	o.Flag("disabled", endpoint.Disabled)
	o.TimeOrNull("disabled_on", endpoint.DisabledOn)
	o.TextOrNull("disabled_reason", endpoint.DisabledReason)
	o.TimeOrNull("failing_since", endpoint.FailingSince)
	o.TimeOrNull("old_secret_until", endpoint.OldSecretUntil)
	o.Time("created_on", endpoint.CreatedOn)
	o.Time("updated_on", endpoint.UpdatedOn)
}

func writeNewEndpoint(secret string) func(*openapi.Object, *store.Endpoint) {
	return func(o *openapi.Object, endpoint *store.Endpoint) {
		openapi.Extend(o, "Endpoint", endpoint, writeEndpoint)
		answer.Secret(o, "secret", secret, secretRotates).Pattern("^whsec_[A-Za-z0-9+/]+=*$").
			About("The secret that signs the events. No later response has it.")
	}
}

func writeReplayed(o *openapi.Object, n *int64) { o.Int("replayed", *n).Minimum(0) }
