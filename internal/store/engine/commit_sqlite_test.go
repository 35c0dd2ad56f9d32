package engine

import (
	"context"
	"errors"
	"slices"
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
