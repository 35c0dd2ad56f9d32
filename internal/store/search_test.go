package store_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

// person is an order for someone.
func person(name, reference, city string) shipment.Order {
	return shipment.Order{ServiceID: 1, ShipperOrderID: reference, Consignee: shipment.Party{Name: name, City: city, Country: "ID"}}
}

// index indexes all orders that wait.
func index(t *testing.T, s *store.Store, owner string) (orders int) {
	t.Helper()
	for {
		n := must[int](t)(s.Search.IndexOrders(t.Context(), owner, warnings))
		if n == 0 {
			return orders
		}
		orders += n
	}
}

// warnings are those of an order in these tests: about its address if its postal code is bad, about its items if one is odd.
func warnings(o *shipment.Order) (kinds []shipment.WarningKind, err error) {
	if o.Consignee.Postal == "bad" || slices.ContainsFunc(o.Items, func(i shipment.Item) bool { return i.Desc == "odd" }) {
		kinds = append(kinds, shipment.WarningAny)
	}
	if o.Consignee.Postal == "bad" {
		kinds = append(kinds, shipment.WarningAddress)
	}
	return kinds, nil
}

// find returns the references of all orders that a filter selects, page by page.
func find(t *testing.T, s *store.Store, filter store.OrderFilter) string {
	t.Helper()
	var references []string
	for after, more := (store.Cursor{}), true; more; {
		page := must[store.Browsed[shipment.Order]](t)(s.BrowseOrders(t.Context(), filter, after))
		for i := range page.Found {
			references = append(references, page.Found[i].ShipperOrderID)
		}
		after, more = page.Next, page.More
	}
	return strings.Join(references, " ")
}

func search(account masterdata.Account, words string) store.OrderFilter {
	return store.OrderFilter{AccountID: account.AccountID, Filter: shipment.Filter{Search: words}}
}

func TestSearch(t *testing.T) { onEachEngine(t, testSearch) }

func testSearch(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	b, other, _ := account(t, s, "other")
	first := create(t, s, k, person("Budi Santoso", "A1", "Jakarta"), person("陈大文", "A2", "上海"))
	create(t, s, other, person("Budi Santoso", "B1", "Jakarta"))
	f.clock.Advance(time.Second)
	equal(t, "before they are indexed", find(t, s, search(a, "budi")), "")
	lag := must[store.SearchLag](t)(s.Search.SearchLag(t.Context()))
	equal(t, "lag", lag.Behind, time.Second)
	equal(t, "indexed", index(t, s, "me"), 3)
	equal(t, "lag", must[store.SearchLag](t)(s.Search.SearchLag(t.Context())), store.SearchLag{Indexed: 100})
	second := person("Siti Budiman", "A3", "Bandung")
	second.ServiceID, second.Return, second.Pickup.Name = 2, true, "Ñandú"
	create(t, s, k, second)
	equal(t, "indexed", index(t, s, "me"), 1)

	for words, want := range map[string]string{
		"budi": "A3 A1", "BUDI santoso": "A1", "budi bandung": "A3", "budi bandung jakarta": "", "santos": "A1", "oso": "",
		"大文": "A2", "a": "A3 A2 A1", first.Orders[1].TrackingNo: "A2", "nandu": "A3", "!": "", "\x00budi": "",
		strings.Repeat("long", 500): "",
	} {
		equal(t, words, find(t, s, search(a, words)), want)
	}
	equal(t, "of the other account", find(t, s, search(b, "budi")), "B1")

	filter := search(a, "budi")
	filter.ServiceID = new(int64(2))
	equal(t, "with a service", find(t, s, filter), "A3")
	filter.Filter = shipment.Filter{Search: "budi", Return: new(false)}
	equal(t, "without returns", find(t, s, filter), "A1")
	filter.Filter = shipment.Filter{Search: "budi", UploadBatchNo: first.UploadBatchNo}
	equal(t, "of a batch", find(t, s, filter), "A1")
	filter.Filter = shipment.Filter{Search: "budi", To: f.clock.Now().Add(-time.Second)}
	equal(t, "of a day", find(t, s, filter), "A1")
}

// TestWarnings finds orders by their warnings, alone and with words and other conditions.
func TestWarnings(t *testing.T) { onEachEngine(t, testWarnings) }

