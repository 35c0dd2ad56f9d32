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

// TestAnOrderWithoutALabelSaysWhy: the page says what its partner does, since when, and offers what helps.
func TestAnOrderWithoutALabelSaysWhy(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, ctx := c.as(shipment.RoleEditor), t.Context()
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
	no := made.Orders[0].TrackingNo
	retry, service, hold := `action="`+ordersPath+no+`/retry"`, ordersPath+no+`/edit#f-service_id`, ordersPath+no+"/hold"
	page := func(says ...string) testPage {
		t.Helper()
		got := u.get(ordersPath + no)
		got.want(t, http.StatusOK, says...)
		api, err := c.sdk.ExplainOrder(ctx, no)
		if err != nil || !strings.Contains(html.UnescapeString(got.text), strings.SplitN(api.Obstacles[0].Reason, " since ", 2)[0]) {
			t.Errorf("the page does not say the same as the interface: %q, %v", api.Obstacles[0].Reason, err)
		}
		return got
	}
	page("The order is on its way to partner acme.", retry, service, hold) // no adapter runs
	began := time.Now().Add(-time.Hour)
	if err := c.Store.Ledger.RecordOutage(ctx, "acme", began); err != nil {
		t.Fatal(err)
	}
	page("Partner acme has taken no order since "+began.UTC().Format("2 Jan 2006, 15:04"),
		"the next one when the partner answers again", retry)
	if err := c.Store.Ledger.RecordOutage(ctx, "acme", time.Time{}); err != nil {
		t.Fatal(err)
	}
	viewer := c.as(shipment.RoleViewer).get(ordersPath + no)
	if strings.Contains(viewer.text, retry) || strings.Contains(viewer.text, service) {
		t.Error("a viewer gets buttons")
	}
	attempt := func(failed store.Outcome) {
		t.Helper()
		claimed, err := c.Store.Ledger.ClaimSubmissions(ctx, "me", "acme", 1, time.Hour)
		if err != nil || len(claimed) != 1 {
			t.Fatalf("%d claimed: %v", len(claimed), err)
		}
		if err := c.Store.Ledger.StartAttempt(ctx, &claimed[0], time.Hour); err != nil {
			t.Fatal(err)
		}
		page("Partner acme is being asked now.")
		then := time.Now().Add(-time.Hour) // shippers retry once a minute
		failed.Attempts = []store.Attempt{{Kind: store.AttemptSubmit, StartedOn: then, EndedOn: then, Outcome: failed.ErrorClass}}
		if err := c.Store.Ledger.RecordOutcome(ctx, claimed[0], failed); err != nil {
			t.Fatal(err)
		}
	}
	later := time.Now().Add(time.Hour)
	attempt(store.Outcome{State: store.SubmissionPending, ErrorClass: "temporary", Message: "It is down.", RetryOn: later})
	page("Partner acme has not taken this order since", "It says: It is down.",
		"Tries: 1, the next one at "+later.UTC().Format("2 Jan 2006, 15:04"), retry, service)
	u.post(ordersPath+no+"/retry", nil).want(t, http.StatusSeeOther)
	page("It is tried again now.", "Tries: 1, the next one when the partner answers again.", retry, service)
	attempt(store.Outcome{State: store.SubmissionUnknown, ErrorClass: "unknown", RetryOn: later})
	got := page("Partner acme has not answered about this order since", retry)
	if strings.Contains(got.text, service) {
		t.Error("another service is offered although the partner may have the order")
	}
}
