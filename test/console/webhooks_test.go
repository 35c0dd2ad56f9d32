package console

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"waybill/client"
	"waybill/test/harness"
)

// receiver is a subscriber's server. It refuses what it gets while down is set, and sends the rest to got.
type receiver struct {
	url    string
	secret atomic.Pointer[string]
	down   atomic.Bool
	got    chan client.Event
}

func newReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{got: make(chan client.Event, 100)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		if r.down.Load() {
			http.Error(w, "the shop is <b>closed</b>", http.StatusServiceUnavailable)
			return
		}
		event, err := client.VerifyWebhook(req.Header, body, *r.secret.Load())
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		r.got <- event
	}))
	t.Cleanup(server.Close)
	r.url = server.URL
	return r
}

// TestLongWebhooksInABrowser creates an endpoint, sends a test event, rotates the secret, and sends a delivery again that
// the receiver refused.
func TestLongWebhooksInABrowser(t *testing.T) {
	s, r := newSite(t), newReceiver(t)
	w := s.browser("admin")
	keep := func() {
		w.seeText("Copy it now")
		secret := w.text(".notice .code")
		r.secret.Store(&secret)
	}
	w.open(s.home + "settings/webhooks/new")
	w.write("#f-url", r.url+"/hook")
	w.click(`[value="order.created"]`) // alone, so that there is one delivery
	w.click("form.task button")
	keep()
	first := *r.secret.Load()
	page := strings.TrimSuffix(evaluate[string](w, `new URL(document.querySelector("form[action$='/test']").action).pathname`), "/test")
	w.click(`form[action$="/test"] button`)
	w.seeText("The receiver took the test event: status 200")
	if event := <-r.got; event.Type != "endpoint.test" {
		t.Errorf("the test event is a %s", event.Type)
	}
	w.click(`form[action$="/rotate"] button`)
	w.see("dialog[open] #ask-yes")
	w.click("#ask-yes")
	keep()
	if *r.secret.Load() == first {
		t.Fatal("the secret is the old one")
	}

	r.down.Store(true)
	if _, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1)}}); err != nil {
		t.Fatal(err)
	}
	w.openUntil(page, `document.querySelector("tbody")?.innerText.includes("503")`)
	w.click("tbody th a")
	w.seeText("503")
	w.seeText("What is sent")
	if strings.Contains(w.text("main"), *r.secret.Load()) {
		t.Error("the page has the secret")
	}
	r.down.Store(false)
	w.click(`form[action$="/replay"] button`)
	w.see("#toast p")
	if event := <-r.got; event.Type != "order.created" {
		t.Errorf("the event is %+v", event)
	}
	w.openUntil(page, `document.querySelector("tbody .badge.good")`)
}