func testWarnings(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	b, other, _ := account(t, s, "other")
	bad, odd, good := person("Budi", "A1", "Jakarta"), person("Siti", "A2", "Jakarta"), person("Budi", "A3", "Jakarta")
	bad.Consignee.Postal, odd.Items = "bad", []shipment.Item{{Desc: "shirt"}, {Desc: "odd"}}
	create(t, s, k, bad, odd, good)
	badOfOther := person("Budi", "B1", "")
	badOfOther.Consignee.Postal = "bad"
	create(t, s, other, badOfOther)
	index(t, s, "me")
	f.clock.Advance(24 * time.Hour)
	bad.ShipperOrderID, bad.Return = "A4", true
	create(t, s, k, bad)
	index(t, s, "me")
	filter := func(kind shipment.WarningKind, change func(*shipment.Filter)) store.OrderFilter {
		of := shipment.Filter{Warning: kind}
		if change != nil {
			change(&of)
		}
		return store.OrderFilter{AccountID: a.AccountID, Filter: of}
	}
	anything, ofAddress := shipment.WarningAny, shipment.WarningAddress
	for name, c := range map[string]struct {
		filter store.OrderFilter
		want   string
	}{
		"any":               {filter(anything, nil), "A4 A2 A1"},
		"address":           {filter(ofAddress, nil), "A4 A1"},
		"pages of one":      {store.OrderFilter{AccountID: a.AccountID, PageSize: 1, Filter: shipment.Filter{Warning: anything}}, "A4 A2 A1"},
		"with a word":       {filter(anything, func(f *shipment.Filter) { f.Search = "budi" }), "A4 A1"},
		"without a word":    {filter(anything, func(f *shipment.Filter) { f.Search = "!" }), ""},
		"not by a word":     {filter("", func(f *shipment.Filter) { f.Search = "!address" }), ""},
		"returns":           {filter(anything, func(f *shipment.Filter) { f.Return = new(true) }), "A4"},
		"of a day":          {filter(ofAddress, func(f *shipment.Filter) { f.From = k.CreatedOn.Add(time.Hour) }), "A4"},
		"unknown kind":      {filter("none", nil), ""},
		"the other account": {store.OrderFilter{AccountID: b.AccountID, Filter: shipment.Filter{Warning: anything}}, "B1"},
	} {
		equal(t, name, find(t, s, c.filter), c.want)
	}
	count, exact, err := s.CountUpTo(t.Context(), filter(anything, nil), 10)
	noError(t, err)
	equal(t, "count", fmt.Sprint(count, exact), "3 true")
}

func TestSearchPages(t *testing.T) { onEachEngine(t, testSearchPages) }

func testSearchPages(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	var want []string
	for i := range 120 {
		create(t, s, k, person("Budi", fmt.Sprintf("R%d", i), fmt.Sprintf("City%d", i%2)))
		want = append([]string{fmt.Sprintf("R%d", i)}, want...)
	}
	index(t, s, "me")
	filter := search(a, "bud")
	for _, size := range []int{1, 7, 50, 120, 500} {
		filter.PageSize = size
		equal(t, fmt.Sprintf("pages of %d", size), find(t, s, filter), strings.Join(want, " "))
	}
	for _, c := range []struct {
		words string
		most  int
		count int
		exact bool
	}{{"bud", 1000, 120, true}, {"bud", 100, 100, false}, {"city1 budi", 1000, 60, true}, {"none", 10, 0, true}} {
		count, exact, err := s.CountUpTo(t.Context(), search(a, c.words), c.most)
		noError(t, err)
		equal(t, c.words, fmt.Sprint(count, exact), fmt.Sprint(c.count, c.exact))
	}
	filter = search(a, "bud")
	filter.Return = new(true)
	count, exact, err := s.CountUpTo(t.Context(), filter, 10)
	noError(t, err)
	equal(t, "with a filter", fmt.Sprint(count, exact), "0 true")
}

// TestSearchLateCommit: orders with lower ids may be committed after those with higher ids were indexed.
func TestSearchLateCommit(t *testing.T) { onEachEngine(t, testSearchLateCommit) }

