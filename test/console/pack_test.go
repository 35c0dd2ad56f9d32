package console

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"waybill/client"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/feature/desk/printjobs"
	"waybill/test/harness"
)

// TestLongParcelsArePackedWithAScanner packs parcels as a packer does, without a mouse: by one scan each, one twice, one that is held and
// one whose label has changed, and some while the network is away. Then it goes to a hand-over list by the keyboard.
func TestLongParcelsArePackedWithAScanner(t *testing.T) {
	s := newSite(t)
	const many = 12
	references := make([]string, many)
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
	w.open(s.home + "pack?warnings=1")
	packed := func(n int) {
		t.Helper()
		w.await(fmt.Sprintf(`document.querySelector("#station > p:last-child")?.innerText.startsWith("%d ")`, n))
	}
	for i, reference := range references[:4] {
		w.scan(reference)
		packed(i + 1)
	}
	w.scanEvery(5000, references[3]) // again, slowly
	w.await(`document.querySelector("#scan.warn")?.innerText.includes("was packed before")`)
	w.scan("pk-held")
	w.await(`document.querySelector("#scan.bad")?.innerText.includes("Not paid")`)
	w.scan("pk-stale", "") // Enter twice
	w.await(`document.querySelector("#station .notice.bad") && document.activeElement.matches("[data-focus]")`)
	packed(4)
	w.press(kb.Enter)
	packed(5)
	w.tabTo(`document.activeElement.name === "undo"`)
	w.press(kb.Enter)
	packed(4)
	w.scan("pk-stale")
	w.await(`document.activeElement.matches("[data-focus]")`)
	w.press(kb.Enter)
	packed(5)

	w.cutOff(true)
	w.scan(references[4:]...)
	w.await(`document.querySelector("#scan.unsent")`)
	w.cutOff(false)
	packed(many + 1)
	w.await(`document.querySelectorAll("#scans li.unsent").length === 0`)
	if n := evaluate[int](w, `document.querySelectorAll("#scans li.good").length`); n < many {
		t.Errorf("%d scans are in order, want %d", n, many)
	}

	w.moveBy("k", chromedp.ModifierCtrl)
	w.await(`document.querySelector("#go").open && document.querySelectorAll("#found a").length > 5`)
	w.press("hand-over" + kb.Enter)
	w.await(`location.pathname.endsWith("/handovers")`)
}

// TestLongDriverSigns closes a list on the driver's page, which its link opens without signing in: the driver draws a signature.
func TestLongDriverSigns(t *testing.T) {
	s := newSite(t)
	s.reference("dr-1")
	list, err := (&parcels.Parcels{Store: s.store}).OpenHandover(t.Context(), s.account, 1, "Dock 3")
	if err != nil {
		t.Fatal(err)
	}
	w := s.browser("editor")
	w.open(s.home + "handovers/" + strconv.FormatInt(list.HandoverID, 10))
	w.scan("dr-1")
	w.await(`document.querySelector("#now [name=parcels]")?.value === "1"`)
	w.click(`a[href$="/finish"]`)
	w.await(`location.pathname.endsWith("/finish")`)
	w.click("#f-taken_by")
	w.press("dr-1\r") // a scan in a field does not close the list, one outside by any pace is none of shortcuts
	w.await(`document.querySelector("#f-taken_by").value === "dr-1"`)
	evaluate[bool](w, `(document.activeElement.blur(), true)`)
	w.press("jp-1\r")
	w.await(`document.querySelector("#scan.bad")?.innerText.includes("jp-1")`)
	w.await(`document.querySelector("#f-taken_by").value === "dr-1"`)
	w.click(driversLink)
	w.await(`location.pathname.startsWith("/console/handover/")`)
	link := w.path()
	w.open("/console/me")
	w.signOut()
	w.open(link)
	w.Emulate(390, "light")
	w.write("#f-given_by", "Ann")
	w.write("#f-taken_by", "Joko")
	w.click("form#close .actions button") // without a signature
	w.seeText("Let the driver sign in the box, or on paper.")
	var at struct{ X, Y float64 }
	place := evaluate[string](w, `(pad => (pad.scrollIntoView({block: "center"}), JSON.stringify({
		X: pad.getBoundingClientRect().x + 20, Y: pad.getBoundingClientRect().y + 20})))(document.querySelector("[data-sign]"))`)
	if err := json.Unmarshal([]byte(place), &at); err != nil {
		t.Fatal(err)
	}
	w.Do("draw a signature", chromedp.DragAndDropXY(at.X, at.Y, at.X+120, at.Y+30, 5))
	w.await(`document.querySelector("#f-signature").value.length > 10`)
	w.click("form#close .actions button")
	w.seeText("Taken over by Joko.")
	w.see("svg.sign path[d^=M]")
	h, err := (&parcels.Parcels{Store: s.store}).Handover(t.Context(), s.account, list.HandoverID)
	if err != nil || h.TakenBy != "Joko" || h.Signature == "" {
		t.Errorf("%+v, %v", h, err)
	}
}

