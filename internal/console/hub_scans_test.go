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

// TestHubScansAreChecked: the station takes what the API takes, so that nobody records an activity that there is not, or a name that the
// database cannot hold. A code that was read wrongly, and is known as it was typed, is no unknown parcel.
func TestHubScansAreChecked(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	_, err := (&stored.Store{Store: c.Store}).CreateHub(t.Context(), stored.Hub{
		AccountID: 1, Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore",
	})
	if err != nil {
		t.Fatal(err)
	}
	u := c.as(shipment.RoleOperator)
	number := c.orderFor("Budi", "H-1")
	count := func(query string) int {
		t.Helper()
		n, err := engine.Value[int](t.Context(), c.Store.DB.Reads, query)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	const path = "/console/operator/floor/scan?hub=1&activity="
	for _, bad := range []struct{ activity, scan, code, want string }{
		{"thrown", "s1", number, `"tone":"bad"`},
		{"inbound", "s\x00", number, "a character that cannot be used"},
		{"inbound", strings.Repeat("s", 200), number, `"tone":"bad"`},
		{"inbound", "s1", "a\x00b", "a character that cannot be used"},
		{"measured", "s1", number, `"tone":"bad"`},
	} {
		u.post(path+bad.activity, url.Values{"code": {bad.code}, "scan": {bad.scan}}).want(t, http.StatusOK, bad.want)
	}
	if n := count(`SELECT (SELECT count(*) FROM hub_scans) + (SELECT count(*) FROM unknown_scans)`); n != 0 {
		t.Errorf("%d scans are stored", n)
	}
	u.post(path+"inbound", url.Values{"code": {"H?1"}, "typed": {"H-1"}, "scan": {"s1"}}).want(t, http.StatusOK, number)
	u.post(path+"inbound", url.Values{"code": {"H?2"}, "typed": {"H-2"}, "scan": {"s2"}}).
		want(t, http.StatusOK, `"tone":"bad"`, "unknown parcels")
	if n := count(`SELECT count(*) FROM unknown_scans WHERE code = 'H?2'`); n != 1 || count(`SELECT count(*) FROM unknown_scans`) != 1 {
		t.Error("the unknown codes are not the one that nobody knows")
	}
}
