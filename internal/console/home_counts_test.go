package console

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/console/web"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
	"waybill/test/harness"
)

// numberLink is a link of the home whose text, or the text of its card, begins with a number.
var (
	numberLink = regexp.MustCompile(`(?s)<a href="([^"]+)">([\d,]+)</a>`)
	cardLink   = regexp.MustCompile(`(?s)<li class="(?:bad|warn)"><p>([\d,]+)[^<]*</p><a class="button plain small" href="([^"]+)">`)
	listCount  = regexp.MustCompile(`<h1>Orders(?: <span class="muted">([\d,]+)</span>)?`)
)

// checkHome compares every number of the home with the count of the list that its link opens. It returns the numbers by their links.
func checkHome(t *testing.T, u *testUser) map[string]string {
	t.Helper()
	u.c.Glances = web.NewGlances(u.c.Store, time.Now)
	page := u.get("/console/accounts/1/")
	page.want(t, http.StatusOK)
	found := map[string]string{}
	for _, m := range numberLink.FindAllStringSubmatch(page.text, -1) {
		found[html.UnescapeString(m[1])] = m[2]
	}
	for _, m := range cardLink.FindAllStringSubmatch(page.text, -1) {
		found[html.UnescapeString(m[2])] = m[1]
	}
	for path, number := range found {
		list := u.get(path)
		m := listCount.FindStringSubmatch(list.text)
		if list.status != http.StatusOK || m == nil || m[1] != number {
			t.Errorf("%s is %s on the home, and its list has %q, status %d", path, number, m, list.status)
		}
		if strings.Contains(list.text, "is not known") {
			t.Errorf("%s has a filter that the list does not know", path)
		}
	}
	return found
}

