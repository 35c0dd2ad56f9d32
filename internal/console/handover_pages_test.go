package console

import (
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/test/harness"
)

// TestDriversAddressIsWithdrawn: the address of a driver's page ends when it is withdrawn, and a day after the list was closed.
func TestDriversAddressIsWithdrawn(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, nobody, list := c.as(shipment.RoleEditor), c.as(""), handoversPath+"/1"
	number := c.orderFor("Budi", "DA-1")
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	u.post(list+"/scan", url.Values{"code": {number}, "scan": {"s1"}}).want(t, http.StatusOK, `"tone":"good"`)
	address := func() string {
		return regexp.MustCompile(`/console/handover/1-1-[\w-]+`).FindString(u.get(list + "/finish").text)
	}
	first := address()
	nobody.get(first).want(t, http.StatusOK, "Close the list")
	c.as(shipment.RoleViewer).post(list+"/withdraw", nil).want(t, http.StatusForbidden)
	u.post(list+"/withdraw", nil).want(t, http.StatusSeeOther)
	nobody.get(first).want(t, http.StatusNotFound)
	sign := url.Values{"given_by": {"Ann"}, "taken_by": {"Joko"}, "paper": {"1"}, "parcels": {"1"}}
	nobody.post(first, sign).want(t, http.StatusNotFound)
	second := address()
	if second == first {
		t.Fatal("the address is the same")
	}
	log := c.as(shipment.RoleOperatorAdmin).get(web.OperatorPath + "audit?kind=handover")
	log.want(t, http.StatusOK, "withdrew the address of the driver")
	nobody.post(second, sign).want(t, http.StatusSeeOther)
	for range 2 {
		if _, _, err := (&parcels.Parcels{Store: c.Store}).CarryHandovers(t.Context(), 100); err != nil {
			t.Fatal(err)
		}
	}
	nobody.get(second).want(t, http.StatusOK, "Taken over by Joko.")
	u.post(list+"/withdraw", nil).want(t, http.StatusSeeOther)
	nobody.get(second).want(t, http.StatusOK, "Taken over by Joko.")
	for column, status := range map[string]int{"opened_on": http.StatusOK, "closed_on": http.StatusNotFound} {
		shift := func(by time.Duration) {
			t.Helper()
			err := c.Store.DB.Execute(t.Context(), "shift", `UPDATE handovers SET `+column+` = `+column+` - $1`, by.Microseconds())
			if err != nil {
				t.Fatal(err)
			}
		}
		shift(25 * time.Hour)
		nobody.get(second).want(t, status)
		shift(-25 * time.Hour)
	}
}

// TestTimeOfAPrintedList: a list is dated in the zone of its account.
func TestTimeOfAPrintedList(t *testing.T) {
	t.Parallel()
	pdftotext := harness.Tool(t, "pdftotext")
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	zone := web.ZoneOf("Asia/Jakarta")
	_, err := c.Store.MasterData.UpdateAccount(t.Context(), 1, func(a *masterdata.Account) error { a.Timezone = zone.String(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	h, err := (&parcels.Parcels{Store: c.Store}).Handover(t.Context(), 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	pdf := u.get(handoversPath + "/1/pdf")
	pdf.want(t, http.StatusOK, "%PDF-")
	read := exec.CommandContext(t.Context(), pdftotext, "-layout", "-", "-")
	read.Stdin = strings.NewReader(pdf.text)
	text, err := read.Output()
	if want := h.OpenedOn.In(zone).Format("2 Jan 2006, 15:04 (MST)"); err != nil || !strings.Contains(string(text), want) {
		t.Errorf("%v, no %q: %s", err, want, text)
	}
}

// TestTakingOffIsUndone takes a parcel off a list and puts it back, with a script and without one.
func TestTakingOffIsUndone(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, list := c.as(shipment.RoleEditor), handoversPath+"/1"
	number := c.orderFor("Budi", "UN-1")
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	u.post(list+"/scan", url.Values{"code": {number}, "scan": {"s1"}}).want(t, http.StatusOK, `"tone":"good"`)
	u.post(list+"/remove", url.Values{"parcel": {number}, "now": {"1"}}).
		want(t, http.StatusOK, number+" is not on the list any more.", `name="undo" value="`+number+`"`, `value="0"`)
	u.post(list+"/remove", url.Values{"undo": {number}, "now": {"1"}}).want(t, http.StatusOK, number+" is on the list", `value="1"`)
	page := u.post(list+"/remove", url.Values{"parcel": {number}, "back": {"finish"}})
	page.want(t, http.StatusSeeOther)
	u.get(page.header.Get("Location")).want(t, http.StatusOK, number+" is not on the list any more.", `name="undo"`)
	u.post(list+"/remove", url.Values{"undo": {number}}).want(t, http.StatusSeeOther)
	u.get(list).want(t, http.StatusOK, `name="parcels" form="close" value="1"`)
}
