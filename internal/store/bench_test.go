package store

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/stdlib"

	"waybill/internal/shipment"
)

// benchmarkEngines runs benchmark on an empty migrated store of each engine.
func benchmarkEngines(b *testing.B, benchmark func(*testing.B, *Store, string)) {
	b.Run(SQLite, func(b *testing.B) {
		databaseURL := "sqlite:" + filepath.Join(b.TempDir(), "waybill.db")
		benchmark(b, openForBenchmark(b, databaseURL), databaseURL)
	})
	b.Run(Postgres, func(b *testing.B) {
		base := os.Getenv("WAYBILL_TEST_POSTGRES_URL") //nolint:forbidigo // the tests' own
		if base == "" {
			b.Skip("WAYBILL_TEST_POSTGRES_URL is not set")
		}
		databaseURL := freshSchema(b, base)
		benchmark(b, openForBenchmark(b, databaseURL), databaseURL)
	})
}

// freshSchema is storetest.Postgres for tests inside the package, which storetest imports.
func freshSchema(tb testing.TB, base string) string {
	tb.Helper()
	db, err := sql.Open("pgx", base)
	if err != nil {
		tb.Fatal(err)
	}
	schema := fmt.Sprintf("inside_%d_%d", os.Getpid(), schemas.Add(1))
	if _, err := db.ExecContext(tb.Context(), "CREATE SCHEMA "+schema); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if _, err := db.ExecContext(context.Background(), "DROP SCHEMA "+schema+" CASCADE"); err != nil {
			tb.Error(err)
		}
		_ = db.Close()
	})
	u, err := url.Parse(base)
	if err != nil {
		tb.Fatal(err)
	}
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	return u.String()
}

var schemas atomic.Int64

func openForBenchmark(tb testing.TB, databaseURL string) *Store {
	tb.Helper()
	s, err := Open(tb.Context(), Options{URL: databaseURL})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = s.Close() })
	if _, err := s.Migrate(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	return s
}

// benchmarkOrder is the kind of order that the measured limits are about.
func benchmarkOrder(n int) shipment.Order {
	o := shipment.Order{
		ServiceID: 1, ShipperOrderID: fmt.Sprintf("REF-%09d", n), Length: 4000, Width: 3000, Height: 2000, Weight: 1250,
		PaymentType: "cod", CODAmountToCollect: 4000000, Incoterm: "DDP",
		IdentificationDocumentName: "LOCALTAXID", ConsigneeIdentificationNumber: "123456789012",
		Consignee: shipment.Party{
			Name: "Budi Santoso", Number: "+6281234567890", Email: "budi.santoso@example.com", Country: "ID",
			Address: "Jl. Jenderal Sudirman Kav. 52-53, Senayan, Kebayoran Baru", Postal: "12190", State: "DKI Jakarta", City: "Jakarta", Province: "Jawa",
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

var shapes = []struct{ orders, clients int }{{1, 64}, {100, 4}}

// BenchmarkCreate stores b.N orders in requests.
func BenchmarkCreate(b *testing.B) {
	for _, shape := range shapes {
		b.Run(fmt.Sprintf("%dx%d", shape.orders, shape.clients), func(b *testing.B) {
			benchmarkEngines(b, func(b *testing.B, s *Store, _ string) {
				var next atomic.Int64
				var group sync.WaitGroup
				b.ResetTimer()
				for range shape.clients {
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
							if _, err := s.CreateBatch(b.Context(), NewBatch{AccountID: 1, KeyID: 1, Orders: orders}); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				group.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
			})
		})
	}
}

// BenchmarkRawInsert inserts the same rows without the store, by one connection: 64
// batches of one order or one of 100 in a transaction. It is what BenchmarkCreate is
// measured by.
func BenchmarkRawInsert(b *testing.B) {
	for _, shape := range []struct{ orders, batches int }{{1, 64}, {100, 1}} {
		b.Run(fmt.Sprintf("%dx%d", shape.orders, shape.batches), func(b *testing.B) {
			benchmarkEngines(b, func(b *testing.B, s *Store, databaseURL string) {
				var rows []*rawRows
				for first := 0; first < b.N; first += shape.orders * shape.batches {
					rows = append(rows, rawGroup(b, first, shape.orders, shape.batches))
				}
				conn := rawConnection(b, s, databaseURL)
				b.ResetTimer()
				for _, group := range rows {
					if err := group.insert(b.Context(), s.Engine(), conn); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
			})
		})
	}
}

// rawConnection is one that writes, beside the store's own.
func rawConnection(b *testing.B, s *Store, databaseURL string) *sql.Conn {
	b.Helper()
	reads, writes, err := s.dialect.open(databaseURL)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = reads.Close(), writes.Close() })
	conn, err := writes.Conn(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	return conn
}

// rawRows are the rows of a transaction, in both forms.
type rawRows struct {
	statements []*table
	args       [][]any
	arrays     columnRows
}

func (r *rawRows) insert(ctx context.Context, engine string, conn *sql.Conn) error {
	if engine == Postgres {
		return conn.Raw(func(driverConn any) error {
			return driverConn.(*stdlib.Conn).Conn().SendBatch(ctx, r.arrays.batch()).Close() //nolint:errcheck // a panic will do
		})
	}
	tx, err := conn.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	stmts := make(map[*table]*sql.Stmt)
	for i, t := range r.statements {
		if stmts[t] == nil {
			if stmts[t], err = tx.PrepareContext(ctx, t.one); err != nil {
				return err
			}
		}
		if _, err := stmts[t].ExecContext(ctx, r.args[i]...); err != nil {
			return err
		}
	}
	return tx.Commit()
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
		c.numbers = shipment.NewTrackingNumbers([16]byte{1})
		for i := range orders {
			c.Orders = append(c.Orders, benchmarkOrder(first+n*orders+i))
			c.issue = append(c.issue, true)
		}
		if err := c.fill(zeroReader{}); err != nil {
			b.Fatal(err)
		}
		c.uploadBatchNo = fmt.Sprintf("B%d", c.firstID)
		if err := c.insertBatch(rawInserter{rows}); err != nil {
			b.Fatal(err)
		}
	}
	return rows
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }
