package console

import (
	"net/http"
	"net/url"
	"testing"

	"waybill/internal/feature/consolidation/stored"
	"waybill/internal/shipment"
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
	u.post(one+"/customs", url.Values{"form": {"customs"}, "tab": {"checks"}, "codes": {first + "\n" + "nothing"}, "answer": {"screening"}}).
		want(t, http.StatusUnprocessableEntity, "nothing names no parcel of the consignment")
	u.get(one+"?tab=checks").want(t, http.StatusOK, "To be screened")
	u.post(one+"/customs", url.Values{"form": {"customs"}, "codes": {first}, "answer": {"assessed"}}).want(t, http.StatusSeeOther)
	u.post(one+"/legs/1/depart", url.Values{"form": {"depart1"}}).want(t, http.StatusUnprocessableEntity, "not cleared")
	for _, state := range []string{"closed", "filed", "cleared"} {
		u.post(one+"/change", url.Values{"state": {state}}).want(t, http.StatusSeeOther)
	}
	u.post(one+"/manifest", nil).want(t, http.StatusSeeOther)
	u.get(one+"?tab=papers").want(t, http.StatusOK, "Excel", "1. SQ 950")
	for _, paper := range []string{"/manifest/pdf", "/manifest/xlsx", "/legs/1/pdf"} {
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
