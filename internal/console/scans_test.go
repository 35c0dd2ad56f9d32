package console

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/console/web"
)

// TestARefusedScanOffersNoLabel: after a scan that names no parcel, or another one, the page does not print the label of the parcel before.
func TestARefusedScanOffersNoLabel(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(web.Editor)
	number := c.orderFor("Budi", "P-1")
	u.post(packPath+"/scan?warnings=1", url.Values{"code": {"P-1"}, "scan": {"s1"}}).want(t, http.StatusOK, "is packed.")
	const now = packPath + "/now?warnings=1"
	path := url.QueryEscape("/console/accounts/1/orders/")
	for scanned, offered := range map[string]bool{
		"": true, "&scanned=" + path + number: true, "&scanned=-": false, "&scanned=" + path + "X" + number: false,
	} {
		page := u.get(now + scanned)
		page.want(t, http.StatusOK, number)
		if strings.Contains(page.text, "Print the label") != offered || strings.Contains(page.text, "label.pdf") != offered {
			t.Errorf("%s: want the label to be offered: %t", scanned, offered)
		}
	}
	// A button of a parcel on the station has no key either.
	stale := c.orderFor("Budi", "P-2")
	if _, err := c.sdk.MarkPrinted(t.Context(), []string{stale}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.sdk.EditOrder(t.Context(), stale, client.AnyVersion, map[string]any{"consignee_city": "Bandung"}); err != nil {
		t.Fatal(err)
	}
	u.post(packPath+"/scan?warnings=1", url.Values{"code": {"P-2"}, "scan": {"s2"}}).want(t, http.StatusOK, `"tone":"warn"`)
	u.get(now+"&scanned="+path+stale).want(t, http.StatusOK, "data-focus")
	if page := u.get(now + "&scanned=-"); strings.Contains(page.text, "data-focus") || !strings.Contains(page.text, "Pack it as it is") {
		t.Error("Enter packs the parcel before as it is")
	}
}

// TestAScannedNumberIsNoDriver: a scan in the field of a name does not close a list, for people and for the driver.
func TestAScannedNumberIsNoDriver(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(web.Editor)
	number := c.orderFor("Budi", "H-1")
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	u.post(handoversPath+"/1/scan", url.Values{"code": {number}}).want(t, http.StatusOK, `"tone":"good"`)
	closing := url.Values{"given_by": {"Ann"}, "taken_by": {strings.ToLower(number)}, "paper": {"1"}, "parcels": {"1"}}
	u.post(handoversPath+"/1/close", closing).want(t, http.StatusUnprocessableEntity, "This is a number that was scanned.")
	page := u.get(handoversPath + "/1")
	_, driver, _ := strings.Cut(page.text, `href="/console/handover/`)
	driver, _, _ = strings.Cut(driver, `"`)
	c.as("").post("/console/handover/"+driver, closing).want(t, http.StatusUnprocessableEntity, "This is a number that was scanned.")
	closing.Set("taken_by", "Joko")
	u.post(handoversPath+"/1/close", closing).want(t, http.StatusSeeOther)
}
