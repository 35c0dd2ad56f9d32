package console

import (
	"context"
	"strings"
	"testing"
	"time"

	"waybill/internal/feature/floor/stored"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// addHub makes a hub that belongs to the account of the site.
func addHub(s *site, name string) stored.Hub {
	s.t.Helper()
	made, err := (&stored.Store{Store: s.store}).CreateHub(s.t.Context(), stored.Hub{
		AccountID: s.account, Name: name, Country: "SG", Timezone: "Asia/Singapore",
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return made
}

// measured has the parcel of an order measured in a hub, as a device does by the API.
func measured(s *site, trackingNo string) {
	s.t.Helper()
	ctx, of := s.t.Context(), &stored.Store{Store: s.store}
	o, err := s.store.OrderByTrackingNo(ctx, trackingNo)
	if err != nil {
		s.t.Fatal(err)
	}
	err = s.store.DB.Change(ctx, "store a scan", func(ctx context.Context, q engine.Querier) error {
		return of.Add(ctx, q, &stored.Scan{
			AccountID: o.AccountID, OrderID: o.OrderID, HubID: 1, Name: "m", Activity: shipment.ActivityMeasured, On: time.Now(),
			Weight: 1400, Length: 3000, Width: 2000, Height: 1000,
		})
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// TestLongHub: an administrator makes a hub, and somebody with the role hub scans parcels in it: one that goes on, one without an order,
// one that is stopped, and one that nothing was printed for. They see no other page of the operator, and no account.
func TestLongHub(t *testing.T) {
	s := newServer(t)
	_, err := s.store.MasterData.UpdateAccount(t.Context(), s.account, func(a *masterdata.Account) error {
		a.Operator = true
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	admin := s.browser("operator-admin")
	admin.open("/console/operator/hubs/new")
	admin.write("#f-name", "Tuas")
	admin.choose("#f-country", "SG")
	admin.write("#f-timezone", "Singapore time")
	admin.follow("main form .button")
	admin.seeText("Enter a time zone")
	admin.write("#f-timezone", "Asia/Singapore")
	admin.follow("main form .button")
	admin.seeText("The hub is created.")

	goes, stopped, fresh := s.reference("hub-1"), s.reference("hub-2"), s.reference("hub-3")
	if _, err := s.sdk.MarkPrinted(t.Context(), []string{goes, stopped}); err != nil {
		t.Fatal(err)
	}
	admin.open("/console/operator/parcels?q=hub-2")
	admin.click(`input[value="` + stopped + `"]`)
	admin.click(".bar details.more summary")
	admin.write("input[name=reason]", "Customs asks for the invoice")
	admin.follow(".bar details.more button")
	admin.seeText("Customs asks for the invoice")
	admin.open("/console/operator/parcels?queue=print&account_id=1")
	if got := admin.text("main table"); !strings.Contains(got, fresh) || strings.Contains(got, goes) {
		t.Errorf("parcels to print: %s", got)
	}

	measured(s, goes)
	admin.open(s.home + "orders/" + goes)
	admin.seeText("Measured in a hub")
	admin.seeText("1.4 kg · 30 × 20 × 10 cm")

	w := s.browser("hub")
	w.open("/console/")
	if got := w.path(); got != "/console/operator/floor" {
		t.Errorf("it begins at %s", got)
	}
	by := scanner{pace: 20, layout: "us", end: "Enter"}
	w.keys(by, goes)
	w.shows("good", goes, "goes on with the service")
	w.keys(by, goes)
	w.shows("warn", goes, "was scanned before")
	w.keys(by, "hub-2")
	w.shows("bad", stopped, "Customs asks for the invoice")
	w.keys(scanner{pace: 20, layout: "french", end: "Tab"}, fresh)
	w.shows("warn", fresh, "print it")
	w.keys(by, "NO-SUCH-PARCEL")
	w.shows("bad", "NO-SUCH-PARCEL", "unknown parcels")
	w.await(`document.querySelector("#unknown").innerText.includes("NO-SUCH-PARCEL")`)
	w.cutOff(true)
	w.keys(by, "hub-1")
	w.await(`document.querySelector("#scan.unsent")`)
	w.cutOff(false)
	w.online()
	w.shows("warn", goes, "was scanned before")
	for _, path := range []string{
		"/console/operator/", "/console/operator/accounts", s.home, s.home + "orders", "/console/operator/hubs/new",
	} {
		w.open(path)
		if w.text("h1") == "" || evaluate[bool](w, `!!document.querySelector("main table, main form")`) {
			t.Errorf("the role hub sees %s: %s", path, w.text("main"))
		}
	}

	admin.open("/console/operator/stops")
	admin.follow(`button[value="` + stopped + `"]`)
	admin.seeText("is lifted")
	w.open("/console/operator/floor?activity=outbound")
	w.keys(by, stopped)
	w.shows("good", stopped, "goes on with the service")
}
