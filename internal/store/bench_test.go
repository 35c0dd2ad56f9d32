package store

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"waybill/internal/shipment"
)

// benchmarkOrder is the kind of order that the measured limits are about.
func benchmarkOrder(n int) shipment.Order {
	o := shipment.Order{
		ServiceID: 1, ShipperOrderID: fmt.Sprintf("REF-%09d", n), Length: 4000, Width: 3000, Height: 2000, Weight: 1250,
		PaymentType: "cod", CODAmountToCollect: 4000000, Incoterm: "DDP",
		IdentificationDocumentName: "LOCALTAXID", ConsigneeIdentificationNumber: "123456789012",
		Consignee: shipment.Party{
			Name:     "Budi Santoso",
			Number:   "+6281234567890",
			Email:    "budi.santoso@example.com",
			Country:  "ID",
			Address:  "Jl. Jenderal Sudirman Kav. 52-53, Senayan, Kebayoran Baru",
			Postal:   "12190",
			State:    "DKI Jakarta",
			City:     "Jakarta",
			Province: "Jawa",
		},
		Pickup: shipment.Party{
			Name: "Ong Wei Ming", Number: "+6591234567", Country: "SG", Address: "10 Anson Road, International Plaza",
			Postal: "079903", State: "Singapore", City: "Singapore",
		},
	}
	for line := range 3 {
		o.Items = append(o.Items, shipment.Item{
			Desc: fmt.Sprintf("Cotton shirt %d", line), Category: "Fashion", ProductID: "P-1000", SKU: "SKU-1000-XL",
			Quantity: 2, PriceValue: 1500000, PriceCurrency: "IDR",
		})
	}
	return o
}

var shapes = []struct{ orders, clients, accounts int }{{1, 64, 1}, {1, 64, 64}, {100, 4, 1}}

// BenchmarkCreate stores b.N orders in requests. The database may be the coordinator of a Citus cluster.
func BenchmarkCreate(b *testing.B) {
	for _, shape := range shapes {
		for _, engine := range []string{SQLite, Postgres} {
			b.Run(fmt.Sprintf("%dx%d,accounts=%d/%s", shape.orders, shape.clients, shape.accounts, engine), func(b *testing.B) {
				s := openInside(b, emptyDatabase(b, engine))
				var commits atomic.Int64
				s.observe = func(int) { commits.Add(1) }
				var next atomic.Int64
				var group sync.WaitGroup
				b.ResetTimer()
				for client := range shape.clients {
					account := int64(1 + client%shape.accounts)
					group.Go(func() {
						for {
							first := int(next.Add(int64(shape.orders))) - shape.orders
							if first >= b.N {
								return
							}
							orders := make([]shipment.Order, shape.orders)
							for i := range orders {
								orders[i] = benchmarkOrder(first + i)
							}
							if _, err := s.CreateBatch(b.Context(), NewBatch{AccountID: account, KeyID: 1, Orders: orders}); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				group.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
				b.ReportMetric(float64(b.N)/float64(commits.Load()), "orders/commit")
			})
		}
	}
}

// BenchmarkRawInsert inserts the same rows without the store, by one connection: 64
// batches of one order or one of 100 in a transaction. It is what BenchmarkCreate is
// measured by.
func BenchmarkRawInsert(b *testing.B) {
	for _, shape := range []struct{ orders, batches int }{{1, 64}, {100, 1}} {
		for _, engine := range []string{SQLite, Postgres} {
			b.Run(fmt.Sprintf("%dx%d/%s", shape.orders, shape.batches, engine), func(b *testing.B) {
				databaseURL := emptyDatabase(b, engine)
				s := openInside(b, databaseURL)
				var rows []*rawRows
				for first := 0; first < b.N; first += shape.orders * shape.batches {
					rows = append(rows, rawGroup(b, first, shape.orders, shape.batches))
				}
				insert := rawInserts(b, s, databaseURL)
				b.ResetTimer()
				for _, group := range rows {
					if err := insert(group); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
			})
		}
	}
}

// rawRows are the rows of a transaction, in both forms.
type rawRows struct {
	statements []*table
	args       [][]any
	arrays     columnRows
}

// rawInserts returns what inserts rows by a connection of its own, in a transaction.
func rawInserts(b *testing.B, s *Store, databaseURL string) func(*rawRows) error {
	b.Helper()
	if s.Engine() == Postgres {
		conn, err := pgx.Connect(b.Context(), databaseURL)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = conn.Close(context.Background()) })
		return func(r *rawRows) error { return conn.SendBatch(b.Context(), r.arrays.batch()).Close() }
	}
	conn, err := s.file.connect()
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	return func(r *rawRows) error {
		if _, err := conn.exec("BEGIN IMMEDIATE", nil); err != nil {
			return err
		}
		for i, t := range r.statements {
			if _, err := conn.exec(t.one, r.args[i]); err != nil {
				return err
			}
		}
		_, err := conn.exec("COMMIT", nil)
		return err
	}
}

// keepRows makes rawRows an inserter.
func (r *rawRows) keepRow(t *table, row []any) error {
	r.statements = append(r.statements, t)
	r.args = append(r.args, append([]any(nil), row...))
	return r.arrays.insert(t, row)
}

type rawInserter struct{ *rawRows }

func (r rawInserter) insert(t *table, row []any) error { return r.keepRow(t, row) }

func rawGroup(b *testing.B, first, orders, batches int) *rawRows {
	b.Helper()
	rows := &rawRows{arrays: make(columnRows)}
	for n := range batches {
		c := &creation{NewBatch: NewBatch{AccountID: 1, KeyID: 1, TrackingPrefix: "WB"}, firstID: int64(first+n*orders) + 1}
		c.numbers = &issuers{tracking: shipment.NewTrackingNumbers([16]byte{1}), batches: shipment.NewBatchNumbers([16]byte{1})}
		for i := range orders {
			c.Orders = append(c.Orders, benchmarkOrder(first+n*orders+i))
			c.issue = append(c.issue, true)
		}
		c.fill()
		if err := c.insertBatch(rawInserter{rows}); err != nil {
			b.Fatal(err)
		}
	}
	return rows
}
