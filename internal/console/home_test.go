package console

import (
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
	"waybill/test/harness"
)

// create creates an order of the demo account and returns its tracking number.
func (c *testConsole) create(change func(*client.NewOrder)) string {
	c.t.Helper()
	o := harness.NewOrder(1)
	if change != nil {
		change(&o)
	}
	made, err := c.sdk.CreateOrders(c.t.Context(), client.CreateRequest{Orders: []client.NewOrder{o}, Blocking: true})
	if err != nil {
		c.t.Fatal(err)
	}
	return made.Orders[0].TrackingNo
}

var tags = regexp.MustCompile(`<[^>]*>`)

// words are the visible words of a page.
func (p testPage) words() string {
	return strings.Join(strings.Fields(tags.ReplaceAllString(p.text, " ")), " ")
}

func TestHomeShowsTodayAndWhatNeedsAttention(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	c.as(shipment.RoleViewer).get("/console/accounts/1/").want(t, http.StatusOK, "No orders yet")
	c.create(nil)
	cancelled := c.create(nil)
	c.create(func(o *client.NewOrder) { o.ServiceID, o.ConsigneeName = 5, "Rina [fail]" })
	hostile := `<script>alert("x")</script>`
	c.create(func(o *client.NewOrder) { o.ConsigneeName = hostile })
	if _, err := c.sdk.CancelOrders(t.Context(), []string{cancelled}); err != nil {
		t.Fatal(err)
	}
	stale := c.create(nil)
	if _, err := c.sdk.MarkPrinted(t.Context(), []string{stale}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.sdk.EditOrder(t.Context(), stale, client.AnyVersion, map[string]any{"consignee_city": "Medan"}); err != nil {
		t.Fatal(err)
	}
	c.Glances = web.NewGlances(c.Store, time.Now) // so that the page counts again at once
	list := c.as(shipment.RoleViewer).get(ordersOfDemo + "?printed=again")
	if list.want(t, http.StatusOK, stale, "Print again"); strings.Contains(list.text, cancelled) {
		t.Error("other orders are shown as stale")
	}
	got := c.as(shipment.RoleViewer).get("/console/accounts/1/")
	got.want(t, http.StatusOK, "1 order was refused by its partner", "1 label has changed since it was printed",
		"printed=again", "&lt;script&gt;alert(")
	words := got.words()
	for _, want := range []string{
		"Created 5 Labels printed 1 3 to print Packed 0 0 to pack Handed over 0 0 to hand over",
		"1 order was refused by its partner Correct 1 label has changed since it was printed Print again",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("the page has no %q: %s", want, words)
		}
	}
	if counts := checkHome(t, c.as(shipment.RoleViewer)); len(counts) < 7 {
		t.Errorf("the home has the numbers %v", counts)
	}
	if strings.Contains(got.text, hostile) {
		t.Error("a consignee's name is not escaped")
	}
}

// TestHomeSaysWhatIsToPack has steps for packers, and what they packed by the hour.
func TestHomeSaysWhatIsToPack(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	if _, err := c.sdk.MarkPrinted(t.Context(), []string{c.orderFor("Budi", "P-1"), c.orderFor("Budi", "P-2")}); err != nil {
		t.Fatal(err)
	}
	u := c.as(shipment.RoleEditor)
	if page := u.get("/console/accounts/1/"); strings.Contains(page.text, "Packed by hour") {
		t.Error("hours are shown before anything is packed")
	}
	u.post(packPath+"/scan?warnings=1", url.Values{"code": {"P-1"}, "scan": {"s1"}}).want(t, http.StatusOK, "is packed.")
	checkHome(t, u)
	page := u.get("/console/accounts/1/")
	page.want(t, http.StatusOK, "queue=pack", "queue=hand-over", "Packed by hour")
	want := "Packed 1 1 to pack Handed over 0 1 to hand over"
	if words := page.words(); !strings.Contains(words, want) {
		t.Errorf("the page has no %q: %s", want, words)
	}
	u.get(ordersOfDemo+"?packed=yes").want(t, http.StatusOK, "P-1")
	if list := u.get(ordersOfDemo + "?packed=no"); strings.Contains(list.text, "P-1") {
		t.Error("a packed order is listed as not packed")
	}
	c.Home = nil // as without the feature
	alone := u.get("/console/accounts/1/")
	if alone.want(t, http.StatusOK, "Labels printed"); strings.Count(alone.text, `<li class="figure">`) != 2 {
		t.Errorf("without hand-over lists the home has %d steps", strings.Count(alone.text, `<li class="figure">`))
	}
}

func TestCountsAreKeptWhileTheyAreCountedAgain(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	now := time.Now().UTC()
	today := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, time.UTC)
	q := web.GlanceQuery{
		AccountID: 1, Hour: now.Truncate(time.Hour), Days: []time.Time{today}, Filters: []store.OrderFilter{{AccountID: 1}},
	}
	g := web.NewGlances(c.Store, time.Now)
	seven := store.Glance{Counts: []store.Count{{Orders: 7}}}
	g.Keep(q, web.CountedGlance{Glance: seven, At: time.Now().Add(-14 * time.Minute), Took: 4 * time.Millisecond})
	slow, err := g.Of(t.Context(), q)
	if err != nil || slow.Counts[0].Orders != 7 {
		t.Errorf("counts that take long: %+v, %v", slow, err)
	}
	for name, known := range map[string]web.CountedGlance{
		"that take a moment": {Glance: seven, At: time.Now().Add(-14 * time.Minute), Took: time.Millisecond},
		"that are old":       {Glance: seven, At: time.Now().Add(-15 * time.Minute), Took: 4 * time.Millisecond},
	} {
		g.Keep(q, known)
		if again, err := g.Of(t.Context(), q); err != nil || again.Counts[0].Orders != 0 {
			t.Errorf("counts %s: %+v, %v", name, again, err)
		}
	}
	later := q
	later.Hour = later.Hour.Add(time.Hour)
	g.Keep(q, web.CountedGlance{Glance: seven, At: time.Now(), Took: time.Hour})
	if again, err := g.Of(t.Context(), later); err != nil || again.Counts[0].Orders != 0 {
		t.Errorf("counts of another hour: %+v, %v", again, err)
	}
	c.create(nil)
	u := c.as(shipment.RoleViewer)
	home := "/console/accounts/1/"
	if page := u.get(home); strings.Contains(page.text, "Counted") {
		t.Error("the page says when it counted, which was just now")
	}
	c.Glances = web.NewGlances(c.Store, func() time.Time { return time.Now().Add(-5 * time.Minute) })
	u.get(home).want(t, http.StatusOK, "Counted")
}

func TestOverviewShowsWhatFails(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	got := c.as(shipment.RoleOperator).get(web.OperatorPath)
	got.want(t, http.StatusOK, "At customs", "parcels?attention=partner-down", "Counted", "Other shipper", web.OperatorPath+"system")
	c.as(shipment.RoleOperator).get(web.OperatorPath+"system").want(t, http.StatusOK, "Orders for partners")
	c.as(shipment.RoleViewer).get(web.OperatorPath).want(t, http.StatusForbidden)
}
