package console

import (
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/test/harness"
)

// hostile is a text that pages must show as text.
const hostile = `<script>alert(1)</script>"'=1+1 🎁 مرحبا`

// refusedOrder creates an order that the simulated partner refuses, and returns its number.
func (c *testConsole) refusedOrder() string {
	c.t.Helper()
	o := harness.NewOrder(5)
	o.ConsigneeName = "Susan [fail]"
	made, err := c.sdk.CreateOrders(c.t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}, Blocking: true})
	if err != nil {
		c.t.Fatal(err)
	}
	return made.Orders[0].TrackingNo
}

// submissionOf is the submission of an order.
func (c *testConsole) submissionOf(trackingNo string) store.Submission {
	c.t.Helper()
	sub, err := c.Store.Ledger.SubmissionByTrackingNo(c.t.Context(), trackingNo)
	if err != nil {
		c.t.Fatal(err)
	}
	return sub
}

func TestOperatorRetriesAndResolvesWhatAPartnerRefused(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	first, second := c.refusedOrder(), c.refusedOrder()
	u := c.as(shipment.RoleOperator)
	const list = web.OperatorPath + "submissions"
	u.get(list).want(t, http.StatusOK, first, second, "Failed", "Demo")
	u.get(list+"?state=failed&partner=simulated&account=1").want(t, http.StatusOK, first, "Remove the filter")
	for _, query := range []string{"?partner=other", "?account=2", "?age=1", "?state=unknown", "?list=cancellations"} {
		if page := u.get(list + query); page.status != http.StatusOK || strings.Contains(page.text, first) {
			t.Errorf("%s: %d, or it has the order", query, page.status)
		}
	}
	for _, query := range []string{"?state=x", "?age=x", "?account=x", "?after=x", "?list=cancellations&state=unknown"} {
		u.get(list+query).want(t, http.StatusBadRequest, "The filter is not valid")
	}
	page := list + "/" + first
	u.get(page).want(t, http.StatusOK, "Order sent to the partner", "Refused", "What was sent and received")
	u.get(list+"/UNKNOWN").want(t, http.StatusNotFound)

	// A partner that refuses refuses again; a selection is carried out with its note.
	u.post(list, url.Values{"action": {"retry"}}).want(t, http.StatusUnprocessableEntity, "Select at least one order.")
	tooLong := "Write at most 255 characters on one line."
	u.post(list, url.Values{"action": {"retry"}, "selected": {first}, "note": {strings.Repeat("🙂", 256)}}).
		want(t, http.StatusUnprocessableEntity, tooLong, "checked")
	u.post(page, url.Values{"action": {"retry"}, "note": {"two\nlines"}}).want(t, http.StatusUnprocessableEntity, tooLong)
	u.post(page, url.Values{"action": {"fail"}, "message": {strings.Repeat("é", 256)}}).want(t, http.StatusUnprocessableEntity, tooLong)
	u.post(list, url.Values{"action": {"retry"}, "selected": {first, second}, "note": {hostile}}).want(t, http.StatusSeeOther)
	c.waitFor("both are refused again", func() bool {
		return c.submissionOf(first).State == store.SubmissionFailed && c.submissionOf(second).State == store.SubmissionFailed
	})
	got := u.get(page)
	got.want(t, http.StatusOK, "Retried by an operator", "&lt;script&gt;alert(1)&lt;/script&gt;")
	if strings.Contains(got.text, "<script>alert") {
		t.Error("the note is in the page as it was typed")
	}

	// A refused order that is held is not submitted again.
	if _, err := c.sdk.HoldOrders(t.Context(), []string{second}, "Wait", false); err != nil {
		t.Fatal(err)
	}
	u.post(list, url.Values{"action": {"retry"}, "selected": {second}}).
		want(t, http.StatusUnprocessableEntity, second+": A held order is not submitted. Release it first.")
	if _, err := c.sdk.ReleaseOrders(t.Context(), []string{second}, "", false); err != nil {
		t.Fatal(err)
	}
	c.waitFor("it is refused after its release", func() bool { return c.submissionOf(second).State == store.SubmissionFailed })

	// Entries that cannot be decided are listed, and the rest is done.
	u.post(page, url.Values{"action": {"fail"}}).want(t, http.StatusUnprocessableEntity, "Say why")
	u.post(page, url.Values{"action": {"x"}}).want(t, http.StatusUnprocessableEntity, "Choose what to do.")
	u.post(page, url.Values{"action": {"confirm"}, "hawb_no": {"ü"}}).want(t, http.StatusUnprocessableEntity, "without accents")
	u.post(page, url.Values{"action": {"confirm"}, "hawb_no": {"618-1"}, "note": {"They have it."}}).want(t, http.StatusSeeOther)
	u.post(list, url.Values{"action": {"fail"}, "message": {"Not taken."}, "selected": {first, second, "UNKNOWN"}}).
		want(t, http.StatusUnprocessableEntity, first+": The partner has the order", "UNKNOWN: There is no such submission.")
	if sub := c.submissionOf(first); sub.State != store.SubmissionConfirmed || sub.HAWBNo != "618-1" {
		t.Errorf("confirmed by hand: %+v", sub)
	}
	if sub := c.submissionOf(second); sub.State != store.SubmissionFailed || sub.Message != "Not taken." {
		t.Errorf("failed by hand: %+v", sub)
	}
	filter := audit.Filter{Actor: u.user.Email, Subject: first, SubjectKind: audit.SubjectOrder}
	entries, _, err := c.Store.Audit.List(t.Context(), filter, "", 9)
	if err != nil || len(entries) != 2 || entries[0].Action != "resolve" || entries[0].Actor.Kind != audit.ActorUser ||
		!strings.Contains(entries[0].New, "They have it.") || !strings.Contains(entries[1].New, "alert(1)") {
		t.Errorf("audit log: %+v, %v", entries, err)
	}
	noted := strings.Repeat("é", shipment.MaxNote)
	if _, err := c.Store.Ledger.RetrySubmission(t.Context(), second, noted); err != nil {
		t.Fatal(err)
	}
	u.get(list+"/"+second).want(t, http.StatusOK, noted)
}

