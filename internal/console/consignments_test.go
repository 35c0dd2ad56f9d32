package console

import (
	"context"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/people"
)

// bag opens a bag in the console, with parcels, and closes it.
func (u *testUser) bag(t *testing.T, path string, numbers ...string) {
	t.Helper()
	u.post("/console/operator/bags", url.Values{"form": {"open"}, "hub_id": {"1"}}).want(t, http.StatusSeeOther)
	for _, number := range numbers {
		u.post(path+"/scan", url.Values{"code": {number}, "scan": {number}}).want(t, http.StatusOK, `"tone":"good"`)
	}
	u.post(path+"/close", nil).want(t, http.StatusSeeOther)
}

// TestConsignment takes two bags on a flight in the console: one is left behind and gets the next leg. What is wrong is said.
func TestConsignment(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	c.hub("Tuas")
	u, hub := c.as(shipment.RoleOperator), c.as(shipment.RoleHub)
	first, second := c.orderFor("Budi", "C-1"), c.orderFor("Budi", "C-2")
	const all, one = "/console/operator/consignments", "/console/operator/consignments/1"
	hub.bag(t, "/console/operator/bags/1", first)
	hub.bag(t, "/console/operator/bags/2", second)
	u.get(all).want(t, http.StatusOK, "No such consignments")
	open := url.Values{"form": {"open"}, "once": {"k"}, "destination": {"ID"}, "awb": {"618-1234 5674"}}
	u.post(all, open).want(t, http.StatusUnprocessableEntity, "This is no air waybill", `value="618-1234 5674"`)
	open.Set("awb", "618-1234 5675")
	for range 2 { // the form is sent twice
		u.post(all, open).want(t, http.StatusSeeOther)
	}
	u.get(all+"/2").want(t, http.StatusNotFound)
	u.get(all+"?state=planned&awb=618").want(t, http.StatusOK, "CN-00001", "61812345675", "Planned")
	u.get(all+"?state=filed").want(t, http.StatusOK, "No such consignments")
	leg := url.Values{
		"form": {"add"}, "flight": {"SQ 950"}, "from": {"SIN"}, "from_country": {"SG"}, "to": {"CGK"}, "to_country": {"ID"},
		"planned_departure": {"2026-12-01T09:30"},
	}
	u.post(one+"/legs", url.Values{"form": {"add"}, "flight": {"SQ 950"}}).
		want(t, http.StatusUnprocessableEntity, `id="f-from"`, `value="SQ 950"`)
	u.post(one+"/legs", leg).want(t, http.StatusSeeOther)
	leg.Set("flight", "SQ 952")
	u.post(one+"/legs", leg).want(t, http.StatusSeeOther)
	u.get(one).want(t, http.StatusOK, "SQ 950", "SQ 952", "1 Dec 2026, 09:30", `value="2026-12-01T09:30"`)
	scan := one + "/scan?leg=1&move="
	hub.get(one+"?tab=load&leg=1").want(t, http.StatusOK, "data-scan", `data-to="`+one+`/scan"`)
	hub.post(scan+"put", url.Values{"code": {"BG-00001"}}).want(t, http.StatusOK, `"tone":"good"`, "is loaded")
	hub.post(scan+"put", url.Values{"code": {")'=="}, "typed": {"bg2"}}).want(t, http.StatusOK, `"tone":"good"`, "bg2")
	hub.post(scan+"put", url.Values{"code": {"BG-00077"}}).want(t, http.StatusOK, `"tone":"bad"`, "no bag with the number BG-00077")
	hub.post(scan+"put", url.Values{"code": {first}}).want(t, http.StatusOK, `"tone":"bad"`, "no bag with the number")
	hub.post(scan+"lift", url.Values{"code": {"BG-00001"}}).want(t, http.StatusNotFound)
	hub.post(scan+"next", url.Values{"code": {"BG-00002"}}).want(t, http.StatusOK, `"tone":"good"`, "next leg")
	hub.get(one).want(t, http.StatusOK, "1. SQ 950", "2. SQ 952")
	hub.post(one+"/legs/1/depart", nil).want(t, http.StatusForbidden)
	u.post(one+"/bags/leave", url.Values{"leg_no": {"2"}}).want(t, http.StatusUnprocessableEntity, "Bags")
	u.post(one+"/bags/leave", url.Values{"leg_no": {"2"}, "bags": {"BG-00002"}}).want(t, http.StatusSeeOther)
	u.post(one+"/bags/put", url.Values{"leg_no": {"2"}, "bags": {"BG-00002"}}).want(t, http.StatusSeeOther)
	u.get(one+"?tab=checks").want(t, http.StatusOK, "Goods have no HS code", first, second)
	u.post(one+"/customs", url.Values{"form": {"customs"}, "tab": {"customs"}, "codes": {first + "\n" + "nothing"}, "answer": {"screening"}}).
		want(t, http.StatusUnprocessableEntity, "nothing names no parcel of the consignment")
	u.get(one+"?tab=customs").want(t, http.StatusOK, "To be screened")
	u.get(one).want(t, http.StatusOK, "1 parcel is kept", first, "Parcels that depart all the same")
	u.post(one+"/customs", url.Values{"form": {"customs"}, "codes": {first}, "answer": {"assessed"}}).want(t, http.StatusSeeOther)
	u.post(one+"/legs/1/depart", url.Values{"form": {"depart1"}}).want(t, http.StatusUnprocessableEntity, "not cleared")
	for _, state := range []string{"closed", "filed", "cleared"} {
		u.post(one+"/change", url.Values{"state": {state}}).want(t, http.StatusSeeOther)
	}
	u.post(one+"/manifest", nil).want(t, http.StatusSeeOther)
	u.get(one+"?tab=papers").want(t, http.StatusOK, "Excel", "1. SQ 950")
	for _, paper := range []string{"/manifest/pdf", "/manifest/xlsx", "/legs/1/pdf", "/legs/1/slip", "/invoices"} {
		u.get(one+paper).want(t, http.StatusOK)
	}
	u.get(one+"/manifest/json").want(t, http.StatusOK, `"rows"`, first)
	u.post(one+"/legs/1/depart", url.Values{"form": {"depart1"}, "occurred_on": {"2026-01-02T10:00"}}).want(t, http.StatusSeeOther)
	u.get(one).want(t, http.StatusOK, "Partly departed")
	u.get(one+"?tab=events").want(t, http.StatusOK, "Departed", "SIN", "They get it now")
	u.post(one+"/legs/1", url.Values{"form": {"leg1"}, "flight": {"SQ 1"}}).want(t, http.StatusUnprocessableEntity, "reason", `value="SQ 1"`)
	u.post(one+"/legs/1", url.Values{"form": {"leg1"}, "flight": {"SQ 1"}, "reason": {"Mistyped"}}).want(t, http.StatusSeeOther)
	u.post(one+"/legs/1/arrive", url.Values{"form": {"arrive1"}}).want(t, http.StatusSeeOther)
	event := url.Values{
		"form": {"report"}, "tab": {"events"}, "once": {"e"}, "text": {"Held by customs"}, "status": {"EXCEPTION"}, "scope": {"parcels"},
	}
	u.post(one+"/events", event).want(t, http.StatusUnprocessableEntity, "Scan bags or parcels", "Held by customs")
	event.Set("scope", "all")
	event.Set("codes", "BG-00001")
	u.post(one+"/events", event).want(t, http.StatusUnprocessableEntity, "Scan bags or parcels")
	event.Set("scope", "parcels")
	event.Set("codes", "BG-00001\n"+second)
	for range 2 {
		if got := u.post(one+"/events", event); got.header.Get("Location") != one+"?tab=events" {
			t.Errorf("reported: %d %s", got.status, got.text)
		}
	}
	event.Set("scope", "without")
	event.Set("codes", "BG-00001")
	u.post(one+"/events", event).want(t, http.StatusUnprocessableEntity, "BG-00001 names no parcel of the consignment")
	event.Set("codes", first)
	u.post(one+"/events", event).want(t, http.StatusSeeOther)
	events, err := (&stored.Store{Store: c.Store}).Events(t.Context(), 1, 0, 10)
	if err != nil || len(events) != 4 {
		t.Fatalf("%d events, %v", len(events), err)
	}
	some, others := events[2], events[3]
	if len(some.Whole) != 1 || len(some.Parcels) != 1 || some.Without != nil || len(others.Bags) != 2 || len(others.Without) != 1 {
		t.Errorf("of a bag and a parcel: %+v, of all but one: %+v", some, others)
	}
	c.as(shipment.RoleAdmin).get(one).want(t, http.StatusForbidden)
}

