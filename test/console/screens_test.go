package console

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"waybill/internal/feature/desk/parcels"
	"waybill/test/browser"
)

// screen is a page to look at. Its path may have names of the demonstration's orders in braces, such as {created}.
type screen struct {
	name, role, path string
	prepare          func(s *site, names map[string]string) // makes what it shows, and adds names for its path; may be nil
	act              func(w *window)                        // leads from the path to the page; may be nil
	dark             bool                                   // it is checked in dark colours on each push, too
}

// allScreens are the screens of all areas.
func allScreens() []screen {
	var all []screen
	for _, area := range [][]screen{
		frameScreens, ordersScreens, importScreens, orderScreens, settingsScreens, operatorScreens, bagScreens, consignmentScreens,
	} {
		all = append(all, area...)
	}
	return append(all, userScreens...)
}

var frameScreens = []screen{
	{name: "home", role: "editor", path: "/console/accounts/1/", dark: true},
	{name: "operator-usage", role: "operator", path: "/console/operator/accounts/-/usage"},
	{name: "operator-overview", role: "operator-admin", path: "/console/operator/"},
	{name: "styleguide", role: "operator-admin", path: "/console/styleguide", dark: true},
	{name: "not-found", role: "viewer", path: "/console/accounts/1/nothing"},
	{name: "refused", role: "viewer", path: settingsPath},
	{name: "home-empty", role: "operator", path: "/console/accounts/{empty}/", prepare: func(s *site, names map[string]string) {
		names["empty"] = s.emptyAccount()
	}},
	{name: "orders-empty", role: "operator", path: "/console/accounts/{empty}/orders"},
	{name: "imports-empty", role: "operator", path: "/console/accounts/{empty}/imports"},
	{name: "batches-empty", role: "operator", path: "/console/accounts/{empty}/batches"},
	{name: "handovers-empty", role: "operator", path: "/console/accounts/{empty}/handovers"},
	{name: "handover", role: "editor", path: "/console/accounts/1/handovers/1", prepare: func(s *site, _ map[string]string) {
		if _, err := (&parcels.Parcels{Store: s.store}).OpenHandover(s.t.Context(), 1, 1, "Dock 3"); err != nil {
			s.t.Fatal(err)
		}
	}},
	{name: "handover-finish", role: "editor", path: "/console/accounts/1/handovers/1/finish"},
	{name: "handover-driver", role: "editor", path: "/console/accounts/1/handovers/1/finish", act: func(w *window) {
		w.follow(driversLink)
	}},
	{name: "pack-empty", role: "operator", path: "/console/accounts/{empty}/pack"},
	{name: "pack", role: "editor", path: "/console/accounts/1/pack?items=1&weigh=1", prepare: func(s *site, _ map[string]string) {
		s.reference("pack-1")
	}, act: func(w *window) {
		w.scan("pack-1")
		w.await(`document.querySelector("#station button[name=item]")`)
	}},
	{name: "pack-scanned", role: "editor", path: "/console/accounts/1/pack?warnings=1&weigh=1&printer=B", prepare: func(
		s *site, _ map[string]string,
	) {
		s.reference("pack-3")
	}, act: func(w *window) {
		w.keys(scanner{pace: 20, layout: "us", end: "Enter"}, "pack-3", "2.5 lb")
		w.await(`document.querySelector("#station button[name=undo]")`)
	}},
	{name: "handover-scanned", role: "editor", path: "/console/accounts/1/handovers/1", prepare: func(s *site, _ map[string]string) {
		s.reference("hand-1")
		s.reference("hand-2")
	}, act: func(w *window) {
		w.keys(scanner{pace: 20, layout: "us", end: "Enter"}, "hand-1", "hand-2")
		w.scansEnd()
		w.click("#now button[name=parcel]")
		w.await(`document.querySelector("#now button[name=undo]")`)
		w.keys(scanner{pace: 20, layout: "us", end: "Enter"}, "nothing-1")
		w.scansEnd()
		w.click("#now button[name=parcel]")
		w.await(`document.querySelector("#now button[name=undo]")`)
	}},
	{name: "pack-bench", role: "editor", path: "/console/accounts/1/pack", act: func(w *window) {
		w.click(`[popovertarget=bench]`)
		w.await(`document.querySelector("#bench:popover-open")`)
	}},
	{name: "find", role: "editor", path: "/console/accounts/1/orders", act: func(w *window) {
		w.moveBy("k", chromedp.ModifierCtrl)
		w.await(`document.querySelectorAll("#found a").length > 5`)
	}},
	{name: "find-orders", role: "editor", path: "/console/accounts/1/orders", act: func(w *window) {
		w.moveBy("k", chromedp.ModifierCtrl)
		w.await(`document.querySelector("#go").open`)
		w.press("5432")
		w.await(`document.querySelector("#found a .small")`)
	}},
	{name: "newest-prints", role: "editor", path: "/console/accounts/1/prints", prepare: func(s *site, _ map[string]string) {
		s.print("pack-2")
	}},
	{name: "newest-home", role: "editor", path: "/console/accounts/1/", dark: true, prepare: func(s *site, _ map[string]string) {
		s.packed()
	}, act: func(w *window) {
		// Counts are kept for a while: there may be no hours yet.
		w.await(`(e => !e || e.clientHeight > 100 && e.scrollHeight <= e.clientHeight)(document.querySelector("ol.hours"))`)
	}},
	{name: "newest-audit", role: "admin", path: "/console/accounts/1/settings/audit"},
	{name: "newest-requests", role: "admin", path: "/console/accounts/1/settings/requests"},
	{name: "newest-requests-of-all", role: "operator", path: "/console/operator/requests"},
	{name: "handovers", role: "editor", path: "/console/accounts/1/handovers"},
	{name: "settings-webhooks-empty", role: "operator-admin", path: "/console/accounts/{empty}/settings/webhooks"},
	{name: "templates-empty", role: "operator-admin", path: "/console/accounts/{empty}/books/templates"},
	{name: "books-drafts-empty", role: "operator-admin", path: "/console/accounts/{empty}/books/drafts"},
	{name: "books-views-empty", role: "operator-admin", path: "/console/accounts/{empty}/books/views"},
	{name: "orders-view", role: "editor", path: "/console/accounts/1/orders?held=no&printed=no", act: func(w *window) {
		w.click(".tools > details:last-child summary")
	}},
	{name: "books-addresses", role: "editor", path: "/console/accounts/1/books/addresses"},
	{name: "books-address", role: "editor", path: "/console/accounts/1/books/addresses/entry"},
	{name: "books-goods", role: "editor", path: "/console/accounts/1/books/goods"},
	{name: "books-boxes", role: "editor", path: "/console/accounts/1/books/boxes"},
}

