package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
)

var errLost = errors.New("the lease is lost")

// waitsForLock selects whether a connection of the test waits for a lock.
const waitsForLock = `SELECT count(*) > 0 FROM pg_stat_activity
	WHERE wait_event_type = 'Lock' AND application_name = current_setting('application_name')`

// testOrder is an order that has a submission.
type testOrder struct{ AccountID, RowID int64 }

// sharing is a database with orders and their submissions.
func sharing(t *testing.T, orders int) (db *DB, made []testOrder) {
	t.Helper()
	db = openInside(t, emptyDatabase(t, Postgres))
	err := db.Write(t.Context(), func(ctx context.Context, q Querier) error {
		made = nil
		for i := range int64(orders) {
			made = append(made, testOrder{1, i + 1})
			_, err := q.Exec(ctx, `INSERT INTO orders (account_id, order_id, tracking_no, hawb_no, updated_on) VALUES (1, $1, $2, '', 0)`,
				i+1, fmt.Sprintf("WB%d", i+1))
			if err != nil {
				return err
			}
			if _, err := q.Exec(ctx, `INSERT INTO submissions (account_id, order_id, message) VALUES (1, $1, '')`, i+1); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return db, made
}

// note is a shared write that locks the submission of an order, and writes what it read there to the order.
func note(o testOrder, then func(context.Context, Querier) error) *job {
	return &job{
		guard: Guard{AccountID: o.AccountID, RowID: o.RowID, LocksRow: true}, done: make(chan error, 1),
		run: func(ctx context.Context, q Querier) error {
			var read string
			err := QueryRow(ctx, q, `UPDATE submissions SET message = 'acme' || order_id WHERE account_id = $1 AND order_id = $2
				RETURNING message`, o.AccountID, o.RowID).Scan(&read)
			if err != nil {
				return err
			}
			if then != nil {
				if err := then(ctx, q); err != nil {
					return err
				}
			}
			return UpdateOne(ctx, q, ErrNotFound, `UPDATE orders SET hawb_no = $1 WHERE account_id = $2 AND order_id = $3`,
				read, o.AccountID, o.RowID)
		},
	}
}

// noted counts the orders that have what note writes, and the transactions that wrote it.
func noted(t *testing.T, s *DB) (orders, transactions int) {
	t.Helper()
	err := QueryRow(t.Context(), s.Reads, `SELECT count(*), count(DISTINCT xmin::text) FROM orders WHERE hawb_no = 'acme' || order_id`).
		Scan(&orders, &transactions)
	if err != nil {
		t.Fatal(err)
	}
	return orders, transactions
}

func TestShareGroup(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	fails := func(context.Context, Querier) error { return refused }
	breaks := func(ctx context.Context, q Querier) error {
		_, err := q.Exec(ctx, `SELECT 1/0`)
		return err
	}
	ignores := func(ctx context.Context, q Querier) error {
		_, _ = q.Exec(ctx, `SELECT 1/0`)
		return nil
	}
	defers := func(ctx context.Context, q Querier) error {
		return DeferExec(ctx, q, "defer", `UPDATE submissions SET message = message`)
	}
	breaksLater := func(ctx context.Context, q Querier) error { return DeferExec(ctx, q, "divide", `SELECT 1/0`) }
	for name, c := range map[string]struct {
		then   func(context.Context, Querier) error // of one write
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
			j := note(o, func(context.Context, Querier) error {
				if i == 7 {
					return errLost
				}
				return nil
			})
			err := s.WriteShared(t.Context(), j.guard, j.run)
			if i == 7 && errors.Is(err, errLost) {
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
	s.waits = `SET LOCAL lock_timeout = 0`
	read := func(ctx context.Context, q Querier) error {
		_, err := q.Exec(ctx, `SELECT 1`)
		return err
	}
	first, second := note(orders[0], read), note(orders[1], nil)
	lock := func(ctx context.Context, q Querier, o testOrder) error {
		_, err := q.Exec(ctx, LockRows("orders", "order_id"), o.AccountID, []int64{o.RowID})
		return err
	}
	err := s.inTransaction(t.Context(), func(ctx context.Context, q Querier) error {
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
	s, _ := heldCommits(t)
	var group []*job
	for id := range int64(3) {
		group = append(group, &job{
			guard: Guard{AccountID: 1, RowID: id}, done: make(chan error, 1),
			run: func(ctx context.Context, q Querier) error {
				_, err := q.Exec(ctx, `INSERT INTO slow VALUES ($1)`, id)
				return errors.Join(err, DeferExec(ctx, q, "insert another row", `INSERT INTO slow VALUES ($1)`, id+100))
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
	s.waits = `SET LOCAL lock_timeout = '100ms'`
	outcomes := make(chan error, len(orders))
	err := s.inTransaction(t.Context(), func(ctx context.Context, q Querier) error {
		if _, err := q.Exec(ctx, LockRows("submissions", "order_id"), orders[0].AccountID, []int64{orders[0].RowID}); err != nil {
			return err
		}
		for i, o := range orders {
			j := note(o, nil)
			go func() { outcomes <- s.WriteShared(context.WithoutCancel(ctx), j.guard, j.run) }()
			if i == 0 {
				awaitRow(t, s, waitsForLock)
			}
		}
		for range orders[1:] {
			if err := <-outcomes; err != nil { // one that waits for the locked order ends with an error
				return err
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
			set := func(ctx context.Context, q Querier, from, to int) error {
				return DeferExec(ctx, q, "set the sweeps", `UPDATE search_index SET sweeps = CAST($1 AS BIGINT) WHERE sweeps = $2`, to, from)
			}
			sweeps := func(ctx context.Context, q Querier) (n int) {
				if err := QueryRow(ctx, q, `SELECT sweeps FROM search_index`).Scan(&n); err != nil {
					t.Error(err)
				}
				return n
			}
			err := s.Write(t.Context(), func(ctx context.Context, q Querier) error {
				first := sweeps(ctx, q)
				err := errors.Join(set(ctx, q, first, 10), set(ctx, q, 10, 11))
				if n := sweeps(ctx, q); n != 11 {
					t.Errorf("the next statement finds %d", n)
				}
				return errors.Join(err, set(ctx, q, 11, 12), set(ctx, q, 12, 13))
			})
			if n := sweeps(t.Context(), s.Reads); err != nil || n != 13 {
				t.Errorf("stored %d, %v", n, err)
			}
			err = s.Write(t.Context(), func(ctx context.Context, q Querier) error {
				return errors.Join(set(ctx, q, 13, 14), DeferExec(ctx, q, "fail", `UPDATE search_index SET sweeps = NULL`))
			})
			if n := sweeps(t.Context(), s.Reads); err == nil || !strings.Contains(err.Error(), "fail: ") || n != 13 {
				t.Errorf("stored %d, %v", n, err)
			}
			setOne := func(ctx context.Context, q Querier, from, to int) error {
				return DeferOne(ctx, q, errLost, `UPDATE search_index SET sweeps = CAST($1 AS BIGINT) WHERE sweeps = $2`, to, from)
			}
			err = s.Write(t.Context(), func(ctx context.Context, q Querier) error {
				return errors.Join(setOne(ctx, q, 13, 14), set(ctx, q, 14, 15))
			})
			if n := sweeps(t.Context(), s.Reads); err != nil || n != 15 {
				t.Errorf("stored %d, %v", n, err)
			}
			for _, then := range []func(context.Context, Querier) error{
				func(context.Context, Querier) error { return nil },
				func(ctx context.Context, q Querier) error { return set(ctx, q, 16, 17) },
				func(ctx context.Context, q Querier) error {
					_, err := q.Exec(ctx, `UPDATE search_index SET sweeps = 18`)
					return err
				},
			} {
				err = s.Write(t.Context(), func(ctx context.Context, q Querier) error {
					return errors.Join(set(ctx, q, 15, 16), setOne(ctx, q, 1, 2), then(ctx, q))
				})
				if n := sweeps(t.Context(), s.Reads); !errors.Is(err, errLost) || n != 15 {
					t.Errorf("stored %d, %v", n, err)
				}
			}
		})
	}
}
