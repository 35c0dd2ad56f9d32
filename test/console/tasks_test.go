package console

import "testing"

// task counts the presses of a person who does something in a window: of links and buttons, and choices of a list. Typing, Tab and Enter
// in a field count nothing.
type task struct {
	*window
	clicks, most int
}

// task begins one that takes at most so many presses.
func (w *window) task(most int) *task { return &task{w, 0, most} }

// follow is that of the window.
func (k *task) follow(selector string) {
	k.s.t.Helper()
	k.count()
	k.window.follow(selector)
}

// choose is that of the window.
func (k *task) choose(selector, value string) {
	k.s.t.Helper()
	k.count()
	k.window.choose(selector, value)
}

func (k *task) count() {
	k.s.t.Helper()
	if k.clicks++; k.clicks > k.most {
		k.s.t.Errorf("press number %d, and the task may take %d", k.clicks, k.most)
	}
}

// TestLongTaskOfANewService: from the overview of the operator to a service that takes orders.
func TestLongTaskOfANewService(t *testing.T) {
	w := newServer(t).browser("operator-admin")
	w.open("/console/operator/")
	k := w.task(6)
	k.follow(`nav a[href="/console/operator/services"]`)
	k.follow(`a[href="/console/operator/services/new"]`)
	k.write("#f-name", "Singapore to Taiwan")
	k.choose("#f-origin", "SG")
	k.choose("#f-destination", "TW")
	k.follow(".task .actions button")
	k.seeText("The service is created.")
}

// TestLongTaskOfAWebhook: from the home of an account to an endpoint that gets its events.
func TestLongTaskOfAWebhook(t *testing.T) {
	s := newSite(t)
	w := s.browser("admin")
	w.open(s.home)
	k := w.task(3)
	k.follow(`nav a[href="` + s.home + `settings"]`)
	k.follow(`.tabs a[href="` + s.home + `settings/webhooks"]`)
	k.follow(`a[href="` + s.home + `settings/webhooks/new"]`)
	k.write("#f-url", "https://shop.example/waybill\r")
	k.seeText("The endpoint is created.")
}