// flown takes the parcels of two bags on a flight in the console, which arrives in Indonesia, and returns the numbers of the parcels.
func (c *testConsole) flown(t *testing.T, u, hub *testUser) (numbers []string) {
	t.Helper()
	c.hub("Cengkareng")
	for i, reference := range []string{"I-1", "I-2", "I-3"} {
		numbers = append(numbers, c.orderFor("Budi", reference))
		hub.bag(t, "/console/operator/bags/"+strconv.Itoa(i+1), numbers[i])
	}
	const all, one = "/console/operator/consignments", "/console/operator/consignments/1"
	u.post(all, url.Values{"form": {"open"}, "destination": {"ID"}, "awb": {"618-1234 5675"}}).want(t, http.StatusSeeOther)
	u.post(one+"/legs", url.Values{
		"form": {"add"}, "flight": {"SQ 950"}, "from": {"SIN"}, "from_country": {"SG"}, "to": {"CGK"}, "to_country": {"ID"},
	}).want(t, http.StatusSeeOther)
	u.post(one+"/bags/put", url.Values{"leg_no": {"1"}, "bags": {"BG-00001", "BG-00002", "BG-00003"}}).want(t, http.StatusSeeOther)
	return numbers
}

// wantNone checks that a page has none of the texts.
func (p testPage) wantNone(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if strings.Contains(p.text, text) {
			t.Errorf("the page has %q: %s", text, p.text)
		}
	}
}

