package console

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"waybill/client"
	"waybill/test/harness"
)

// scan types codes as a scanner does that sends a key each millisecond, each ended by Enter, where the focus is.
func (w *window) scan(codes ...string) {
	w.s.t.Helper()
	w.scanEvery(1, codes...)
}

// scanEvery is scan with some milliseconds between the keys. The last key comes a second before what follows.
func (w *window) scanEvery(milliseconds int, codes ...string) {
	w.s.t.Helper()
	w.scanHeld(0, milliseconds, codes...)
}

// scanHeld is scanEvery with keys that are held for some milliseconds.
func (w *window) scanHeld(held, milliseconds int, codes ...string) {
	w.s.t.Helper()
	evaluate[bool](w, fmt.Sprintf(`(() => {
		const keys = %q.split("\n").flatMap(code => [...code, "Enter"]), held = %d, pace = %d;
		let at = performance.now() - 1000 - pace * keys.length;
		for (const key of keys) {
			at += pace;
			for (const type of ["keydown", "keyup"]) {
				const event = new KeyboardEvent(type, {key, bubbles: true, cancelable: true});
				Object.defineProperty(event, "timeStamp", {value: type === "keyup" ? at + held : at});
				(document.activeElement || document.body).dispatchEvent(event);
			}
		}
		return true;
	})()`, strings.Join(codes, "\n"), held, milliseconds))
}

// cutOff takes the network away from the page, or gives it back.
func (w *window) cutOff(offline bool) {
	w.s.t.Helper()
	_, err := chromedp.Call(w.Context, network.Enable, network.EnableParams{})
	if err == nil {
		_, err = chromedp.Call(w.Context, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
			MatchedNetworkConditions: []*network.Conditions{{Offline: offline, DownloadThroughput: -1, UploadThroughput: -1}},
		})
	}
	if err != nil {
		w.s.t.Fatalf("cut off: %v", err)
	}
}

// reference creates an order with a reference, and returns its number.
func (s *site) reference(reference string) string {
	s.t.Helper()
	o := harness.NewOrder(1)
	o.ShipperOrderID = reference
	made, err := s.sdk.CreateOrders(s.t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}})
	if err != nil {
		s.t.Fatal(err)
	}
	return made.Orders[0].TrackingNo
}

// TestLongScansOpenOrders scans where no field has the focus: the order opens, in any letter case, and no key is a shortcut.
// Codes that nothing has are said. Scans without network wait, red, and each is sent once when it is back, also after a reload.
func TestLongScansOpenOrders(t *testing.T) {
	s := newSite(t)
	first, second := s.reference("np-1"), s.reference("NX-2") // n begins a new order, x selects a row
	w := s.browser("editor")
	at := func(number string) {
		t.Helper()
		w.await("location.pathname.endsWith('/orders/" + number + "')")
		w.await("document.querySelector('main h1')?.innerText.includes('" + number + "')")
	}
	w.open(s.home + "orders")
	w.scan("np-1")
	at(first)
	w.scan(strings.ToLower(second))
	at(second)
	w.scan("NPX-unknown")
	w.await(`document.querySelector("#scan.bad")?.innerText.includes("is not known")`)
	at(second)
	w.scan("NPX-unknown", "np-1") // the second follows at once: it is not lost
	at(first)
	w.await(`[...document.querySelectorAll("#scans li")].length === 5`)
	w.scanEvery(300, second) // a slow scanner
	at(second)
	w.scanEvery(300, first)
	at(first)
	w.scanHeld(100, 120, "NX-2") // one that holds its keys as long as a person does
	at(second)
	w.scanHeld(100, 120, "np-1")
	at(first)
	w.await(`[...document.querySelectorAll("#scans li")].length === 9`)
	evaluate[bool](w, `(history.back(), true)`)
	at(second)

	// A key alone is a shortcut still, and one in a field is text.
	w.press("/")
	w.await(`document.activeElement.id === "find"`)
	w.scan("np-1") // events without text: the field takes keys as the browser does
	at(second)
	evaluate[bool](w, `(document.activeElement.blur(), true)`)
	w.press("n")
	w.await(`location.pathname.endsWith("/orders/new")`)

	w.open(s.home + "orders")
	w.scanHeld(100, 150, "jjj") // a person moves to the last row, and opens it
	at(first)

	w.open(s.home + "orders")
	w.cutOff(true)
	w.scan("np-1", "nothing-1", "nothing-2")
	w.await(`document.querySelectorAll("#scans li.unsent").length === 3 && document.querySelector("#scan.unsent")`)
	w.cutOff(false)
	w.await(`document.querySelectorAll("#scans li.bad").length === 4`) // with two from before
	w.await(`document.querySelectorAll("#scans li.unsent").length === 0`)
	if got := strings.Count(evaluate[string](w, `document.querySelector("#scans ol").textContent`), "nothing-1"); got != 1 {
		t.Errorf("the scan is listed %d times", got)
	}
}
