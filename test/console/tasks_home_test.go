package console

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"waybill/client"
	"waybill/test/harness"
)

// presses counts the links and buttons that a person presses for a task: what is typed, Tab and Enter in a field count nothing.
type presses struct {
	*window
	pressed int
}

func (p *presses) press(selector string) {
	p.pressed++
	p.follow(selector)
}

func (p *presses) atMost(n int) {
	p.s.t.Helper()
	if p.pressed > n {
		p.s.t.Errorf("%d presses, want at most %d", p.pressed, n)
	}
}

// TestLongTaskTodayAtAGlance: the home says it without a press, and its numbers open their lists.
func TestLongTaskTodayAtAGlance(t *testing.T) {
	s := newSite(t)
	no := s.reference("GLANCE-1")
	if _, err := s.sdk.MarkPrinted(t.Context(), []string{no}); err != nil {
		t.Fatal(err)
	}
	refused := s.stuck(1)[0]
	p := &presses{window: s.browser("viewer")}
	p.open(s.home)
	for _, text := range []string{"Created", "Labels printed", "Packed", "Handed over", "1 order was refused by its partner"} {
		p.seeText(text)
	}
	p.atMost(0)
	p.press(".problems li:first-child a")
	p.seeText(refused)
}

// TestLongTaskWhoChangedAnOrder: a number in the search, and the timeline of the order has the name.
func TestLongTaskWhoChangedAnOrder(t *testing.T) {
	s := newSite(t)
	no := s.reference("WHO-1")
	if _, err := s.sdk.EditOrder(t.Context(), no, client.AnyVersion, map[string]any{"consignee_city": "Medan"}); err != nil {
		t.Fatal(err)
	}
	p := &presses{window: s.browser("admin")}
	p.open(s.home + "orders?q=" + no)
	p.press(`tbody a[href$="/orders/` + no + `"]`)
	p.seeText("Medan")
	p.atMost(2)

	p = &presses{window: p.window} // and what was changed in the account
	p.open(s.home + "settings")
	p.press(`.tabs a[href$="/settings/audit"]`)
	p.seeText("key Test")
	p.atMost(2)
}

// TestLongTaskInvite: from the home of an account to a person who has a link.
func TestLongTaskInvite(t *testing.T) {
	s := newSite(t)
	p := &presses{window: s.browser("admin")}
	p.open(s.home)
	p.press(`nav a[href$="/settings"]`)
	p.press(`.tabs a[href$="/settings/users"]`)
	p.write("#f-name", "Budi Santoso")
	p.write("#f-email", s.email("new")+"\t")
	p.press("main form .button:not(.plain)")
	p.see("main .task .copyable")
	p.atMost(3)
}

// TestLongFindOnTheOperatorsPages: Ctrl+K finds an order and a page, and one Escape closes it with what was typed.
func TestLongFindOnTheOperatorsPages(t *testing.T) {
	s := newSite(t)
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(1)}, Blocking: true})
	if err != nil {
		t.Fatal(err)
	}
	w := s.browser("operator")
	const open = `document.querySelector("#go").open`
	w.open("/console/operator/")
	w.moveBy("k", chromedp.ModifierCtrl)
	w.await(open)
	w.write("#go-to", "audit")
	w.see(`#found a[href="/console/operator/audit"]`)
	w.press(kb.Escape)
	w.await("!" + open)
	w.moveBy("k", chromedp.ModifierCtrl)
	w.await(open)
	w.write("#go-to", strings.ToLower(made.Orders[0].TrackingNo))
	w.see(`#found a[href$="` + made.Orders[0].TrackingNo + `"]`)
}
