package console

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"waybill/client"
	"waybill/internal/shipment"
	"waybill/test/harness"
)

// orderOfPartner creates an order that the simulated partner takes, and returns its number and the partner's.
func (c *testConsole) orderOfPartner(reference string) (number, hawbNo string) {
	c.t.Helper()
	o := harness.NewOrder(5)
	o.ShipperOrderID = reference
	made, err := c.sdk.CreateOrders(c.t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}, Blocking: true})
	if err != nil {
		c.t.Fatal(err)
	}
	number = made.Orders[0].TrackingNo
	c.waitFor("the partner has the order", func() bool {
		o, err := c.Store.OrderByTrackingNo(c.t.Context(), number)
		hawbNo = o.HAWBNo
		return err == nil && hawbNo != ""
	})
	return number, hawbNo
}

// TestPagesTakeThePrintedNumber scans the bar code of a partner's label at each page that takes scans.
func TestPagesTakeThePrintedNumber(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	number, hawbNo := c.orderOfPartner("L-1")
	codes := []string{
		hawbNo, strings.ToLower(hawbNo), "]C0" + hawbNo, "]C142094105\x1d" + hawbNo, "42094105" + hawbNo, " " + hawbNo[:5] + " " + hawbNo[5:],
	}
	u.post(handoversPath, url.Values{"service_id": {"5"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	for _, code := range codes {
		u.post(scanPath, url.Values{"code": {code}}).want(t, http.StatusOK, `"tone":"good"`, "/orders/"+number)
		u.post(handoversPath+"/1/scan", url.Values{"code": {code}}).want(t, http.StatusOK, "on th", "/orders/"+number)
		u.post(packPath+"/scan?warnings=1", url.Values{"code": {code}}).want(t, http.StatusOK, "packed", "/orders/"+number)
		u.get(ordersOfDemo+"?q="+url.QueryEscape(code)).want(t, http.StatusOK, `value="`+number+`"`)
	}
	c.as(shipment.RoleOperator).post(fmt.Sprintf("/console/accounts/%d/scan", c.other.AccountID), url.Values{"code": {"]C1" + hawbNo}}).
		want(t, http.StatusOK, "/orders/"+number)
}

// TestAPersonChoosesOfSeveralParcels scans a number that two orders have, and chooses one of them.
func TestAPersonChoosesOfSeveralParcels(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	number, hawbNo := c.orderOfPartner("L-1")
	other, _ := c.orderOfPartner(hawbNo)
	u.post(handoversPath, url.Values{"service_id": {"5"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	u.post(scanPath, url.Values{"code": {hawbNo}}).want(t, http.StatusOK, `"tone":"warn"`, "/orders?q="+hawbNo)
	for _, path := range []string{handoversPath + "/1/scan", packPath + "/scan?warnings=1"} {
		var asked struct {
			Tone, Path string
			Choices    []struct{ Order, Text string }
		}
		page := u.post(path, url.Values{"code": {hawbNo}, "scan": {"s1"}})
		page.want(t, http.StatusOK, "Several orders have this number. Choose one.")
		if err := json.Unmarshal([]byte(page.text), &asked); err != nil || asked.Path != "" || len(asked.Choices) != 2 {
			t.Fatalf("%s: %v", page.text, err)
		}
		for _, choice := range asked.Choices {
			want := number
			if strings.HasPrefix(choice.Text, other) {
				want = other
			}
			u.post(path, url.Values{"code": {hawbNo}, "scan": {"of " + choice.Order}, "order": {choice.Order}}).
				want(t, http.StatusOK, `"tone":"good"`, "/orders/"+want)
		}
		u.post(path, url.Values{"code": {hawbNo}, "order": {"999999"}}).want(t, http.StatusOK, `"tone":"bad"`, "is not known")
	}
}
