package store

import (
	"context"
	testflag "flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// searchOrders is how many orders BenchmarkSearch searches. The documented figures are those of a million.
var searchOrders = testflag.Int("search-orders", 20_000, "orders that BenchmarkSearch searches")

var (
	firstNames = []string{
		"Budi", "Siti", "Agus", "Dewi", "Putri", "Rizki", "Ahmad", "Nur", "Wei", "Jun", "Mei", "José", "Anh", "Somchai", "陈", "김", "Ayu", "Rina",
	}
	lastNames = []string{
		"Santoso", "Wijaya", "Susanto", "Lestari", "Pratama", "Tan", "Lim", "Nguyễn", "大文", "철수", "ใจดี", "Müller", "Kusuma", "Hidayat",
	}
	cities = []string{"Jakarta", "Surabaya", "Bandung", "Medan", "Singapore", "Kuala Lumpur", "上海", "Bangkok", "Hà Nội", "Manila"}
)

// variedOrder is an order whose consignee differs from those of others.
func variedOrder(n int, random *rand.Rand) shipment.Order {
	o := benchmarkOrder(n)
	pick := func(texts []string) string { return texts[random.IntN(len(texts))] }
	unusual := fmt.Sprintf("%c%c%c%c", 'a'+random.IntN(26), 'a'+random.IntN(26), 'a'+random.IntN(26), 'a'+random.IntN(26))
	o.Consignee.Name = pick(firstNames) + " " + unusual + " " + pick(lastNames)
	o.Consignee.Number = fmt.Sprintf("+62%d", 8_000_000_000+random.Int64N(1_000_000_000))
	o.Consignee.Email = unusual + "." + pick(lastNames) + "@example.com"
	o.Consignee.City, o.Consignee.Postal = pick(cities), fmt.Sprintf("%05d", random.IntN(100_000))
	o.Consignee.Address = fmt.Sprintf("Jl. %s %s No. %d", pick(lastNames), pick(firstNames), 1+random.IntN(300))
	for i := range o.Items {
		o.Items[i].SKU = fmt.Sprintf("SKU-%05d", random.IntN(2000))
	}
	if n%50 == 25 {
		o.Consignee.City = "Denpasar"
	}
	o.ServiceID = 1 + random.Int64N(4)
	o.Return = random.IntN(500) == 0
	return o
}

// warningsOfEach are those of an order in the benchmark: one of 100 has one about its address, and each one some.
func warningsOfEach(o *shipment.Order) ([]shipment.WarningKind, error) {
	if o.OrderID%100 == 3 {
		return []shipment.WarningKind{shipment.WarningAny, shipment.WarningAddress}, nil
	}
	return []shipment.WarningKind{shipment.WarningAny}, nil
}

// The orders of the benchmark were created in searchDays days, which ended searchRest ago, and each changed in searchRest.
const (
	searchDays = 365 * 24 * time.Hour
	searchRest = 7 * 24 * time.Hour
)

// openSearch opens a database whose clock stands at the creation of the order that fillSearch stores next.
func openSearch(b *testing.B, databaseURL string, orders int) (s *Store, clock func(created int)) {
	b.Helper()
	end := time.Now().Add(-searchRest)
	now := end
	s, err := Open(b.Context(), Options{URL: databaseURL, Now: func() time.Time { return now }})
	if err == nil {
		_, err = s.DB.Migrate(b.Context())
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = s.DB.Close() })
	return s, func(created int) { now = end.Add(-searchDays / time.Duration(orders) * time.Duration(orders-created)) }
}

// stateOfEach gives the orders of a batch, $1 to $2, the states of a year: those of the last quarter are on their way ($3 is 1).
const stateOfEach = `UPDATE orders SET updated_on = created_on + order_id * 7919 % 1000 * CAST($4 AS BIGINT),
	tracker_status = CASE WHEN order_id % 2000 = 7 THEN 'EXCEPTION' WHEN order_id % 50 = 1 THEN 'CANCELLED'
		WHEN order_id % 50 = 2 THEN 'ORDER_CREATED' WHEN order_id % 50 = 3 THEN 'RETURNED' WHEN $3 = 0 THEN 'SUCCESS'
		WHEN order_id % 2 = 0 THEN 'CROSS_BORDER_TRANSIT' ELSE 'ORDER_CREATED' END,
	status_code = CASE WHEN order_id % 50 = 1 THEN 'CANCELLED' WHEN order_id % 50 = 2 THEN 'SUBMISSION_FAILED'
		WHEN $3 = 1 AND order_id % 50 = 4 THEN '' ELSE 'SUBMITTED' END
	WHERE order_id BETWEEN $1 AND $2`

