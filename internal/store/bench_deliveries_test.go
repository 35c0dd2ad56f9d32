package store

import (
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
)

// BenchmarkDeliveries claims and records b.N deliveries to one endpoint, in groups of
// sixteen that are recorded at once, as the worker does, without sending any.
func BenchmarkDeliveries(b *testing.B) {
	for _, engine := range []string{SQLite, Postgres} {
		b.Run(engine, func(b *testing.B) {
			s := openInside(b, emptyDatabase(b, engine))
			a, err := s.CreateAccount(b.Context(), Account{Name: "Shipper"})
			if err != nil {
				b.Fatal(err)
			}
			e, _, err := s.CreateEndpoint(b.Context(), a.AccountID, shipment.EndpointSettings{
				URL: "https://shop.example", EventTypes: []shipment.EventType{shipment.EventOrderCreated},
			})
			if err != nil {
				b.Fatal(err)
			}
			const each = 500
			for first := 0; first < b.N; first += each {
				orders := make([]shipment.Order, min(each, b.N-first))
				for i := range orders {
					orders[i] = benchmarkOrder(first + i)
				}
				if _, err := s.CreateBatch(b.Context(), NewBatch{AccountID: a.AccountID, KeyID: 1, Orders: orders}); err != nil {
					b.Fatal(err)
				}
			}
			b.ResetTimer()
			for left := b.N; left > 0; {
				claimed, err := s.ClaimDeliveries(b.Context(), "me", e.EndpointID, 16, time.Minute)
				if err != nil || len(claimed) == 0 {
					b.Fatalf("claimed %d, %v", len(claimed), err)
				}
				var group sync.WaitGroup
				for _, d := range claimed {
					group.Go(func() {
						if _, err := s.RecordDelivery(b.Context(), d, DeliveryOutcome{State: DeliveryDelivered, Status: 200}); err != nil {
							b.Error(err)
						}
					})
				}
				group.Wait()
				left -= len(claimed)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deliveries/s")
		})
	}
}
