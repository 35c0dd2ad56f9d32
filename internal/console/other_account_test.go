package console

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/jobs"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/people"
	"waybill/internal/store/storetest"
	"waybill/test/harness"
)

// quagga is in all texts of the other account that no path and no form of the test has.
const quagga = "quagga"

// fillOther makes what pages can show of the other account. It returns what replaces the places of paths, and fields that name the things
// in forms.
func (c *testConsole) fillOther(t *testing.T) (places map[string]string, form url.Values) {
	t.Helper()
	ctx, id, check := t.Context(), c.other.AccountID, func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	key, secret, err := c.Store.MasterData.CreateKey(ctx, masterdata.Key{AccountID: id, Name: quagga})
	check(err)
	sdk, err := client.New(c.url+"/api", secret, client.WithMaxRetries(0))
	check(err)
	order := harness.NewOrder(1)
	order.ConsigneeName, order.ShipperOrderID = "Quagga Person", "Quagga-1"
	made, err := sdk.CreateOrders(ctx, client.CreateRequest{Orders: []client.NewOrder{order}})
	check(err)
	no := made.Orders[0].TrackingNo
	stored, err := c.Store.OrderByTrackingNo(ctx, no)
	check(err)
	_, err = sdk.AddNote(ctx, no, quagga)
	check(err)
	_, err = sdk.EditTags(ctx, []string{no}, []string{quagga}, nil)
	check(err)
	list, err := sdk.OpenHandover(ctx, 1, quagga)
	check(err)
	_, err = sdk.AddToHandover(ctx, list.Number, no, "s1")
	check(err)
	endpoint, err := sdk.CreateEndpoint(ctx, client.EndpointChange{URL: new("https://quagga.invalid/")})
	check(err)
	_, err = sdk.SetOrderTemplate(ctx, "Okapi", map[string]string{"consignee_name": quagga})
	check(err)
	_, err = sdk.Call(ctx, http.MethodPut, "/books/addresses/Okapi/", "", map[string]string{
		"name": quagga, "number": "+6291234567", "country": "Singapore", "address": "1 Raffles Place",
	})
	check(err)
	imported, err := sdk.CreateImport(ctx, client.ImportRequest{FileName: "quagga.csv", File: importFile(t, 2, 1), ServiceID: 1})
	check(err)
	prints := &printjobs.Jobs{DB: c.Store.DB}
	check(prints.Offer(ctx, id, "Okapi"))
	_, err = sdk.QueuePrint(ctx, no, "Okapi", "okapi-1")
	check(err)
	run, err := prints.MakeRun(ctx, id, []int64{stored.OrderID})
	check(err)
	member := people.User{Email: "okapi@example.com", Name: "Quagga"}
	invited, err := c.Store.People.CreateUser(ctx, member, time.Hour, people.Membership{AccountID: id, Role: shipment.RoleViewer})
	check(err)
	session, _, err := c.Store.People.CreateSession(ctx, invited.User, "test", "192.0.2.1", quagga, time.Time{})
	check(err)
	passkey, err := c.Store.People.AddPasskey(ctx, people.Passkey{
		UserID: invited.UserID, CredentialID: []byte{1}, PublicKey: []byte{1}, Name: quagga,
	}, people.Challenge{Bytes: []byte{1}, ExpiresOn: time.Now().Add(time.Hour)})
	check(err)
	job := c.as(shipment.RoleOperator).post(fmt.Sprintf("/console/accounts/%d/orders/hold", id),
		url.Values{"selected": {no}, "action": {"hold"}, "reason": {quagga}}).header.Get("Location")
	if job == "" {
		t.Fatal("no job")
	}
	c.waitFor("the file is checked", func() bool {
		found, err := sdk.Import(ctx, imported.ID)
		check(err)
		return found.State != client.ImportChecking
	})
	c.waitFor("the orders are held", func() bool {
		return c.count(`SELECT count(*) FROM jobs WHERE state = '`+string(jobs.Done)+`'`) == 1
	})
	number := strconv.FormatInt
	places = map[string]string{
		"{tracking_no}": no, "{job}": path.Base(job), "{batch}": made.UploadBatchNo, "{file}": "label.pdf", "{endpoint}": number(endpoint.ID, 10),
		"{key}": number(key.KeyID, 10), "{handover}": strings.TrimLeft(list.Number, "HL-0"), "{import}": number(imported.ID, 10),
		"{book}": "addresses",
		"{run}":  number(run, 10), "{event}": "okapi", "{session}": number(session.SessionID, 10), "{passkey}": number(passkey.PasskeyID, 10),
		"{invitation}": number(id, 10),
	}
	return places, url.Values{
		"selected": {no}, "tracking_no": {no}, "code": {no}, "order": {no}, "of": {no}, "part": {no}, "scan": {"z1"}, "name": {"Okapi"},
		"entry_name": {"Okapi"}, "template_name": {"Okapi"}, "email": {member.Email}, "role": {"admin"}, "key": {"okapi-1"}, "answer": {"yes"},
		"printer": {"Okapi"}, "reason": {"Look"}, "confirmed": {"1"}, "tag": {"vip"}, "note": {"Look"}, "text": {"Look"}, "from": {"1"},
		"consignee_name": {"Lee"}, "q": {"Okapi"}, "given_by": {"Ann"}, "taken_by": {"Bob"}, "parcels": {"1"}, "step": {"undo"},
	}
}

