package store_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

func references(orders []shipment.Order) (all string) {
	for _, o := range orders {
		all += o.ShipperOrderID + " "
	}
	return all
}

// sent are the texts that records have from the request.
func sent(t *testing.T, r *store.OrderRecord) (texts map[string]any) {
	t.Helper()
	noError(t, json.Unmarshal([]byte(r.Sent), &texts))
	return texts
}

func referencesOf(t *testing.T, records []store.OrderRecord) (all string) {
	t.Helper()
	for i := range records {
		all += fmt.Sprint(sent(t, &records[i])["shipper_order_id"]) + " "
	}
	return all
}

func TestListFilters(t *testing.T) { onEachEngine(t, testListFilters) }

func testListFilters(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	order := func(reference string, service int64) shipment.Order {
		return shipment.Order{ShipperOrderID: reference, ServiceID: service, Consignee: shipment.Party{Country: "SG"}}
	}
	create(t, s, other, order("A", 1))
	first := create(t, s, k, order("A", 1), order("B", 2))
	start := first.Orders[0].CreatedOn
	f.clock.Advance(time.Second)
	second := create(t, s, k, order("C", 2), order("A", 2))
	f.clock.Advance(time.Second)
	third := create(t, s, k, order("D", 3))
	service := func(id int64) *int64 { return &id }

	for name, c := range map[string]struct {
		filter store.OrderFilter
		want   string
	}{
		"all":                 {store.OrderFilter{}, "D A C B A "},
		"service":             {store.OrderFilter{Filter: shipment.Filter{ServiceID: service(2)}}, "A C B "},
		"service of nothing":  {store.OrderFilter{Filter: shipment.Filter{ServiceID: service(-1)}}, ""},
		"shipper's reference": {store.OrderFilter{Filter: shipment.Filter{ShipperOrderID: "A"}}, "A A "},
		"another's reference": {store.OrderFilter{Filter: shipment.Filter{ShipperOrderID: "X"}}, ""},
		"letter case counts":  {store.OrderFilter{Filter: shipment.Filter{ShipperOrderID: "a"}}, ""},
		"reference, service":  {store.OrderFilter{Filter: shipment.Filter{ShipperOrderID: "A", ServiceID: service(2)}}, "A "},
		"batch":               {store.OrderFilter{Filter: shipment.Filter{UploadBatchNo: first.UploadBatchNo}}, "B A "},
		"batch of nothing":    {store.OrderFilter{Filter: shipment.Filter{UploadBatchNo: "B000000"}}, ""},
		"batch, service":      {store.OrderFilter{Filter: shipment.Filter{UploadBatchNo: first.UploadBatchNo, ServiceID: service(1)}}, "A "},
		"from":                {store.OrderFilter{Filter: shipment.Filter{From: start.Add(time.Second)}}, "D A C "},
		"from a moment later": {store.OrderFilter{Filter: shipment.Filter{From: start.Add(time.Second + time.Microsecond)}}, "D "},
		"to":                  {store.OrderFilter{Filter: shipment.Filter{To: start.Add(time.Second)}}, "A C B A "},
		"to a moment earlier": {store.OrderFilter{Filter: shipment.Filter{To: start.Add(time.Second - time.Microsecond)}}, "B A "},
		"from, to, service": {
			store.OrderFilter{Filter: shipment.Filter{From: start.Add(0), To: start.Add(time.Second), ServiceID: service(2)}},
			"A C B ",
		},
		"from after to": {store.OrderFilter{Filter: shipment.Filter{From: start.Add(time.Second), To: start.Add(0)}}, ""},
		"tracking numbers": {
			store.OrderFilter{Filter: shipment.Filter{TrackingNos: []string{third.Orders[0].TrackingNo, "NONE", first.Orders[0].TrackingNo}}},
			"D A ",
		},
		"no tracking numbers": {store.OrderFilter{Filter: shipment.Filter{TrackingNos: []string{}}}, ""},
		"number, batch": {
			store.OrderFilter{Filter: shipment.Filter{TrackingNos: []string{second.Orders[0].TrackingNo}, UploadBatchNo: second.UploadBatchNo}},
			"C ",
		},
		"number, other batch": {
			store.OrderFilter{Filter: shipment.Filter{TrackingNos: []string{second.Orders[0].TrackingNo}, UploadBatchNo: first.UploadBatchNo}},
			"",
		},
	} {
		c.filter.AccountID = a.AccountID
		page, err := s.ListOrders(t.Context(), c.filter, 1)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		equal(t, name, referencesOf(t, page.Records), c.want)
		equal(t, name+": count", page.Count, int64(len(c.want)/2))
		orders, more, err := s.OrdersAfter(t.Context(), c.filter, store.Cursor{})
		noError(t, err)
		equal(t, name+": by cursor", references(orders), c.want)
		equal(t, name+": more", more, false)
	}
}