func testSearchLateCommit(t *testing.T, f *fixture) {
	s, other := f.open(t), f.open(t)
	a, k, _ := account(t, s, "shipper")
	create(t, s, k, person("Budi", "A1", ""))     // reserves ids
	create(t, other, k, person("Budi", "B1", "")) // reserves higher ids, or the next ones
	index(t, s, "me")
	f.clock.Advance(time.Second)
	create(t, s, k, person("Budi", "A2", ""))
	index(t, s, "me")
	equal(t, "found", find(t, s, search(a, "budi")), "A2 B1 A1")
}

func TestSearchPartnersNumber(t *testing.T) { onEachEngine(t, testSearchPartnersNumber) }

func testSearchPartnersNumber(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	made := must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: []shipment.Order{person("Budi", "A1", "")}, Partners: []string{"p"},
		LeaseFor: time.Minute, Owner: "me",
	}))
	index(t, s, "me")
	sub := made.Submissions[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &sub, time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), sub, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: "SP-77001"}))
	equal(t, "before it is indexed again", find(t, s, search(a, "sp-77")), "")
	equal(t, "indexed again", index(t, s, "me"), 1)
	for _, words := range []string{"sp-77", "sp77001", "77001 budi"} {
		equal(t, words, find(t, s, search(a, words)), "A1")
	}
	equal(t, "once", find(t, s, search(a, "budi")), "A1")
}

// TestSearchAtOnce: of several servers one indexes, and another one continues when it has stopped.
func TestSearchAtOnce(t *testing.T) { onEachEngine(t, testSearchAtOnce) }

func testSearchAtOnce(t *testing.T, f *fixture) {
	s, other := f.open(t), f.open(t)
	a, k, _ := account(t, s, "shipper")
	create(t, s, k, person("Budi", "A1", ""))
	equal(t, "by me", must[int](t)(s.Search.IndexOrders(t.Context(), "me", warnings)), 1)
	create(t, s, k, person("Budi", "A2", ""))
	equal(t, "by another one", must[int](t)(other.Search.IndexOrders(t.Context(), "other", warnings)), 0)
	f.clock.Advance(10 * time.Second)
	equal(t, "by another one later", must[int](t)(other.Search.IndexOrders(t.Context(), "other", warnings)), 1)
	equal(t, "by me again", must[int](t)(s.Search.IndexOrders(t.Context(), "me", warnings)), 0)

	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() { create(t, s, k, person("Siti", fmt.Sprint("S", i), "")) })
	}
	stop := make(chan struct{})
	var indexers sync.WaitGroup
	for _, owner := range []string{"me", "other"} {
		indexers.Go(func() {
			for {
				if _, err := s.Search.IndexOrders(t.Context(), owner, warnings); err != nil {
					t.Error(err)
				}
				select {
				case <-stop:
					return
				default:
				}
			}
		})
	}
	group.Wait()
	close(stop)
	indexers.Wait()
	index(t, s, "other")
	equal(t, "orders", len(strings.Fields(find(t, s, search(a, "siti")))), 40)
}

// TestBrowseSorted: each order of the list goes through its pages without a gap, with the filters that only Browse has.
func TestBrowseSorted(t *testing.T) { onEachEngine(t, testBrowseSorted) }