// driversLink leads from a list to the driver's page.
const driversLink = `a[href^="/console/handover/"]`

// printer counts the labels that come to a TCP port, and reports no fault.
func printer(t *testing.T) (address string, labels *atomic.Int64) {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	labels = new(atomic.Int64)
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				var got, part []byte = nil, make([]byte, 4096)
				for n := 0; err == nil; n, err = conn.Read(part) {
					if got = append(got, part[:n]...); bytes.Contains(part[:n], []byte("~HS")) {
						_, _ = io.WriteString(conn, "\x02030,0,0,1245,000,0,0,0,000,0,0,0\x03\r\n"+
							"\x02000,0,0,0,0,2,4,0,00000000,1,000\x03\r\n\x021234,0\x03\r\n")
					}
				}
				labels.Add(int64(bytes.Count(got, []byte("^XZ"))))
				_ = conn.Close()
			}()
		}
	}()
	return l.Addr().String(), labels
}

// TestLongAPackerNeedsNoMouse packs 50 parcels with a scanner, prints their labels on a printer at a TCP port, and hands them over: two
// are held, one has another label than was printed, one reference is wrong, one parcel is scanned twice, and the network is away for ten.
func TestLongAPackerNeedsNoMouse(t *testing.T) {
	s := newSite(t)
	const many = 50
	references := make([]string, many)
	for i := range references {
		references[i] = fmt.Sprintf("nm-%02d", i)
		s.reference(references[i])
	}
	held := []string{s.reference("nm-held-1"), s.reference("nm-held-2")}
	if _, err := s.sdk.HoldOrders(t.Context(), held, "Not paid", false); err != nil {
		t.Fatal(err)
	}
	stale := s.reference("nm-stale")
	if _, err := s.sdk.MarkPrinted(t.Context(), []string{stale}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.sdk.EditOrder(t.Context(), stale, client.AnyVersion, map[string]any{"consignee_city": "Bandung"}); err != nil {
		t.Fatal(err)
	}
	address, labels := printer(t)
	agent, err := harness.Start(harness.Program{
		Argv:   []string{binary, "print-agent", "--server", s.base, "--key", s.key, "--printer", "Bench=tcp://" + address},
		Output: new(harness.Log),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { agent.End(os.Kill) })
	w := s.browser("editor")
	w.openUntil(s.home+"pack?warnings=1&printer=Bench", `document.querySelectorAll("[name=printer] option").length === 2`)
	packed := func(n int) {
		t.Helper()
		w.await(fmt.Sprintf(`document.querySelector("#station > p:last-child")?.innerText.startsWith("%d ")`, n))
	}
	w.scan(references[:40]...)
	packed(40)
	w.scan(references[39], "nm-wrong", "nm-held-1", "nm-held-2")
	w.await(`document.querySelector("#scan.bad")?.innerText.includes("nm-held-2")`)
	w.cutOff(true)
	w.scan(references[40:]...)
	w.await(`document.querySelector("#scan.unsent")`)
	w.cutOff(false)
	packed(many)
	w.scan("nm-stale")
	w.await(`document.activeElement.matches("[data-focus]")`)
	w.press(kb.Enter)
	packed(many + 1)
	w.await(`[...document.querySelectorAll("#station .badge.good")].some(badge => badge.innerText === "Printed")`)
	jobs, err := (&printjobs.Jobs{DB: s.store.DB}).List(t.Context(), s.account, time.Time{}, 100)
	if err != nil || len(jobs) != many+1 {
		t.Errorf("%d print jobs, want %d: %v", len(jobs), many+1, err)
	}
	if n := labels.Load(); n != many+1 {
		t.Errorf("%d labels came out, want %d", n, many+1)
	}

	w.moveBy("k", chromedp.ModifierCtrl)
	w.await(`document.querySelector("#go").open && document.querySelectorAll("#found a").length > 5`)
	w.press("hand-over" + kb.Enter)
	w.await(`location.pathname.endsWith("/handovers")`)
	w.tabTo(`document.activeElement.name === "service_id"`)
	w.press("SG-ID Pickup")
	w.press(kb.Tab + "Dock 3" + kb.Enter)
	w.await(`/\/handovers\/[0-9]+$/.test(location.pathname) && document.querySelector("[data-scan]")`)
	w.scan(references...)
	w.scan("nm-stale", "nm-held-1", references[0])
	w.await(fmt.Sprintf(`document.querySelector("#now [name=parcels]")?.value === "%d"`, many+1))
	w.await(`document.querySelectorAll("#scans li.wait, #scans li.unsent").length === 0`)
	w.await(`(() => {
		document.querySelector("#now a.code")?.focus();
		swapAround(document.querySelector("#now")?.outerHTML || "");
		return document.activeElement.matches("#now a.code");
	})()`) // as the answer to a scan does
	w.tabTo(`document.activeElement.matches("a[href$='/finish']")`)
	w.press(kb.Enter)
	w.await(`location.pathname.endsWith("/finish")`)
	w.tabTo(`document.activeElement.name === "taken_by"`)
	w.press("Joko")
	w.tabTo(`document.activeElement.name === "paper"`)
	w.press(" ")
	w.tabTo(`document.activeElement.matches("form#close button:not([type=button])")`)
	w.press(kb.Enter)
	w.await(`document.querySelector("#now")?.innerText.includes("Handed over")`)
	w.await(`document.querySelector("#now .badge.good")`)
	picked, err := s.sdk.Orders(t.Context(), client.Filter{PickedUp: new(true)})
	if err != nil || picked.Count != many+1 {
		t.Errorf("%d parcels are picked up, want %d: %v", picked.Count, many+1, err)
	}
}

// print queues labels of an order: for one nobody knows whether it came out.
func (s *site) print(reference string) {
	s.t.Helper()
	number := s.reference(reference)
	jobs, ctx := &printjobs.Jobs{DB: s.store.DB}, s.t.Context()
	o, err := s.store.OrderForEdit(ctx, s.account, number)
	if err == nil {
		err = jobs.Offer(ctx, s.account, "Bench")
	}
	for _, key := range []string{"first", "second"} {
		if err == nil {
			_, err = jobs.Queue(ctx, s.account, o.OrderID, "Bench", key)
		}
	}
	job, takeErr := jobs.Take(ctx, s.account, "Bench")
	for _, state := range []printjobs.State{printjobs.Started, printjobs.Unknown} {
		err = cmp.Or(err, takeErr, jobs.Report(ctx, s.account, job.Key, job.Lease, state, "connection reset by peer"))
	}
	if err != nil {
		s.t.Fatal(err)
	}
}