// TestInboundPage receives a consignment in the console: a bag, a damaged parcel, one without a label, and one that is missing.
func TestInboundPage(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, hub := c.as(shipment.RoleOperator), c.as(shipment.RoleHub)
	numbers := c.flown(t, u, hub)
	const one = "/console/operator/consignments/1"
	const tab, scan = one + "?tab=inbound", one + "/inbound/scan?tab=receive"
	opened := url.Values{"form": {"inbound"}, "tab": {"inbound"}, "state": {"open"}, "hub_id": {"1"}}
	hub.get(tab).want(t, http.StatusOK, "Open the inbound", "Cengkareng")
	hub.post(one+"/inbound", opened).want(t, http.StatusUnprocessableEntity, "No bag of the consignment CN-00001 has arrived")
	hub.post(scan, url.Values{"code": {numbers[0]}, "scan": {"s0"}}).want(t, http.StatusOK, `"tone":"bad"`, "is not open")
	for _, action := range []string{"depart", "arrive"} {
		u.post(one+"/legs/1/"+action, url.Values{"form": {action + "1"}, "reason": {"Late papers"}}).want(t, http.StatusSeeOther)
	}
	hub.post(one+"/inbound", opened).want(t, http.StatusSeeOther)
	hub.get(one+"?tab=receive").want(t, http.StatusOK, `data-scan="`+one+`/inbound/scan?tab=receive"`, "3 parcels are missing")
	for form, want := range map[string]string{
		"code=BG-00001&scan=s1": `"tone":"good"`, "code=" + numbers[1] + "&scan=s2&state=damaged": "This value is missing.",
		"code=%29%27%3D%3D&typed=" + numbers[1] + "&scan=s3&state=damaged&note=Wet": `"tone":"warn","text":"Damaged"`,
		"code=nothing&scan=s4": `"tone":"bad","text":"Not known"`,
	} {
		sent, _ := url.ParseQuery(form)
		hub.post(scan, sent).want(t, http.StatusOK, want)
	}
	hub.post(scan, url.Values{"code": {"bg1"}, "scan": {"s5"}}).want(t, http.StatusOK, `"tone":"warn"`, "It was scanned before.")
	hub.post(scan, url.Values{"code": {numbers[1]}, "scan": {"s6"}, "page": {"1"}}).want(t, http.StatusSeeOther)
	bare := url.Values{"form": {"unlabelled"}, "tab": {"receive"}, "scan": {"s7"}}
	hub.post(one+"/inbound/unlabelled", bare).want(t, http.StatusUnprocessableEntity, `id="f-note"`)
	bare.Set("note", "A red box")
	bare.Set("weight", "1,5")
	for range 2 { // the form is sent twice
		hub.post(one+"/inbound/unlabelled", bare).want(t, http.StatusSeeOther)
	}
	hub.get(tab).want(t, http.StatusOK, "Its bag was received", "Wet", "A red box", "CN-00001-s7", "1 parcel is missing", numbers[2])
	missing := hub.get(tab + "&state=missing")
	missing.want(t, http.StatusOK, numbers[2])
	missing.wantNone(t, numbers[0], "A red box")
	hub.get(tab+"&state=lost").want(t, http.StatusOK, numbers[0])
	hub.get(tab+"&after="+url.QueryEscape(`3-1-99-"z"`)).want(t, http.StatusOK, "No parcel is in this state")
	closed := url.Values{"form": {"close"}, "tab": {"inbound"}, "state": {"closed"}, "missing": {"2"}}
	hub.post(one+"/inbound", closed).want(t, http.StatusUnprocessableEntity, "The number of missing parcels is 1, not 2")
	closed.Set("missing", "1")
	hub.post(one+"/inbound", closed).want(t, http.StatusSeeOther)
	reopened := url.Values{"form": {"reopen"}, "tab": {"inbound"}, "state": {"open"}}
	hub.post(one+"/inbound", reopened).want(t, http.StatusUnprocessableEntity, "Send the reason why")
	reopened.Set("reason", "One more cage")
	if got := hub.post(one+"/inbound", reopened); got.header.Get("Location") != tab {
		t.Errorf("opened again: %d %s", got.status, got.text)
	}
	hub.get(tab).want(t, http.StatusOK, "Opened again: One more cage")
	hub.post(scan, url.Values{"code": {numbers[2]}, "scan": {"s8"}}).want(t, http.StatusOK, `"tone":"bad"`, "on its way to the parcels")
}

