package store

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/shipment"
)

// waitsForLock selects whether a connection of the test waits for a lock.
const waitsForLock = `SELECT count(*) > 0 FROM pg_stat_activity
	WHERE wait_event_type = 'Lock' AND application_name = current_setting('application_name')`

// sharing is a store with submissions of orders, which are not claimed.
func sharing(t *testing.T, orders int) (*Store, []shipment.Order) {
	t.Helper()
	s := openInside(t, emptyDatabase(t, Postgres))
	b := batchOf(orders)
	b.Partners = slices.Repeat([]string{"acme"}, orders)
	batch, err := s.CreateBatch(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return s, batch.Orders
}

// note is a shared write that locks the submission of an order, and writes what it read there to the order.
func note(o shipment.Order, then func(context.Context, querier) error) *job {
	return &job{
		guard: guard{accountID: o.AccountID, orderID: o.OrderID, writesOrder: true}, done: make(chan error, 1),
		run: func(ctx context.Context, q querier) error {
			var read string
			err := queryRow(ctx, q, `UPDATE submissions SET message = partner || order_id WHERE account_id = $1 AND order_id = $2
				RETURNING message`, o.AccountID, o.OrderID).Scan(&read)
			if err != nil {
				return err
			}
			if then != nil {
				if err := then(ctx, q); err != nil {
					return err
				}
			}
			return updateOne(ctx, q, ErrNotFound, `UPDATE orders SET hawb_no = $1 WHERE account_id = $2 AND order_id = $3`,
				read, o.AccountID, o.OrderID)
		},
	}
}

// noted counts the orders that have what note writes, and the transactions that wrote it.
func noted(t *testing.T, s *Store) (orders, transactions int) {
	t.Helper()
	err := queryRow(t.Context(), s.reads, `SELECT count(*), count(DISTINCT xmin::text) FROM orders WHERE hawb_no = 'acme' || order_id`).
		Scan(&orders, &transactions)
	if err != nil {
		t.Fatal(err)
	}
	return orders, transactions
}

func TestShareGroup(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	fails := func(context.Context, querier) error { return refused }
	breaks := func(ctx context.Context, q querier) error {
		_, err := q.exec(ctx, `SELECT 1/0`)
		return err
	}
	ignores := func(ctx context.Context, q querier) error {
		_, _ = q.exec(ctx, `SELECT 1/0`)
		return nil
	}
	defers := func(ctx context.Context, q querier) error {
		return deferExec(ctx, q, "defer", `UPDATE submissions SET message = message`)
	}
	breaksLater := func(ctx context.Context, q querier) error { return deferExec(ctx, q, "divide", `SELECT 1/0`) }
	for name, c := range map[string]struct {
		then   func(context.Context, querier) error // of one write
		stored int                                  // of three
	}{
		"all pass": {nil, 3}, "one is refused": {fails, 0}, "a statement fails": {breaks, 0}, "a failure is ignored": {ignores, 0},
		"a statement is deferred": {defers, 3}, "a deferred statement fails": {breaksLater, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, orders := sharing(t, 3)
			group := []*job{note(orders[2], nil), note(orders[0], nil), note(orders[1], c.then)}
			s.shareGroup(group)
			for i, j := range group {
				if err := <-j.done; (err == nil) != (c.stored > 0) || err != nil && !errors.Is(err, errAlone) {
					t.Errorf("outcome %d: %v", i, err)
				}
			}
			if stored, transactions := noted(t, s); stored != c.stored || transactions > 1 {
				t.Errorf("%d stored, in %d transactions; want %d", stored, transactions, c.stored)
			}
		})
	}
}

// TestShareWithOneThatFails: the others are stored, and it has its own error.
func TestShareWithOneThatFails(t *testing.T) {
	t.Parallel()
	s, orders := sharing(t, 20)
	outcomes := make(chan error)
	var lost atomic.Int64
	for i, o := range orders {
		go func() {
			j := note(o, func(context.Context, querier) error {
				if i == 7 {
					return ErrLeaseLost
				}
				return nil
			})
			err := s.writeShared(t.Context(), j.guard, j.run)
			if i == 7 && errors.Is(err, ErrLeaseLost) {
				lost.Add(1)
				err = nil
			}
			outcomes <- err
		}()
	}
	for range orders {
		if err := <-outcomes; err != nil {
			t.Error(err)
		}
	}
	if lost.Load() != 1 {
		t.Error("the lost lease is not reported")
	}
	if stored, _ := noted(t, s); stored != len(orders)-1 {
		t.Errorf("%d stored", stored)
	}
}

// TestShareOneOrder: of two writes to one order the second does not see the state before the first.
func TestShareOneOrder(t *testing.T) {
	t.Parallel()
	s, orders := sharing(t, 1)
	first, second := note(orders[0], nil), note(orders[0], nil)
	s.shareGroup([]*job{first, second})
	if err := <-first.done; err != nil {
		t.Error(err)
	}
	if err := <-second.done; !errors.Is(err, errAlone) {
		t.Errorf("second write: %v", err)
	}
}

// TestShareLocksInOrder: another transaction locks the first order and then the second, while a group comes
// to the second one first.
func TestShareLocksInOrder(t *testing.T) {
	t.Parallel()
	s, orders := sharing(t, 2)
	read := func(ctx context.Context, q querier) error {
		_, err := q.exec(ctx, `SELECT 1`)
		return err
	}
	first, second := note(orders[0], read), note(orders[1], nil)
	lock := func(ctx context.Context, q querier, o shipment.Order) error {
		_, err := q.exec(ctx, lockOrderRows("orders"), o.AccountID, []int64{o.OrderID})
		return err
	}
	err := s.inTransaction(t.Context(), func(ctx context.Context, q querier) error {
		if err := lock(ctx, q, orders[0]); err != nil {
			return err
		}
		go s.shareGroup([]*job{first, second})
		awaitRow(t, s, waitsForLock)
		return lock(ctx, q, orders[1])
	})
	if err := errors.Join(err, <-first.done, <-second.done); err != nil {
		t.Error(err)
	}
}

