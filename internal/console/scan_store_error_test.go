package console

import (
	"net/http"
	"net/url"
	"testing"

	"waybill/internal/shipment"
)

// TestAScanOfAListThatCannotBeReadIsNotUnknown: the page says that the service failed, not that no list has the number.
func TestAScanOfAListThatCannotBeReadIsNotUnknown(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	c.exec(`ALTER TABLE handover_parcels RENAME COLUMN carried TO lost`)
	if page := u.post(scanPath, url.Values{"code": {"HL-00001"}}); page.status < http.StatusInternalServerError {
		t.Errorf("%d %s", page.status, page.text)
	}
	c.exec(`ALTER TABLE handover_parcels RENAME COLUMN lost TO carried`)
	u.post(scanPath, url.Values{"code": {"HL-00001"}}).want(t, http.StatusOK, "Hand-over list found")
	u.post(scanPath, url.Values{"code": {"HL-00002"}}).want(t, http.StatusOK, "is not known")
}
