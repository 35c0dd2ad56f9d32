package console

import (
	"strconv"
	"strings"
	"testing"
)

// TestLongRun: somebody with the role hub does an evening: opens a run, scans parcels on it, one of them twice, one that is stopped and one
// without an order, takes one off, counts the run, takes one more parcel, counts again, and lets the driver sign on paper.
func TestLongRun(t *testing.T) {
	s := newServer(t)
	first, second, third, stopped := s.reference("run-1"), s.reference("run-2"), s.reference("run-3"), s.reference("run-4")
	if _, err := s.store.StopOrders(t.Context(), []string{stopped}, "Customs asks for the invoice"); err != nil {
		t.Fatal(err)
	}
	w := s.browser("hub")
	w.open("/console/operator/runs")
	w.write("#f-van", "SGX 1234 A")
	w.write("#f-driver", "Joko")
	w.write("#f-place", "Depot Tuas")
	w.follow("main form.filters .button")
	w.await(`location.pathname.endsWith("/runs/1") && document.querySelector("[data-scan]")`)
	by := scanner{pace: 20, layout: "us", end: "Enter"}
	w.keys(by, first)
	w.shows("good", first, "is on the list")
	w.keys(by, first)
	w.shows("warn", first, "is on this list")
	w.keys(by, "run-2")
	w.shows("good", second, "is on the list")
	w.keys(by, stopped)
	w.shows("bad", stopped, "Customs asks for the invoice")
	w.keys(by, "NO-SUCH-PARCEL")
	w.shows("bad", "NO-SUCH-PARCEL", "is not known")
	w.await(`document.querySelector("#now .figure dd").innerText === "2"`)
	w.follow(`#now button[value="` + second + `"]`)
	w.seeText("is not on the run any more")
	w.follow(`form[action$="/count"] button`)
	w.follow(`form[action$="/reopen"] button`)
	w.keys(by, third)
	w.shows("good", third, "is on the list")
	w.await(`document.querySelectorAll("#scans li.wait, #scans li.unsent").length === 0`)
	w.follow(`form[action$="/count"] button`)
	w.seeText("Count the parcels with the driver")
	if got := w.text("#now"); !strings.Contains(got, "HL-00001") || evaluate[bool](w, `!!document.querySelector("[data-scan]")`) {
		t.Errorf("the run that is counted: %s", got)
	}
	w.follow("form#close button:not([type=button])")
	w.seeText("Let the driver sign in the box")
	w.write("#f-taken_by", "Joko")
	w.click("#close input[name=paper]")
	w.follow("form#close button:not([type=button])")
	w.await(`document.querySelector("#now .badge.good")?.innerText.includes("Handed over")`)
	for _, number := range []string{first, third} {
		o, err := s.sdk.Order(t.Context(), number)
		if err != nil || o.TrackerStatusCode != "PICKED_UP" {
			t.Errorf("%s is %s, %v", number, o.TrackerStatusCode, err)
		}
	}
	receipt := "/console/operator/runs/1/receipts/" + strconv.FormatInt(s.account, 10)
	begins := `fetch("` + receipt + `").then(answer => answer.text()).then(file => file.slice(0, 5))`
	if got := evaluate[string](w, begins); got != "%PDF-" {
		t.Errorf("the receipt begins with %s", got)
	}

	// Its shipper sees the list, and changes nothing.
	shipper := s.browser("admin")
	shipper.open(s.home + "handovers/1")
	shipper.seeText("The operator fills this list")
	if evaluate[bool](shipper, `!!document.querySelector("[data-scan], form[action$='/reopen'], form#close")`) {
		t.Error("the shipper can change the list of a run")
	}
}
