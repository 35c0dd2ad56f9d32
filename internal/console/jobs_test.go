package console

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/test/harness"
)

// job sends a form that starts a job, and returns its page when it has ended.
func (u *testUser) job(path string, form url.Values) testPage {
	u.c.t.Helper()
	started := u.post(path, form)
	if started.status != http.StatusSeeOther {
		u.c.t.Fatalf("%s: %d %s", path, started.status, started.text)
	}
	for {
		page := u.get(started.header.Get("Location"))
		if !strings.Contains(page.text, "data-poll") {
			return page
		}
		<-time.After(5 * time.Millisecond)
	}
}

var fileLink = regexp.MustCompile(`href="([^"]*/file)"`)

// file sends a form that starts an export, and returns its file.
func (u *testUser) file(path string, form url.Values) testPage {
	u.c.t.Helper()
	page := u.job(path, form)
	address := fileLink.FindStringSubmatch(page.text)
	if address == nil {
		u.c.t.Fatalf("no file: %s", page.text)
	}
	return u.get(address[1])
}

// TestJobs: jobs are listed with who started them, stopped by those who may, and unknown to other accounts.
func TestJobs(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.orderFor("Budi", "A-1")
	u, viewer := c.as(shipment.RoleEditor), c.as(shipment.RoleViewer)
	const list = "/console/accounts/1/jobs"
	viewer.get(list).want(t, 200, "Nothing yet")
	u.get(ordersOfDemo).want(t, 200, `href="`+list+`"`)
	started := u.post(ordersOfDemo+"/hold", url.Values{"selected": {no}, "action": {"hold"}, "reason": {"Budi owes us"}})
	path := started.header.Get("Location")
	viewer.get(list).want(t, 200, "Hold orders", u.user.Email, `href="`+path+`"`)
	if page := viewer.get(path + "?part=job"); page.status != 200 || !strings.HasPrefix(strings.TrimSpace(page.text), `<div id="job"`) {
		t.Errorf("its progress: %d %s", page.status, page.text)
	}
	u.post(path+"/stop", nil).want(t, 303)
	u.get(path+"/file").want(t, 404)
	u.get(list+"/1").want(t, 404)
	none := c.as("none")
	none.get(path).want(t, none.get(ordersOfDemo).status)

	c.exec(`UPDATE jobs SET state = 'running', stopping = 0, due_on = due_on + 3600000000, lease_owner = 'another'`)
	u.get(path).want(t, 200, "data-poll", "<progress", "1 of 1 orders are done.", `action="`+path+`/stop"`, "http-equiv")
	if page := viewer.get(path); strings.Contains(page.text, "/stop") {
		t.Error("a viewer is offered to stop it")
	}
	viewer.post(path+"/stop", nil).want(t, 303)
	u.get(path).want(t, 200, "/stop")
	u.post(path+"/stop", nil).want(t, 303)
	u.get(path).want(t, 200, "It stops.")
	log := c.as(shipment.RoleOperator).get("/console/operator/audit?kind=job")
	log.want(t, 200, " started change or export of many orders", "Hold orders", u.user.Email)
	if strings.Contains(log.text, "Budi owes us") {
		t.Error("the audit log has the reason")
	}
}

// TestAllThatMatchAreHeld: more orders than are tried are held, but none that came after the form was opened.
func TestAllThatMatchAreHeld(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u := c.as(shipment.RoleEditor)
	c.orderFor("First", "A-1")
	orders := make([]client.NewOrder, request.MaxPrinted)
	for i := range orders {
		orders[i] = harness.NewOrder(1)
	}
	if _, err := c.sdk.CreateOrders(t.Context(), client.CreateRequest{Orders: orders}); err != nil {
		t.Fatal(err)
	}
	asked := u.post(ordersOfDemo+"/hold", url.Values{"all": {"1"}})
	asked.want(t, 200, `Hold orders <span class="muted">1,001<`, `name="until"`)
	late := c.orderFor("Late", "A-9")
	form := asBrowser(asked.text)
	form.Set("reason", "Check")
	form.Set("action", "look")
	looked := u.post(ordersOfDemo+"/hold", form)
	looked.want(t, 200, "This was tried with the first 1,000 orders of the list.", `Will be changed</dt><dd>1,000<`, `value="hold"`)
	form = asBrowser(looked.text)
	form.Set("reason", "Check")
	form.Set("action", "hold")
	u.job(ordersOfDemo+"/hold", form).want(t, 200, ">Done<", "Changed</dt><dd>1,001<")
	if page := u.get(ordersOfDemo + "/" + late); strings.Contains(page.text, "The order is held.") {
		t.Error("the order that came later is held")
	}
}
