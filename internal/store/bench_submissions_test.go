package store

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/shipment"
)

// BenchmarkSubmissions claims, starts and confirms b.N submissions to one partner, in groups
// of sixteen that go on at once, as the worker does, without calling any partner.
func BenchmarkSubmissions(b *testing.B) {
	for _, engine := range []string{SQLite, Postgres} {
		b.Run(engine, func(b *testing.B) { submit(b, emptyDatabase(b, engine), 1) })
	}
}

// BenchmarkSubmissionsOfTwo does the same by two processes on one database.
func BenchmarkSubmissionsOfTwo(b *testing.B) { submit(b, emptyDatabase(b, Postgres), 2) }

// submit does b.N submissions by processes that compete for them.
func submit(b *testing.B, databaseURL string, processes int) {
	b.Helper()
	stores := make([]*Store, processes)
	for i := range stores {
		stores[i] = openInside(b, databaseURL)
	}
	createSubmissions(b, stores[0], b.N)
	var done atomic.Int64
	var group sync.WaitGroup
	b.ResetTimer()
	for _, s := range stores {
		group.Go(func() {
			for done.Load() < int64(b.N) && !b.Failed() {
				claimed, err := s.ClaimSubmissions(b.Context(), "me", "acme", 16, time.Minute)
				if err != nil {
					b.Error(err)
				}
				var calls sync.WaitGroup
				for _, sub := range claimed {
					calls.Go(func() { confirm(b, s, sub) })
				}
				calls.Wait()
				done.Add(int64(len(claimed)))
			}
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
	if err := s.StartAttempt(b.Context(), &sub, time.Minute); err != nil {
		b.Error(err)
		return
	}
	now := time.Now()
	err := s.RecordOutcome(b.Context(), sub, Outcome{State: SubmissionConfirmed, HAWBNo: "H1", Attempts: []Attempt{
		{Kind: AttemptSubmit, StartedOn: now, EndedOn: now, Outcome: "accepted"},
	}})
	if err != nil {
		b.Error(err)
	}
}
