package console

import (
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/store/engine"
	"waybill/test/browser"
	"waybill/test/harness"
)

// day is what packers have done in an account, for a test that compares it with what was meant.
type day struct{ packed, listed, pickedUp, closed, undone int }

func (s *site) day() (d day) {
	s.t.Helper()
	for into, query := range map[*int]string{
		&d.packed:   `SELECT count(*) FROM packings WHERE account_id = $1 AND packed_on > 0`,
		&d.listed:   `SELECT count(*) FROM handover_parcels WHERE account_id = $1`,
		&d.pickedUp: `SELECT count(*) FROM orders WHERE account_id = $1 AND tracker_status = 'PICKED_UP'`,
		&d.closed:   `SELECT count(*) FROM handovers WHERE account_id = $1 AND state <> 'open'`,
		&d.undone:   `SELECT count(*) FROM audit_log WHERE account_id = $1 AND action IN ('unpack', 'close', 'reopen')`,
	} {
		n, err := engine.Value[int](s.t.Context(), s.store.DB.Reads, query, s.account)
		if err != nil {
			s.t.Fatal(err)
		}
		*into = n
	}
	return d
}

// TestLongScan300 packs 300 parcels and hands them over by scanners of four paces, with faults as they come in a day: a wrong code, a
// parcel twice, one that is held, a damaged code, one whose label changed, a cancelled one, the network away, an answer lost, the page
// opened again, two lists, paper in between, Enter twice, and a keyboard of another layout. Nothing is packed, listed, closed or
// undone that was not meant.
func TestLongScan300(t *testing.T) {
	s := newSite(t)
	const many, burst = 300, 25
	orders := make([]client.NewOrder, many+4)
	for i := range orders {
		orders[i] = harness.NewOrder(1)
		orders[i].ShipperOrderID = fmt.Sprintf("d-%03d", i)
	}
	orders[many+3].ServiceID = 5 // another one than that of the lists
	made, err := s.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: orders, Blocking: true})
	if err != nil {
		t.Fatal(err)
	}
	number := func(i int) string { return made.Orders[i].TrackingNo }
	const held, cancelled, stale = many, many + 1, many + 2
	desk := &parcels.Parcels{Store: s.store}
	_, holdErr := s.sdk.HoldOrders(t.Context(), []string{number(held)}, "Not paid", false)
	_, cancelErr := s.sdk.CancelOrders(t.Context(), []string{number(cancelled)})
	_, printErr := s.sdk.MarkPrinted(t.Context(), []string{number(stale)})
	_, editErr := s.sdk.EditOrder(t.Context(), number(stale), client.AnyVersion, map[string]any{"consignee_city": "Bandung"})
	first, firstErr := desk.OpenHandover(t.Context(), s.account, 1, "Dock 1")
	second, secondErr := desk.OpenHandover(t.Context(), s.account, 1, "Dock 2")
	for _, err := range []error{holdErr, cancelErr, printErr, editErr, firstErr, secondErr} {
		if err != nil {
			t.Fatal(err)
		}
	}
	// scanned are the codes of a burst: references and numbers in turn.
	scanned := func(from, to int) (codes []string) {
		for i := from; i < to; i++ {
			codes = append(codes, []string{orders[i].ShipperOrderID, number(i)}[i%2])
		}
		return codes
	}
	paces := []int{20, 60, 120, 300}
	// wholeDay scans all parcels at a page, and what goes wrong between them. Known is what is said of a parcel that was scanned
	// before; next is called before each burst.
	wholeDay := func(w *window, path, known string, next func()) {
		w.open(path)
		evaluate[bool](w, `(localStorage.setItem("scan-silent", 1), true)`)
		for part := range many / burst {
			next()
			by := scanner{pace: paces[part%len(paces)], layout: "us", end: "Enter"}
			codes := scanned(part*burst, (part+1)*burst)
			switch part {
			case 0: // a person begins with one, and sees it
				w.keys(by, codes[0])
				w.shows("good", codes[0], "")
				w.keys(by, "4006381333931")
				w.shows("bad", "4006381333931", "is not known")
				w.keys(by, codes[0])
				w.shows("warn", codes[0], known)
				w.keys(by, "d-300")
				w.shows("bad", "d-300", "Not paid")
				w.keys(by, number(cancelled))
				w.shows("bad", number(cancelled), "cancelled")
				w.keys(by, codes[1:]...)
			case 1: // damaged codes: the begin of one, then its number, typed with a slip
				w.keys(by, number(burst)[:9])
				w.shows("bad", number(burst)[:9], "is not known")
				w.keys(scanner{pace: 300, layout: "us"}, number(burst)+"7")
				w.keys(scanner{pace: 300, layout: "us", end: "Backspace Enter"}, "")
				w.shows("good", number(burst), "")
				w.keys(by, codes...)
			case 2: // the network is away
				w.cutOff(true)
				w.keys(by, append(slices.Clone(codes), codes[3], "nothing-1")...)
				w.await(`document.querySelector("#scan.unsent")`)
				w.cutOff(false)
				w.online()
			case 3: // the label is another one now: the next scans do not decide about it
				w.keys(by, "d-302")
				w.scansEnd()
				w.keys(scanner{pace: by.pace, layout: "us", end: "Enter Enter"}, codes...)
			case 4: // an answer is lost, the server has the scan
				evaluate[bool](w, `(real => {
					window.fetch = async (...all) => { await real(...all); window.fetch = real; throw new TypeError("lost"); };
					return true;
				})(window.fetch)`)
				w.keys(by, codes...)
				w.await(`document.querySelector("#scan.unsent")`)
				w.online()
			case 5: // nothing can be sent, and the page is opened again
				evaluate[bool](w, `(window.fetch = async () => { throw new TypeError("away"); }, true)`)
				w.keys(by, codes...)
				w.await(`document.querySelector("#scan.unsent")`)
				evaluate[bool](w, `(addEventListener("beforeunload", event => event.stopImmediatePropagation(), true), true)`)
				w.open(path)
			case 6: // paper in between: of a list, of the bench, of a product, and an empty Enter
				w.keys(by, first.Number(), second.Number(), "WB-Test_0aZ/9", "")
				w.keys(by, codes...)
			case 7:
				w.keys(scanner{pace: by.pace, layout: "french", end: "Enter"}, codes...)
			case 8:
				w.keys(scanner{pace: by.pace, layout: "french", caps: true, end: "Tab Enter"}, codes...)
			case 9:
				w.keys(scanner{pace: by.pace, layout: "chinese", end: "Tab"}, codes...)
			default:
				w.keys(by, codes...)
			}
			w.scansEnd()
		}
	}
	begin, packed := time.Now(), make(chan bool, many/burst+1)
	t.Run("people", func(t *testing.T) {
		t.Run("pack", func(t *testing.T) {
			t.Parallel()
			defer close(packed)
			wholeDay(s.of(t).browser("editor"), s.home+"pack?warnings=1", "was packed before", func() { packed <- true })
		})
		t.Run("hand over", func(t *testing.T) { // what is packed
			t.Parallel()
			w, by := s.of(t).browser("editor"), scanner{pace: 60, layout: "us", end: "Enter"}
			w.open(s.home + "handovers/" + strconv.FormatInt(second.HandoverID, 10))
			w.keys(by, number(299), number(298))
			w.await(`document.querySelector("#now [name=parcels]")?.value === "2"`)
			w.scansEnd()
			w.click(`button[value="` + number(298) + `"]`)
			w.await(`document.querySelector("#now button[name=undo]")`)
			<-packed
			wholeDay(w, s.home+"handovers/"+strconv.FormatInt(first.HandoverID, 10), "is on this list already", func() { <-packed })
			w.keys(by, number(299), "d-303")
			w.shows("bad", "d-303", "")
			w.await(`document.querySelector("#now [name=parcels]")?.value === "299"`)
		})
	})
	if got, want := s.day(), (day{packed: many, listed: many}); got != want {
		t.Errorf("the day: %+v, want %+v", got, want)
	}
	wrong, err := engine.Values[string](t.Context(), s.store.DB.Reads, `SELECT shipper_order_id
		FROM packings JOIN orders USING (account_id, order_id)
		WHERE account_id = $1 AND packed_on > 0 AND shipper_order_id >= 'd-300'`, s.account)
	if err != nil || len(wrong) > 0 {
		t.Errorf("packed, too: %v, %v", wrong, err)
	}
	for id, want := range map[int64]int64{first.HandoverID: many - 1, second.HandoverID: 1} {
		if h, err := desk.Handover(t.Context(), s.account, id); err != nil || h.Parcels != want || h.State != parcels.Open {
			t.Errorf("list %d: %+v, %v, want %d parcels", id, h, err, want)
		}
	}
	t.Logf("%d scans took %s", 2*many, time.Since(begin))
}