func TestOperatorRetriesACancellation(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	o := harness.NewOrder(5)
	o.ConsigneeName = "Susan [keep]"
	made, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}, Blocking: true})
	if err != nil {
		t.Fatal(err)
	}
	no := made.Orders[0].TrackingNo
	if _, err := c.Store.CancelOrders(t.Context(), 1, []string{no}, false); err != nil {
		t.Fatal(err)
	}
	u := c.as(shipment.RoleOperator)
	c.waitFor("the cancellation ends", func() bool {
		found, err := c.Store.Ledger.CancellationByTrackingNo(t.Context(), no)
		return err == nil && found.State != store.CancellationPending && found.State != store.CancellationWaiting
	})
	page := web.OperatorPath + "submissions/" + no
	u.get(page).want(t, http.StatusOK, "Cancellation", "Retry the cancellation")
	u.get(web.OperatorPath+"submissions?list=cancellations&state=refused").want(t, http.StatusOK, no, "Refused")
	u.post(web.OperatorPath+"submissions?list=cancellations", url.Values{"action": {"fail"}, "message": {"x"}, "selected": {no}}).
		want(t, http.StatusUnprocessableEntity, "Choose what to do.")
	u.post(web.OperatorPath+"submissions?list=cancellations", url.Values{"action": {"retry"}, "selected": {no}}).want(t, http.StatusSeeOther)
	attempts := func() int {
		history, err := c.Store.Ledger.SubmissionHistory(t.Context(), 1, c.submissionOf(no).OrderID)
		if err != nil {
			t.Fatal(err)
		}
		return len(history)
	}
	c.waitFor("the partner refuses again", func() bool { return attempts() == 4 }) // submit, cancel, retry, cancel
	u.post(page, url.Values{"action": {"retry-cancellation"}, "note": {"They called."}}).want(t, http.StatusSeeOther)
	c.waitFor("the partner refuses a third time", func() bool { return attempts() == 6 })
	u.get(page).want(t, http.StatusOK, "They called.")
}

