package console

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"waybill/client"
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
	c.as(viewer).get("/console/accounts/1/").want(t, http.StatusOK, "No orders yet")
	c.create(nil)
	cancelled := c.create(nil)
	c.create(func(o *client.NewOrder) { o.ServiceID, o.ConsigneeName = 5, "Rina [fail]" })
	hostile := `<script>alert("x")</script>`
	c.create(func(o *client.NewOrder) { o.ConsigneeName = hostile })
	if _, err := c.sdk.CancelOrders(t.Context(), []string{cancelled}); err != nil {
		t.Fatal(err)
	}
	c.glances.counted = nil // so that the page counts again at once
	got := c.as(viewer).get("/console/accounts/1/")
	got.want(t, http.StatusOK, "1 order was refused by its partner", "&lt;script&gt;alert(")
	words := got.words()
	for _, want := range []string{
		"Created 4 today 4 in 30 days", "Refused by a partner 1 today 1 in 30 days", "Delivered 0 today 0 in 30 days",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("the page has no %q: %s", want, words)
		}
	}
	for _, status := range []string{"picked-up", "SUCCESS"} {
		if !strings.Contains(got.text, "status="+status) {
			t.Errorf("no figure leads to the orders with status %s", status)
		}
	}
	if strings.Contains(got.text, hostile) {
		t.Error("a consignee's name is not escaped")
	}
}

func TestCountsAreKeptWhileTheyAreCountedAgain(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	today := startOfDay(time.Now())
	g := &glances{store: c.Store, now: time.Now, counted: map[glanceKey]countedGlance{
		{1, today.Unix()}: {store.Glance{Waiting: 7}, time.Now().Add(-14 * time.Minute), 4 * time.Millisecond},
	}}
	slow, err := g.of(t.Context(), 1, today)
	if err != nil || slow.Waiting != 7 {
		t.Errorf("counts that take long: %+v, %v", slow, err)
	}
	for name, known := range map[string]countedGlance{
		"that take a moment": {store.Glance{Waiting: 7}, time.Now().Add(-14 * time.Minute), time.Millisecond},
		"that are old":       {store.Glance{Waiting: 7}, time.Now().Add(-15 * time.Minute), 4 * time.Millisecond},
	} {
		g.counted[glanceKey{1, today.Unix()}] = known
		if again, err := g.of(t.Context(), 1, today); err != nil || again.Waiting != 0 {
			t.Errorf("counts %s: %+v, %v", name, again, err)
		}
	}
	c.create(nil)
	u := c.as(viewer)
	home := "/console/accounts/1/"
	if page := u.get(home); strings.Contains(page.text, "Counted") {
		t.Error("the page says when it counted, which was just now")
	}
	c.glances.mu.Lock()
	for key, counted := range c.glances.counted {
		c.glances.counted[key] = countedGlance{counted.Glance, time.Now().Add(-5 * time.Minute), time.Second}
	}
	c.glances.mu.Unlock()
	u.get(home).want(t, http.StatusOK, "Counted")
}

func TestChartStacksTheOrdersOfADay(t *testing.T) {
	t.Parallel()
	c := newChart(store.Glance{Counts: []store.DayCount{
		{Day: glanceDays - 1, Status: shipment.Success, Orders: 5},
		{Day: glanceDays - 1, Status: shipment.Exception, Orders: 2},
		{Day: glanceDays - 1, Status: shipment.Cancelled, Orders: 99},
		{Day: 0, Status: shipment.CrossBorderTransit, Orders: 1},
	}}, time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC))
	last := c.Bars[glanceDays-1]
	if c.Max != 10 || last.Total != 7 || len(last.Parts) != 2 || !last.Marked {
		t.Errorf("max %d, last bar %+v", c.Max, last)
	}
	if top := last.Parts[1]; top.Class != "trouble" || top.Y != chartHeight*3/10 || top.Height != chartHeight*2/10 {
		t.Errorf("the part at the top: %+v", top)
	}
	if first := c.Bars[0]; first.Total != 1 || first.On.Format(dayParam) != "2026-10-24" {
		t.Errorf("first bar %+v", first)
	}
	for _, status := range shipment.TrackerStatuses() {
		if _, known := seriesOf[status]; !known {
			t.Errorf("%s has no series", status)
		}
		if _, known := statuses[status]; !known {
			t.Errorf("%s has no badge", status)
		}
	}
}

func TestOverviewShowsWhatFails(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	got := c.as(operator).get(operatorPath)
	got.want(t, http.StatusOK, "Nothing at the moment.", "Other shipper", "Orders to partners")
	c.as(viewer).get(operatorPath).want(t, http.StatusForbidden)
}
