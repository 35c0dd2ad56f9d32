package store

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/test/database"
)

// TestListOfManyOrders: a list by page has the same orders and the same count whether a condition selects few of all orders,
// which are sorted or found in the search index, or many, so that it looks at one order after another.
func TestListOfManyOrders(t *testing.T) {
	t.Parallel()
	for _, on := range database.WithCitus(engine.SQLite, engine.Postgres) {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			s := openInside(t, emptyDatabase(t, on))
			start := fillStates(t, s)
			for name, f := range pairsOf(map[string]shipment.Filter{
				"all": {}, "from": {From: start.Add(9 * time.Second)}, "to": {To: start.Add(30 * time.Second)},
				"service": {ServiceID: new(int64(1))}, "tag": {Tag: "vip"},
				"submitted": {StatusCode: new(shipment.StatusSubmitted)}, "failed": {StatusCode: new(shipment.StatusSubmissionFailed)},
				"success": {TrackerStatus: shipment.Success}, "picked up": {PickedUp: new(true)}, "not picked up": {PickedUp: new(false)},
				"updated from": {UpdatedFrom: start.Add(25 * time.Second)}, "updated to": {UpdatedTo: start.Add(45 * time.Second)},
				"returns": {Return: new(true)}, "no returns": {Return: new(false)},
				"printed": {Printed: new(true)}, "not printed": {Printed: new(false)},
				"held": {Held: new(true)}, "not held": {Held: new(false)}, "search": {Search: "00000001"},
			}) {
				s.smallSetSize = 100
				few := pageOf(t, s, f)
				for s.smallSetSize = range int64(13) {
					if many := pageOf(t, s, f); many != few {
						t.Errorf("%s: %s\nin sets of %d: %s", name, few, s.smallSetSize, many)
					}
				}
			}
		})
	}
}

// TestPrintAgainIsBounded: labels to print again are found by the orders that were edited if these are few, and else by the newest orders,
// of which no page reads and sorts all.
func TestPrintAgainIsBounded(t *testing.T) {
	t.Parallel()
	for _, on := range database.WithCitus(engine.SQLite, engine.Postgres) {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			s := openInside(t, emptyDatabase(t, on))
			fillStates(t, s)
			err := s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
				for _, change := range []string{
					`UPDATE orders SET label_changed_on = 5`, `UPDATE label_prints SET printed_on = 4`,
					`INSERT INTO order_changes (account_id, order_id, version, changed_on, actor_kind, actor, changes, refusal)
						SELECT 1, order_id, 2, 5, '', '', '[]', '' FROM orders`,
				} {
					if err := engine.Exec(ctx, q, change); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			f := OrderFilter{AccountID: 1, Filter: shipment.Filter{LabelStale: true}}
			found := map[int64]string{}
			for most, order := range map[int64]string{100: "+created_on DESC, order_id DESC", 9: "created_on DESC, order_id DESC"} {
				s.smallSetSize = most
				page, err := s.BrowseRecords(t.Context(), f, Cursor{})
				if err != nil || len(page.Found) < 10 {
					t.Fatalf("%d orders, %v", len(page.Found), err)
				}
				for i := range page.Found {
					found[most] += fmt.Sprint(page.Found[i].OrderID, " ")
				}
				with, err := s.withEdited(t.Context(), f)
				if err != nil {
					t.Fatal(err)
				}
				if w, err := s.conditions(t.Context(), with); err != nil || w.Order != order {
					t.Errorf("up to %d edited orders: %q, %v", most, w.Order, err)
				}
				if n, exact, err := s.CountUpTo(t.Context(), f, 100); err != nil || !exact || n != len(page.Found) {
					t.Errorf("up to %d edited orders: %d, %v, %v", most, n, exact, err)
				}
			}
			if found[100] != found[9] {
				t.Errorf("few: %s\nmany: %s", found[100], found[9])
			}
		})
	}
}

// TestPagesOfASearchEnd: a list by page has so many of the orders that a search finds, also with other conditions.
func TestPagesOfASearchEnd(t *testing.T) {
	t.Parallel()
	for _, on := range database.WithCitus(engine.SQLite, engine.Postgres) {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			s := openInside(t, emptyDatabase(t, on))
			fillStates(t, s)
			for _, f := range []shipment.Filter{{Search: "budi"}, {Search: "budi", Return: new(false)}, {Warning: shipment.WarningAny}} {
				for most, want := range map[int][]int{7: {5, 2}, 10: {5, 5}} {
					s.mostFound = most
					filter := OrderFilter{AccountID: 1, PageSize: 5, Filter: f}
					for i, size := range want {
						page, err := s.ListOrders(t.Context(), filter, i+1)
						if err != nil || page.Count != int64(most) || len(page.Records) != size || page.Last != (i == 1) {
							t.Errorf("page %d of %d: %d of %d, last %v, %v", i+1, most, len(page.Records), page.Count, page.Last, err)
						}
					}
					if _, err := s.ListOrders(t.Context(), filter, len(want)+1); !errors.Is(err, ErrNotFound) {
						t.Errorf("after the last page: %v", err)
					}
				}
			}
		})
	}
}