// TestShareIsUnconfirmed ends the connection of a group during its commit, with which deferred statements went.
func TestShareIsUnconfirmed(t *testing.T) {
	t.Parallel()
	s := slowCommits(t)
	var group []*job
	for id := range int64(3) {
		group = append(group, &job{
			guard: guard{accountID: 1, orderID: id}, done: make(chan error, 1),
			run: func(ctx context.Context, q querier) error {
				_, err := q.exec(ctx, `INSERT INTO slow VALUES ($1)`, id)
				return errors.Join(err, deferExec(ctx, q, "insert another row", `INSERT INTO slow VALUES ($1)`, id+100))
			},
		})
	}
	go s.shareGroup(group)
	awaitRow(t, s, `SELECT count(pg_terminate_backend(pid)) > 0 FROM pg_stat_activity
		WHERE query = 'commit' AND state = 'active' AND application_name = current_setting('application_name')`)
	for _, j := range group {
		if err := <-j.done; !errors.Is(err, ErrUnconfirmed) {
			t.Errorf("outcome: %v", err)
		}
	}
}

// TestShareDoesNotWait: one order is locked for long; others are stored meanwhile.
func TestShareDoesNotWait(t *testing.T) {
	t.Parallel()
	s, orders := sharing(t, 3)
	outcomes := make(chan error, len(orders))
	err := s.inTransaction(t.Context(), func(ctx context.Context, q querier) error {
		if _, err := q.exec(ctx, lockOrderRows("submissions"), orders[0].AccountID, []int64{orders[0].OrderID}); err != nil {
			return err
		}
		for i, o := range orders {
			j := note(o, nil)
			go func() { outcomes <- s.writeShared(context.WithoutCancel(ctx), j.guard, j.run) }()
			if i == 0 {
				awaitRow(t, s, waitsForLock)
			}
		}
		for range orders[1:] {
			select {
			case err := <-outcomes:
				if err != nil {
					return err
				}
			case <-time.After(5 * time.Second): // half of the time that a transaction of its own waits
				return errors.New("an order waits for the locked one")
			}
		}
		return nil
	})
	if err := errors.Join(err, <-outcomes); err != nil {
		t.Error(err)
	}
	if stored, _ := noted(t, s); stored != len(orders) {
		t.Errorf("%d stored", stored)
	}
}

// TestDeferredStatements: they run in order before the next statement, or before the end, an error has the purpose, and
// one that had to change a row and did not ends the transaction.
func TestDeferredStatements(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{SQLite, Postgres} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			s := openInside(t, emptyDatabase(t, engine))
			set := func(ctx context.Context, q querier, from, to int) error {
				return deferExec(ctx, q, "set the sweeps", `UPDATE search_index SET sweeps = CAST($1 AS BIGINT) WHERE sweeps = $2`, to, from)
			}
			sweeps := func(ctx context.Context, q querier) (n int) {
				if err := queryRow(ctx, q, `SELECT sweeps FROM search_index`).Scan(&n); err != nil {
					t.Error(err)
				}
				return n
			}
			err := s.write(t.Context(), func(ctx context.Context, q querier) error {
				first := sweeps(ctx, q)
				err := errors.Join(set(ctx, q, first, 10), set(ctx, q, 10, 11))
				if n := sweeps(ctx, q); n != 11 {
					t.Errorf("the next statement finds %d", n)
				}
				return errors.Join(err, set(ctx, q, 11, 12), set(ctx, q, 12, 13))
			})
			if n := sweeps(t.Context(), s.reads); err != nil || n != 13 {
				t.Errorf("stored %d, %v", n, err)
			}
			err = s.write(t.Context(), func(ctx context.Context, q querier) error {
				return errors.Join(set(ctx, q, 13, 14), deferExec(ctx, q, "fail", `UPDATE search_index SET sweeps = NULL`))
			})
			if n := sweeps(t.Context(), s.reads); err == nil || !strings.Contains(err.Error(), "fail: ") || n != 13 {
				t.Errorf("stored %d, %v", n, err)
			}
			setOne := func(ctx context.Context, q querier, from, to int) error {
				return deferOne(ctx, q, ErrLeaseLost, `UPDATE search_index SET sweeps = CAST($1 AS BIGINT) WHERE sweeps = $2`, to, from)
			}
			err = s.write(t.Context(), func(ctx context.Context, q querier) error {
				return errors.Join(setOne(ctx, q, 13, 14), set(ctx, q, 14, 15))
			})
			if n := sweeps(t.Context(), s.reads); err != nil || n != 15 {
				t.Errorf("stored %d, %v", n, err)
			}
			for _, then := range []func(context.Context, querier) error{
				func(context.Context, querier) error { return nil },
				func(ctx context.Context, q querier) error { return set(ctx, q, 16, 17) },
				func(ctx context.Context, q querier) error {
					_, err := q.exec(ctx, `UPDATE search_index SET sweeps = 18`)
					return err
				},
			} {
				err = s.write(t.Context(), func(ctx context.Context, q querier) error {
					return errors.Join(set(ctx, q, 15, 16), setOne(ctx, q, 1, 2), then(ctx, q))
				})
				if n := sweeps(t.Context(), s.reads); !errors.Is(err, ErrLeaseLost) || n != 15 {
					t.Errorf("stored %d, %v", n, err)
				}
			}
		})
	}
}