// packed has parcels that were packed in the last hours, one of them for each hour more.
func (s *site) packed() {
	s.t.Helper()
	desk := &parcels.Parcels{Store: s.store}
	for hour := range 4 {
		for i := range hour + 1 {
			no := s.reference(fmt.Sprintf("hour-%d-%d", hour, i))
			o, err := s.store.Search.OrderOfCode(s.t.Context(), s.account, no, 0)
			if err != nil {
				s.t.Fatal(err)
			}
			packing := parcels.Packing{OrderID: o.OrderID, On: time.Now().Add(-time.Duration(hour) * time.Hour)}
			if _, err := desk.SavePacking(s.t.Context(), s.account, packing); err != nil {
				s.t.Fatal(err)
			}
		}
	}
}

// widths are those of a phone, a tablet and a desk.
var widths = []int64{390, 820, 1440}

// TestLongPagesOfTheConsoleAreAccessible looks at each screen with axe-core, in a wide window with light colours and some in dark ones,
// and checks that it is not wider than a narrow window. With WAYBILL_SCREENSHOTS, as each night, it looks at each by all rules in each
// width, and in dark colours by those about colours, and writes pictures to that folder; with WAYBILL_SCREENS it looks only at those
// whose name contains the text.
func TestLongPagesOfTheConsoleAreAccessible(t *testing.T) {
	s, axe := newServer(t), browser.Axe(t)
	names, err := FillDemo(t.Context(), s.sdk)
	if err != nil {
		t.Fatal(err)
	}
	windows := map[string]*window{}
	for _, page := range allScreens() {
		if !strings.Contains(page.name, os.Getenv("WAYBILL_SCREENS")) {
			continue
		}
		w := windows[page.role]
		if w == nil {
			w = s.browser(page.role)
			windows[page.role] = w
			w.AddScript(axe)
		}
		if page.prepare != nil {
			page.prepare(s, names)
		}
		for name, value := range names {
			page.path = strings.ReplaceAll(page.path, "{"+name+"}", value)
		}
		w.lookAt(page)
	}
}

// lookAt checks a screen in some widths and colour schemes.
func (w *window) lookAt(page screen) {
	w.s.t.Helper()
	w.Emulate(widths[2], "light")
	w.open(page.path)
	if page.act != nil {
		page.act(w)
	}
	folder := os.Getenv("WAYBILL_SCREENSHOTS")
	if folder == "" {
		w.Audit(page.name, allRules, 10)
		if page.dark {
			w.Emulate(widths[2], "dark")
			w.Audit(page.name+" dark", ofColours, 1)
		}
		w.Emulate(widths[0], "light")
		w.Fits(page.name + " narrow")
		return
	}
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range widths {
			name := fmt.Sprintf("%s-%d-%s", page.name, width, scheme)
			w.Emulate(width, scheme)
			if scheme == "light" {
				w.Audit(name, allRules, 10)
			} else { // it differs from the light one in its colours alone
				w.Audit(name, ofColours, 1)
			}
			if err := os.WriteFile(filepath.Join(folder, name+".png"), w.picture(), 0o600); err != nil {
				w.s.t.Fatal(err)
			}
		}
	}
}

// Rules of axe-core.
const (
	allRules  = `rules: {"target-size": {enabled: true}}`
	ofColours = `runOnly: ["color-contrast", "link-in-text-block"]`
)