// TestLongScannerOfAnotherLayout is the case azerty-scanner: a parcel is found whatever the layout makes of the keys, and no text stays.
func TestLongScannerOfAnotherLayout(t *testing.T) {
	s := newSite(t)
	number := s.reference("ly-1")
	w := s.browser("editor")
	w.open(s.home + "pack?warnings=1")
	for i, by := range []scanner{
		{layout: "us"}, {layout: "us", caps: true}, {layout: "french"}, {layout: "french", caps: true}, {layout: "chinese"},
	} {
		by.pace, by.end = 20, "Enter"
		w.keys(by, number)
		w.scansEnd()
		w.await(fmt.Sprintf(`document.querySelectorAll("#scans li:not(.wait)").length === %d`, i+1))
		if got := w.text("#scan .code"); got != number {
			t.Errorf("%+v: the panel says %s", by, got)
		}
		w.await(fmt.Sprintf(`document.querySelector("#scan.%s")`, map[bool]string{true: "good", false: "warn"}[i == 0]))
		if left := evaluate[string](w, `document.querySelector("#code").value`); left != "" {
			t.Errorf("%+v: the field has %q", by, left)
		}
	}
	for how, by := range map[string]scanner{
		"reads and sends in the right way": {layout: "us"}, "another layout than the scanner": {layout: "french"},
	} {
		by.pace, by.end = 20, "Enter"
		w.keys(by, "WB-Test_0aZ/9")
		w.await(fmt.Sprintf(`document.querySelector("[data-scanner]").textContent.includes(%q)`, how))
	}
}

// TestLongTaskDesk counts the clicks of packing a parcel, undoing it, and closing a list.
func TestLongTaskDesk(t *testing.T) {
	s := newSite(t)
	number := s.reference("tk-1")
	list, err := (&parcels.Parcels{Store: s.store}).OpenHandover(t.Context(), s.account, 1, "Dock 1")
	if err != nil {
		t.Fatal(err)
	}
	w, clicks := s.browser("editor"), 0
	click := func(selector string) { clicks++; w.click(selector) }
	took := func(task string, most int) {
		t.Helper()
		if clicks > most {
			t.Errorf("%s takes %d clicks, want at most %d", task, clicks, most)
		}
		clicks = 0
	}
	by := scanner{pace: 20, layout: "us", end: "Enter"}
	w.open(s.home + "pack?warnings=1")
	w.keys(by, "tk-1")
	w.await(`document.querySelector("#station button[name=undo]")`)
	if got := s.day(); got.packed != 1 {
		t.Errorf("%+v", got)
	}
	took("pack", 0)
	click("#station button[name=undo]")
	w.seeText("is not packed any more")
	if got := s.day(); got.packed != 0 {
		t.Errorf("%+v", got)
	}
	took("undo", 1)

	w.open(s.home + "handovers/" + strconv.FormatInt(list.HandoverID, 10))
	w.keys(by, "tk-1")
	w.await(`document.querySelector("#now [name=parcels]")?.value === "1"`)
	click(`button[value="` + number + `"]`)
	w.seeText("is not on the list any more")
	w.await(`document.querySelector("#now [name=parcels]")?.value === "0"`)
	took("take off", 1)
	click("#now button[name=undo]")
	w.await(`document.querySelector("#now [name=parcels]")?.value === "1"`)
	took("undo", 1)
	click(`a[href$="/finish"]`)
	w.await(`document.activeElement.id === "f-taken_by"`)
	w.press("Joko")
	click("#f-paper")
	click("form#close .actions button")
	w.await(`document.querySelector("#now")?.innerText.includes("Joko")`)
	took("close a list", 3)
	if got := s.day(); got.closed != 1 {
		t.Errorf("%+v", got)
	}
}

