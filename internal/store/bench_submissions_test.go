package store

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// BenchmarkSubmissions claims, starts and confirms b.N submissions to one partner, sixteen at once, as the worker does,
// without calling any partner.
func BenchmarkSubmissions(b *testing.B) {
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		b.Run(on, func(b *testing.B) { submit(b, emptyDatabase(b, on), 1) })
	}
}

// BenchmarkSubmissionsOfTwo does the same by two processes on one database.
func BenchmarkSubmissionsOfTwo(b *testing.B) { submit(b, emptyDatabase(b, engine.Postgres), 2) }

// submit does b.N submissions by processes that compete for them.
func submit(b *testing.B, databaseURL string, processes int) {
	b.Helper()
	stores := make([]*Store, processes)
	for i := range stores {
		stores[i] = openInside(b, databaseURL)
	}
	createSubmissions(b, stores[0], b.N)
	analyze(b, databaseURL)
	var done atomic.Int64
	var group sync.WaitGroup
	b.ResetTimer()
	for _, s := range stores {
		group.Go(func() {
			inSlots(func() bool { return done.Load() < int64(b.N) && !b.Failed() }, func(free int) []func() {
				claimed, err := s.Ledger.ClaimSubmissions(b.Context(), "me", "acme", free, time.Minute)
				if err != nil {
					b.Error(err)
				}
				work := make([]func(), len(claimed))
				for i, sub := range claimed {
					work[i] = func() { confirm(b, s, sub); done.Add(1) }
				}
				return work
			})
		})
	}
	group.Wait()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "submissions/s")
}

// createSubmissions creates n orders that a partner fulfils.
func createSubmissions(b *testing.B, s *Store, n int) {
	b.Helper()
	const each = 500
	for first := 0; first < n; first += each {
		batch := NewBatch{AccountID: 1, KeyID: 1, Orders: make([]shipment.Order, min(each, n-first))}
		for i := range batch.Orders {
			batch.Orders[i] = benchmarkOrder(first + i)
			batch.Partners = append(batch.Partners, "acme")
		}
		if _, err := s.CreateBatch(b.Context(), batch); err != nil {
			b.Fatal(err)
		}
	}
}

// confirm makes an attempt that the partner accepts.
func confirm(b *testing.B, s *Store, sub Submission) {
	b.Helper()
	if err := s.Ledger.StartAttempt(b.Context(), &sub, time.Minute); err != nil {
		b.Error(err)
		return
	}
	now := time.Now()
	err := s.Ledger.RecordOutcome(b.Context(), sub, Outcome{State: SubmissionConfirmed, HAWBNo: "H1", Attempts: []Attempt{
		{Kind: AttemptSubmit, StartedOn: now, EndedOn: now, Outcome: "accepted"},
	}})
	if err != nil {
		b.Error(err)
	}
}

// inSlots does work in sixteen slots, as the workers do: it claims as much as there are free slots, at least one.
func inSlots(more func() bool, claim func(free int) []func()) {
	slots := make(chan struct{}, 16)
	var group sync.WaitGroup
	for more() {
		free := takeFree(slots)
		work := claim(free)
		for range free - len(work) {
			<-slots
		}
		for _, do := range work {
			group.Go(func() {
				do()
				<-slots
			})
		}
	}
	group.Wait()
}

// takeFree takes all free slots, at least one.
func takeFree(slots chan<- struct{}) int {
	slots <- struct{}{}
	for n := 1; ; n++ {
		select {
		case slots <- struct{}{}:
		default:
			return n
		}
	}
}

// analyze does what PostgreSQL does by itself within a minute after many inserts.
func analyze(b *testing.B, databaseURL string) {
	b.Helper()
	if !strings.HasPrefix(databaseURL, "postgres") {
		return
	}
	db, err := pgx.Connect(b.Context(), databaseURL)
	if err != nil {
		b.Fatal(err)
	}
	if _, err := db.Exec(b.Context(), "ANALYZE orders, submissions, deliveries"); err != nil {
		b.Error(err)
	}
	if err := db.Close(b.Context()); err != nil {
		b.Error(err)
	}
}