// idsByCursor are all orders that a filter selects by cursor.
func idsByCursor(t *testing.T, s *store.Store, f store.OrderFilter) (ids []int64) {
	t.Helper()
	var records []store.OrderRecord
	if f.BySearch() {
		records = must[store.Browsed[store.OrderRecord]](t)(s.BrowseRecords(t.Context(), f, store.Cursor{})).Found
	} else {
		var err error
		records, _, err = s.RecordsAfter(t.Context(), f, store.Cursor{})
		noError(t, err)
	}
	for i := range records {
		ids = append(ids, records[i].OrderID)
	}
	return ids
}

// TestListCounts: the count of a list is that of its records, for every filter and every two of them, and these are those of
// the lists by cursor, the newest first.
func TestListCounts(t *testing.T) { onEachEngine(t, testListCounts) }

func testListCounts(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	start := f.clock.Now()
	bad, back := person("Budi", "A", "Jakarta"), person("Siti", "B", "Bandung")
	bad.Consignee.Postal = "bad"
	back.Return, back.ServiceID = true, 2
	back.MakeTrade().Metadata = []shipment.Metadata{{Key: "shop", Value: "7"}}
	first := create(t, s, k, bad, back).Orders
	create(t, s, other, bad)
	f.clock.Advance(time.Minute)
	second := create(t, s, k, person("Budi", "A", "Medan"), person("Budi", "C", "Medan")).Orders
	f.clock.Advance(time.Minute)
	for _, o := range []shipment.Order{first[0], second[1]} {
		_, err := s.Annotations.AddNote(byAnn(t), a.AccountID, o.TrackingNo, "packed") // what testFacet takes for it
		noError(t, err)
	}
	must[[]store.CancelResult](t)(s.CancelOrders(t.Context(), k.AccountID, []string{first[0].TrackingNo}, false))
	noError(t, s.Prints.MarkPrinted(t.Context(), a.AccountID, []int64{second[0].OrderID, second[1].OrderID}))
	f.clock.Advance(time.Minute)
	_, err := edit(t, s, k, second[1].TrackingNo, "", toBandung)
	noError(t, err)
	track(t, s, reported(second[1].TrackingNo, shipment.PickedUp, f.clock.Now()))
	must[[]store.HoldResult](t)(s.HoldOrders(t.Context(), a.AccountID, []string{second[0].TrackingNo}, "Wait", false))
	must[map[string]error](t)(s.Annotations.EditTags(t.Context(), a.AccountID, []string{second[0].TrackingNo}, []string{"vip"}, nil))
	index(t, s, "me")

	all := map[string]shipment.Filter{
		"items": {WithItems: true, Expand: shipment.Extras(), Limit: 50},
		"from":  {From: start.Add(time.Second)}, "to": {To: start.Add(time.Second)},
		"service": {ServiceID: new(int64(1))}, "reference": {ShipperOrderID: "A"}, "batch": {UploadBatchNo: first[0].UploadBatchNo},
		"numbers": {TrackingNos: []string{first[0].TrackingNo, second[0].TrackingNo}},
		"status":  {StatusCode: new(shipment.StatusCancelled)}, "submitted": {StatusCode: new(shipment.StatusSubmitted)},
		"tracker": {TrackerStatus: shipment.Cancelled}, "picked up": {PickedUp: new(true)}, "not picked up": {PickedUp: new(false)},
		"updated from": {UpdatedFrom: start.Add(time.Second)}, "updated to": {UpdatedTo: start.Add(time.Second)},
		"returns": {Return: new(true)}, "no returns": {Return: new(false)},
		"printed": {Printed: new(true)}, "not printed": {Printed: new(false)},
		"metadata": {Metadata: []shipment.Metadata{{Key: "shop", Value: "7"}}},
		"search":   {Search: "budi"}, "warning": {Warning: shipment.WarningAddress},
		"held": {Held: new(true)}, "not held": {Held: new(false)}, "tag": {Tag: "vip"},
		"done": {Queue: shipment.QueueDone}, "problem": {Queue: shipment.QueueProblem}, "on the way": {Queue: shipment.QueueOnTheWay},
		"print again": {LabelStale: true}, "packed": {Facets: [1]*bool{new(true)}}, "not packed": {Facets: [1]*bool{new(false)}},
	}
	fields, byCursor := map[string]bool{}, make(map[string][]int64)
	for name, filter := range all {
		byCursor[name] = idsByCursor(t, s, store.OrderFilter{AccountID: a.AccountID, Filter: filter})
	}
	for name, one := range all {
		for also, other := range all {
			filter, set, selected := one, reflect.ValueOf(&one).Elem(), byCursor[name]
			for i := range set.NumField() {
				fields[set.Type().Field(i).Name] = fields[set.Type().Field(i).Name] || !set.Field(i).IsZero()
				if more := reflect.ValueOf(other).Field(i); !more.IsZero() {
					reflect.ValueOf(&filter).Elem().Field(i).Set(more)
					if !set.Field(i).IsZero() {
						selected = byCursor["items"]
					}
				}
			}
			page := must[store.OrderPage](t)(s.ListOrders(t.Context(), store.OrderFilter{AccountID: a.AccountID, Filter: filter}, 1))
			equal(t, name+" and "+also, page.Count, int64(len(page.Records)))
			var ids, want []int64
			for i := range page.Records {
				ids = append(ids, page.Records[i].OrderID)
			}
			for _, id := range byCursor["items"] { // the newest first
				if slices.Contains(selected, id) && slices.Contains(byCursor[also], id) {
					want = append(want, id)
				}
			}
			same(t, name+" and "+also+" by page and by cursor", ids, want)
			if name == also && name != "items" && (page.Count == 0 || page.Count == 4) {
				t.Errorf("%s selects %d of 4 orders", name, page.Count)
			}
		}
	}
	for field := range reflect.TypeFor[shipment.Filter]().Fields() {
		if !fields[field.Name] {
			t.Errorf("no filter with %s is tried", field.Name)
		}
	}
}