// TestEveryNumberOfTheHomeOpensItsList has orders in every state, on both sides of midnight in the zone of the account.
func TestEveryNumberOfTheHomeOpensItsList(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	ctx, now := t.Context(), time.Now().UTC()
	offset := 12 - now.Hour() // it is noon in the zone, more or less
	if offset < -11 {
		offset += 24
	}
	zone := fmt.Sprintf("Etc/GMT%+d", -offset) // its sign is that of POSIX
	if offset == 0 {
		zone = "Etc/GMT"
	}
	_, err := c.Store.MasterData.UpdateAccount(ctx, 1, func(a *masterdata.Account) error { a.Timezone = zone; return nil })
	if err != nil {
		t.Fatal(err)
	}
	local := now.Add(time.Duration(offset) * time.Hour)
	midnight := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, time.UTC).Add(-time.Duration(offset) * time.Hour)
	numbers := map[string]string{}
	create := func(references ...string) {
		t.Helper()
		for _, reference := range references {
			numbers[reference] = c.orderFor("Budi "+reference, reference)
		}
	}
	of := func(references ...string) (all []string) {
		for _, reference := range references {
			all = append(all, numbers[reference])
		}
		return all
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	create("plain", "printed", "stale", "packed", "handed", "cancelled", "held", "printed-cancelled", "packed-cancelled", "returned", "erased",
		"failed-delivery", "exception", "before", "at-midnight", "packed-before", "packed-at-midnight", "month-ago")
	refused, alsoRefused := c.refusedOrder(), c.refusedOrder()
	o := harness.NewOrder(1)
	o.ServiceID = 5
	waiting, err := c.sdk.CreateOrders(ctx, client.CreateRequest{Orders: []client.NewOrder{o}})
	check(err)
	_, err = c.sdk.MarkPrinted(ctx, of("printed", "stale", "packed", "handed", "printed-cancelled", "before", "returned"))
	check(err)
	_, err = c.sdk.EditOrder(ctx, numbers["stale"], client.AnyVersion, map[string]any{"consignee_city": "Medan"})
	check(err)
	_, err = c.sdk.HoldOrders(ctx, of("held"), "Wait", false)
	check(err)
	u := c.as(shipment.RoleEditor)
	for _, reference := range []string{"packed", "handed", "packed-cancelled", "packed-before", "packed-at-midnight"} {
		u.post(packPath+"/scan?warnings=1", url.Values{"code": {reference}, "scan": {reference}}).want(t, http.StatusOK, "is packed.")
	}
	u.post(handoversPath, url.Values{"service_id": {"1"}, "place": {"Dock"}}).want(t, http.StatusSeeOther)
	u.post(handoversPath+"/1/scan", url.Values{"code": {"handed"}, "scan": {"s"}}).want(t, http.StatusOK)
	u.post(handoversPath+"/1/close", url.Values{"given_by": {"Ann"}, "taken_by": {"Bo"}, "parcels": {"1"}, "paper": {"1"}}).
		want(t, http.StatusSeeOther)
	c.exec("UPDATE handover_parcels SET carried = 1")
	_, err = c.sdk.CancelOrders(ctx, append(of("cancelled", "printed-cancelled", "packed-cancelled"), alsoRefused))
	check(err)
	c.report(numbers["failed-delivery"], shipment.TrackingEvent{Status: shipment.FailedDelivery})
	c.report(numbers["exception"], shipment.TrackingEvent{Status: shipment.Exception})
	for _, status := range []shipment.TrackerStatus{shipment.PickedUp, shipment.ReturnToSender} {
		c.report(numbers["returned"], shipment.TrackingEvent{Status: status})
	}
	c.report(numbers["erased"], shipment.TrackingEvent{Status: shipment.Success})
	c.exec("UPDATE orders SET erased_on = 1 WHERE shipper_order_id = 'erased'")
	at := func(when time.Time, reference string) {
		c.exec(fmt.Sprintf("UPDATE orders SET created_on = %d WHERE shipper_order_id = '%s'", when.UnixMicro(), reference))
	}
	at(midnight.Add(-time.Microsecond), "before")
	at(midnight, "at-midnight")
	at(midnight.AddDate(0, 0, -29), "month-ago")
	ofOrder := " WHERE order_id = (SELECT order_id FROM orders WHERE shipper_order_id = "
	c.exec(fmt.Sprintf("UPDATE label_prints SET printed_on = %d%s'before')", midnight.Add(-time.Microsecond).UnixMicro(), ofOrder))
	c.exec(fmt.Sprintf("UPDATE packings SET packed_on = %d%s'packed-before')", midnight.Add(-time.Microsecond).UnixMicro(), ofOrder))
	c.exec(fmt.Sprintf("UPDATE packings SET packed_on = %d%s'packed-at-midnight')", midnight.UnixMicro(), ofOrder))
	c.exec(fmt.Sprintf("UPDATE orders SET created_on = %d WHERE tracking_no = '%s'",
		now.Add(-3*time.Hour).UnixMicro(), waiting.Orders[0].TrackingNo))
	c.index()

	found := checkHome(t, u)
	list := "/console/accounts/1/orders?"
	today := local.Format(time.DateOnly)
	for query, want := range map[string]string{
		"from=" + today: "19", "printed=" + today: "6", "packed=" + today: "4", "handed-over=" + today: "1",
		"packed=" + url.QueryEscape(midnight.Format(time.RFC3339)): "1", "held=yes": "1",
	} {
		if got := found[list+query]; got != want {
			t.Errorf("%s is %q, want %s: %v", query, got, want, found)
		}
	}
	if len(found) < 15 {
		t.Errorf("the home has %d numbers: %v", len(found), found)
	}
	page := u.get("/console/accounts/1/")
	page.want(t, http.StatusOK, "1 order was refused by its partner", "1 label has changed since it was printed", "1 delivery failed",
		"1 parcel has an exception", "1 order is held")
	if strings.Contains(u.get(list+"submission=failed&status=not-cancelled").text, alsoRefused) || refused == "" {
		t.Error("a cancelled order is listed with those that were refused")
	}
}

