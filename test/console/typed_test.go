package console

import (
	"strconv"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/store/people"
	"waybill/test/harness"
)

// popup clicks an element, and returns the window that it opens.
func (w *window) popup(selector string) *window {
	w.s.t.Helper()
	return &window{Window: w.Popup(selector, "/console/"), s: w.s, user: w.user}
}

// endSessions ends all sessions of a user.
func (s *site) endSessions(u people.User) {
	s.t.Helper()
	if _, err := s.store.People.RevokeSessions(s.t.Context(), u.UserID, 0); err != nil {
		s.t.Fatal(err)
	}
}

// hasTyped waits until no dialog is open, and checks that the form has all that typeOrder has typed.
func (w *window) hasTyped() {
	w.s.t.Helper()
	w.await(`!document.querySelector("dialog[open]")`)
	for _, input := range inputs {
		if got := evaluate[string](w, `document.getElementById("f-`+input[0]+`").value`); got != input[1] {
			w.s.t.Errorf("%s is %q now", input[0], got)
		}
	}
}

// TestLongNothingTypedIsLostWhenTheSessionEnds ends a session while an order is typed. The page says so when it checks, and
// when it is sent; the person signs in by password in a window over the form, and sends it.
func TestLongNothingTypedIsLostWhenTheSessionEnds(t *testing.T) {
	s := newSite(t)
	w, ann := s.person(s.email("ann"))
	w.open(s.home + "orders/new")
	w.typeOrder()
	s.endSessions(ann)
	// An event, and no keys: a check that the page began before may open the dialog, which takes the keys that come then.
	evaluate[bool](w, `document.getElementById("f-consignee_city").dispatchEvent(new Event("change", {bubbles: true}))`)
	w.see("#signed-out")
	w.click("#signed-out button")
	w.click(`button[value="create"]`)
	w.see("#signed-out")
	over := w.popup("#signed-out a")
	over.write("#f-email", ann.Email)
	over.write("#f-password", password)
	over.click("form button")
	w.hasTyped()
	w.click(`button[value="create"]`)
	w.number()
	if n := s.orders(); n != 1 {
		t.Errorf("there are %d orders", n)
	}
}

// TestLongNothingTypedIsLostWithoutScripts sends a form without a session: the page keeps it, and sends it again. Back shows
// the form as it was.
func TestLongNothingTypedIsLostWithoutScripts(t *testing.T) {
	s := newSite(t)
	w := s.withoutScripts("editor")
	w.open(s.home + "orders/new")
	w.typeOrder()
	w.setSession("ended")
	w.click(`button[value="create"]`)
	w.seeText("You are signed out")
	link := evaluate[string](w, `document.querySelector(".actions a").getAttribute("href")`)
	if !strings.HasPrefix(link, "/console/sign-in?next=") {
		t.Errorf("the link leads to %s", link)
	}
	w.signIn(s.user("editor"))
	w.click("main form button")
	w.number()
	evaluate[bool](w, `(history.go(-2), true)`)
	// A page that is read again gets what was typed when it is complete.
	w.await(`document.getElementById("f-consignee_name")`)
	w.hasTyped()
	if n := s.orders(); n != 1 {
		t.Errorf("there are %d orders", n)
	}
}

// TestLongNothingTypedIsLostToTheProvider ends a session while an order is typed. The person signs in again by the identity
// provider, in a window over the form.
func TestLongNothingTypedIsLostToTheProvider(t *testing.T) {
	p := newIdentityProvider(t)
	s := newServer(t, p.settings()...)
	p.has(map[string]person{"ann": {"ann@example.com", true}})
	p.start(s)
	w, ann := s.person("ann@example.com")
	w.open(s.home + "orders/new")
	w.typeOrder()
	s.endSessions(ann)
	w.click(`button[value="create"]`)
	over := w.popup("#signed-out a")
	over.click("a[href^='/console/sign-in/provider']")
	over.write("input[name=login]", "ann")
	over.write("input[name=password]", "any")
	over.click("button[type=submit]")
	w.hasTyped()
	w.click(`button[value="create"]`)
	w.number()
}

// TestLongManyItemsFold adds items by the keyboard: each opens with the focus, and others show their values in a line.
func TestLongManyItemsFold(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	w.open(s.home + "orders/new")
	for i := 1; i <= 6; i++ {
		w.click(`button[value="add:items"]`)
		w.await(`document.activeElement.id === "f-items-` + strconv.Itoa(i) + `-item_desc"`)
		w.press("Cap\t2\t9.90\t")
	}
	w.see("details.line[open] #f-items-6-item_desc")
	if open := evaluate[int](w, `document.querySelectorAll("details.line[open]").length`); open != 1 {
		t.Errorf("%d items are open", open)
	}
	w.click("details.line:nth-of-type(2) summary")
	w.write("#f-items-1-item_desc", "Hat\t")
	w.await(`document.querySelector("[data-of=f-items-1-item_desc]").innerText === "Hat"`)
}

// TestLongOrdersBesideOne goes from order to order: of the list that the window showed, over its pages, even when one does
// not belong to the list any more; else of all.
func TestLongOrdersBesideOne(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	var all []string // the oldest first
	for i := range 55 {
		o := harness.NewOrder(1)
		if i%2 == 1 {
			o.ShipperOrderID = "ODD"
		}
		made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, made.Orders[0].TrackingNo)
	}
	at := func(number string) {
		t.Helper()
		w.await(`document.querySelector("[data-beside='` + number + `']")`)
	}
	orders := s.home + "orders"
	w.open(orders + "/" + all[10])
	w.press("j")
	at(all[9])
	w.press("k")
	at(all[10])
	w.open(orders)
	w.click("nav.pager a[rel=next]")
	w.see(`a[href$="` + all[4] + `"]`)
	w.click(`a[href$="` + all[4] + `"]`)
	at(all[4])
	w.press("k")
	at(all[5])
	w.openUntil(orders+"?q=odd", `document.querySelectorAll("tbody tr").length === 27`)
	w.click(`a[href$="` + all[3] + `"]`)
	at(all[3])
	w.click("main form[action$='/cancel'] button")
	w.click("#ask-yes")
	w.seeText("The order is cancelled.")
	at(all[3])
	w.press("j")
	at(all[1])
	w.await(`document.querySelector("[data-key=j]").hidden`)
	w.click("[data-key=k]")
	at(all[3])
}

// TestLongProblemsAndWarningsLeadToTheirFields follows the links of both lists at the top of the form by the keyboard.
func TestLongProblemsAndWarningsLeadToTheirFields(t *testing.T) {
	s := newSite(t)
	w := s.browser("editor")
	w.open(s.home + "orders/new")
	w.typeOrder()
	w.write("#f-consignee_postal", "1242")
	w.write("#f-order_weight", "heavy")
	w.press("\r") // creates, if nothing is wrong
	w.await(`document.activeElement.id === "errors"`)
	w.press("\t\r")
	w.await(`document.activeElement.id === "f-order_weight"`)

	// From the page of an order, a warning leads to its field in the form that changes it.
	w.write("#f-order_weight", "1.25\r")
	w.number()
	w.click(`.notice.warn a[href$="/edit#f-consignee_postal"]`)
	w.await(`location.pathname.endsWith("/edit") && document.activeElement.id === "f-consignee_postal"`)
}