func testBrowseSorted(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	_, _, err := s.MasterData.CreatePartner(t.Context(), masterdata.Partner{
		Name: "acme", BaseURL: "https://acme.example.com", Concurrency: 4, CallTimeout: time.Second,
	})
	noError(t, err)
	services := make([]int64, 2)
	for i, partner := range []string{"", "acme"} {
		sv := shipment.Service{Name: "SG-ID", Origin: "SG", Destination: "ID", Category: shipment.CategoryPickup, Partner: partner}
		services[i] = must[shipment.Service](t)(s.MasterData.CreateService(t.Context(), sv)).ServiceID
	}
	for i, city := range []string{"Bandung", "Straße in München, Москва", "Bandung", "Chiang Mai", "Bandung"} {
		o := person("Budi", fmt.Sprint("R", i), "")
		o.Consignee.City, o.ServiceID, o.PaymentType = city, services[1], shipment.PaymentPrepaid
		if o.Consignee.Country = "ID"; i == 3 {
			o.Consignee.Country = "TH"
		}
		if i < 2 {
			o.ServiceID, o.PaymentType = services[0], shipment.PaymentCOD
		}
		create(t, s, k, o)
		f.clock.Advance(time.Second)
	}
	index(t, s, "me")
	filter := func(change func(*store.OrderFilter)) store.OrderFilter {
		f := store.OrderFilter{AccountID: a.AccountID, PageSize: 2}
		change(&f)
		return f
	}
	second := must[store.Browsed[shipment.Order]](t)(s.BrowseOrders(t.Context(),
		filter(func(f *store.OrderFilter) { f.Sort = store.SortOldest }), store.Cursor{})).Found[1]
	track(t, s, reported(second.TrackingNo, shipment.PickedUp, f.clock.Now()))
	for _, c := range []struct {
		name   string
		change func(*store.OrderFilter)
		want   string
	}{
		{"newest", func(*store.OrderFilter) {}, "R4 R3 R2 R1 R0"},
		{"oldest", func(f *store.OrderFilter) { f.Sort = store.SortOldest }, "R0 R1 R2 R3 R4"},
		{"oldest with a tracker status", func(f *store.OrderFilter) {
			f.Sort, f.TrackerStatus = store.SortOldest, shipment.PickedUp
		}, "R1"},
		{"changed", func(f *store.OrderFilter) { f.Sort = store.SortChanged }, "R1 R4 R3 R2 R0"},
		{"changed, of a service", func(f *store.OrderFilter) { f.Sort, f.ServiceID = store.SortChanged, &services[0] }, "R1 R0"},
		{"changed, from a day", func(f *store.OrderFilter) {
			f.Sort, f.From = store.SortChanged, second.CreatedOn
		}, "R1 R4 R3 R2"},
		{"changed, of numbers", func(f *store.OrderFilter) { f.Sort, f.TrackingNos = store.SortChanged, []string{second.TrackingNo} }, "R1"},
		{"country", func(f *store.OrderFilter) { f.Country = "TH" }, "R3"},
		{"city", func(f *store.OrderFilter) { f.City = "bandung" }, "R4 R2 R0"},
		{"city with accents", func(f *store.OrderFilter) { f.City = "STRAẞE in MÜNCHEN, москВА" }, "R1"},
		{"city and words", func(f *store.OrderFilter) { f.City, f.Search = "bandung", "budi" }, "R4 R2 R0"},
		{"no text", func(f *store.OrderFilter) { f.City = "\x00" }, ""},
		{"COD", func(f *store.OrderFilter) { f.COD = new(true) }, "R1 R0"},
		{"no COD, oldest", func(f *store.OrderFilter) { f.COD, f.Sort = new(false), store.SortOldest }, "R2 R3 R4"},
		{"partner", func(f *store.OrderFilter) { f.Partner = new("acme") }, "R4 R3 R2"},
		{"in house", func(f *store.OrderFilter) { f.Partner = new("") }, "R1 R0"},
	} {
		equal(t, c.name, find(t, s, filter(c.change)), c.want)
	}
	count, exact, err := s.CountUpTo(t.Context(), filter(func(f *store.OrderFilter) { f.COD, f.Sort = new(true), store.SortChanged }), 10)
	noError(t, err)
	equal(t, "count", fmt.Sprint(count, exact), "2 true")
}

// TestBrowse: a page whose filter few of the orders fulfil ends early, and the next one continues.
func TestBrowse(t *testing.T) { onEachEngine(t, testBrowse) }

