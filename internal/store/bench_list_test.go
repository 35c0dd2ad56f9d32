package store

import (
	"fmt"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// BenchmarkPage reads pages of 50 among so many orders, and the first one by a plain
// query and nothing around it.
func BenchmarkPage(b *testing.B) {
	for _, orders := range []int{1_000, 100_000} {
		for _, on := range []string{engine.SQLite, engine.Postgres} {
			b.Run(fmt.Sprintf("%d/%s", orders, on), func(b *testing.B) {
				s := openInside(b, emptyDatabase(b, on))
				for range orders / 1000 {
					if _, err := s.CreateBatch(b.Context(), batchOf(1000)); err != nil {
						b.Fatal(err)
					}
				}
				f, withItems, service := OrderFilter{AccountID: 1}, OrderFilter{AccountID: 1, Filter: shipment.Filter{WithItems: true}}, int64(1)
				b.Run("raw", func(b *testing.B) { repeat(b, func() error { return rawPage(b, s) }) })
				b.Run("first", func(b *testing.B) { repeat(b, func() error { return onePage(b, s, f, 1) }) })
				b.Run("items", func(b *testing.B) { repeat(b, func() error { return onePage(b, s, withItems, 1) }) })
				b.Run("service", func(b *testing.B) {
					repeat(b, func() error {
						return onePage(b, s, OrderFilter{AccountID: 1, Filter: shipment.Filter{ServiceID: &service}}, 1)
					})
				})
				b.Run("batches", func(b *testing.B) {
					repeat(b, func() error {
						_, _, err := s.Batches(b.Context(), 1, BatchSummary{}, 20)
						return err
					})
				})
				b.Run("middle", func(b *testing.B) { repeat(b, func() error { return onePage(b, s, f, orders/PageSize/2) }) })
				b.Run("cursor", func(b *testing.B) {
					half, err := s.ListOrders(b.Context(), f, orders/PageSize/2)
					if err != nil {
						b.Fatal(err)
					}
					o := half.Records[0]
					repeat(b, func() error {
						_, _, err := s.RecordsAfter(b.Context(), f, Cursor{CreatedOn: o.CreatedOn.UnixMicro(), OrderID: o.OrderID})
						return err
					})
				})
			})
		}
	}
}

func repeat(b *testing.B, read func() error) {
	b.Helper()
	for b.Loop() {
		if err := read(); err != nil {
			b.Fatal(err)
		}
	}
}

func onePage(b *testing.B, s *Store, f OrderFilter, page int) error {
	b.Helper()
	_, err := s.ListOrders(b.Context(), f, page)
	return err
}

func rawPage(b *testing.B, s *Store) error {
	b.Helper()
	rows, err := s.DB.Reads.Query(b.Context(), `SELECT `+recordColumns+` FROM orders
		WHERE account_id = $1 ORDER BY created_on DESC, order_id DESC LIMIT 50`, 1)
	if err != nil {
		return err
	}
	defer rows.Close()
	targets := make([]any, strings.Count(recordColumns, ",")+1)
	for i, name := range strings.Split(recordColumns, ",") {
		switch strings.TrimSpace(name) {
		case "order_id", "account_id", "key_id", "service_id", "has_label", "created_on", "updated_on":
			targets[i] = new(int64)
		default:
			targets[i] = new(string)
		}
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
	}
	return rows.Err()
}