func TestListPages(t *testing.T) { onEachEngine(t, testListPages) }

func testListPages(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	filter := store.OrderFilter{AccountID: a.AccountID}
	empty := must[store.OrderPage](t)(s.ListOrders(t.Context(), filter, shipment.LastPage))
	same(t, "empty page", empty, store.OrderPage{Number: 1, Last: true})
	_, err := s.ListOrders(t.Context(), filter, 2)
	wantError(t, err, store.ErrNotFound)

	all := create(t, s, k, orders(2*store.PageSize+1)...).Orders
	for page, want := range map[int]struct{ number, first, size int }{
		1: {1, 100, 50}, 2: {2, 50, 50}, 3: {3, 0, 1}, shipment.LastPage: {3, 0, 1},
	} {
		got := must[store.OrderPage](t)(s.ListOrders(t.Context(), filter, page))
		equal(t, "count", got.Count, 101)
		equal(t, "number", got.Number, want.number)
		equal(t, "size", len(got.Records), want.size)
		equal(t, "first order", got.Records[0].OrderID, all[want.first].OrderID)
		equal(t, "last", got.Last, want.number == 3)
	}
	filter.PageSize = 20
	for page, want := range map[int]struct{ number, first, size int }{
		1: {1, 100, 20}, 2: {2, 80, 20}, 6: {6, 0, 1}, shipment.LastPage: {6, 0, 1},
	} {
		got := must[store.OrderPage](t)(s.ListOrders(t.Context(), filter, page))
		equal(t, "number of a smaller page", got.Number, want.number)
		equal(t, "its size", len(got.Records), want.size)
		equal(t, "its first order", got.Records[0].OrderID, all[want.first].OrderID)
		equal(t, "last of smaller pages", got.Last, want.number == 6)
	}
	_, err = s.ListOrders(t.Context(), filter, 7)
	wantError(t, err, store.ErrNotFound)
	part, more, err := s.OrdersAfter(t.Context(), filter, store.Cursor{CreatedOn: all[21].CreatedOn.UnixMicro(), OrderID: all[21].OrderID})
	noError(t, err)
	equal(t, "orders by cursor", len(part), 20)
	equal(t, "more by cursor", more, true)
	part, more, err = s.OrdersAfter(t.Context(), filter, store.Cursor{CreatedOn: all[20].CreatedOn.UnixMicro(), OrderID: all[20].OrderID})
	noError(t, err)
	equal(t, "last orders by cursor", len(part), 20)
	equal(t, "nothing more", more, false)
	filter.PageSize = 0
	for _, page := range []int{4, 0, -2, 1 << 60} {
		_, err := s.ListOrders(t.Context(), filter, page)
		wantError(t, err, store.ErrNotFound)
	}
	// A full last page.
	create(t, s, k, orders(store.PageSize-1)...)
	equal(t, "last page", must[store.OrderPage](t)(s.ListOrders(t.Context(), filter, shipment.LastPage)).Number, 3)
}

