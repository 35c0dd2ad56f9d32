package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/internal/feature/floor/stored"
	"waybill/internal/shipment"
)

// hub makes a hub in Singapore.
func (c *testConsole) hub(name string) {
	c.t.Helper()
	made := stored.Hub{AccountID: 1, Name: name, Country: "SG", Timezone: "Asia/Singapore"}
	if _, err := (&stored.Store{Store: c.Store}).CreateHub(c.t.Context(), made); err != nil {
		c.t.Fatal(err)
	}
}

// TestBag fills a bag in the console: it is opened once though its form is sent twice, filled, closed, changed, opened again with a reason,
// received and emptied, and what is wrong is said.
func TestBag(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	c.hub("Tuas")
	u := c.as(shipment.RoleHub)
	number, other := c.orderFor("Budi", "B-1"), c.orderFor("Budi", "B-2")
	const bags, bag = "/console/operator/bags", "/console/operator/bags/1"
	u.get(bags).want(t, http.StatusOK, "No such bags", "Tuas")
	u.post(bags, url.Values{"form": {"open"}, "tare": {"x"}}).want(t, http.StatusUnprocessableEntity, `href="#f-hub_id"`, `id="f-tare"`)
	open := url.Values{"form": {"open"}, "once": {"k1"}, "hub_id": {"1"}, "seal": {"S-1"}, "tare": {"0,5"}}
	for range 2 {
		if got := u.post(bags, open); got.status != http.StatusSeeOther || got.header.Get("Location") != bag {
			t.Fatalf("opened: %d %s", got.status, got.header.Get("Location"))
		}
	}
	u.get(bag).want(t, http.StatusOK, "BG-00001", "data-scan", `data-to="`+bag+`/scan"`, "Tuas", "S-1", "0.5 kg")
	u.post(bag+"/scan", url.Values{"code": {number}, "scan": {"s1"}}).want(t, http.StatusOK, `"tone":"good"`, number)
	u.post(bag+"/scan", url.Values{"code": {"B?2"}, "typed": {"B-2"}, "scan": {"s2"}}).want(t, http.StatusOK, `"tone":"good"`, other)
	u.post(bag+"/scan", url.Values{"code": {other}, "scan": {"s3"}}).want(t, http.StatusOK, `"tone":"warn"`, "before")
	u.post(bag+"/scan", url.Values{"code": {"nothing"}, "scan": {"s4"}}).want(t, http.StatusOK, `"tone":"bad"`, "is not known")
	u.post(bag+"/remove", url.Values{"code": {"nothing"}}).want(t, http.StatusUnprocessableEntity, "no order has this number", other)
	u.post(bag+"/remove", url.Values{"code": {other}}).want(t, http.StatusSeeOther)
	now := u.get(bag + "?part=now")
	now.want(t, http.StatusOK, number)
	if strings.Contains(now.text, other) {
		t.Errorf("the parcel that was taken out is listed: %s", now.text)
	}
	u.post(bag+"/close", nil).want(t, http.StatusSeeOther)
	u.get(bag).want(t, http.StatusOK, "Bag closed", number, "Open the bag again")
	u.get(bags+"?state=open").want(t, http.StatusOK, "No such bags")
	u.get(bags+"?state=closed&hub=1").want(t, http.StatusOK, "BG-00001")
	u.get(bags+"?hub=2").want(t, http.StatusOK, "No such bags")
	u.post(bag+"/change", url.Values{"form": {"change"}, "gross": {"heavy"}, "seal": {"S-2"}}).
		want(t, http.StatusUnprocessableEntity, `id="f-gross"`, `value="S-2"`)
	u.post(bag+"/change", url.Values{"form": {"change"}, "gross": {"2.5"}, "seal": {"S-2"}}).want(t, http.StatusSeeOther)
	u.get(bag).want(t, http.StatusOK, "2.5 kg", "S-2", "0.5 kg")
	u.post(bag+"/reopen", url.Values{"form": {"reopen"}}).want(t, http.StatusUnprocessableEntity, `id="f-reason"`)
	u.post(bag+"/reopen", url.Values{"form": {"reopen"}, "reason": {"One is missing"}}).want(t, http.StatusSeeOther)
	u.get(bag).want(t, http.StatusOK, "One is missing", "data-scan")
	for _, action := range []string{"close", "receive", "empty"} {
		u.post(bag+"/"+action, nil).want(t, http.StatusSeeOther)
	}
	u.get(bag).want(t, http.StatusOK, "Emptied")
	u.post(bag+"/close", nil).want(t, http.StatusUnprocessableEntity, "this is not done with it")
	u.get(bag+"/label").want(t, http.StatusOK)
	u.get(bag+"/pdf").want(t, http.StatusOK)
	u.get("/console/operator/bags/7").want(t, http.StatusNotFound)
	u.post("/console/operator/bags/7/close", nil).want(t, http.StatusNotFound)
	c.as(shipment.RoleAdmin).get(bag).want(t, http.StatusForbidden)
}
