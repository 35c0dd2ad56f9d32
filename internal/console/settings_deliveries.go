package console

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"waybill/internal/store"
)

// deliveriesPerPage is how many deliveries a page shows.
const deliveriesPerPage = 50

// maxReplayed is how many deliveries that were given up one click sends again, and replayedAtOnce how many one request
// of the interface does.
const (
	maxReplayed    = 2000
	replayedAtOnce = 200
)

// webhookDelivery is a delivery as pages show it.
type webhookDelivery struct {
	store.DeliveryRecord
	State badge
	Took  int64 // of the last request, in ms
}

func (v *visit) deliveryView(r store.DeliveryRecord) webhookDelivery {
	view := webhookDelivery{DeliveryRecord: r, Took: r.LastTook.Milliseconds()}
	switch {
	case r.State == store.DeliveryDelivered:
		view.State = badge{"good", v.t("Delivered")}
	case r.State == store.DeliveryGivenUp:
		view.State = badge{"bad", v.t("Given up")}
	case r.Attempts > 0:
		view.State = badge{"warn", v.t("Tried again later")}
	default:
		view.State = badge{"active", v.t("Waiting")}
	}
	return view
}

func (v *visit) viewWebhook() error {
	e, err := v.endpoint()
	if err != nil {
		return err
	}
	return v.showWebhook(http.StatusOK, e, map[string]any{})
}

// showWebhook shows an endpoint with its deliveries, and more data.
func (v *visit) showWebhook(status int, e store.Endpoint, data map[string]any) error {
	after := v.r.URL.Query().Get("after")
	records, more, err := v.console.Store.Deliveries(v.ctx(), v.account.AccountID, e.EndpointID, after, deliveriesPerPage)
	if errors.Is(err, store.ErrNotFound) { // the event was deleted meanwhile
		records, more, err = v.console.Store.Deliveries(v.ctx(), v.account.AccountID, e.EndpointID, "", deliveriesPerPage)
	}
	if err != nil {
		return err
	}
	views, next := make([]webhookDelivery, len(records)), ""
	givenUp := false
	for i, r := range records {
		views[i] = v.deliveryView(r)
		givenUp = givenUp || r.State == store.DeliveryGivenUp
	}
	if more {
		next = v.webhookURL(e.EndpointID) + "?after=" + url.QueryEscape(records[len(records)-1].Event.ID)
	}
	data["Endpoint"], data["Deliveries"], data["Next"], data["GivenUp"] = v.webhookView(e), views, next, givenUp
	data["Path"] = v.webhookURL(e.EndpointID)
	return v.render(status, "webhook.html", data)
}

// testWebhook sends a test event, and says what came of it.
func (v *visit) testWebhook() error {
	e, err := v.endpoint()
	if err != nil {
		return err
	}
	answer, err := v.api(http.MethodPost, webhookPath(e.EndpointID)+"test/", map[string]any{})
	if err != nil {
		return err
	}
	if !answer.ok() {
		return v.showWebhook(http.StatusUnprocessableEntity, e, map[string]any{"TestProblem": v.messages("", answer)[0]})
	}
	var result struct {
		Delivered bool    `json:"delivered"`
		Status    int     `json:"status"`
		Error     string  `json:"error"`
		Response  string  `json:"response"`
		Duration  float64 `json:"duration"`
	}
	if err := answer.decode(&result); err != nil {
		return err
	}
	took := time.Duration(result.Duration * float64(time.Second)).Milliseconds()
	if !result.Delivered {
		return v.showWebhook(http.StatusOK, e, map[string]any{"TestProblem": result.Error, "Answer": result.Response})
	}
	return v.showWebhook(http.StatusOK, e, map[string]any{
		"Tested": v.t("The receiver took the test event: status %d after %d ms.", result.Status, took), "Answer": result.Response,
	})
}

// replayWebhook sends events again: that of the form, or all that were given up.
func (v *visit) replayWebhook() error {
	e, err := v.endpoint()
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	ids := []string{v.r.PostForm.Get("event")}
	if ids[0] == "" {
		if ids, err = v.givenUp(e.EndpointID); err != nil {
			return err
		}
		if ok, err := v.confirm(v.t("Send %d events again?", len(ids)), v.t("Send again")); !ok {
			return err
		}
	}
	replayed := 0
	for some := range slices.Chunk(ids, replayedAtOnce) {
		answer, err := v.api(http.MethodPost, webhookPath(e.EndpointID)+"replay/", map[string]any{"event_ids": some})
		if err != nil {
			return err
		}
		if !answer.ok() {
			return &notice{http.StatusUnprocessableEntity, v.t("This was not done"), v.messages("", answer)[0]}
		}
		var result struct {
			Replayed int `json:"replayed"`
		}
		if err := answer.decode(&result); err != nil {
			return err
		}
		replayed += result.Replayed
	}
	v.toast(v.t("%d events are sent again.", replayed))
	return v.redirect(v.webhookURL(e.EndpointID))
}

// givenUp are the ids of the newest events that were given up, at most maxReplayed among ten times as many.
func (v *visit) givenUp(endpointID int64) (ids []string, err error) {
	after := ""
	for range 10 {
		records, more, err := v.console.Store.Deliveries(v.ctx(), v.account.AccountID, endpointID, after, maxReplayed)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			if r.State == store.DeliveryGivenUp && len(ids) < maxReplayed {
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
func (v *visit) viewDelivery() error {
	e, err := v.endpoint()
	if err != nil {
		return err
	}
	record, err := v.console.Store.DeliveryOf(v.ctx(), v.account.AccountID, e.EndpointID, v.r.PathValue("event"))
	if err != nil {
		return err
	}
	body, err := v.eventBody(record)
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, "delivery.html", map[string]any{
		"Endpoint": v.webhookView(e), "Delivery": v.deliveryView(record), "Body": body, "Path": v.webhookURL(e.EndpointID),
	})
}

// eventBody is the event of a delivery as receivers get it, without a label file.
func (v *visit) eventBody(r store.DeliveryRecord) (string, error) {
	on := url.QueryEscape(r.Event.CreatedOn.UTC().Format("2006-01-02T15:04:05.000000Z"))
	cursor := ""
	for {
		answer, err := v.api(http.MethodGet, "/api/webhooks/events/?date_from="+on+"&date_to="+on+"&cursor="+url.QueryEscape(cursor), nil)
		if err != nil {
			return "", err
		}
		var page struct {
			Next    string `json:"next_cursor"`
			Results []json.RawMessage
		}
		if err := answer.decode(&page); err != nil {
			return "", err
		}
		for _, event := range page.Results {
			if bytes.Contains(event, []byte(`"`+r.Event.ID+`"`)) {
				var text bytes.Buffer
				err := json.Indent(&text, event, "", "  ")
				return text.String(), err
			}
		}
		if cursor = page.Next; cursor == "" {
			return "", store.ErrNotFound
		}
	}
}
