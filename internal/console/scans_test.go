package console

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/shipment"
	"waybill/internal/users"
)

// TestARefusedScanOffersNoLabel: after a scan that names no parcel, or another one, the page does not print the label of the parcel before.
func TestARefusedScanOffersNoLabel(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
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
	u := c.as(shipment.RoleEditor)
	number := c.orderFor("Budi", "H-1")
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	u.post(handoversPath+"/1/scan", url.Values{"code": {number}}).want(t, http.StatusOK, `"tone":"good"`)
	closing := url.Values{"given_by": {"Ann"}, "taken_by": {strings.ToLower(number)}, "paper": {"1"}, "parcels": {"1"}}
	u.post(handoversPath+"/1/close", closing).want(t, http.StatusUnprocessableEntity, "This is a number that was scanned.")
	page := u.get(handoversPath + "/1/finish")
	_, driver, _ := strings.Cut(page.text, `href="/console/handover/`)
	driver, _, _ = strings.Cut(driver, `"`)
	c.as("").post("/console/handover/"+driver, closing).want(t, http.StatusUnprocessableEntity, "This is a number that was scanned.")
	closing.Set("taken_by", "Joko")
	u.post(handoversPath+"/1/close", closing).want(t, http.StatusSeeOther)
}

// TestFormsOfADriverAreLimited: as those of users.
func TestFormsOfADriverAreLimited(t *testing.T) {
	t.Parallel()
	at := time.Now()
	c := newTestConsole(t, func(config *web.Config) { config.Now = func() time.Time { return at } })
	u := c.as(shipment.RoleEditor)
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	driver := regexp.MustCompile(`/console/handover/1-1-[\w-]+`).FindString(u.get(handoversPath + "/1/finish").text)
	nobody := c.as("")
	nobody.post(driver, nil).want(t, http.StatusUnprocessableEntity, "Let the driver sign in the box")
	for spent := error(nil); spent == nil; {
		spent = c.SignIns.Spend(users.Forms, driver)
	}
	nobody.post(driver, nil).want(t, http.StatusTooManyRequests, "This was done too often")
	nobody.get(driver).want(t, http.StatusOK, "Demo shipper")
}

// TestASuspendedAccountPacksAndHandsOverNothing: neither its people nor the driver of a list.
func TestASuspendedAccountPacksAndHandsOverNothing(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	const list = handoversPath + "/1"
	packed, other := c.orderFor("Budi", "P-1"), c.orderFor("Budi", "P-2")
	u.post(packPath+"/scan?warnings=1", url.Values{"code": {packed}}).want(t, http.StatusOK, "is packed.")
	u.post(list+"/scan", url.Values{"code": {packed}}).want(t, http.StatusOK, "is on the list")
	driver := regexp.MustCompile(`/console/handover/1-1-[\w-]+`).FindString(u.get(list + "/finish").text)
	if err := c.Store.MasterData.SuspendAccount(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	sign := url.Values{"given_by": {"Ann"}, "taken_by": {"Joko"}, "paper": {"1"}, "parcels": {"1"}}
	for path, form := range map[string]url.Values{
		packPath + "/scan?warnings=1": {"code": {other}},
		handoversPath:                 {"service_id": {"1"}, "place": {"Dock"}},
		list + "/scan":                {"code": {other}},
		list + "/remove":              {"parcel": {packed}},
		list + "/close":               sign,
		list + "/reopen":              {"reason": {"One more"}},
	} {
		u.post(path, form).want(t, http.StatusForbidden, "The account is suspended")
	}
	c.as("").post(driver, sign).want(t, http.StatusForbidden, "The account is suspended")
	if h, err := (&parcels.Parcels{Store: c.Store}).Handover(t.Context(), 1, 1); err != nil || h.State != parcels.Open || h.Parcels != 1 {
		t.Errorf("the list: %+v, %v", h, err)
	}
	if _, err := (&parcels.Parcels{Store: c.Store}).Handover(t.Context(), 1, 2); err == nil {
		t.Error("a list was opened")
	}
}
