package console

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"waybill/internal/console/public"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

var jobOfChange = regexp.MustCompile(`^/console/operator/parcels/jobs\?job=`)

// ordersOf creates n orders of an account, and returns their numbers.
func (c *testConsole) ordersOf(accountID int64, n int) (numbers []string) {
	c.t.Helper()
	made := make([]shipment.Order, n)
	for i := range made {
		made[i] = shipment.Order{
			ServiceID: 1, Weight: 1000, Consignee: shipment.Party{Name: "Budi", City: "Jakarta", Country: "ID"},
			Pickup: shipment.Party{Country: "SG"},
		}
	}
	batch, err := c.Store.CreateBatch(c.t.Context(), store.NewBatch{AccountID: accountID, KeyID: 1, Orders: made, Partners: make([]string, n)})
	if err != nil {
		c.t.Fatal(err)
	}
	for i := range batch.Orders {
		numbers = append(numbers, batch.Orders[i].TrackingNo)
	}
	return numbers
}

func (c *testConsole) count(query string) int {
	c.t.Helper()
	n, err := engine.Value[int](c.t.Context(), c.Store.DB.Reads, query)
	if err != nil {
		c.t.Fatal(err)
	}
	return n
}

// TestWrongDeliveriesAreTakenBack: 40 parcels of three accounts that were reported as delivered are corrected in five actions: the list,
// "Change parcels", the numbers, the right status, and the confirmation. Webhooks, the tracking page and the audit log agree.
func TestWrongDeliveriesAreTakenBack(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	third, err := c.Store.MasterData.CreateAccount(t.Context(), masterdata.Account{Name: "Third shipper"})
	if err != nil {
		t.Fatal(err)
	}
	var numbers []string
	for account, n := range map[int64]int{1: 20, c.other.AccountID: 15, third.AccountID: 5} {
		numbers = append(numbers, c.ordersOf(account, n)...)
	}
	for _, account := range []int64{1, c.other.AccountID, third.AccountID} {
		_, _, err := c.Store.Webhooks.CreateEndpoint(t.Context(), account, shipment.EndpointSettings{URL: "https://shop.example"})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, no := range numbers {
		c.report(no, shipment.TrackingEvent{Status: shipment.PickedUp}, shipment.TrackingEvent{Status: shipment.Success})
	}
	u := c.as(shipment.RoleOperator)
	const change = "/console/operator/parcels/change"
	u.get("/console/operator/parcels").want(t, http.StatusOK, `href="`+change+`"`)
	u.get(change).want(t, http.StatusOK, `name="tracking_nos"`, "Correct the status")
	u.post(change, url.Values{"tracking_nos": {" "}, "kind": {"correct"}}).want(t, http.StatusUnprocessableEntity, "No order is selected")
	asked := u.post(change, url.Values{"tracking_nos": {strings.Join(numbers, "\n") + "\nNO-SUCH"}, "kind": {"correct"}})
	asked.want(t, http.StatusOK, "Not found: NO-SUCH", "Other shipper", "Third shipper", ">20<", ">15<", ">5<", `name="status"`)
	form := asBrowser(asked.text)
	form.Set("action", "look")
	u.post(change, form).want(t, http.StatusUnprocessableEntity, "Status")
	form.Set("status", "DELIVERY_IN_PROGRESS")
	form.Set("reason", "The van came back")
	looked := u.post(change, form)
	looked.want(t, http.StatusOK, "Will be changed", `value="do"`)
	if n := c.count(`SELECT count(*) FROM orders WHERE tracker_status = 'SUCCESS'`); n != 40 {
		t.Fatalf("the look left %d delivered", n)
	}
	form = asBrowser(looked.text)
	form.Set("status", "DELIVERY_IN_PROGRESS")
	form.Set("reason", "The van came back")
	form.Set("action", "do")
	started := u.post(change, form)
	path := started.header.Get("Location")
	if started.status != http.StatusSeeOther || !jobOfChange.MatchString(path) {
		t.Fatalf("%d %s %s", started.status, path, started.text)
	}
	u.get(path).want(t, http.StatusOK, ">Done<", "Third shipper", ">20<", ">15<", ">5<")
	u.get(path+"&part=jobs").want(t, http.StatusOK, `id="jobs"`)

	for query, want := range map[string]int{
		`SELECT count(*) FROM orders WHERE tracker_status = 'DELIVERY_IN_PROGRESS'`:                                                  40,
		`SELECT count(*) FROM events WHERE type = 'order.tracking_updated' AND data LIKE '%corrects%SUCCESS%'`:                       40,
		`SELECT count(*) FROM audit_log WHERE action = 'correct' AND actor = '` + u.user.Email + `' AND new_value LIKE '%van came%'`: 40,
		`SELECT count(*) FROM jobs WHERE kind = 'correct'`:                                                                           3,
	} {
		if n := c.count(query); n != want {
			t.Errorf("%s: %d, want %d", query, n, want)
		}
	}
	for _, no := range []string{numbers[0], numbers[39]} {
		w := httptest.NewRecorder()
		req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/track/"+no, http.NoBody)
		req.SetPathValue("number", no)
		public.NewTrackPage(c.Store, slog.New(slog.DiscardHandler)).ServeHTTP(w, req)
		page := w.Body.String()
		if !strings.Contains(page, `<p class="what">Out for delivery</p>`) || strings.Contains(page, "The van came back") {
			t.Errorf("the tracking page of %s: %d %s", no, w.Code, regexp.MustCompile(`class="what.*`).FindAllString(page, 9))
		}
	}
	// Once more: all have the status.
	form.Set("action", "look")
	u.post(change, form).want(t, http.StatusOK, "Have it already", `data-label="Have it already">20<`)
}

// TestParcelsThatMatchAreHeld: what the address selects is held, and labels are printed by account.
func TestParcelsThatMatchAreHeld(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	first, other := c.ordersOf(1, 2), c.ordersOf(c.other.AccountID, 1)
	u := c.as(shipment.RoleOperator)
	const change = "/console/operator/parcels/change"
	list := u.get("/console/operator/parcels?held=false")
	list.want(t, http.StatusOK, `formaction="`+change+`?held=false"`, `name="all"`)
	asked := u.post(change+"?held=false", url.Values{"all": {"1"}, "kind": {"hold"}})
	asked.want(t, http.StatusOK, `name="until"`, "Other shipper", `<span class="muted">3<`)
	late := c.ordersOf(1, 1)
	form := asBrowser(asked.text)
	form.Set("reason", "Look at them")
	form.Set("action", "do")
	u.get(u.post(change+"?held=false", form).header.Get("Location")).want(t, http.StatusOK, ">Done<")
	if n := c.count(`SELECT count(*) FROM order_holds WHERE reason = 'Look at them'`); n != 3 {
		t.Errorf("%d are held", n)
	}
	const held = `SELECT count(*) FROM order_holds h JOIN orders o ON o.order_id = h.order_id WHERE o.tracking_no = `
	if n := c.count(held + `'` + late[0] + `'`); n != 0 {
		t.Error("the parcel that came later is held")
	}
	u.post(change, url.Values{"selected": {first[0], other[0]}, "kind": {"print"}}).want(t, http.StatusOK,
		`action="/console/accounts/1/orders/print"`, `value="`+first[0]+`"`, `value="`+other[0]+`"`,
		`formaction="/console/accounts/1/orders/export" name="format" value="xlsx"`)
	exported := u.post("/console/accounts/1/orders/export", url.Values{"selected": {first[0]}, "format": {"csv"}})
	if n := c.count(`SELECT count(*) FROM jobs WHERE kind = 'export'`); exported.status != http.StatusSeeOther || n != 1 {
		t.Errorf("%d, %d exports", exported.status, n)
	}
	u.post(change, url.Values{"selected": {first[0]}, "kind": {"x\x00"}}).want(t, http.StatusOK, `name="kind"`)
	u.get("/console/operator/parcels/jobs?job=1-7").want(t, http.StatusNotFound)
	u.get("/console/operator/parcels/jobs?job=x").want(t, http.StatusNotFound)
	c.as(shipment.RoleHub).post(change, url.Values{"selected": {first[0]}, "kind": {"hold"}}).want(t, http.StatusForbidden)
}

// TestParcelsByBag: the list of parcels has the filters of flights, keeps what is chosen, and says what is no number.
func TestParcelsByBag(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	number := c.ordersOf(1, 1)[0]
	err := c.Store.DB.Execute(t.Context(), "fill a bag", `INSERT INTO bag_parcels
		(account_id, order_id, bag_id, weight, scanned_on, scanned_by, scan, emptied)
		SELECT account_id, order_id, 7, 1000, 1, 'ann', '', 0 FROM orders WHERE tracking_no = $1`, number)
	if err != nil {
		t.Fatal(err)
	}
	u := c.as(shipment.RoleHub)
	u.get("/console/operator/parcels?bag=bg-7").want(t, http.StatusOK, number, `value="bg-7"`)
	u.get("/console/operator/parcels?bag=BG-00008").want(t, http.StatusOK, "No such parcels")
	u.get("/console/operator/parcels?consignment=CN-00001&customs=screening").want(t, http.StatusOK, "No such parcels",
		`<option value="screening" selected>To be screened</option>`)
	u.get("/console/operator/parcels?bag=7").want(t, http.StatusOK, "There is no bag with the number 7.")
}
