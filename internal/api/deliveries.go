package api

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
)

// testLimit limits the test events of an endpoint. Each of them makes the server wait for the receiver.
var testLimit = shell.RateLimit{PerSecond: 1, Burst: 5}

// testEndpoint sends a test event to an endpoint, or an example of an event, and responds with what came of it.
func (a *accountSettings) testEndpoint(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
	found, err := a.endpoint(ctx, c)
	if err != nil {
		return shell.Response{}, err
	}
	example, problems := request.ReadEndpointTest(sent)
	if problems != nil {
		return shell.Response{}, &shell.ValidationError{Problems: problems}
	}
	if _, err := a.api.tests.Take(found.EndpointID, testLimit, 1); err != nil {
		return shell.Response{}, err
	}
	event, outcome, err := a.api.Endpoints.Test(ctx, c.Caller.AccountID, found.EndpointID, example)
	if errors.Is(err, store.ErrNotFound) { // it has no URL
		err = wrong("url", problem.EndpointNoURL)
	}
	return objectOf(http.StatusOK, func(e *jx.Encoder) {
		text(e, "event_id", event.ID)
		flag(e, "delivered", outcome.State == store.DeliveryDelivered)
		writeResponse(e, outcome.Status, outcome.Error, outcome.Took, outcome.Response)
	}), err
}

// viewDeliveries lists what was sent to an endpoint, or will be, the newest events first.
func (a *accountSettings) viewDeliveries(ctx context.Context, c shell.Call, found store.Endpoint) (shell.Response, error) {
	after := request.LastValue(request.ParseQuery(c.Req.URL.RawQuery), "cursor")
	records, more, err := a.api.Store.Webhooks.Deliveries(ctx, c.Caller.AccountID, found.EndpointID, after, store.PageSize)
	if errors.Is(err, store.ErrNotFound) {
		err = errInvalidCursor
	}
	return objectOf(http.StatusOK, func(e *jx.Encoder) {
		nullable(e, "next_cursor", nextOf(records, more, func(r *store.DeliveryRecord) string { return r.Event.ID }))
		objects(e, "results", records, writeDelivery)
	}), err
}

func writeDelivery(e *jx.Encoder, r *store.DeliveryRecord) {
	text(e, "event_id", r.Event.ID)
	text(e, "type", string(r.Event.Type))
	timestamp(e, "timestamp", r.Event.CreatedOn)
	nullable(e, "tracking_no", r.Event.TrackingNo)
	text(e, "state", string(r.State))
	integer(e, "attempts", int64(r.Attempts))
	writeResponse(e, r.LastStatus, r.LastError, r.LastTook, r.LastResponse)
	moment(e, "next_attempt_on", r.DueOn)
	timestamp(e, "updated_on", r.UpdatedOn)
}

// writeResponse writes how a receiver responded to the last attempt: each field is null if there is nothing.
func writeResponse(e *jx.Encoder, status int, failure string, took time.Duration, answer string) {
	positive(e, "status", int64(status))
	nullable(e, "error", failure)
	nullable(e, "response", answer)
	e.FieldStart("duration")
	if took == 0 {
		e.Null()
		return
	}
	e.Raw(strconv.AppendFloat(nil, took.Round(time.Microsecond).Seconds(), 'f', -1, 64)) // seconds
}
