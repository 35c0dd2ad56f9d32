package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/feature/floor/stored"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// newHub is a console whose operator has a hub.
func newHub(t *testing.T) *testConsole {
	t.Helper()
	c := newTestConsole(t)
	_, err := (&stored.Store{Store: c.Store}).CreateHub(t.Context(), stored.Hub{
		AccountID: 1, Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore",
	})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestStopNamesWhatIsNotStopped: the form stays with the numbers that no parcel has, and the others are stopped.
func TestStopNamesWhatIsNotStopped(t *testing.T) {
	t.Parallel()
	c := newHub(t)
	u, number := c.as(shipment.RoleOperatorAdmin), c.orderFor("Budi", "H-1")
	const stops = "/console/operator/stops"
	form := url.Values{"reason": {"Customs"}, "tracking_nos": {number + "\nWB00000000000ID"}}
	u.post(stops, form).want(t, http.StatusUnprocessableEntity, "Not stopped: WB00000000000ID")
	u.get(stops).want(t, http.StatusOK, number, "Customs")
	form.Set("tracking_nos", number)
	u.post(stops, form).want(t, http.StatusSeeOther)
}

// TestHubPrintsALabel: people in a hub print the label of the parcel that they have scanned. It counts as printed when it is sent by POST.
func TestHubPrintsALabel(t *testing.T) {
	t.Parallel()
	c := newHub(t)
	u, number := c.as(shipment.RoleHub), c.orderFor("Budi", "H-1")
	const scan, labels = "/console/operator/floor/scan?hub=1&activity=inbound", "/console/operator/floor/labels/"
	u.post(scan, url.Values{"code": {number}, "scan": {"s1"}}).want(t, http.StatusOK, `"tone":"warn"`, `"path":"`+labels+number+`"`)
	now := "/console/operator/floor/now?hub=1&activity=inbound&scanned=" + url.QueryEscape(labels+number)
	u.get(now).want(t, http.StatusOK, `action="`+labels+number+`"`, "Print the label", `id="unknown"`)
	page := u.get("/console/operator/floor/now?hub=1&scanned=-")
	if page.status != http.StatusOK || strings.Contains(page.text, "Print the label") {
		t.Error("a label is offered after no scan")
	}
	page = u.get("/console/operator/floor?scanned=" + url.QueryEscape(labels+"../../accounts/1/suspend"))
	if page.status != http.StatusOK || strings.Contains(page.text, "suspend") {
		t.Error("an address makes the button do something else")
	}
	u.get(labels+c.orderFor("Siti", "H-2")).want(t, http.StatusNotFound)
	printed := func() int {
		t.Helper()
		n, err := engine.Value[int](t.Context(), c.Store.DB.Reads, `SELECT count(*) FROM label_prints`)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	u.get(labels+number).want(t, http.StatusOK, "%PDF")
	if n := printed(); n != 0 {
		t.Errorf("%d labels are printed by a GET", n)
	}
	u.post(labels+number, nil).want(t, http.StatusOK, "%PDF")
	if n := printed(); n != 1 {
		t.Errorf("%d labels are printed", n)
	}
	u.post(scan, url.Values{"code": {number}, "scan": {"s2"}}).want(t, http.StatusOK, "was scanned before")
	u.post(labels+"WB00000000000ID", nil).want(t, http.StatusNotFound)
	c.as(shipment.RoleViewer).post(labels+number, nil).want(t, http.StatusForbidden)
}

// TestUnknownParcelsArePages: the page says what is wrong when a code is closed, and does not list codes that are closed.
func TestUnknownParcelsArePages(t *testing.T) {
	t.Parallel()
	c := newHub(t)
	u, number := c.as(shipment.RoleHub), c.orderFor("Budi", "H-1")
	const scan, list = "/console/operator/floor/scan?hub=1&activity=inbound", "/console/operator/floor/unknown"
	u.get(list).want(t, http.StatusOK, "No unknown parcels")
	u.post(scan, url.Values{"code": {"TORN"}, "scan": {"s1"}}).want(t, http.StatusOK, `"tone":"bad"`)
	u.post(scan, url.Values{"code": {"WET"}, "scan": {"s2"}}).want(t, http.StatusOK, `"tone":"bad"`)
	u.get(list).want(t, http.StatusOK, "TORN", "WET", "Tuas", "Inbound")
	u.post(list, url.Values{"scan": {"s1"}, "tracking_no": {""}, "reason": {""}}).want(t, http.StatusUnprocessableEntity, "Send a reason")
	u.post(list, url.Values{"scan": {"s1"}, "tracking_no": {"WB00000000000ID"}, "reason": {""}}).
		want(t, http.StatusUnprocessableEntity, "is not known", `href="#f-tracking_no"`, `id="f-tracking_no"`, "WB00000000000ID")
	u.post(list, url.Values{"scan": {"s1"}, "tracking_no": {number}, "reason": {""}}).want(t, http.StatusSeeOther)
	u.post(list, url.Values{"scan": {"s2"}, "tracking_no": {""}, "reason": {"Given back"}}).want(t, http.StatusSeeOther)
	u.get(list).want(t, http.StatusOK, "No unknown parcels", "The unknown parcel is closed.")
	u.post(list, url.Values{"scan": {"s3"}, "reason": {"Given back"}}).want(t, http.StatusNotFound)
	c.as(shipment.RoleViewer).get(list).want(t, http.StatusForbidden)
}
