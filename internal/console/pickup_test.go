package console

import (
	"net/http"
	"net/url"
	"slices"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// TestPickupRun does a run in the console: it is opened, filled, counted, opened again and signed on paper, and what is wrong is said.
func TestPickupRun(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperator)
	number, other := c.orderFor("Budi", "P-1"), c.orderFor("Budi", "P-2")
	const runs, run = "/console/operator/runs", "/console/operator/runs/1"
	u.post(runs, url.Values{"van": {"V"}}).want(t, http.StatusUnprocessableEntity, "f-driver")
	u.post(runs, url.Values{"van": {"SGX 1"}, "driver": {"Joko"}, "place": {"Depot"}, "date": {"2026-11-30"}}).want(t, http.StatusSeeOther)
	u.get(run).want(t, http.StatusOK, "PR-00001", "SGX 1", "data-scan", `id="scans"`, `data-to="`+run+`/scan"`)
	u.post(run+"/scan", url.Values{"code": {number}, "scan": {"s1"}}).want(t, http.StatusOK, `"tone":"good"`, number)
	u.post(run+"/scan", url.Values{"code": {"P?2"}, "typed": {"P-2"}, "scan": {"s2"}}).want(t, http.StatusOK, `"tone":"good"`, other)
	u.post(run+"/scan", url.Values{"code": {"nothing"}, "scan": {"s3"}}).want(t, http.StatusOK, `"tone":"bad"`, "is not known")
	u.post(run+"/scan", url.Values{"code": {"a\x00b"}, "scan": {"s4"}}).want(t, http.StatusOK, `"tone":"bad"`)
	u.post(run+"/remove", url.Values{"parcel": {other}}).want(t, http.StatusSeeOther)
	u.get(runs).want(t, http.StatusOK, "PR-00001")
	u.post(run+"/count", nil).want(t, http.StatusSeeOther)
	u.post(run+"/reopen", nil).want(t, http.StatusSeeOther)
	u.post(run+"/count", nil).want(t, http.StatusSeeOther)
	u.get(run).want(t, http.StatusOK, "HL-00001", `name="parcels" form="close" value="1"`)
	signed := url.Values{"given_by": {"Ann"}, "taken_by": {"Joko"}, "parcels": {"1"}}
	u.post(run+"/sign", signed).want(t, http.StatusUnprocessableEntity, "Let the driver sign")
	signed.Set("paper", "on")
	u.post(run+"/sign", signed).want(t, http.StatusSeeOther)
	u.get(run).want(t, http.StatusOK, "on paper", "/receipts/1")
	u.get(run+"/pdf").want(t, http.StatusOK)
	u.get(run+"/receipts/1").want(t, http.StatusOK)
	planned := url.Values{"van": {"SGX 2"}, "driver": {"Joko"}, "place": {"Depot"}, "date": {"2026-11-30"}, "stops": {"1 Dock 3\nx"}}
	u.post(runs, planned).want(t, http.StatusUnprocessableEntity, "1 Dock 3\nx", "errors")
	planned.Set("stops", "1 Dock 3\n77")
	u.post(runs, planned).want(t, http.StatusUnprocessableEntity, "f-stops", "77")
	planned.Set("stops", "\r\n 1 Dock 3\r\n")
	u.post(runs, planned).want(t, http.StatusSeeOther)
	stops, err := engine.Values[string](t.Context(), c.Store.DB.Reads, `SELECT r.van || ' ' || p.account_id || ' ' || p.place 
		FROM pickup_stops p JOIN pickup_runs r ON r.run_id = p.run_id WHERE r.run_id > 1`)
	if err != nil || !slices.Equal(stops, []string{"SGX 2 1 Dock 3"}) {
		t.Errorf("planned %q, %v", stops, err)
	}
	c.as(shipment.RoleAdmin).get(run).want(t, http.StatusForbidden)
}
