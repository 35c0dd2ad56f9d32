package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// listEndpoints lists the account's endpoints, which are few.
func (a *accountSettings) listEndpoints(ctx context.Context, c call) (response, error) {
	endpoints, err := a.api.Store.Webhooks.Endpoints(ctx, c.caller.AccountID)
	if err != nil {
		return response{}, err
	}
	var e jx.Encoder
	e.ObjStart()
	e.FieldStart("results")
	e.ArrStart()
	for i := range endpoints {
		writeEndpoint(&e, &endpoints[i], "")
	}
	e.ArrEnd()
	e.ObjEnd()
	return response{status: http.StatusOK, body: e.Bytes()}, nil
}

// createEndpoint creates an endpoint. Only this response shows its secret.
func (a *accountSettings) createEndpoint(ctx context.Context, c call, sent *request.Form) (response, error) {
	change, problems := request.ReadEndpoint(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	var settings shipment.EndpointSettings
	if problems := change(&settings); problems != nil {
		return response{}, &validationError{problems}
	}
	if err := a.checkURL(ctx, settings.URL); err != nil {
		return response{}, err
	}
	created, secret, err := a.api.Store.Webhooks.CreateEndpoint(asCaller(ctx, c), c.caller.AccountID, settings)
	if errors.Is(err, store.ErrTooMany) {
		return response{}, wrong("non_field_errors", fmt.Sprintf("An account has at most %d endpoints.", store.MaxEndpoints))
	}
	if err != nil {
		return response{}, err
	}
	return endpointResponse(http.StatusCreated, created, secret), nil
}

func (a *accountSettings) viewEndpoint(ctx context.Context, c call) (response, error) {
	found, err := a.endpoint(ctx, c)
	if err != nil {
		return response{}, err
	}
	return endpointResponse(http.StatusOK, found, ""), nil
}

// changeEndpoint changes the fields that the request has.
func (a *accountSettings) changeEndpoint(ctx context.Context, c call, sent *request.Form) (response, error) {
	found, err := a.endpoint(ctx, c)
	if err != nil {
		return response{}, err
	}
	change, problems := request.ReadEndpoint(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	next := found.EndpointSettings
	if problems := change(&next); problems == nil && next.URL != found.URL {
		if err := a.checkURL(ctx, next.URL); err != nil {
			return response{}, err
		}
	}
	ctx = asCaller(ctx, c)
	changed, err := a.api.Store.Webhooks.UpdateEndpoint(ctx, c.caller.AccountID, found.EndpointID,
		func(settings *shipment.EndpointSettings) error {
			if problems := change(settings); problems != nil {
				return &validationError{problems}
			}
			return nil
		})
	if err != nil {
		return response{}, err
	}
	return endpointResponse(http.StatusOK, changed, ""), nil
}

// checkURL refuses a URL to which no event can ever be sent.
func (a *accountSettings) checkURL(ctx context.Context, url string) error {
	if url == "" {
		return nil
	}
	if problem := a.api.Endpoints.CheckURL(ctx, url); problem != "" {
		return wrong("url", problem)
	}
	return nil
}

func (a *accountSettings) deleteEndpoint(ctx context.Context, c call) (response, error) {
	err := a.api.Store.Webhooks.DeleteEndpoint(asCaller(ctx, c), c.caller.AccountID, endpointID(c))
	return response{status: http.StatusNoContent}, err
}

// rotateSecret gives an endpoint a new secret. Only this response shows it.
func (a *accountSettings) rotateSecret(ctx context.Context, c call, _ *request.Form) (response, error) {
	rotated, secret, err := a.api.Store.Webhooks.RotateSecret(asCaller(ctx, c), c.caller.AccountID, endpointID(c))
	if err != nil {
		return response{}, err
	}
	return endpointResponse(http.StatusOK, rotated, secret), nil
}

// replayEvents delivers events to an endpoint again.
func (a *accountSettings) replayEvents(ctx context.Context, c call, sent *request.Form) (response, error) {
	found, err := a.endpoint(ctx, c)
	if err != nil {
		return response{}, err
	}
	events, problems := request.ReadReplay(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	n, err := a.api.Store.Webhooks.Replay(ctx, c.caller.AccountID, found.EndpointID, events)
	if errors.Is(err, store.ErrNotFound) {
		return response{}, wrong(request.ReplayIDsField, "The account has no such event, or it is older than 30 days.")
	}
	if err != nil {
		return response{}, err
	}
	var e jx.Encoder
	e.ObjStart()
	integer(&e, "replayed", n)
	e.ObjEnd()
	return response{status: http.StatusAccepted, body: e.Bytes()}, nil
}

// viewEvents lists the account's events as receivers get them, the oldest first.
func (a *accountSettings) viewEvents(ctx context.Context, c call) (response, error) {
	query := request.ParseQuery(c.req.URL.RawQuery)
	events, problems := request.ReadEventRange(query)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	found, more, err := a.api.Store.Webhooks.EventsAfter(ctx, c.caller.AccountID, events, request.LastValue(query, "cursor"))
	if errors.Is(err, store.ErrNotFound) {
		return response{}, errInvalidCursor
	}
	if err != nil {
		return response{}, err
	}
	var next string
	if more {
		next = found[len(found)-1].ID
	}
	base := a.api.base(c.req)
	return response{status: http.StatusOK, rows: func(w *rows) error {
		w.ObjStart()
		nullable(w.Encoder, "next_cursor", next)
		w.FieldStart("results")
		w.ArrStart()
		for i := range found {
			w.Raw(a.event(base, &found[i]))
			w.flush()
		}
		w.ArrEnd()
		w.ObjEnd()
		return nil
	}}, nil
}

// event is an event as receivers get it, without the label file.
func (a *accountSettings) event(base string, e *shipment.Event) []byte {
	if e.Type != shipment.EventLabelReady {
		return e.AppendJSON(nil)
	}
	return e.AppendJSON(nil, shipment.EventDetail{Name: shipment.DetailLabelURL, Value: a.api.LabelURL(base, e.TrackingNo, e.LabelFormat())})
}

// endpoint finds the endpoint that the request's path names. Returns store.ErrNotFound.
func (a *accountSettings) endpoint(ctx context.Context, c call) (store.Endpoint, error) {
	return a.api.Store.Webhooks.Endpoint(ctx, c.caller.AccountID, endpointID(c))
}

// endpointID is the id in the request's path, or 0, which no endpoint has, if that is not a number.
func endpointID(c call) int64 {
	id, err := strconv.ParseInt(c.req.PathValue("id"), 10, 64)
	if err != nil {
		return 0
	}
	return id
}

// wrong is a validation failure of one field.
func wrong(field, message string) error {
	return &validationError{request.Problems{{Field: field, Node: request.Messages{message}}}}
}

func endpointResponse(status int, endpoint store.Endpoint, secret string) response {
	var e jx.Encoder
	writeEndpoint(&e, &endpoint, secret)
	return response{status: status, body: e.Bytes()}
}

// writeEndpoint writes an endpoint, with its secret if that is not "".
func writeEndpoint(e *jx.Encoder, endpoint *store.Endpoint, secret string) {
	e.ObjStart()
	integer(e, "id", endpoint.EndpointID)
	nullable(e, "url", endpoint.URL)
	text(e, "description", endpoint.Description)
	writeEventTypes(e, endpoint.EventTypes)
	flag(e, "label_pdf", endpoint.LabelPDF)
	nullable(e, "basic_username", endpoint.Username)
	flag(e, "disabled", endpoint.Disabled)
	moment(e, "disabled_on", endpoint.DisabledOn)
	nullable(e, "disabled_reason", endpoint.DisabledReason)
	moment(e, "failing_since", endpoint.FailingSince)
	moment(e, "old_secret_until", endpoint.OldSecretUntil)
	timestamp(e, "created_on", endpoint.CreatedOn)
	timestamp(e, "updated_on", endpoint.UpdatedOn)
	if secret != "" {
		text(e, "secret", secret)
	}
	e.ObjEnd()
}

// writeEventTypes writes the types that an endpoint subscribes to, null for all types.
func writeEventTypes(e *jx.Encoder, types []shipment.EventType) {
	e.FieldStart(request.EndpointTypesField)
	if len(types) == 0 {
		e.Null()
		return
	}
	e.ArrStart()
	for _, t := range types {
		e.Str(string(t))
	}
	e.ArrEnd()
}

func flag(e *jx.Encoder, name string, value bool) {
	e.FieldStart(name)
	e.Bool(value)
}

// moment writes a time, or null for the zero time.
func moment(e *jx.Encoder, name string, t time.Time) {
	if t.IsZero() {
		nullable(e, name, "")
		return
	}
	timestamp(e, name, t)
}
