package api

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// testLimit limits the test events of an endpoint. Each of them makes the server wait for the receiver.
var testLimit = shell.RateLimit{PerSecond: 1, Burst: 5}

// testEndpoint sends a test event to an endpoint, or an example of an event, and responds with what came of it.
func (a *API) testEndpoint(ctx context.Context, c shell.Call, found store.Endpoint, example shipment.EventType) (shell.Response, error) {
	if found.URL == "" {
		return shell.Response{}, request.Wrong("url", problem.EndpointNoURL)
	}
	if _, err := a.testEvents.Take(found.EndpointID, testLimit, 1); err != nil {
		return shell.Response{}, err
	}
	event, outcome, err := a.Endpoints.Test(ctx, c.Caller.AccountID, found.EndpointID, example)
	return answer.Object(http.StatusOK, &sentTest{event.ID, outcome}, writeTest), err
}

// viewDeliveries lists what was sent to an endpoint, or will be, the newest events first.
func (a *API) viewDeliveries(ctx context.Context, c shell.Call, found store.Endpoint) (shell.Response, error) {
	after := request.LastValue(c.Query(), "cursor")
	records, more, err := a.Store.Webhooks.Deliveries(ctx, c.Caller.AccountID, found.EndpointID, after, c.Limit())
	next := answer.NextOf(records, more, func(r *store.DeliveryRecord) string { return r.Event.ID })
	page := answer.Part[store.DeliveryRecord]{Next: next, Elements: records}
	return answer.Object(http.StatusOK, &page, answer.PageOf("", writeDelivery)), cursorProblem(err)
}

func writeDelivery(o *openapi.Object, r *store.DeliveryRecord) {
	o.Text("event_id", r.Event.ID).Is("EventID")
	o.Text("type", string(r.Event.Type)).Is("EventType")
	o.Time("timestamp", r.Event.CreatedOn).About("When the event happened.")
	o.TextOrNull("tracking_no", r.Event.TrackingNo).Is("TrackingNo").About("Of the order. Null if the event belongs to no order.")
	o.Text("state", string(r.State)).Enum("pending", "delivered", "given_up").About("given_up: the attempts are used up.")
	o.Int("attempts", int64(r.Attempts)).Minimum(0)
	writeReceiver(o, r.LastStatus, r.LastError, r.LastTook, r.LastResponse)
	o.TimeOrNull("next_attempt_on", r.DueOn).About("Null if no attempt follows.")
	o.Time("updated_on", r.UpdatedOn).About("When the last attempt ended, or the delivery was created.")
}

// sentTest is an event that was sent at the request of its account, and what came of it.
type sentTest struct {
	eventID string
	store.DeliveryOutcome
}

func writeTest(o *openapi.Object, sent *sentTest) {
	o.Text("event_id", sent.eventID).Is("EventID")
	o.Flag("delivered", sent.State == store.DeliveryDelivered).
		About("Whether the receiver responded with a status from 200 to 299.")
	writeReceiver(o, sent.Status, sent.Error, sent.Took, sent.Response)
}

// writeReceiver writes how a receiver responded to the last attempt: each field is null if there is nothing.
func writeReceiver(o *openapi.Object, status int, failure string, took time.Duration, body string) {
	o.OrNull(status != 0).Int("status", int64(status)).IsOrNull("ReceiverStatus")
	o.TextOrNull("error", failure).IsOrNull("DeliveryError")
	o.TextOrNull("response", body).IsOrNull("ReceiverResponse")
	seconds := strconv.AppendFloat(nil, took.Round(time.Microsecond).Seconds(), 'f', -1, 64)
	o.OrNull(took != 0).Raw("duration", "number", seconds).IsOrNull("DeliveryDuration")
}