// TestHomeOfAZoneOfHalfHours counts anew when an hour of the account's zone begins.
func TestHomeOfAZoneOfHalfHours(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now().In(zone)
	hour := time.Date(now.Year(), now.Month(), now.Day(), max(1, now.Hour()), 0, 0, 0, zone)
	var clock atomic.Pointer[time.Time]
	clock.Store(new(hour.Add(-time.Second)))
	c := newTestConsole(t, func(of *web.Config) { of.Now = func() time.Time { return *clock.Load() } })
	_, err = c.Store.MasterData.UpdateAccount(t.Context(), 1, func(a *masterdata.Account) error { a.Timezone = zone.String(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	c.orderFor("Budi", "Z-1")
	u := c.as(shipment.RoleEditor)
	u.post(packPath+"/scan?warnings=1", url.Values{"code": {"Z-1"}, "scan": {"s"}}).want(t, http.StatusOK, "is packed.")
	c.exec(fmt.Sprintf("UPDATE packings SET packed_on = %d", hour.Add(-2*time.Minute).UnixMicro()))
	u.get("/console/accounts/1/").want(t, http.StatusOK)
	clock.Store(new(hour.Add(time.Millisecond))) // counts of two seconds are fresh
	u.get("/console/accounts/1/").want(t, http.StatusOK)
}

// TestListsOfADay reads spans of time in the address of the list.
func TestListsOfADay(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.orderFor("Budi", "D-1")
	if _, err := c.sdk.MarkPrinted(t.Context(), []string{no}); err != nil {
		t.Fatal(err)
	}
	u := c.as(shipment.RoleViewer)
	now := time.Now().UTC()
	hour := url.QueryEscape(now.Add(-30 * time.Minute).Format(time.RFC3339))
	u.get(ordersOfDemo+"?printed="+now.Format(time.DateOnly)).want(t, http.StatusOK, no, "Printed on ")
	u.get(ordersOfDemo+"?printed="+hour+"&to="+hour).want(t, http.StatusOK, no, "Printed on ", "Until ")
	for _, none := range []string{
		"printed=2020-01-01", "packed=2020-01-01", "handed-over=2020-01-01", "packed=" + hour, "to=2020-01-01T00:00:00Z",
	} {
		if list := u.get(ordersOfDemo + "?" + none); list.status != http.StatusOK || strings.Contains(list.text, no) {
			t.Errorf("%s: %d, or it has the order", none, list.status)
		}
	}
	u.get(ordersOfDemo+"?handed-over=yesterday").want(t, http.StatusOK, "is not known")
}

// TestDaysOfTheChart: each day of the chart begins at midnight of the account's zone, also before the clock was changed.
func TestDaysOfTheChart(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, time.March, 30, 12, 0, 0, 0, zone) // the day before had 23 hours
	c := newTestConsole(t, func(of *web.Config) { of.Now = func() time.Time { return now } })
	_, err = c.Store.MasterData.UpdateAccount(t.Context(), 1, func(a *masterdata.Account) error { a.Timezone = zone.String(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for day, hours := range map[int][]int{27: {23}, 28: {0, 23}, 29: {0, 1, 23}} {
		for _, hour := range hours {
			on := time.Date(2026, time.March, day, hour, 30, 0, 0, zone)
			c.exec(fmt.Sprintf("UPDATE orders SET created_on = %d WHERE tracking_no = '%s'", on.UnixMicro(),
				c.orderFor("Budi", fmt.Sprint(day, "-", hour))))
		}
		want = append(want, fmt.Sprintf(`from=2026-03-%[1]d&amp;to=2026-03-%[1]d">%[2]d</a>`, day, len(hours)))
	}
	c.as(shipment.RoleViewer).get("/console/accounts/1/").want(t, http.StatusOK, want...)
}

// TestDayOfAStation: the day of a packer begins at midnight of the account's zone.
func TestDayOfAStation(t *testing.T) {
	t.Parallel()
	zone := web.ZoneOf("Asia/Kolkata")
	now := time.Date(2026, time.March, 30, 2, 0, 0, 0, zone) // it is the 29th in UTC
	c := newTestConsole(t, func(of *web.Config) { of.Now = func() time.Time { return now } })
	_, err := c.Store.MasterData.UpdateAccount(t.Context(), 1, func(a *masterdata.Account) error { a.Timezone = zone.String(); return nil })
	if err != nil {
		t.Fatal(err)
	}
	u := c.as(shipment.RoleEditor)
	for reference, before := range map[string]time.Duration{"yesterday": 3 * time.Hour, "today": time.Hour} {
		number := c.orderFor("Budi", reference)
		u.post(packPath+"/scan?warnings=1", url.Values{"code": {number}, "scan": {number}}).want(t, http.StatusOK, "is packed.")
		c.exec(fmt.Sprintf("UPDATE packings SET packed_on = %d WHERE order_id = (SELECT order_id FROM orders WHERE tracking_no = '%s')",
			now.Add(-before).UnixMicro(), number))
	}
	u.get(packPath).want(t, http.StatusOK, "<dt>Packed today</dt><dd>1</dd>")
}
