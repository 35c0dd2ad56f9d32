package console

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/fulfil"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/test/harness"
)

// TestListsSayBeforeThatAnActionIsTooLarge: more orders match than are printed at once, which the list says beside the choice of all.
func TestListsSayBeforeThatAnActionIsTooLarge(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	create := func(n int) {
		t.Helper()
		request := client.CreateRequest{}
		for range n {
			request.Orders = append(request.Orders, harness.NewOrder(1))
		}
		if _, err := c.sdk.CreateOrders(t.Context(), request); err != nil {
			t.Fatal(err)
		}
	}
	const notice = "More than 1,000 orders match. Labels are not printed for all of them at once"
	create(1000)
	if page := u.get(ordersOfDemo); strings.Contains(page.text, notice) {
		t.Error("1,000 orders are as many as are printed at once")
	}
	create(1)
	u.get(ordersOfDemo).want(t, http.StatusOK, notice)
	u.post(ordersOfDemo+"/printed", url.Values{"all": {"1"}}).want(t, http.StatusUnprocessableEntity, "These are too many orders")
	u.job(ordersOfDemo+"/cancel", url.Values{"all": {"1"}, "confirmed": {"1"}}).want(t, http.StatusOK, "Cancelled</dt><dd>1,001<")
}

// TestARetryKeepsTheFilter sends the form of a filtered list as a browser does, and is led back to the list with the filter.
func TestARetryKeepsTheFilter(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.refusedOrder()
	u := c.as(shipment.RoleOperator)
	const list = web.OperatorPath + "submissions?state=failed&partner=simulated"
	page := u.get(list)
	page.want(t, http.StatusOK, no)
	action := html.UnescapeString(regexp.MustCompile(`<form method="post" data-selection action="([^"]*)"`).FindStringSubmatch(page.text)[1])
	if action != list {
		t.Errorf("the form is sent to %s, want %s", action, list)
	}
	done := u.post(action, url.Values{"action": {"retry"}, "selected": {no}})
	done.want(t, http.StatusSeeOther)
	if to := done.header.Get("Location"); to != list {
		t.Errorf("the retry leads to %s, want %s", to, list)
	}
	u.get(web.OperatorPath+"submissions?account=1").want(t, http.StatusOK, `<input type="hidden" name="account" value="1">`)
}

// TestALabelOfAPartnerThatIsDownIsNotPromised: the page of an order does not say that the label comes by itself if its partner is not
// called now, or did not answer last.
func TestALabelOfAPartnerThatIsDownIsNotPromised(t *testing.T) {
	t.Parallel()
	state := fulfil.PartnerState{Configured: true}
	c := newTestConsole(t, func(config *web.Config) { config.PartnerState = func(string) fulfil.PartnerState { return state } })
	u, ctx := c.as(shipment.RoleViewer), t.Context()
	if _, _, err := c.Store.MasterData.CreatePartner(ctx, masterdata.Partner{
		Name: "acme", BaseURL: "https://acme.example.com", Concurrency: 1, CallTimeout: time.Second,
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Store.MasterData.CreateService(ctx, shipment.Service{
		ServiceID: 90, Name: "Lane", Category: shipment.CategoryPickup, COD: true, Partner: "acme",
	}); err != nil {
		t.Fatal(err)
	}
	made, err := c.sdk.CreateOrders(ctx, client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(90)}})
	if err != nil {
		t.Fatal(err)
	}
	page := func(isDown bool) {
		t.Helper()
		says := map[bool]string{
			false: "The partner has not sent the label yet. It comes by itself.",
			true:  "The partner does not answer, so there is no label yet. Waybill keeps trying.",
		}
		got := u.get("/console/accounts/1/orders/" + made.Orders[0].TrackingNo)
		got.want(t, http.StatusOK, says[isDown])
		if strings.Contains(got.text, says[!isDown]) {
			t.Errorf("the page says %s", says[!isDown])
		}
	}
	page(false)
	state.CircuitOpen = true
	page(true)
	state = fulfil.PartnerState{}
	page(true)
	state = fulfil.PartnerState{Configured: true}
	claimed, err := c.Store.Ledger.ClaimSubmissions(ctx, "me", "acme", 1, time.Hour)
	if err != nil || len(claimed) != 1 {
		t.Fatalf("%d claimed: %v", len(claimed), err)
	}
	if err := c.Store.Ledger.StartAttempt(ctx, &claimed[0], time.Hour); err != nil {
		t.Fatal(err)
	}
	failed := store.Outcome{
		State: store.SubmissionPending, ErrorClass: "temporary", Message: "It is down.", RetryOn: time.Now().Add(time.Hour),
	}
	if err := c.Store.Ledger.RecordOutcome(ctx, claimed[0], failed); err != nil {
		t.Fatal(err)
	}
	page(true)
}
