package console

import (
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
)

// TestASuspendedAccountKeepsItsSettings: pages of settings and books refuse to change them, as the API does.
func TestASuspendedAccountKeepsItsSettings(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, receiver := c.as(shipment.RoleAdmin), newHookReceiver(t)
	endpoint, err := c.sdk.CreateEndpoint(t.Context(), client.EndpointChange{URL: &receiver.URL})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{exampleOrder()}}); err != nil {
		t.Fatal(err)
	}
	for _, book := range []*shipment.Book{shipment.Boxes, shipment.Drafts} {
		if err := c.Store.MasterData.PutEntries(t.Context(), 1, book, shipment.Entry{Name: "M", Value: `{}`}); err != nil {
			t.Fatal(err)
		}
	}
	sent, _, err := c.Store.Webhooks.Deliveries(t.Context(), 1, endpoint.ID, "", 1)
	if err != nil || len(sent) != 1 {
		t.Fatal(sent, err)
	}
	if err := c.Store.MasterData.SuspendAccount(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	newest := func() audit.Entry {
		t.Helper()
		entries, _, err := c.Store.Audit.List(t.Context(), audit.Filter{}, "", 1)
		if err != nil {
			t.Fatal(err)
		}
		return entries[0]
	}
	before, webhook := newest(), settingsPath+"/webhooks/"+jsonText(endpoint.ID)
	const refused = "The account is suspended"
	for path, form := range map[string]url.Values{
		settingsPath:                    {"timezone": {"Asia/Jakarta"}},
		settingsPath + "/labels":        {"return_to": {"x"}},
		settingsPath + "/customs":       {shipment.CustomsSigner: {"x"}},
		settingsPath + "/keys":          {"name": {"x"}},
		settingsPath + "/keys/1/revoke": {"confirmed": {"1"}},
		settingsPath + "/webhooks":      {"url": {receiver.URL}},
		webhook + "/change":             {"url": {receiver.URL}},
		webhook + "/rotate":             {"confirmed": {"1"}},
		webhook + "/test":               nil,
		webhook + "/replay":             {"event": {sent[0].Event.ID}},
		webhook + "/delete":             {"confirmed": {"1"}},
		booksPath + "boxes/entry":       {"entry_name": {"L"}, "length": {"30"}, "width": {"20"}, "height": {"10"}},
		booksPath + "boxes/delete":      {"name": {"M"}, "confirmed": {"1"}},
		booksPath + "drafts/delete":     {"name": {"M"}, "confirmed": {"1"}},
		ordersPath + "new":              {"action": {"draft"}, "consignee_name": {"Susan"}},
	} {
		if page := u.post(path, form); page.status != http.StatusForbidden {
			t.Errorf("%s: %d %s", path, page.status, page.text)
		} else {
			page.want(t, http.StatusForbidden, refused)
		}
	}
	u.sendFile(booksPath+"boxes/import", "file", []byte("entry_name,length,width,height\nS,30,20,10\n"), nil).
		want(t, http.StatusForbidden, refused)
	u.get(booksPath+"boxes/export").want(t, http.StatusForbidden, refused)
	u.get(webhook+"/deliveries/"+sent[0].Event.ID).want(t, http.StatusForbidden, refused)
	if after := newest(); after != before {
		t.Errorf("the audit log has %+v", after)
	}
	receiver.mu.Lock()
	defer receiver.mu.Unlock()
	if len(receiver.bodies) > 0 {
		t.Errorf("the receiver got %s", receiver.bodies)
	}
}

// TestKeysAndTestEventsAreFew: a user may create five keys at once and send five test events to an endpoint. Refused ones do not count.
func TestKeysAndTestEventsAreFew(t *testing.T) {
	t.Parallel()
	started := time.Now()
	c := newTestConsole(t, func(config *web.Config) { config.Now = func() time.Time { return started } })
	u, receiver := c.as(shipment.RoleAdmin), newHookReceiver(t)
	endpoint, err := c.sdk.CreateEndpoint(t.Context(), client.EndpointChange{URL: &receiver.URL})
	if err != nil {
		t.Fatal(err)
	}
	keys, test := settingsPath+"/keys", settingsPath+"/webhooks/"+jsonText(endpoint.ID)+"/test"
	for i := range 5 {
		u.post(keys, url.Values{"name": {"x"}, "scopes": {"users"}}).want(t, http.StatusUnprocessableEntity)
		u.post(keys, url.Values{"name": {"key " + strconv.Itoa(i)}}).want(t, http.StatusCreated)
		u.post(test, url.Values{"event": {"order.lost"}}).want(t, http.StatusUnprocessableEntity)
		u.post(test, nil).want(t, http.StatusOK)
	}
	u.post(keys, url.Values{"name": {"one more"}}).want(t, http.StatusTooManyRequests, "Try again in 1 second")
	u.post(test, nil).want(t, http.StatusTooManyRequests, "Try again in 1 second")
	if len(receiver.bodies) != 5 {
		t.Errorf("the receiver got %d events", len(receiver.bodies))
	}
}

// TestNoTestEventWhilePaused: the page says why none is sent, and asks for a URL first.
func TestNoTestEventWhilePaused(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t, func(config *web.Config) {
		config.Endpoints.Outgoing = new(fulfil.Outgoing)
		config.Endpoints.Outgoing.SetPaused(true)
	})
	u, address := c.as(shipment.RoleAdmin), "https://example.com/"
	for _, change := range []struct {
		client.EndpointChange
		says string
	}{
		{client.EndpointChange{URL: &address}, "This server sends no webhooks"},
		{client.EndpointChange{}, "no address to which a test event"},
	} {
		endpoint, err := c.sdk.CreateEndpoint(t.Context(), change.EndpointChange)
		if err != nil {
			t.Fatal(err)
		}
		u.post(settingsPath+"/webhooks/"+jsonText(endpoint.ID)+"/test", nil).want(t, http.StatusUnprocessableEntity, change.says)
	}
}
