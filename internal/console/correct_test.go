package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// report records events about an order, as a key of the operator does.
func (c *testConsole) report(trackingNo string, events ...shipment.TrackingEvent) {
	c.t.Helper()
	reports := make([]shipment.TrackingReport, len(events))
	for i, e := range events {
		e.Source = shipment.SourceOperator
		reports[i] = shipment.TrackingReport{TrackingNo: trackingNo, TrackingEvent: e}
	}
	if _, err := c.Store.AddTrackingEvents(c.t.Context(), reports); err != nil {
		c.t.Fatal(err)
	}
}

// TestWhatDidNotMoveNeedsAttention: an operator finds the parcel, reads who reported what, and corrects the status.
func TestWhatDidNotMoveNeedsAttention(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no, other := c.create(nil), c.create(nil)
	c.report(no, shipment.TrackingEvent{Status: shipment.Success}, shipment.TrackingEvent{Status: shipment.FailedDelivery})
	c.report(other, shipment.TrackingEvent{Status: shipment.PickedUp})
	c.Glances = web.NewGlances(c.Store, time.Now)
	const home, list = "/console/accounts/1/", "/console/accounts/1/orders?status=unmoved"
	viewer, operator := c.as(shipment.RoleViewer), c.as(shipment.RoleOperator)
	viewer.get(home).want(t, http.StatusOK, "1 parcel has an event that did not change its status", "status=unmoved")
	const counted = web.OperatorPath + "parcels?attention=unmoved"
	operator.get(web.OperatorPath).want(t, http.StatusOK, `class="bad"><a href="`+counted+`">1</a>`)
	if page := operator.get(counted); page.status != http.StatusOK || !strings.Contains(page.text, no) || strings.Contains(page.text, other) {
		t.Errorf("the list of what did not move: %d", page.status)
	}
	if page := viewer.get(list); page.status != http.StatusOK || !strings.Contains(page.text, no) || strings.Contains(page.text, other) {
		t.Errorf("the list: %d", page.status)
	}

	page := ordersPath + no
	if shown := viewer.get(page); strings.Contains(shown.text, "Correct the status") {
		t.Error("a viewer may correct the status")
	}
	viewer.post(page+"/correct", url.Values{"status": {"PICKED_UP"}, "reason": {"r"}}).want(t, http.StatusForbidden)
	operator.get(page).want(t, http.StatusOK, "Correct the status", "The parcel is lost")
	operator.post(page+"/correct", url.Values{"status": {"DELIVERY_IN_PROGRESS"}}).want(t, http.StatusUnprocessableEntity, "Reason")
	operator.post(page+"/correct", url.Values{"status": {"DELIVERY_IN_PROGRESS"}, "reason": {hostile}}).want(t, http.StatusSeeOther)
	shown := operator.get(page)
	shown.want(t, http.StatusOK, "Out for delivery", "corrected by the operator", "&lt;script&gt;alert(1)", operator.user.Email,
		"Corrected the status")
	viewer.get(page).want(t, http.StatusOK, "corrected by the operator")
	c.Glances = web.NewGlances(c.Store, time.Now)
	if strings.Contains(viewer.get(home).text, "status=unmoved") {
		t.Error("it needs attention still")
	}

	operator.post(page+"/correct", url.Values{"status": {"LOST"}, "reason": {"Searched"}}).want(t, http.StatusSeeOther)
	o, err := c.Store.OrderByTrackingNo(t.Context(), no)
	if err != nil || o.LostOn.IsZero() || o.TrackerStatus != shipment.Exception {
		t.Errorf("lost on %v, %s, %v", o.LostOn, o.TrackerStatus, err)
	}
}

// TestAnOrderWithManyEvents has a page with the newest, and a link to all.
func TestAnOrderWithManyEvents(t *testing.T) {
	t.Parallel()
	c := newTestConsole(t)
	no := c.create(nil)
	events := make([]shipment.TrackingEvent, shipment.MaxEvents)
	for i := range events {
		events[i] = shipment.TrackingEvent{Status: shipment.PickedUp, Text: fmt.Sprintf("Scan %03d", i), SourceEventID: fmt.Sprint(i)}
	}
	c.report(no, events...)
	u := c.as(shipment.RoleViewer)
	short, all := u.get(ordersPath+no), u.get(ordersPath+no+"?timeline=all")
	short.want(t, http.StatusOK, "Scan 499", "Show all", "?timeline=all")
	if n := strings.Count(short.text, "Scan "); n != 100 {
		t.Errorf("the page has %d events", n)
	}
	if n := strings.Count(all.text, "Scan "); n != len(events) || strings.Contains(all.text, "Show all<") {
		t.Errorf("the page with all has %d events", n)
	}
}
