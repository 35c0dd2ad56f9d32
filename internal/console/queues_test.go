package console

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"waybill/internal/feature/desk/printjobs"
	"waybill/internal/shipment"
)

// tabOf is the count of a tab of the list of orders.
func tabOf(t *testing.T, page testPage, queue string) string {
	t.Helper()
	path := `orders"`
	if queue != "" {
		path = `orders\?queue=` + queue + `"`
	}
	found := regexp.MustCompile(path + `[^>]*>[^<]*<span class="count">([^<]*)<`)
	match := found.FindStringSubmatch(page.text)
	if match == nil {
		t.Fatalf("no tab %q", queue)
	}
	return match[1]
}

// TestQueueTabs: each tab of the list of orders has the count of its list, before and after the orders change. The button of the tab
// To print prints its labels, in a run that goes on where it stopped.
func TestQueueTabs(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	u, jobs := c.as(shipment.RoleEditor), &printjobs.Jobs{DB: c.Store.DB}
	first, second, third := c.orderFor("Budi", "A-1"), c.orderFor("Siti", "A-2"), c.orderFor("Dewi", "A-3")
	counts := func(want map[string][]string) {
		t.Helper()
		for _, queue := range append([]string{""}, strings.Fields("print pack hand-over partner problem on-the-way done")...) {
			list := u.get(ordersOfDemo + "?queue=" + queue)
			for _, no := range []string{first, second, third} {
				if in := strings.Contains(list.text, "orders/"+no); in != (queue == "" || strings.Contains(strings.Join(want[queue], " "), no)) {
					t.Errorf("%s in the list %q: %v", no, queue, in)
				}
			}
			if got := tabOf(t, list, queue); queue != "" && got != string(rune('0'+len(want[queue]))) || queue == "" && got != "3" {
				t.Errorf("tab %q has %s, want %v", queue, got, want[queue])
			}
		}
	}
	counts(map[string][]string{"print": {first, second, third}})
	u.get(ordersOfDemo+"?queue=print").want(t, http.StatusOK, "Print labels: 3", `aria-current="page">To print`, "A-1", "Budi")
	u.get(ordersOfDemo+"?queue=nothing").want(t, http.StatusOK, "No order was found", "“nothing” is not known")
	u.get(ordersOfDemo+"?queue=done").want(t, http.StatusOK, "Nothing to do here")
	if _, err := c.sdk.HoldOrders(t.Context(), []string{third}, "Wait", false); err != nil {
		t.Fatal(err)
	}
	counts(map[string][]string{"print": {first, second}, "problem": {third}})

	at := u.post("/console/accounts/1/prints/runs?queue=print&sort=oldest", url.Values{"all": {"1"}}).header.Get("Location")
	u.get(at).want(t, http.StatusOK, "Labels: 2", "0 of 2 printed", "PDF of labels 1 to 2")
	step := func(form url.Values) testPage {
		t.Helper()
		u.post(at, form).want(t, http.StatusSeeOther)
		return u.get(at)
	}
	if err := jobs.Offer(t.Context(), 1, "Bench"); err != nil {
		t.Fatal(err)
	}
	u.get(at).want(t, http.StatusOK, "Print on Bench")
	step(url.Values{"step": {"start"}, "from": {"1"}, "printer": {"Bench"}}).
		want(t, http.StatusOK, "The print agent of Bench prints", "data-poll")
	report := func(state printjobs.State) {
		t.Helper()
		job, err := jobs.Take(t.Context(), 1, "Bench")
		for _, s := range []printjobs.State{printjobs.Started, state} {
			if err == nil {
				err = jobs.Report(t.Context(), 1, job.Key, job.Lease, s, "Paper out")
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	report(printjobs.Printed)
	counts(map[string][]string{"print": {second}, "pack": {first}, "problem": {third}})
	report(printjobs.Unknown)
	u.get(at).want(t, http.StatusOK, "Did label 2, "+second+", come out?", "Paper out", "1 of 2 printed")
	key := regexp.MustCompile(`name="key" value="([^"]*)"`).FindStringSubmatch(u.get(at).text)[1]
	step(url.Values{"step": {"no"}, "key": {key}}).
		want(t, http.StatusOK, "It stopped at label 2, "+second+": Paper out", "Continue at 2 on Bench")
	if file := u.post(at+"/labels", url.Values{"from": {"2"}}); file.status != http.StatusOK || !strings.HasPrefix(file.text, "%PDF-") {
		t.Fatalf("file: %d %.200s", file.status, file.text)
	}
	u.get(at).want(t, http.StatusOK, "All labels are printed.", "2 of 2 printed")
	u.get("/console/accounts/1/prints").want(t, http.StatusOK, "Print runs", at)
	counts(map[string][]string{"pack": {first, second}, "problem": {third}})
	u.post(at, url.Values{"step": {"again"}, "from": {"1"}, "printer": {"None"}}).
		want(t, http.StatusConflict, "No print agent has this printer.")
	step(url.Values{"step": {"again"}, "from": {"2"}, "printer": {"Bench"}}).want(t, http.StatusOK, "1 of 2 printed")
	step(url.Values{"step": {"stop"}}).want(t, http.StatusOK, "Continue at 2 on Bench")
	c.as(shipment.RoleViewer).get(ordersOfDemo+"?queue=pack").want(t, http.StatusOK, first)
}