// waitFor waits until something is so.
func (c *testConsole) waitFor(what string, is func() bool) {
	c.t.Helper()
	deadline := time.After(3 * time.Minute)
	for !is() {
		select {
		case <-deadline:
			c.t.Fatalf("not in time: %s", what)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// TestOverviewNamesAPartnerThatFails with what its calls ended with.
func TestOverviewNamesAPartnerThatFails(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperator)
	if page := u.get(web.OperatorPath); page.status != http.StatusOK || strings.Contains(page.text, "Calls to the partner") {
		t.Errorf("the overview of partners that answer: %d", page.status)
	}
	request := client.CreateRequest{Orders: []client.NewOrder{harness.NewOrder(5), harness.NewOrder(5), harness.NewOrder(5)}}
	for i := range request.Orders {
		request.Orders[i].ConsigneeName = "Susan [flaky]"
	}
	if _, err := c.sdk.CreateOrders(t.Context(), request); err != nil {
		t.Fatal(err)
	}
	c.waitFor("three calls failed", func() bool { return c.PartnerState("simulated").Failures == 3 })
	u.get(web.OperatorPath).want(t, http.StatusOK, "Calls to the partner simulated fail: The partner is temporarily unavailable.")
}

func TestPartnersHaveTheirHealthAndSecrets(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.refusedOrder()
	u := c.as(shipment.RoleOperatorAdmin)
	u.get(web.OperatorPath+"partners").want(t, http.StatusOK, "simulated", "Answers")
	u.get(web.OperatorPath+"partners/simulated").want(t, http.StatusOK, no, "Refused", "This partner needs no adapter")
	u.get(web.OperatorPath+"partners/unknown").want(t, http.StatusNotFound)

	const made = web.OperatorPath + "partners/acme"
	form := url.Values{"name": {"acme"}, "url": {"https://acme.example.com"}, "concurrency": {"4"}, "timeout": {"2.5"}}
	for _, c := range []struct{ field, value, want string }{
		{"name", "Acme", "small letter"},
		{"url", "acme", "Enter an address"},
		{"concurrency", "0", "from 1 to 1,000"},
		{"timeout", "x", "must be a number"},
		{"timeout", "NaN", "must be a number"},
		{"timeout", "-1", "0.1 to 300"},
		{"timeout", "1e300", "0.1 to 300"},
	} {
		wrong := url.Values{}
		maps.Copy(wrong, form)
		wrong[c.field] = []string{c.value}
		u.post(web.OperatorPath+"partners/new", wrong).want(t, http.StatusUnprocessableEntity, c.want, `aria-invalid="true"`)
	}
	created := u.post(web.OperatorPath+"partners/new", form)
	created.want(t, http.StatusOK, "Keep it now", "wbp_")
	created.wantNoStore(t)
	u.post(web.OperatorPath+"partners/new", form).want(t, http.StatusUnprocessableEntity, "This name is in use")
	u.get(made).want(t, http.StatusOK, "https://acme.example.com", `value="2.5"`)
	form.Set("url", "http://acme.example.com")
	u.post(made, form).want(t, http.StatusUnprocessableEntity, "Without https")
	form.Set("allow_private_network", "1")
	u.post(made, form).want(t, http.StatusSeeOther)
	before, err := c.Store.MasterData.PartnerSecrets(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	u.post(made+"/secret", url.Values{"overlap": {"24"}}).want(t, http.StatusOK, "Make a new secret for acme?", `name="overlap" value="24"`)
	u.post(made+"/secret", url.Values{"overlap": {"5"}, "confirmed": {"1"}}).want(t, http.StatusBadRequest)
	u.post(made+"/secret", url.Values{"overlap": {"24"}, "confirmed": {"1"}}).
		want(t, http.StatusOK, "wbp_", "The old secret is valid too until")
	after, err := c.Store.MasterData.PartnerSecrets(t.Context(), "acme")
	if err != nil || len(after) != 2 || after[1] != before[0] {
		t.Errorf("secrets after the rotation: %d, %v", len(after), err)
	}
	u.post(made+"/switch", nil).want(t, http.StatusOK, "Disable acme?")
	u.post(made+"/switch", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(made).want(t, http.StatusOK, "Disabled", "Enable the partner", "acme is disabled.")
	u.post(made+"/switch", url.Values{"on": {"1"}}).want(t, http.StatusSeeOther)
	partners, err := c.Store.MasterData.Partners(t.Context())
	if err != nil || len(partners) != 1 || !partners[0].DisabledOn.IsZero() || !partners[0].PrivateNetwork || partners[0].Concurrency != 4 {
		t.Errorf("partners %+v, %v", partners, err)
	}
	page := c.as(shipment.RoleOperator).get(made)
	if strings.Contains(page.text, "Make a new secret") || strings.Contains(page.text, before[0]) {
		t.Error("an operator may not change a secret, and nobody sees one again")
	}
}

func TestAccountsAreCreatedChangedAndSuspended(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperatorAdmin)
	const accounts = web.OperatorPath + "accounts"
	u.post(accounts+"/new", url.Values{"name": {"\n"}, "rate_limit": {"x"}}).
		want(t, http.StatusUnprocessableEntity, "must be a whole number")
	for _, prefix := range []string{"A1", "ax"} {
		u.post(accounts+"/new", url.Values{"name": {"x"}, "tracking_prefix": {prefix}}).
			want(t, http.StatusUnprocessableEntity, "2 to 4 capital letters, such as AX")
	}
	u.post(accounts+"/new", url.Values{"name": {"Other shipper"}}).want(t, http.StatusUnprocessableEntity, "This name is in use")
	made := u.post(accounts+"/new", url.Values{"name": {hostile}, "tracking_prefix": {"AX"}, "rate_limit": {"20"}})
	made.want(t, http.StatusSeeOther)
	path := made.header.Get("Location")
	page := u.get(path)
	page.want(t, http.StatusOK, "AX", "&lt;script&gt;", `value="40"`, "No program can use the account")
	list := u.get(accounts)
	list.want(t, http.StatusOK, "Other shipper", "&lt;script&gt;")
	if strings.Contains(page.text+list.text, "<script>alert") {
		t.Error("a name is in a page as it was typed")
	}
	u.get(accounts+"?q=OTHER").want(t, http.StatusOK, "Other shipper")
	if found := u.get(accounts + "?q=other"); strings.Contains(found.text, "alert(1)") {
		t.Error("the search finds another account")
	}
	u.get(accounts+"?after=99").want(t, http.StatusOK, "No such accounts")
	u.get(accounts+"?after=x").want(t, http.StatusBadRequest)
	u.get(accounts+"/99").want(t, http.StatusNotFound)
	u.post(path, url.Values{"name": {"New name"}, "rate_burst": {"5"}}).want(t, http.StatusUnprocessableEntity, "a burst needs one")
	u.post(path, url.Values{"name": {"New name"}, "erase_after_days": {"7"}}).want(t, http.StatusUnprocessableEntity, "from 8 to 36,500")
	u.post(path, url.Values{"name": {"New name"}, "operator": {"1"}, "erase_after_days": {"90"}}).want(t, http.StatusSeeOther)
	u.get(path).want(t, http.StatusOK, `name="erase_after_days" type="text" value="90"`)
	u.post(path+"/suspend", nil).want(t, http.StatusOK, "Parcels that exist go on")
	u.post(path+"/suspend", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	u.get(path).want(t, http.StatusOK, "Suspended", "Let it work again")
	u.get(accounts+"?state=suspended").want(t, http.StatusOK, "New name")
	u.post(path+"/resume", nil).want(t, http.StatusSeeOther)
	all, err := c.Store.MasterData.Accounts(t.Context())
	if last := all[len(all)-1]; err != nil || last.Name != "New name" || last.RateLimit != 0 || !last.Operator || !last.SuspendedOn.IsZero() {
		t.Errorf("the account is %+v, %v", last, err)
	}
}

func TestServicesAreCreatedChangedAndRetired(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperatorAdmin)
	const services = web.OperatorPath + "services"
	u.get(services).want(t, http.StatusOK, "Singapore", "Indonesia")
	u.get(services+"/5").want(t, http.StatusOK, "simulated", "Drop-off")
	u.get(services+"/99").want(t, http.StatusNotFound)
	for _, page := range []string{services + "/5", services + "/1", services + "/new"} { // no partner declares needs
		if strings.Contains(u.get(page).text, `name="missing_customs"`) {
			t.Errorf("%s offers what has no effect", page)
		}
	}
	form := url.Values{
		"name": {hostile}, "origin": {"SG"}, "destination": {"South Korea"}, "category": {"Drop-Off"}, // as the API takes them
		"partner": {"simulated"}, "service_id": {"40"},
	}
	for field, c := range map[string]struct{ value, want string }{ // the refusals of the API
		"origin": {"XX", "From: choose one of the list."}, "category": {"ship", "How a parcel starts: choose one of the list."},
		"partner": {"nobody", "Choose a partner"}, "service_id": {"5", "that no service has"}, "name": {"", "Name is missing."},
		"missing_customs": {"hope", "Facts for customs are missing: choose one of the list."},
		"customs_forms":   {"cn22", "Customs forms: choose one of the list."},
	} {
		wrong := url.Values{}
		maps.Copy(wrong, form)
		wrong[field] = []string{c.value}
		u.post(services+"/new", wrong).want(t, http.StatusUnprocessableEntity, c.want)
	}
	form.Set("service_id", "0")
	u.post(services+"/new", form).want(t, http.StatusUnprocessableEntity, "Number of the service must be at least 1.")
	form.Set("service_id", " 40 ")
	u.post(services+"/new", form).want(t, http.StatusSeeOther)
	page := services + "/40"
	if got := u.get(page); !strings.Contains(got.text, "&lt;script&gt;") || strings.Contains(got.text, "<script>alert") {
		t.Errorf("name in the page: %s", got.text)
	}
	u.post(page, url.Values{"name": {"SG-KR"}, "partner": {""}, "cod": {"1"}}).want(t, http.StatusSeeOther)
	u.post(page+"/labels", url.Values{"marks": {"fragile", "x"}, "routing": {"a,b"}}).
		want(t, http.StatusUnprocessableEntity, "the first line must be")
	u.post(page+"/labels", url.Values{"marks": {"fragile", "x"}, "routing": {"prefix,hub,sort_code\n121,JKT,JKT-04\n"}}).
		want(t, http.StatusSeeOther)
	u.get(page).want(t, http.StatusOK, "121,JKT,JKT-04")
	u.post(page+"/switch", nil).want(t, http.StatusOK, "It takes no new orders")
	u.post(page+"/switch", url.Values{"confirmed": {"1"}}).want(t, http.StatusSeeOther)
	live, err := c.Store.MasterData.LiveServices(t.Context())
	if _, takes := live[40]; err != nil || takes {
		t.Errorf("a retired service takes orders, %v", err)
	}
	u.post(page+"/switch", url.Values{"on": {"1"}}).want(t, http.StatusSeeOther)
	all, err := c.Store.MasterData.Services(t.Context())
	want := shipment.Service{ServiceID: 40, Name: "SG-KR", Origin: "SG", Destination: "KR", Category: "drop-off", COD: true}
	if got := all[len(all)-1]; err != nil || got != want {
		t.Errorf("the service is %+v, want %+v, %v", got, want, err)
	}
	labels, err := c.Store.MasterData.ServiceLabels(t.Context(), 40)
	if err != nil || len(labels.Marks) != 1 || len(labels.Routing) != 1 || labels.Routing[0].SortCode != "JKT-04" {
		t.Errorf("labels %+v, %v", labels, err)
	}
}

func TestSystemAuditAndEndpointsAreShown(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleOperatorAdmin)
	u.post(web.OperatorPath+"accounts/2", url.Values{"name": {hostile}}).want(t, http.StatusSeeOther)
	changes := u.get(web.OperatorPath + "audit")
	changes.want(t, http.StatusOK, u.user.Email, "&lt;script&gt;alert(1)&lt;/script&gt;", "<del>Other shipper</del>")
	if strings.Contains(changes.text, "<script>alert") {
		t.Error("a value is in the page as it was typed")
	}
	today := time.Now().UTC().Format(time.DateOnly)
	u.get(web.OperatorPath+"audit?kind=account&subject=2&account=2&actor="+url.QueryEscape(u.user.Email)+"&from="+today+"&until="+today).
		want(t, http.StatusOK, "<del>Other shipper</del>", "Remove the filter")
	for _, query := range []string{"kind=rule", "actor=nobody", "until=2020-01-01", "from=2999-01-01", "account=0&kind=account"} {
		u.get(web.OperatorPath+"audit?"+query).want(t, http.StatusOK, "No such changes")
	}
	for _, query := range []string{"subject=2", "from=x", "account=x", "after=x"} {
		u.get(web.OperatorPath+"audit?"+query).want(t, http.StatusBadRequest, "The filter is not valid")
	}
	u.get(web.OperatorPath+"system").want(t, http.StatusOK, "SQLite 3", "0001_initial", "Webhook deliveries", "iB", "test.db")

	u.get(web.OperatorPath+"endpoints").want(t, http.StatusOK, "No endpoint fails")
	settings := shipment.EndpointSettings{URL: "https://shop.example/" + url.PathEscape(hostile)}
	e, _, err := c.Store.Webhooks.CreateEndpoint(t.Context(), 1, settings)
	if err != nil {
		t.Fatal(err)
	}
	c.refusedOrder()
	due, err := c.Store.Webhooks.ClaimDeliveries(t.Context(), "test", e.EndpointID, 1, time.Minute)
	if err != nil || len(due) != 1 {
		t.Fatalf("%d deliveries, %v", len(due), err)
	}
	_, err = c.Store.Webhooks.RecordDelivery(t.Context(), due[0], store.DeliveryOutcome{
		State: store.DeliveryPending, Status: 503, Error: hostile, RetryOn: time.Now().Add(time.Hour),
	})
	if err != nil {
		t.Fatal(err)
	}
	page := u.get(web.OperatorPath + "endpoints")
	page.want(t, http.StatusOK, "/console/accounts/1/settings/webhooks", "&lt;script&gt;alert(1)", "Retried")
	if strings.Contains(page.text, "<script>alert") {
		t.Error("an error is in the page as the receiver sent it")
	}
}

// TestOperatorsFindAnything: Ctrl+K finds pages, accounts and orders of all of them on the pages of the operator.
func TestOperatorsFindAnything(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.create(nil)
	o := c.as(shipment.RoleOperator)
	find := web.OperatorPath + "find"
	o.get(web.OperatorPath).want(t, http.StatusOK, `id="go"`, `data-check="`+find+`"`, "find.js")
	o.post(find, url.Values{"q": {"aud"}}).want(t, http.StatusOK, web.OperatorPath+"audit")
	o.post(find, url.Values{"q": {"other"}}).want(t, http.StatusOK, "/console/accounts/2/", "Other shipper")
	o.post(find, url.Values{"q": {no}}).want(t, http.StatusOK, ordersPath+no)
	o.post(find, url.Values{"q": {"nothing"}}).want(t, http.StatusOK, "Nothing was found")
	c.as(shipment.RoleAdmin).post(find, url.Values{"q": {no}}).want(t, http.StatusForbidden)
	if page := c.as(shipment.RoleViewer).get("/console/me"); strings.Contains(page.text, find) {
		t.Error("a viewer is offered to find what operators find")
	}
}

func TestUsageCountsOrdersByAccountAndMonth(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	c.create(nil)
	c.create(nil)
	now := time.Now()
	page := c.as(shipment.RoleOperator).get("/console/operator/accounts/-/usage")
	page.want(t, http.StatusOK, now.UTC().Format("2006-01"), "Other shipper")
	if words := page.words(); !strings.Contains(words, "Demo shipper 2 –") || !strings.Contains(words, "Other shipper – –") {
		t.Errorf("the page does not count the orders of this month: %s", words)
	}
	c.as(shipment.RoleEditor).get("/console/operator/accounts/-/usage").want(t, http.StatusForbidden)
}