func TestListItems(t *testing.T) { onEachEngine(t, testListItems) }

func testListItems(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	many := storetest.Order(1)
	many.Items = nil
	for i := range 100 {
		many.Items = append(many.Items, shipment.Item{Desc: "line", Quantity: int64(i + 1)})
	}
	want := create(t, s, k, many, storetest.Order(2)).Orders
	huge := storetest.Order(3)
	huge.Items = slices.Repeat([]shipment.Item{{Desc: strings.Repeat("界", 255), Quantity: 1}}, 200)
	want = append(want, create(t, s, k, huge).Orders...)
	filter := store.OrderFilter{AccountID: a.AccountID}
	for _, r := range must[store.OrderPage](t)(s.ListOrders(t.Context(), filter, 1)).Records {
		equal(t, "items that were not asked for", r.Items, "")
	}
	filter.WithItems = true
	newestFirst := []shipment.Order{want[2], want[1], want[0]}
	got, _, err := s.OrdersAfter(t.Context(), filter, store.Cursor{})
	noError(t, err)
	same(t, "orders with items by cursor", got, newestFirst)

	var records []store.OrderRecord
	for i := range newestFirst {
		record := store.RecordOf(&newestFirst[i])
		record.Items = must[string](t)(s.ItemsOf(t.Context(), a.AccountID, record.OrderID))
		records = append(records, record)
	}
	_, err = s.ItemsOf(t.Context(), a.AccountID+1, want[2].OrderID)
	wantError(t, err, store.ErrNotFound)
	records[0].Items = "" // too many for a page
	same(t, "records with items", must[store.OrderPage](t)(s.ListOrders(t.Context(), filter, 1)).Records, records)
	after, more, err := s.RecordsAfter(t.Context(), filter, store.Cursor{})
	noError(t, err)
	equal(t, "more", more, false)
	same(t, "records with items by cursor", after, records)
}

func TestListHostileText(t *testing.T) { onEachEngine(t, testListHostileText) }

func testListHostileText(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	create(t, s, k, storetest.Order(1))
	for _, text := range []string{"a\x00b", "\xff\xfe", "' OR ''='", "%", "\u2028🙈"} {
		for _, chosen := range []shipment.Filter{{ShipperOrderID: text}, {UploadBatchNo: text}, {TrackingNos: []string{text}}} {
			filter := store.OrderFilter{AccountID: a.AccountID, Filter: chosen}
			page := must[store.OrderPage](t)(s.ListOrders(t.Context(), filter, 1))
			equal(t, "orders", page.Count, 0)
			orders, more, err := s.OrdersAfter(t.Context(), filter, store.Cursor{})
			noError(t, err)
			equal(t, "orders by cursor", len(orders), 0)
			equal(t, "more", more, false)
		}
	}
}

func TestCursorWhileOrdersArrive(t *testing.T) { onEachEngine(t, testCursorWhileOrdersArrive) }

func testCursorWhileOrdersArrive(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	const before = 3*store.PageSize + 7
	var want []int64
	for len(want) < before {
		for _, o := range create(t, s, k, orders(11)...).Orders {
			want = append(want, o.OrderID)
		}
		f.clock.Advance(time.Millisecond)
	}
	var got []int64
	for after, more := (store.Cursor{}), true; more; {
		var page []shipment.Order
		var err error
		page, more, err = s.OrdersAfter(t.Context(), store.OrderFilter{AccountID: a.AccountID}, after)
		noError(t, err)
		for _, o := range page {
			got = append(got, o.OrderID)
			after = store.Cursor{CreatedOn: o.CreatedOn.UnixMicro(), OrderID: o.OrderID}
		}
		create(t, s, k, orders(3)...)
	}
	equal(t, "orders", len(got), len(want))
	for i, id := range got {
		equal(t, "order", id, want[len(want)-1-i])
	}
}
