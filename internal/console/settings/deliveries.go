package settings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/users"
)

// deliveriesPerPage is how many deliveries a page shows.
const deliveriesPerPage = 50

// maxReplayed is how many deliveries that were given up one click sends again, and replayedAtOnce how many one transaction does.
const (
	maxReplayed    = 2000
	replayedAtOnce = 200
)

// webhookDelivery is a delivery as pages show it.
type webhookDelivery struct {
	store.DeliveryRecord
	State web.StatusView
	Took  int64 // of the last request, in ms
}

func deliveryView(v *web.Visit, r store.DeliveryRecord) webhookDelivery {
	state := web.StatusView{Tone: "active", Text: v.T("Waiting")}
	switch {
	case r.State == store.DeliveryDelivered:
		state = web.StatusView{Tone: "good", Text: v.T("Accepted")}
	case r.State == store.DeliveryGivenUp:
		state = web.StatusView{Tone: "bad", Text: v.T("Given up")}
	case r.Attempts > 0:
		state = web.StatusView{Tone: "warn", Text: v.T("Retried later")}
	}
	return webhookDelivery{r, state, r.LastTook.Milliseconds()}
}

func viewWebhook(v *web.Visit, e store.Endpoint) error {
	return showWebhook(v, http.StatusOK, e, map[string]any{})
}

// showWebhook shows an endpoint with its deliveries, and more data.
func showWebhook(v *web.Visit, status int, e store.Endpoint, data map[string]any) error {
	after := v.Request.URL.Query().Get("after")
	records, more, err := v.Console.Store.Webhooks.Deliveries(v.Context(), v.Account.AccountID, e.EndpointID, after, deliveriesPerPage)
	if errors.Is(err, store.ErrNotFound) { // the event was deleted meanwhile
		records, more, err = v.Console.Store.Webhooks.Deliveries(v.Context(), v.Account.AccountID, e.EndpointID, "", deliveriesPerPage)
	}
	data["Endpoint"], data["Path"], data["Events"] = newWebhookView(v, e), webhookURL(v, e.EndpointID), shipment.EventTypesFor(false)
	if e.LabelWebhook { // it gets one type
		data["Events"] = nil
	}
	data["Deliveries"] = each.Of(records, func(r store.DeliveryRecord) webhookDelivery { return deliveryView(v, r) })
	data["GivenUp"] = slices.ContainsFunc(records, func(r store.DeliveryRecord) bool { return r.State == store.DeliveryGivenUp })
	data["Next"] = web.Next(records, more, func(last store.DeliveryRecord) string {
		return webhookURL(v, e.EndpointID) + "?after=" + url.QueryEscape(last.Event.ID)
	})
	data["Event"] = v.Request.PostForm.Get("event")
	return v.Show(err, status, "webhook.html", data)
}

// testWebhook sends an example of the event of the form, and says what came of it.
func testWebhook(v *web.Visit, e store.Endpoint) error {
	var result store.DeliveryOutcome
	err := v.Change(func(ctx context.Context) (err error) {
		result, err = sendTest(ctx, v, e)
		return err
	})
	switch refused, err := v.Refused(err); {
	case err != nil:
		return err
	case refused != "":
		return showWebhook(v, http.StatusUnprocessableEntity, e, map[string]any{"TestProblem": refused})
	case result.State != store.DeliveryDelivered:
		return showWebhook(v, http.StatusOK, e, map[string]any{"TestProblem": result.Error, "Answer": result.Response})
	}
	return showWebhook(v, http.StatusOK, e, map[string]any{
		"Tested": v.T("The receiver took the test event: status %d after %d ms.", result.Status, result.Took.Milliseconds()),
		"Answer": result.Response,
	})
}

// sendTest sends the event of the form to an endpoint.
func sendTest(ctx context.Context, v *web.Visit, e store.Endpoint) (result store.DeliveryOutcome, err error) {
	example, err := web.Sent(&request.TestEndpoint, map[string]any{"event": v.Request.PostForm.Get("event")})
	if err == nil && e.URL == "" {
		err = problem.Wrong("url", problem.EndpointNoURL)
	}
	if err == nil {
		err = v.Console.SignIns.Spend(users.Tests, strconv.FormatInt(e.EndpointID, 10))
	}
	if err != nil {
		return result, err
	}
	_, result, err = v.Console.Endpoints.Test(ctx, v.Account.AccountID, e.EndpointID, example)
	if errors.Is(err, store.ErrPaused) {
		err = problem.Wrong("", problem.WebhooksPaused)
	}
	return result, err
}

// replayWebhook sends events again: that of the form, or all that were given up.
func replayWebhook(v *web.Visit, e store.Endpoint) error {
	ids := []string{v.Request.PostForm.Get("event")}
	if ids[0] == "" {
		var err error
		if ids, err = givenUp(v, e); err != nil {
			return err
		}
		if ok, err := v.Confirm(v.T("Retry %d events?", len(ids)), v.T("Retry")); !ok {
			return err
		}
	}
	var replayed int64
	err := v.Change(func(ctx context.Context) error {
		for some := range slices.Chunk(ids, replayedAtOnce) {
			n, err := v.Console.Store.Webhooks.Replay(ctx, v.Account.AccountID, e.EndpointID, shipment.EventRange{IDs: some})
			if errors.Is(err, store.ErrNotFound) {
				err = problem.Wrong("", problem.NoSuchEvent)
			}
			if refused, _ := v.Refused(err); refused != "" {
				return v.NotDone(http.StatusUnprocessableEntity, refused)
			}
			if err != nil {
				return err
			}
			replayed += n
		}
		return nil
	})
	return v.Done(err, v.T("%d events are retried.", replayed), webhookURL(v, e.EndpointID))
}

// givenUp are the ids of the newest events that were given up and that the endpoint can get, at most maxReplayed among ten times as many.
func givenUp(v *web.Visit, e store.Endpoint) (ids []string, err error) {
	after := ""
	for range 10 {
		records, more, err := v.Console.Store.Webhooks.Deliveries(v.Context(), v.Account.AccountID, e.EndpointID, after, maxReplayed)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			canBeSent := !e.LabelWebhook || r.Event.Type == shipment.EventLabelReady
			if r.State == store.DeliveryGivenUp && canBeSent && len(ids) < maxReplayed {
				ids = append(ids, r.Event.ID)
			}
		}
		if !more || len(ids) == maxReplayed {
			break
		}
		after = records[len(records)-1].Event.ID
	}
	return ids, nil
}

// viewDelivery shows what was sent to an endpoint, and what its receiver answered.
func viewDelivery(v *web.Visit, e store.Endpoint) error {
	record, err := v.Console.Store.Webhooks.DeliveryOf(v.Context(), v.Account.AccountID, e.EndpointID, v.Request.PathValue("event"))
	r := web.Reading{Err: err}
	by := web.Read1(&r, (*web.Visit).By, v)
	event := web.Read3(&r, v.Console.Store.Webhooks.Event, v.Context(), by.AccountID, record.Event.ID)
	var body bytes.Buffer
	if r.Err == nil {
		r.Err = json.Indent(&body, v.Console.EventBody(v.Base(), &event, e.LabelWebhook), "", "  ")
	}
	return v.Show(r.Err, http.StatusOK, "delivery.html", map[string]any{
		"Endpoint": newWebhookView(v, e), "Delivery": deliveryView(v, record), "Body": body.String(), "Path": webhookURL(v, e.EndpointID),
	})
}