// fillSearch stores orders and indexes them. One of 2,000 has an exception, one of 20 is printed, and one of 50 goes to Denpasar.
func fillSearch(b *testing.B, s *Store, databaseURL string, orders int, clock func(created int)) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for first := 0; first < orders; first += 1000 {
		clock(first)
		batch := NewBatch{AccountID: 1, KeyID: 1, Orders: make([]shipment.Order, 1000)}
		for i := range batch.Orders {
			batch.Orders[i] = variedOrder(first+i, random)
		}
		made, err := s.CreateBatch(b.Context(), batch)
		if err != nil {
			b.Fatal(err)
		}
		printed := make([]int64, 0, 50)
		for i := 0; i < 1000; i += 20 {
			printed = append(printed, made.Orders[i].OrderID)
		}
		if err := s.Prints.MarkPrinted(b.Context(), 1, printed); err != nil {
			b.Fatal(err)
		}
		for range 4 {
			if _, err := s.Search.IndexOrders(b.Context(), "bench", warningsOfEach); err != nil {
				b.Fatal(err)
			}
		}
		err = s.DB.Write(b.Context(), func(ctx context.Context, q engine.Querier) error {
			_, err := q.Exec(ctx, stateOfEach, made.Orders[0].OrderID, made.Orders[999].OrderID, engine.Flag(first >= orders*3/4),
				searchRest.Microseconds()/1000)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	clock(orders)
	if s.DB.Engine() == engine.Postgres {
		execPostgres(b, databaseURL, "VACUUM ANALYZE")
	}
}

// BenchmarkSearch reads the first page of 50, and counts if there are more, as a page of the console does, or counts and then
// reads it, as the interface does by page. It reports the median, and the slow ones too.
func BenchmarkSearch(b *testing.B) {
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		b.Run(on, func(b *testing.B) {
			databaseURL := emptyDatabase(b, on)
			s, clock := openSearch(b, databaseURL, *searchOrders)
			started := time.Now()
			fillSearch(b, s, databaseURL, *searchOrders, clock)
			b.Logf("%d orders in %v", *searchOrders, time.Since(started).Round(time.Second))
			number, err := s.ListOrders(b.Context(), OrderFilter{AccountID: 1}, shipment.LastPage)
			if err != nil {
				b.Fatal(err)
			}
			for name, f := range searchFilters(number.Records[0].TrackingNo) {
				b.Run(name, func(b *testing.B) { browseTimed(b, s, OrderFilter{AccountID: 1, Filter: f}) })
			}
			for name, word := range map[string]string{"near": "santosa", "near-nothing": "xqzvkwj", "near-nothing-long": "xqzvkwjxqzvkwj"} {
				b.Run(name, func(b *testing.B) {
					timed(b, func() error {
						_, err := s.Search.Near(b.Context(), 1, word)
						return err
					})
				})
			}
			b.Run("page", func(b *testing.B) {
				filters := pageFilters()
				for _, name := range slices.Sorted(maps.Keys(filters)) {
					b.Run(name, func(b *testing.B) { pageTimed(b, s, OrderFilter{AccountID: 1, Filter: filters[name]}) })
				}
			})
			b.Run("batches", func(b *testing.B) {
				timed(b, func() error {
					_, _, err := s.Batches(b.Context(), 1, BatchSummary{}, 20)
					return err
				})
			})
			b.Run("queues", func(b *testing.B) {
				timed(b, func() error {
					_, err := s.QueueCounts(b.Context(), 1)
					return err
				})
			})
			b.Run("glance", func(b *testing.B) {
				timed(b, func() error {
					_, err := s.Glance(b.Context(), 1, []time.Time{time.Now().Add(-30 * 24 * time.Hour)}, nil, 10_000)
					return err
				})
			})
		})
	}
}

func searchFilters(trackingNo string) map[string]shipment.Filter {
	week := time.Now().Add(-2 * searchRest)
	words := func(words string) shipment.Filter { return shipment.Filter{Search: words} }
	filter := func(words string, change func(*shipment.Filter)) shipment.Filter {
		f := shipment.Filter{Search: words}
		change(&f)
		return f
	}
	return map[string]shipment.Filter{
		"all":                    {},
		"number":                 words(trackingNo),
		"common-word":            words("jakarta"),
		"common-beginning":       words("8"),
		"half-remembered":        words("abcd sant"),
		"rare-word":              words("qxzj"),
		"two-common":             words("budi jakarta"),
		"common-and-absent":      words("jakarta nothing"),
		"common-without-overlap": words("jakarta surabaya"),
		"beginnings-no-overlap":  words("wb1 wb2"),
		"phone":                  words("+62 812 34"),
		"han":                    words("大文"),
		"thai":                   words("จดี"),
		"common-and-exception":   filter("jakarta", func(f *shipment.Filter) { f.TrackerStatus = shipment.Exception }),
		"common-and-not-printed": filter("jakarta", func(f *shipment.Filter) { f.Printed = new(false) }),
		"common-and-service":     filter("jakarta", func(f *shipment.Filter) { f.ServiceID = new(int64(2)) }),
		"exception":              filter("", func(f *shipment.Filter) { f.TrackerStatus = shipment.Exception }),
		"exception-and-service":  filter("", func(f *shipment.Filter) { f.TrackerStatus, f.ServiceID = shipment.Exception, new(int64(2)) }),
		"returns":                filter("", func(f *shipment.Filter) { f.Return = new(true) }),
		"not-printed":            filter("", func(f *shipment.Filter) { f.Printed = new(false) }),
		"printed-and-service":    filter("", func(f *shipment.Filter) { f.Printed, f.ServiceID = new(true), new(int64(2)) }),
		"warnings":               filter("", func(f *shipment.Filter) { f.Warning = shipment.WarningAny }),
		"address-warnings":       filter("", func(f *shipment.Filter) { f.Warning = shipment.WarningAddress }),
		"address-and-a-word":     filter("jakarta", func(f *shipment.Filter) { f.Warning = shipment.WarningAddress }),
		"address-of-a-week":      filter("", func(f *shipment.Filter) { f.Warning, f.From = shipment.WarningAddress, week }),
		"address-and-exception": filter("", func(f *shipment.Filter) {
			f.Warning, f.TrackerStatus = shipment.WarningAddress, shipment.Exception
		}),
		"days":               filter("", func(f *shipment.Filter) { f.From = week }),
		"failed-submissions": filter("", func(f *shipment.Filter) { f.StatusCode = new(shipment.StatusSubmissionFailed) }),
		"submitted-and-no-days": filter("", func(f *shipment.Filter) {
			f.StatusCode, f.To = new(shipment.StatusSubmitted), week.AddDate(-1, 0, 0)
		}),
	}
}

// pageFilters are those of the interface by page: each one alone, words, and words with another one.
func pageFilters() map[string]shipment.Filter {
	filters := make(map[string]shipment.Filter)
	for name, words := range map[string]string{
		"spread": "denpasar", "common": "jakarta", "number": "8", "rare": "qxzj", "two": "budi jakarta", "half": "abcd sant", "han": "大文",
	} {
		filters["search-"+name] = shipment.Filter{Search: words}
	}
	for _, code := range []shipment.StatusCode{
		shipment.StatusNone, shipment.StatusSubmitted, shipment.StatusSubmissionFailed, shipment.StatusCancelled,
	} {
		filters["status_code="+string(code)] = shipment.Filter{StatusCode: &code}
	}
	for _, status := range []shipment.TrackerStatus{
		shipment.OrderCreated, shipment.CrossBorderTransit, shipment.Success, shipment.Exception, shipment.Cancelled,
	} {
		filters["tracker_status="+string(status)] = shipment.Filter{TrackerStatus: status}
	}
	for _, queue := range shipment.Queues() {
		filters["queue="+string(queue)] = shipment.Filter{Queue: queue}
	}
	for _, is := range []bool{true, false} {
		filters[fmt.Sprint("is_return=", is)] = shipment.Filter{Return: &is}
		filters[fmt.Sprint("printed=", is)] = shipment.Filter{Printed: &is}
		filters[fmt.Sprint("packed=", is)] = shipment.Filter{Facets: [1]*bool{&is}}
		filters[fmt.Sprint("held=", is)] = shipment.Filter{Held: &is}
		filters[fmt.Sprint("picked_up=", is)] = shipment.Filter{PickedUp: &is}
	}
	for name, at := range map[string]time.Duration{"middle": searchDays / 2, "month": 30 * 24 * time.Hour} {
		then := time.Now().Add(-searchRest - at)
		filters["updated_from-"+name] = shipment.Filter{UpdatedFrom: then}
		filters["updated_to-"+name] = shipment.Filter{UpdatedTo: then}
		filters["date_from-"+name] = shipment.Filter{From: then}
		filters["date_to-"+name] = shipment.Filter{To: then}
	}
	for name, f := range maps.Clone(filters) {
		switch name {
		case "status_code=CANCELLED", "tracker_status=EXCEPTION", "is_return=false", "date_from-middle", "date_from-month":
			f.Search = "jakarta"
			filters["search-common-and-"+name] = f
		}
	}
	filters["all"], filters["service"] = shipment.Filter{}, shipment.Filter{ServiceID: new(int64(2))}
	filters["warning=any"] = shipment.Filter{Warning: shipment.WarningAny}
	filters["warning=address"] = shipment.Filter{Warning: shipment.WarningAddress}
	return filters
}

// timed reads again and again, and reports the median and the slowest of 20.
func timed(b *testing.B, read func() error) {
	b.Helper()
	var times []time.Duration
	for b.Loop() {
		started := time.Now()
		if err := read(); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(started))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
}

func pageTimed(b *testing.B, s *Store, f OrderFilter) {
	b.Helper()
	var found OrderPage
	timed(b, func() (err error) {
		found, err = s.ListOrders(b.Context(), f, 1)
		return err
	})
	b.ReportMetric(float64(found.Count), "count")
}

func browseTimed(b *testing.B, s *Store, f OrderFilter) {
	b.Helper()
	var found Browsed[OrderRecord]
	timed(b, func() (err error) {
		if found, err = s.BrowseRecords(b.Context(), f, Cursor{}); err == nil && found.More && !found.Partial {
			_, _, err = s.CountUpTo(b.Context(), f, 10_000)
		}
		return err
	})
	b.ReportMetric(float64(len(found.Found)), "found")
	if found.Partial {
		b.ReportMetric(1, "partial")
	}
}

// BenchmarkSearchSize reports the bytes and the rows that the search index has for an order on PostgreSQL after VACUUM FULL, as
// docs/scaling.md states them: of 2,000 different orders in hundreds, each indexed when it was created, and those of a partner again when
// the partner had given its number.
func BenchmarkSearchSize(b *testing.B) {
	for name, partner := range map[string]string{"partner": "p", "in-house": ""} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				searchSize(b, partner)
			}
		})
	}
}

