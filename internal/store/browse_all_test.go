package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/test/database"
)

// BenchmarkAllOrders reads the first page of the orders of all accounts, of a hundred accounts with a million orders of which a few have
// not ended, and of those that are held, which are none.
func BenchmarkAllOrders(b *testing.B) {
	const accounts, each = 100, 10_000
	for _, on := range database.WithCitus(engine.SQLite, engine.Postgres) {
		b.Run(on, func(b *testing.B) {
			s := openInside(b, emptyDatabase(b, on))
			for account := range accounts {
				for range each / 1000 {
					batch := batchOf(1000)
					batch.AccountID = int64(account + 1)
					if _, err := s.CreateBatch(b.Context(), batch); err != nil {
						b.Fatal(err)
					}
				}
				err := s.DB.Execute(b.Context(), "end orders", `UPDATE orders SET tracker_status = 'SUCCESS'
					WHERE account_id = $1 AND order_id % 20 > 0`, account+1)
				if err != nil {
					b.Fatal(err)
				}
			}
			for name, f := range map[string]OrderFilter{
				"newest": {}, "held": {Filter: shipment.Filter{Held: new(true)}}, "to print": {Filter: shipment.Filter{Queue: shipment.QueuePrint}},
				"on the way": {Filter: shipment.Filter{Queue: shipment.QueueOnTheWay}},
			} {
				b.Run(name, func(b *testing.B) {
					repeat(b, func() error {
						_, err := s.BrowseAll(b.Context(), f, 0)
						return err
					})
				})
			}
		})
	}
}

// TestBrowseAll reads the orders of two accounts that have not ended page by page, with filters.
func TestBrowseAll(t *testing.T) {
	for _, on := range database.WithCitus(engine.SQLite, engine.Postgres) {
		t.Run(on, func(t *testing.T) {
			s := openInside(t, emptyDatabase(t, on))
			var want []int64
			for i := range 30 {
				batch := batchOf(4)
				batch.AccountID = int64(1 + i%2)
				made, err := s.CreateBatch(t.Context(), batch)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, shipment.IDs(made.Orders)...)
			}
			end := want[7]
			held := want[20]
			for _, statement := range []string{
				fmt.Sprintf(`UPDATE orders SET tracker_status = 'SUCCESS' WHERE order_id = %d`, end),
				fmt.Sprintf(`INSERT INTO order_holds (account_id, order_id, reason, rule_id, held_on, actor_kind, actor)
					SELECT account_id, order_id, 'x', '', 1, '', '' FROM orders WHERE order_id = %d`, held),
			} {
				if err := s.DB.Execute(t.Context(), "change an order", statement); err != nil {
					t.Fatal(err)
				}
			}
			want = slices.DeleteFunc(want, func(id int64) bool { return id == end })
			slices.Sort(want)
			slices.Reverse(want)
			if got := browsedAll(t.Context(), t, s, OrderFilter{PageSize: 7}); !slices.Equal(got, want) {
				t.Errorf("%v, want %v", got, want)
			}
			if got := browsedAll(t.Context(), t, s, OrderFilter{Filter: shipment.Filter{Held: new(true)}}); !slices.Equal(got, []int64{held}) {
				t.Errorf("held: %v, want %d", got, held)
			}
			got := browsedAll(t.Context(), t, s, OrderFilter{Filter: shipment.Filter{Held: new(false), Queue: shipment.QueuePrint}, Unmoved: true})
			if len(got) != 0 {
				t.Errorf("with an event that did not move them: %v", got)
			}
			// Whoever has no account sees no orders of others.
			browsed, err := s.BrowseOrders(t.Context(), OrderFilter{}, Cursor{})
			if err != nil || len(browsed.Found) != 0 {
				t.Errorf("browsed without an account: %d orders, %v", len(browsed.Found), err)
			}
			after, _, err := s.OrdersAfter(t.Context(), OrderFilter{}, Cursor{})
			if err != nil || len(after) != 0 {
				t.Errorf("listed without an account: %d orders, %v", len(after), err)
			}
		})
	}
}

// TestLargePagesOfAllReadMore: whoever asks for all parcels by large pages does not get many that are almost empty.
func TestLargePagesOfAllReadMore(t *testing.T) {
	t.Parallel()
	for _, on := range database.WithCitus(engine.SQLite, engine.Postgres) {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			s := openInside(t, emptyDatabase(t, on))
			if _, err := s.CreateBatch(t.Context(), batchOf(1000)); err != nil {
				t.Fatal(err)
			}
			if _, err := s.CreateBatch(t.Context(), batchOf(1000)); err != nil {
				t.Fatal(err)
			}
			if err := s.DB.Execute(t.Context(), "end orders", `UPDATE orders SET tracker_status = 'SUCCESS'`); err != nil {
				t.Fatal(err)
			}
			for size, more := range map[int]bool{PageSize: true, 2 * PageSize: false} {
				page, err := s.BrowseAll(t.Context(), OrderFilter{PageSize: size}, 0)
				if err != nil || page.More != more || len(page.Found) != 0 {
					t.Errorf("a page of %d: %d orders, more: %t, %v", size, len(page.Found), page.More, err)
				}
			}
		})
	}
}

func browsedAll(ctx context.Context, t *testing.T, s *Store, f OrderFilter) (ids []int64) {
	t.Helper()
	for before := int64(0); ; {
		page, err := s.BrowseAll(ctx, f, before)
		if err != nil {
			t.Fatal(err)
		}
		for i := range page.Found {
			ids = append(ids, page.Found[i].OrderID)
		}
		if !page.More {
			return ids
		}
		before = page.Next.OrderID
	}
}

// TestPlanOfBrowseAll: whatever is asked for, a page reads the orders between two ids, and looks up the rest by order.
func TestPlanOfBrowseAll(t *testing.T) {
	t.Parallel()
	s := openInside(t, emptyDatabase(t, engine.SQLite))
	for name, f := range map[string]OrderFilter{
		"all": {}, "of a partner": {Partner: new("acme")},
		"held": {Filter: shipment.Filter{Held: new(true)}}, "not held": {Filter: shipment.Filter{Held: new(false)}},
		"printed": {Filter: shipment.Filter{Printed: new(true)}}, "not printed": {Filter: shipment.Filter{Printed: new(false)}},
		"a queue": {Filter: shipment.Filter{Queue: shipment.QueuePrint}}, "a tag": {Filter: shipment.Filter{Tag: "vip"}},
		"a status": {Filter: shipment.Filter{TrackerStatus: shipment.PickedUp}}, "a service": {Filter: shipment.Filter{ServiceID: new(int64(1))}},
		"returns": {Filter: shipment.Filter{Return: new(true)}}, "days": {Filter: shipment.Filter{From: s.DB.Now(), To: s.DB.Now()}},
	} {
		f.all = true
		w, err := s.conditions(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		w.Add("order_id < ?", int64(9))
		w.Add("order_id >= ?", int64(5))
		query, args := pageQuery(recordColumns, w, PageSize, 0)
		plan := explain(t, s, query, args)
		if !strings.Contains(plan, "SEARCH orders USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)") ||
			strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "label_prints_on") {
			t.Errorf("%s:\n%s", name, plan)
		}
	}
}