// TestLongScaleWeighs reads the lines of a scale at a serial port, and the weights of an agent: a weight is taken when it is stable,
// once, for the parcel that waits for it, and another one only after the scale was empty.
func TestLongScaleWeighs(t *testing.T) {
	s := newSite(t)
	for i := range 4 {
		s.reference(fmt.Sprintf("sc-%d", i))
	}
	w := s.browser("editor")
	w.open(s.home + "pack?warnings=1&weigh=1")
	by := scanner{pace: 20, layout: "us", end: "Enter"}
	lines := func(lines ...string) {
		t.Helper()
		for _, line := range lines {
			evaluate[bool](w, fmt.Sprintf(`(weighLine(%q), true)`, line))
		}
		w.scansEnd()
	}
	waits := func(reference string, packed int, state string) {
		t.Helper()
		w.scansEnd()
		w.await(`document.querySelector("#station [data-weigh]")?.closest("section").innerText.includes("` + reference + `")`)
		w.await(fmt.Sprintf(`document.querySelector("[data-scale]").innerText.includes(%q)`, state))
		if got := s.day(); got.packed != packed {
			t.Errorf("%s: %d parcels are packed, want %d", reference, got.packed, packed)
		}
	}
	w.keys(by, "sc-0")
	waits("sc-0", 0, "Not connected")
	lines("ST,GS,+001.262kg") // it stood there when the page was opened
	waits("sc-0", 0, "Lift the parcel")
	lines("ST,GS,+000.000kg", "10023.2", "10023.2", "10023.2") // a number without a unit, such as a reference, is no weight
	waits("sc-0", 0, "Moves")
	lines("ST,GS,+000.000kg", "OL", "US,GS,+001.300kg", "US,GS,+001.262kg")
	waits("sc-0", 0, "Moves")
	lines("ST,GS,+001.262kg", "ST,GS,+001.262kg")
	w.await(`document.querySelector("#scan.warn")?.innerText.includes("It weighs 1.262 kg")`)
	w.keys(by, "sc-1") // while the parcel before stands on the scale
	lines("US,GS,+001.300kg", "ST,GS,+001.262kg")
	waits("sc-1", 1, "Lift the parcel")
	lines("US,GS,+000.002kg", "US,GS,+001.000kg", "ST,GS,+002.000kg")
	w.await(`document.querySelector("#station button[name=undo]")`)
	w.await(`document.querySelector("#scan.warn")?.innerText.includes("2 kg")`)
	lines("ST,GS,+000.000kg", "ST,GS,+000.190kg") // before its parcel is scanned; less than a tenth of the last
	w.keys(by, "sc-2")
	w.await(`document.querySelector("#scan.warn")?.innerText.includes("0.19 kg")`)
	if got := s.day(); got.packed != 3 {
		t.Errorf("%+v", got)
	}

	// The same by an agent with a scale at a TCP port.
	address, _ := printer(t)
	port, show := scale(t)
	log := new(harness.Log)
	agent, err := harness.Start(harness.Program{
		Argv: []string{
			binary, "print-agent", "--server", s.base, "--key", s.key, "--printer", "Bench=tcp://" + address, "--scale", "Bench=tcp://" + port,
		},
		Output: log,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		agent.End(os.Kill)
		if t.Failed() {
			t.Logf("the end of the agent's log:\n%s", log.Tail())
		}
	})
	path := s.home + "pack?warnings=1&weigh=1&printer=Bench"
	// Without a chosen printer, which is always in the list: the server refuses the weight of one that no agent has offered yet.
	w.openUntil(s.home+"pack?warnings=1&weigh=1", `document.querySelectorAll("[name=printer] option").length === 2`)
	show("ST,GS,+000.000kg", "ST,GS,+000.900kg") // of a parcel before
	w.openUntil(s.home+"pack/scale?printer=Bench", `document.body.innerText.includes("+0.9kg")`)
	w.open(path)
	w.keys(by, "sc-3")
	waits("sc-3", 3, "Lift the parcel")
	show("OL", "US,GS,+000.001kg")
	waits("sc-3", 3, "Empty")
	show("US,GS,+001.300kg", "ST,GS,+001.262kg", "ST,GS,+001.262kg")
	w.await(`document.querySelector("#scan.warn")?.innerText.includes("It weighs 1.262 kg")`)
	if got := s.day(); got.packed != 4 {
		t.Errorf("%+v", got)
	}
}

// scale is a scale at a TCP port. Show makes it send lines to the agent that reads it, which it waits for.
func scale(t *testing.T) (address string, show func(lines ...string)) {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	var reader net.Conn
	return l.Addr().String(), func(lines ...string) {
		t.Helper()
		if reader == nil {
			if reader, err = l.Accept(); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = reader.Close() })
		}
		if _, err := io.WriteString(reader, strings.Join(lines, "\r\n")+"\r\n"); err != nil {
			t.Fatal(err)
		}
	}
}

// TestLongBenchIsTriedAtItsFirstUse: a browser that opens a bench for the first time shows the code that tries the scanner, until a
// parcel is scanned.
func TestLongBenchIsTriedAtItsFirstUse(t *testing.T) {
	s := newSite(t)
	s.reference("fu-1")
	w := &window{Window: browser.Open(t, browser.Shell), s: s}
	w.signIn(s.user("editor"))
	by := scanner{pace: 20, layout: "french", end: "Enter"}
	w.open(s.home + "pack?warnings=1")
	w.await(`document.querySelector("#bench:popover-open")`)
	w.keys(by, "WB-Test_0aZ/9")
	w.seeText("another layout than the scanner")
	w.keys(by, "fu-1")
	w.await(`document.querySelector("#scan.good") && !document.querySelector("#bench:popover-open")`)
	w.open(s.home + "pack?warnings=1")
	w.await(`!document.querySelector("#bench:popover-open")`)
}