func searchSize(b *testing.B, partner string) {
	const orders, atOnce = 2000, 100
	databaseURL := emptyDatabase(b, engine.Postgres)
	s, clock := openSearch(b, databaseURL, orders)
	random := rand.New(rand.NewPCG(1, 2))
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	for first := 0; first < orders; first += atOnce {
		clock(first)
		batch := NewBatch{
			AccountID: 1, KeyID: 1, Orders: make([]shipment.Order, atOnce), Partners: make([]string, atOnce), LeaseFor: time.Minute, Owner: "bench",
		}
		for i := range batch.Orders {
			batch.Orders[i], batch.Partners[i] = variedOrder(first+i, random), partner
		}
		made, err := s.CreateBatch(b.Context(), batch)
		must(err)
		_, err = s.Search.IndexOrders(b.Context(), "bench", warningsOfEach)
		must(err)
		for i := range made.Submissions {
			sub := made.Submissions[i]
			must(s.Ledger.StartAttempt(b.Context(), &sub, time.Minute))
			number := fmt.Sprintf("SP%012d", random.Int64N(1_000_000_000_000))
			must(s.Ledger.RecordOutcome(b.Context(), sub, Outcome{State: SubmissionConfirmed, HAWBNo: number}))
		}
		if partner == "" {
			continue
		}
		again, err := s.Search.IndexOrders(b.Context(), "bench", warningsOfEach)
		must(err)
		if again != atOnce {
			b.Fatalf("%d orders of %d were indexed again", again, atOnce)
		}
	}
	execPostgres(b, databaseURL, "VACUUM FULL")
	for unit, query := range map[string]string{
		"B/order":    `SELECT pg_total_relation_size('search_terms') + pg_total_relation_size('search_orders')`,
		"rows/order": `SELECT count(*) FROM search_terms`,
	} {
		n, err := engine.Value[int64](b.Context(), s.DB.Reads, query)
		must(err)
		b.ReportMetric(float64(n)/orders, unit)
	}
}
