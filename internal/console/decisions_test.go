package console

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
)

// TestShippersRetryOnceAMinute: each attempt of an order counts, also for the other orders of its partner.
func TestShippersRetryOnceAMinute(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.partnerOrder(simulated.ScriptFail)
	c.exec(fmt.Sprintf("UPDATE submissions SET state = 'pending', due_on = %d", time.Now().Add(time.Hour).UnixMicro()))
	c.exec("UPDATE orders SET status_code = ''")
	u := c.as(shipment.RoleEditor)
	u.post(ordersPath+no+"/retry", nil).want(t, http.StatusSeeOther)
	u.get(ordersPath+no).want(t, http.StatusOK, "It was tried a moment ago.")
}