// TestPagesOfASearchAreSorted: the pages of a search are those of the orders that were indexed last, the newest first, also if
// they were not indexed in the order of their creation.
func TestPagesOfASearchAreSorted(t *testing.T) {
	t.Parallel()
	for _, on := range database.WithCitus(engine.SQLite, engine.Postgres) {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			s := openInside(t, emptyDatabase(t, on))
			fillStates(t, s)
			err := s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
				_, err := q.Exec(ctx, `UPDATE orders SET created_on = created_on + order_id * order_id * 7 % 11 * 10000000`)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, most := range []int{1, 9, 15, 20, 33, 100} {
				s.mostFound = most
				want, err := engine.Values[int64](t.Context(), s.DB.Reads,
					`SELECT order_id FROM orders WHERE order_id IN (SELECT order_id FROM search_orders
					ORDER BY seq DESC LIMIT CAST($1 AS BIGINT)) ORDER BY created_on DESC, order_id DESC`, most)
				if err != nil {
					t.Fatal(err)
				}
				for size := 1; size < 12; size += 3 {
					var got []int64
					for n, last := 1, false; !last; n++ {
						page, err := s.ListOrders(t.Context(), OrderFilter{AccountID: 1, PageSize: size, Filter: shipment.Filter{Search: "budi"}}, n)
						if err != nil {
							t.Fatal(err)
						}
						for i := range page.Records {
							got = append(got, page.Records[i].OrderID)
						}
						last = page.Last
					}
					if !slices.Equal(got, want) {
						t.Errorf("pages of %d, of %d orders: %v, want %v", size, most, got, want)
					}
				}
			}
		})
	}
}

// pageOf is the count and the orders of a page.
func pageOf(t *testing.T, s *Store, f shipment.Filter) string {
	t.Helper()
	page, err := s.ListOrders(t.Context(), OrderFilter{AccountID: 1, Filter: f}, 1)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprint(page.Count, ":")
	for i := range page.Records {
		text += fmt.Sprint(" ", page.Records[i].OrderID)
	}
	if page.Count != int64(len(page.Records)) {
		t.Errorf("%+v: %s", f, text)
	}
	return text
}

// pairsOf are the filters that select what two do.
func pairsOf(all map[string]shipment.Filter) map[string]shipment.Filter {
	pairs := make(map[string]shipment.Filter)
	for name, one := range all {
		for also, other := range all {
			both := one
			for i := range reflect.TypeFor[shipment.Filter]().NumField() {
				if more := reflect.ValueOf(other).Field(i); !more.IsZero() {
					reflect.ValueOf(&both).Elem().Field(i).Set(more)
				}
			}
			pairs[name+" and "+also] = both
		}
	}
	return pairs
}

// fillStates stores and indexes orders, one for each second, in all states that lists select, and returns the time of the first.
func fillStates(t *testing.T, s *Store) time.Time {
	t.Helper()
	if _, err := s.CreateBatch(t.Context(), batchOf(40)); err != nil {
		t.Fatal(err)
	}
	start := time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	err := s.DB.Write(t.Context(), func(ctx context.Context, q engine.Querier) error {
		for _, change := range []string{
			`UPDATE orders SET created_on = $1 + order_id * 1000000, updated_on = $1 + order_id * 1000000 + order_id % 4 * 9000000,
				service_id = 1 + order_id % 3, status_code = CASE order_id % 5 WHEN 0 THEN 'SUBMISSION_FAILED' WHEN 1 THEN '' ELSE 'SUBMITTED' END,
				tracker_status = CASE order_id % 7 WHEN 0 THEN 'SUCCESS' WHEN 1 THEN 'CANCELLED' ELSE 'ORDER_CREATED' END,
				is_return = CASE order_id % 6 WHEN 0 THEN 1 ELSE 0 END, label_changed_on = CASE order_id % 11 WHEN 0 THEN $1 ELSE 0 END`,
			`UPDATE order_counts SET orders = (SELECT count(*) FROM orders o
				WHERE o.account_id = order_counts.account_id AND o.service_id = order_counts.service_id AND o.created_on > $1)`,
			`INSERT INTO order_counts (account_id, service_id, slot, orders) SELECT 1, service_id, 0, count(*) FROM orders
				WHERE service_id > 1 AND created_on > $1 GROUP BY service_id`,
			`INSERT INTO label_prints (account_id, order_id, printed_on, printed_by)
				SELECT 1, order_id, CAST($1 AS BIGINT) - 1 + order_id % 2, '' FROM orders WHERE order_id % 4 < 2`,
			`INSERT INTO order_changes (account_id, order_id, version, changed_on, actor_kind, actor, changes, refusal)
				SELECT 1, order_id, 1, CAST($1 AS BIGINT), '', '', '[]', '' FROM orders WHERE order_id % 11 = 0`,
			`INSERT INTO order_holds (account_id, order_id, reason, rule_id, held_on, actor_kind, actor) SELECT 1, order_id, '', '', $1, '', ''
				FROM orders WHERE order_id % 8 = 0`,
			`INSERT INTO order_tags (account_id, order_id, tag, ordered_on) SELECT 1, order_id, 'vip', created_on FROM orders
				WHERE order_id % 3 = 0 AND created_on > $1`,
		} {
			if _, err := q.Exec(ctx, change, engine.Micros(start)); err != nil {
				return fmt.Errorf("%s: %w", change, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for indexed := 1; indexed > 0; {
		if indexed, err = s.Search.IndexOrders(t.Context(), "me", warningsOfEach); err != nil {
			t.Fatal(err)
		}
	}
	return start
}