// TestATabThatIsRefused: a consignment with too many parcels for its checks says so on its page.
func TestATabThatIsRefused(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperator)
	c.flown(t, u, c.as(shipment.RoleHub))
	err := c.Store.DB.Change(t.Context(), "fill a bag", func(ctx context.Context, q engine.Querier) error {
		return engine.Exec(ctx, q, `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i <= 20000)
			INSERT INTO bag_parcels (account_id, order_id, bag_id, weight, scanned_on, scanned_by, scan, emptied)
			SELECT 1, 1000000 + i, 1, 1, 1, '', '', 0 FROM n`)
	})
	if err != nil {
		t.Fatal(err)
	}
	u.get("/console/operator/consignments/1?tab=checks").want(t, http.StatusConflict, `id="errors"`, "20,000", "Legs and bags", "CN-00001")
}

// TestBrokersResult reads the result of a broker in the console: first nothing is stored, then what can be, and once.
func TestBrokersResult(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, hub := c.as(shipment.RoleOperator), c.as(shipment.RoleHub)
	numbers := c.flown(t, u, hub)
	const one = "/console/operator/consignments/1"
	read := func(file string) testPage {
		return u.sendFile(one+"/results", "file", []byte(file), map[string]string{"tab": "customs"})
	}
	read("").want(t, http.StatusUnprocessableEntity, "Choose a CSV or XLSX file.")
	read("number,what\n1,2\n").want(t, http.StatusUnprocessableEntity, "Please correct this")
	file := "tracking_no,answer,entry_no,duty,currency\n" + numbers[0] + ",released,E-77,12.50,IDR\n" + numbers[1] +
		",eaten,,,\nnothing,released,,,\n"
	trial := read(file)
	trial.want(t, http.StatusOK, "Nothing is stored yet", "Can be stored", "Not known", "Refused",
		"choose one of the list", numbers[2])
	u.get(one+"?tab=customs").wantNone(t, "E-77", "Released by customs</span>")
	kept := regexp.MustCompile(`name="kept" value="([^"]+)"`).FindStringSubmatch(trial.text)
	if kept == nil {
		t.Fatal("the trial keeps no file")
	}
	again := map[string]string{"tab": "customs", "kept": html.UnescapeString(kept[1])}
	confirmed := u.sendFile(one+"/results", "none", nil, again)
	confirmed.want(t, http.StatusOK, "What could be stored is stored")
	confirmed.wantNone(t, "Confirm and store")
	u.get(one+"?tab=customs").want(t, http.StatusOK, "E-77", "12.5 IDR", "Released by customs</span>")
	twice := read(file)
	twice.want(t, http.StatusOK, "This file was stored before")
	twice.wantNone(t, "Confirm and store")
	u.sendFile(one+"/results", "none", nil, map[string]string{"kept": "%"}).want(t, http.StatusBadRequest)
	hub.sendFile(one+"/results", "file", []byte(file), nil).want(t, http.StatusForbidden)
}

// TestTimesOfFlightsAreOfTheVisitorsZone: a person types and sees the time of the own time zone, in summer and in winter.
func TestTimesOfFlightsAreOfTheVisitorsZone(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	c.hub("Tuas")
	u := c.as(shipment.RoleOperator)
	_, err := c.Store.People.UpdateUser(t.Context(), u.user.UserID, func(p *people.User) error {
		p.Timezone = "Europe/Berlin"
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const all, one = "/console/operator/consignments", "/console/operator/consignments/1"
	u.post(all, url.Values{"form": {"open"}, "destination": {"ID"}, "awb": {"618-1234 5675"}}).want(t, http.StatusSeeOther)
	for i, want := range []struct{ typed, stored string }{
		{"2026-12-01T09:30", "2026-12-01T08:30:00Z"}, {"2026-07-01T09:30", "2026-07-01T07:30:00Z"},
	} {
		u.post(one+"/legs", url.Values{
			"form": {"add"}, "flight": {"SQ 950"}, "from": {"SIN"}, "from_country": {"SG"}, "to": {"CGK"}, "to_country": {"ID"},
			"planned_departure": {want.typed},
		}).want(t, http.StatusSeeOther)
		u.get(one).want(t, http.StatusOK, `value="`+want.typed+`"`)
		consignment, err := (&stored.Store{Store: c.Store}).Consignment(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := consignment.Legs[i].PlannedDeparture.UTC().Format(time.RFC3339); got != want.stored {
			t.Errorf("%s is stored as %s, want %s", want.typed, got, want.stored)
		}
	}
}
