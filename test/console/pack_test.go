package console

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"waybill/client"
)

// TestLongParcelsArePackedWithAScanner packs parcels as a packer does, without a mouse: by one scan each, one twice, one that is held and
// one whose label has changed, and some while the network is away. Then it goes to a hand-over list by the keyboard.
func TestLongParcelsArePackedWithAScanner(t *testing.T) {
	s := newSite(t)
	const parcels = 12
	references := make([]string, parcels)
	for i := range references {
		references[i] = fmt.Sprintf("pk-%02d", i)
		s.reference(references[i])
	}
	held, stale := s.reference("pk-held"), s.reference("pk-stale")
	if _, err := s.sdk.HoldOrders(t.Context(), []string{held}, "Not paid", false); err != nil {
		t.Fatal(err)
	}
	if _, err := s.sdk.MarkPrinted(t.Context(), []string{stale}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.sdk.EditOrder(t.Context(), stale, client.AnyVersion, map[string]any{"consignee_city": "Bandung"}); err != nil {
		t.Fatal(err)
	}
	w := s.browser("editor")
	w.open("/console/accounts/1/pack?warnings=1")
	packed := func(n int) {
		t.Helper()
		w.await(fmt.Sprintf(`document.querySelector("#station > p:last-child")?.innerText.startsWith("%d ")`, n))
	}
	for i, reference := range references[:4] {
		w.scan(reference)
		packed(i + 1)
	}
	w.scan(references[3]) // again
	w.await(`document.querySelector("#scan.warn")?.innerText.includes("was packed before")`)
	w.scan("pk-held")
	w.await(`document.querySelector("#scan.bad")?.innerText.includes("Not paid")`)
	w.scan("pk-stale")
	w.await(`document.querySelector("#station .notice.bad") && document.activeElement.matches("[data-focus]")`)
	packed(4)
	w.press(kb.Enter)
	packed(5)
	w.press("u")
	packed(4)
	w.scan("pk-stale")
	w.await(`document.activeElement.matches("[data-focus]")`)
	w.press(kb.Enter)
	packed(5)

	w.cutOff(true)
	w.scan(references[4:]...)
	w.await(`document.querySelector("#scan.unsent")`)
	w.cutOff(false)
	packed(parcels + 1)
	w.await(`document.querySelectorAll("#scans li.unsent").length === 0`)
	if n := evaluate[int](w, `document.querySelectorAll("#scans li.good").length`); n < parcels {
		t.Errorf("%d scans are in order, want %d", n, parcels)
	}

	w.moveBy("k", chromedp.ModifierCtrl)
	w.await(`document.querySelector("#go").open && document.querySelectorAll("#found a").length > 5`)
	w.press("hand-over" + kb.Enter)
	w.await(`location.pathname.endsWith("/handovers")`)
}
