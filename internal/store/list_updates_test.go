package store_test

import (
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// listed are the places in all of the orders that a filter selects, in its order, read by cursor with two orders a
// page.
func listed(t *testing.T, s *store.Store, all []shipment.Order, filter store.OrderFilter) (places []int) {
	t.Helper()
	filter.AccountID, filter.PageSize = all[0].AccountID, 2
	for after, more := (store.Cursor{}), true; more; {
		var page []shipment.Order
		var err error
		page, more, err = s.OrdersAfter(t.Context(), filter, after)
		noError(t, err)
		for _, o := range page {
			for i := range all {
				if all[i].OrderID == o.OrderID {
					places = append(places, i)
				}
			}
			after = store.CursorOf(filter, o.CreatedOn, o.UpdatedOn, o.OrderID)
		}
	}
	return places
}

// TestListStates: orders are found by their states, and in the order of their last changes.
func TestListStates(t *testing.T) { onEachEngine(t, testListStates) }

func testListStates(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	start := f.clock.Now()
	back := storetest.Order(4)
	back.Return = true
	all := create(t, s, k, storetest.Order(1), storetest.Order(2), storetest.Order(3), back, storetest.Order(5)).Orders
	f.clock.Advance(time.Minute)
	_, err := s.CancelOrders(t.Context(), k.AccountID, []string{all[1].TrackingNo}, false)
	noError(t, err)
	f.clock.Advance(time.Minute)
	_, err = s.CancelOrders(t.Context(), k.AccountID, []string{all[0].TrackingNo}, false)
	noError(t, err)
	end := f.clock.Now()

	cancelled, submitted, none := shipment.StatusCancelled, shipment.StatusSubmitted, shipment.StatusNone
	service, other := all[0].ServiceID, all[0].ServiceID+1
	for name, c := range map[string]struct {
		filter shipment.Filter
		want   []int
	}{
		"all":                {shipment.Filter{}, []int{4, 3, 2, 1, 0}},
		"cancelled":          {shipment.Filter{StatusCode: &cancelled}, []int{1, 0}},
		"submitted":          {shipment.Filter{StatusCode: &submitted}, []int{4, 3, 2}},
		"no status":          {shipment.Filter{StatusCode: &none}, nil},
		"tracker":            {shipment.Filter{TrackerStatus: shipment.Cancelled}, []int{1, 0}},
		"created":            {shipment.Filter{TrackerStatus: shipment.OrderCreated, ServiceID: &service}, []int{4, 3, 2}},
		"returns":            {shipment.Filter{Return: new(true)}, []int{3}},
		"others":             {shipment.Filter{Return: new(false)}, []int{4, 2, 1, 0}},
		"updates":            {shipment.Filter{UpdatedFrom: start}, []int{2, 3, 4, 1, 0}},
		"later updates":      {shipment.Filter{UpdatedFrom: start.Add(time.Microsecond)}, []int{1, 0}},
		"first updates":      {shipment.Filter{UpdatedTo: end.Add(-time.Microsecond)}, []int{2, 3, 4, 1}},
		"last update":        {shipment.Filter{UpdatedFrom: end, UpdatedTo: end}, []int{0}},
		"updates of returns": {shipment.Filter{UpdatedFrom: start, Return: new(true)}, []int{3}},
		"updates of a day":   {shipment.Filter{UpdatedFrom: start, From: start, To: start}, []int{2, 3, 4, 1, 0}},
		"of no day":          {shipment.Filter{UpdatedFrom: start, From: end}, nil},
		"of a service":       {shipment.Filter{UpdatedFrom: start, ServiceID: &service}, []int{2, 3, 4, 1, 0}},
		"of another":         {shipment.Filter{UpdatedFrom: start, ServiceID: &other}, nil},
		"of a batch":         {shipment.Filter{UpdatedFrom: start, UploadBatchNo: all[0].UploadBatchNo}, []int{2, 3, 4, 1, 0}},
		"of numbers":         {shipment.Filter{UpdatedFrom: start, TrackingNos: []string{all[0].TrackingNo, all[2].TrackingNo}}, []int{2, 0}},
		"of a reference":     {shipment.Filter{UpdatedFrom: start, ShipperOrderID: all[1].ShipperOrderID}, []int{1}},
		"after all":          {shipment.Filter{UpdatedFrom: end.Add(time.Microsecond)}, nil},
	} {
		same(t, name, listed(t, s, all, store.OrderFilter{Filter: c.filter}), c.want)
	}

	// An order that changes after it was read comes again, at the end.
	filter := store.OrderFilter{AccountID: k.AccountID, PageSize: 2, Filter: shipment.Filter{UpdatedFrom: start}}
	page, _, err := s.OrdersAfter(t.Context(), filter, store.Cursor{})
	noError(t, err)
	f.clock.Advance(time.Minute)
	_, err = s.CancelOrders(t.Context(), k.AccountID, []string{page[0].TrackingNo}, false)
	noError(t, err)
	same(t, "after a change", listed(t, s, all, filter), []int{3, 4, 1, 0, 2})
}
