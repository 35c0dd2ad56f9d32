package store

import (
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
)

// BenchmarkSubmissions claims, starts and confirms b.N submissions to one partner, in groups
// of sixteen that go on at once, as the worker does, without calling any partner.
func BenchmarkSubmissions(b *testing.B) {
	for _, engine := range []string{SQLite, Postgres} {
		b.Run(engine, func(b *testing.B) {
			s := openInside(b, emptyDatabase(b, engine))
			createSubmissions(b, s, b.N)
			b.ResetTimer()
			for left := b.N; left > 0; {
				claimed, err := s.ClaimSubmissions(b.Context(), "me", "acme", 16, time.Minute)
				if err != nil || len(claimed) == 0 {
					b.Fatalf("claimed %d, %v", len(claimed), err)
				}
				var group sync.WaitGroup
				for _, sub := range claimed {
					group.Go(func() { confirm(b, s, sub) })
				}
				group.Wait()
				left -= len(claimed)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "submissions/s")
		})
	}
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