// notNamed are the pages of an account with a place in their path that show nothing of this account, or that the test makes nothing for.
var notNamed = []string{
	"/console/accounts/{account}/settings/webhooks/{endpoint}/deliveries/{event}",
	"/console/accounts/{account}/orders/{tracking_no}/documents/{file}", "/console/accounts/{account}/orders/{tracking_no}/proof",
	"/console/accounts/{account}/orders/{tracking_no}/release", "/console/accounts/{account}/handovers/{handover}/finish",
	"/console/accounts/{account}/handovers/{handover}/pdf", "/console/accounts/{account}/jobs/{job}/file",
	"/console/accounts/{account}/batches/{batch}/labels", "/console/accounts/{account}/imports/{import}/labels",
	"/console/accounts/{account}/imports/{import}/orders", "/console/accounts/{account}/imports/{import}/refused",
}

// TestNothingOfAnotherAccountIsReached: an administrator of one account sends each form and opens each page of it with the numbers and
// names of what another account has, and opens each page of that account. Nothing is shown, and no row of the other account changes.
func TestNothingOfAnotherAccountIsReached(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	places, form := c.fillOther(t)
	other, operator := c.other.AccountID, c.as(shipment.RoleOperatorAdmin)
	users := map[int64]*testUser{1: c.as(shipment.RoleAdmin), other: c.as(shipment.RoleAdmin)} // two, because forms are limited
	read := storetest.RowsOf(t, c.Store.DB.Reads, "request_log", "request_log_sizes")
	rows := func() storetest.Rows {
		all := read()
		found := all.OfAccounts(other)
		maps.Copy(found, all.Where(func(_ string, row storetest.Row) bool {
			return row["user_id"] != "" && !slices.Contains([]string{
				fmt.Sprint(users[1].user.UserID), fmt.Sprint(users[other].user.UserID),
			}, row["user_id"])
		}))
		return found
	}
	at := func(route string, account int64) string {
		route = strings.ReplaceAll(route, "{account}", strconv.FormatInt(account, 10))
		for place, value := range places {
			route = strings.ReplaceAll(route, place, url.PathEscape(value))
		}
		return route
	}
	before := rows()
	for _, route := range c.Routes {
		isOwn := strings.HasPrefix(route.Path, "/console/me/")
		isUpload := route.Method == http.MethodPost && strings.HasSuffix(route.Path, "/imports") // whose import would have the same number
		if strings.Contains(at(route.Path, 1), "{") || !isOwn && !strings.Contains(route.Path, "{account}") || isUpload {
			continue
		}
		named := strings.Contains(strings.ReplaceAll(route.Path, "{account}", ""), "{")
		if route.Method == http.MethodGet && named && !isOwn && !slices.Contains(notNamed, route.Path) {
			if page := operator.get(at(route.Path, other)); page.status != http.StatusOK {
				t.Errorf("%s shows an operator nothing of the account: %d", route.Path, page.status)
			}
		}
		for _, account := range []int64{1, other} {
			address := at(route.Path, account)
			fields := form.Encode()
			page := users[account].send(route.Method, address+"?"+fields, "application/x-www-form-urlencoded", strings.NewReader(fields))
			if strings.Contains(strings.ToLower(page.text), quagga) || page.status >= http.StatusInternalServerError {
				t.Errorf("%s %s: %d %s", route.Method, address, page.status, page.text)
			}
			if !isOwn && account == other && page.status != http.StatusNotFound {
				t.Errorf("%s %s: %d, want 404", route.Method, address, page.status)
			}
			if route.Method == http.MethodGet && named && account == 1 && page.status == http.StatusOK && !strings.Contains(address, "/books/") {
				t.Errorf("%s is there: %.300s", address, page.text)
			}
		}
		if route.Method == http.MethodPost {
			now := rows()
			if changes := now.Changes(before); changes != "" {
				t.Errorf("%s %s changes %s of another account", route.Method, route.Path, changes)
			}
			before = now
		}
	}
}