func testBrowse(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	all := make([]shipment.Order, 600)
	for i := range all {
		all[i] = person("Budi", fmt.Sprint("R", i), "")
	}
	all[5].Return, all[5].ServiceID = true, 2
	var ids []int64
	for range 3 {
		ids = append(ids, create(t, s, k, slices.Clone(all)...).Orders[5].OrderID)
		f.clock.Advance(time.Second)
	}
	noError(t, s.Prints.MarkPrinted(t.Context(), a.AccountID, ids))
	filter := store.OrderFilter{AccountID: a.AccountID, Filter: shipment.Filter{Printed: new(true)}}
	page := must[store.Browsed[store.OrderRecord]](t)(s.BrowseRecords(t.Context(), filter, store.Cursor{}))
	equal(t, "first page", fmt.Sprint(len(page.Found), page.More, page.Partial), "2 true true")
	equal(t, "all", find(t, s, filter), "R5 R5 R5")
	count, exact, err := s.CountUpTo(t.Context(), filter, 100)
	noError(t, err)
	equal(t, "count", fmt.Sprint(count, exact), "2 false")
	for _, sort := range []store.Sort{store.SortOldest, store.SortChanged} {
		filter.Sort = sort
		equal(t, "all, sorted", find(t, s, filter), "R5 R5 R5")
		page = must[store.Browsed[store.OrderRecord]](t)(s.BrowseRecords(t.Context(), filter, store.Cursor{}))
		equal(t, "sorted page", page.Partial, true)
	}
	filter.Sort = store.SortNewest
	noError(t, s.Prints.UnmarkPrinted(t.Context(), a.AccountID, map[string]int64{"WB0": ids[0], "WB1": ids[1], "WB2": ids[2]}))

	moved := must[store.Browsed[shipment.Order]](t)(s.BrowseOrders(t.Context(), store.OrderFilter{
		AccountID: a.AccountID, Filter: shipment.Filter{ServiceID: new(int64(2))},
	}, store.Cursor{})).Found[0]
	track(t, s, reported(moved.TrackingNo, shipment.PickedUp, f.clock.Now()))
	filter.Filter = shipment.Filter{ServiceID: new(int64(2)), PickedUp: new(true)}
	equal(t, "picked up", len(strings.Fields(find(t, s, filter))), 1)
	filter.PickedUp = new(false)
	equal(t, "not picked up", len(strings.Fields(find(t, s, filter))), 2)

	filter.Filter = shipment.Filter{ServiceID: new(int64(2))}
	page = must[store.Browsed[store.OrderRecord]](t)(s.BrowseRecords(t.Context(), filter, store.Cursor{}))
	equal(t, "of a service", fmt.Sprint(len(page.Found), page.More), "3 false")
	count, exact, err = s.CountUpTo(t.Context(), store.OrderFilter{AccountID: a.AccountID}, 1000)
	noError(t, err)
	equal(t, "count of all", fmt.Sprint(count, exact), "1000 false")

	ctx := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "ann@example.com"})
	noError(t, s.Prints.MarkPrinted(ctx, a.AccountID, ids[1:]))
	f.clock.Advance(time.Second)
	noError(t, s.Prints.MarkPrinted(ctx, a.AccountID, ids[1:2]))
	prints := must[map[int64]store.LabelPrint](t)(s.Prints.LabelPrints(t.Context(), a.AccountID, ids))
	equal(t, "prints", len(prints), 2)
	equal(t, "print", prints[ids[1]], store.LabelPrint{OrderID: ids[1], On: f.clock.Now(), By: "ann@example.com"})
	filter.Filter = shipment.Filter{ServiceID: new(int64(2)), Printed: new(true)}
	equal(t, "printed", find(t, s, filter), "R5 R5")
	filter.Printed = new(false)
	equal(t, "not printed", find(t, s, filter), "R5")

	printed := f.clock.Now()
	noError(t, s.Prints.UnmarkPrinted(ctx, a.AccountID, map[string]int64{"WB1": ids[1], "WB0": ids[0]}))
	noError(t, s.Prints.UnmarkPrinted(ctx, a.AccountID+1, map[string]int64{"WB2": ids[2]}))
	equal(t, "not printed again", find(t, s, filter), "R5 R5")
	entries, _, err := s.Audit.List(t.Context(), audit.Filter{AccountID: &a.AccountID, SubjectKind: audit.SubjectOrder}, "", 10)
	noError(t, err)
	equal(t, "entries", len(entries), 1)
	entries[0].CreatedOn = time.Time{}
	equal(t, "entry", entries[0], audit.Entry{
		AccountID: a.AccountID, Seq: entries[0].Seq, Actor: audit.Actor{Kind: audit.ActorUser, Name: "ann@example.com"},
		Action: "unprint", SubjectKind: audit.SubjectOrder, Subject: "WB1",
		Old: fmt.Sprintf(`{"printed_on":%q,"printed_by":"ann@example.com"}`, printed.Format(time.RFC3339Nano)),
	})
}
