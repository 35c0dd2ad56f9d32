package console

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/test/harness"
)

// TestOperatorErasesAPerson finds the orders of a person, and erases the one that has ended, two days later.
func TestOperatorErasesAPerson(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	two := []client.NewOrder{harness.NewOrder(1), harness.NewOrder(1)}
	for i := range two {
		two[i].ConsigneeName, two[i].ConsigneeEmail = hostile, "zorblaxia@example.com"
	}
	made, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: two})
	if err != nil {
		t.Fatal(err)
	}
	ended, open := made.Orders[0].TrackingNo, made.Orders[1].TrackingNo
	if _, err := c.sdk.CancelOrders(t.Context(), []string{ended}); err != nil {
		t.Fatal(err)
	}
	const page = web.OperatorPath + "person"
	c.as(shipment.RoleOperator).get(page).want(t, http.StatusForbidden)
	u := c.as(shipment.RoleOperatorAdmin)
	u.get(web.OperatorPath+"accounts").want(t, http.StatusOK, page)
	u.post(page, url.Values{"email": {"Susan"}}).want(t, http.StatusUnprocessableEntity, "Enter an e-mail address")
	u.post(page, url.Values{"email": {"nobody@example.com"}, "erase": {"1"}}).
		want(t, http.StatusOK, "No order, note, address, draft or template has this person")
	person := url.Values{"email": {"zorblaxia@example.com"}}
	u.post(page, person).want(t, http.StatusOK, ended, open, "Cancelled", ">Erase<")
	person.Set("erase", "1")
	u.post(page, person).want(t, http.StatusOK, "It cannot be taken back")
	person.Set("confirmed", "1")
	u.post(page, person).want(t, http.StatusOK, "Not erased")

	err = c.Store.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
		_, err := q.Exec(ctx, `UPDATE orders SET created_on = $1`, time.Now().Add(-48*time.Hour).UnixMicro())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	done := u.post(page, person)
	done.want(t, http.StatusOK, ended, open, "Not erased: something is expected", ">Erased<")
	u.get("/console/accounts/1/orders/"+ended).want(t, http.StatusOK, "The personal data of the order were erased.")
	left := u.post(page, url.Values{"email": {"zorblaxia@example.com"}})
	if strings.Contains(left.text, ended) || !strings.Contains(left.text, open) {
		t.Errorf("found after the erasure: %s", left.text)
	}
}
