package engine

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestFailedJobOfGroup has a job of a group fail after it wrote: the others are committed, and each has
// its own outcome.
func TestFailedJobOfGroup(t *testing.T) {
	s := openInside(t, emptyDatabase(t, SQLite))
	errWanted := errors.New("wanted")
	insert := func(name string, outcome error) *job {
		return &job{done: make(chan error, 1), run: func(ctx context.Context, q Querier) error {
			_, err := q.Exec(ctx, `INSERT INTO counters (name, next_value) VALUES ($1, 0)`, name)
			return errors.Join(err, outcome)
		}}
	}
	order := func(trackingNo string) *job {
		return &job{batch: &testBatch{account: 1, trackingNo: trackingNo}, done: make(chan error, 1)}
	}
	group := []*job{
		insert("a", nil), order("FIRST-1"), insert("b", errWanted), order(""), order("FIRST-1"), insert("a", nil), insert("c", nil),
	}
	w := &sqliteWriter{store: s}
	defer w.disconnect()
	w.commit(group)

	for i, fits := range []func(error) bool{
		func(err error) bool { return err == nil },
		func(err error) bool { return err == nil },
		func(err error) bool { return errors.Is(err, errWanted) },
		func(err error) bool { return err == nil },
		func(err error) bool { return errors.Is(err, errTaken) },
		func(err error) bool { return s.Dialect.fault(err) == faultConstraint },
		func(err error) bool { return err == nil },
	} {
		if err := <-group[i].done; !fits(err) {
			t.Errorf("job %d: %v", i, err)
		}
	}
	names, err := Values[string](t.Context(), s.Reads, `SELECT name FROM counters WHERE name <> 'order_id' ORDER BY name`)
	if want := []string{"a", "c"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("stored %v, %v, want %v", names, err, want)
	}
	if n := countOrders(t, s); n != 2 {
		t.Errorf("%d orders are stored, want 2", n)
	}
}

// TestGroupWithoutSavepoints counts the runs of a job: one when nothing fails, two beside one that fails.
func TestGroupWithoutSavepoints(t *testing.T) {
	s := openInside(t, emptyDatabase(t, SQLite))
	w := &sqliteWriter{store: s}
	defer w.disconnect()
	for _, fails := range []bool{false, true} {
		runs, want := 0, 1
		counted := &job{done: make(chan error, 1), run: func(context.Context, Querier) error { runs++; return nil }}
		other := &job{done: make(chan error, 1), run: func(context.Context, Querier) error { return nil }}
		if fails {
			other.run, want = func(context.Context, Querier) error { return ErrNotFound }, 2
		}
		w.commit([]*job{counted, other})
		if err := <-counted.done; err != nil || runs != want {
			t.Errorf("a job fails %v: %d runs, %v; want %d", fails, runs, err, want)
		}
	}
}

// TestLostTransaction: a job that goes on after an insert for which there is no room changes nothing, although SQLite has ended its
// transaction.
func TestLostTransaction(t *testing.T) {
	s := openInside(t, emptyDatabase(t, SQLite))
	w := &sqliteWriter{store: s}
	defer w.disconnect()
	if err := w.connect(); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Exec(t.Context(), `PRAGMA max_page_count = 1`); err != nil { // as many pages as there are
		t.Fatal(err)
	}
	counters := NewTable("counters", "", "name text", "next_value bigint")
	for name, group := range map[string][]func(Querier) error{
		"alone": {nil}, "in a group": {func(Querier) error { return errors.New("so that the others have savepoints") }, nil},
	} {
		var jobs []*job
		for _, run := range group {
			jobs = append(jobs, &job{done: make(chan error, 1), run: func(ctx context.Context, q Querier) error {
				if run != nil {
					return run(q)
				}
				in := s.Inserting(ctx, q)
				in.Insert(&counters, []any{strings.Repeat("a", 1<<20), int64(0)})
				if _, err := q.Exec(ctx, `UPDATE counters SET next_value = -1`); err != nil {
					return err
				}
				_, _ = Value[int64](ctx, q, `DELETE FROM counters RETURNING next_value`)
				return in.Flush()
			}})
		}
		w.commit(jobs)
		if err := <-jobs[len(jobs)-1].done; s.Dialect.fault(err) != faultUnavailable || !strings.Contains(err.Error(), "full") {
			t.Errorf("%s: %v", name, err)
		}
		n, err := Value[int64](t.Context(), s.Reads, `SELECT count(*) FROM counters WHERE next_value >= 0`)
		if err != nil || n == 0 {
			t.Errorf("%s: %d counters have their value, %v", name, n, err)
		}
		if err := w.connect(); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Exec(t.Context(), `PRAGMA max_page_count = 1`); err != nil {
			t.Fatal(err)
		}
	}
}
