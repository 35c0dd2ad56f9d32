package store

import (
	"context"
	testflag "flag"
	"fmt"
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
	o.ServiceID = 1 + random.Int64N(4)
	o.Return = random.IntN(500) == 0
	return o
}

// warningsOfEach are those of an order in the benchmark: one of 100 has one about its address, and each one some.
func warningsOfEach(o *shipment.Order) []shipment.WarningKind {
	if o.OrderID%100 == 3 {
		return []shipment.WarningKind{shipment.WarningAny, shipment.WarningAddress}
	}
	return []shipment.WarningKind{shipment.WarningAny}
}

// fillSearch stores orders and indexes them. One of 2,000 has an exception, one of 20 is printed.
func fillSearch(b *testing.B, s *Store, databaseURL string, orders int) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for first := 0; first < orders; first += 1000 {
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
		if err := s.MarkPrinted(b.Context(), 1, printed); err != nil {
			b.Fatal(err)
		}
		for range 4 {
			if _, err := s.IndexOrders(b.Context(), "bench", warningsOfEach); err != nil {
				b.Fatal(err)
			}
		}
	}
	err := s.write(b.Context(), func(ctx context.Context, q engine.Querier) error {
		_, err := q.Exec(ctx, `UPDATE orders SET tracker_status = 'EXCEPTION' WHERE account_id = 1 AND order_id % 2000 = 7`)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	if s.DB.Engine() == engine.Postgres {
		execPostgres(b, databaseURL, "ANALYZE")
	}
}

// BenchmarkSearch reads the first page of 50, and counts if there are more, as a page of the console does, and reports the
// slowest too.
func BenchmarkSearch(b *testing.B) {
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		b.Run(on, func(b *testing.B) {
			databaseURL := emptyDatabase(b, on)
			s := openInside(b, databaseURL)
			started := time.Now()
			fillSearch(b, s, databaseURL, *searchOrders)
			b.Logf("%d orders in %v", *searchOrders, time.Since(started).Round(time.Second))
			number, err := s.ListOrders(b.Context(), OrderFilter{AccountID: 1}, shipment.LastPage)
			if err != nil {
				b.Fatal(err)
			}
			for name, f := range searchFilters(number.Records[0].TrackingNo) {
				b.Run(name, func(b *testing.B) { browseTimed(b, s, OrderFilter{AccountID: 1, Filter: f}) })
			}
			b.Run("batches", func(b *testing.B) {
				repeat(b, func() error {
					_, _, err := s.Batches(b.Context(), 1, BatchSummary{}, 20)
					return err
				})
			})
			b.Run("glance", func(b *testing.B) {
				repeat(b, func() error {
					_, err := s.Glance(b.Context(), 1, time.Now().Add(-30*24*time.Hour), 30)
					return err
				})
			})
		})
	}
}

func searchFilters(trackingNo string) map[string]shipment.Filter {
	week := time.Now().Add(-time.Hour)
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
		"address-of-an-hour":     filter("", func(f *shipment.Filter) { f.Warning, f.From = shipment.WarningAddress, week }),
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

func browseTimed(b *testing.B, s *Store, f OrderFilter) {
	b.Helper()
	var times []time.Duration
	var found Browsed[OrderRecord]
	for b.Loop() {
		started := time.Now()
		var err error
		if found, err = s.BrowseRecords(b.Context(), f, Cursor{}); err != nil {
			b.Fatal(err)
		}
		if found.More && !found.Partial {
			if _, _, err := s.CountUpTo(b.Context(), f, 10_000); err != nil {
				b.Fatal(err)
			}
		}
		times = append(times, time.Since(started))
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
	b.ReportMetric(float64(len(found.Found)), "found")
	if found.Partial {
		b.ReportMetric(1, "partial")
	}
}
