package store

import (
	"sync/atomic"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
)

// BenchmarkDeliveries claims and records b.N deliveries to one endpoint, sixteen at
// once, as the worker does, without sending any.
func BenchmarkDeliveries(b *testing.B) {
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		b.Run(on, func(b *testing.B) {
			databaseURL := emptyDatabase(b, on)
			s := openInside(b, databaseURL)
			a, err := s.MasterData.CreateAccount(b.Context(), masterdata.Account{Name: "Shipper"})
			if err != nil {
				b.Fatal(err)
			}
			e, _, err := s.Webhooks.CreateEndpoint(b.Context(), a.AccountID, shipment.EndpointSettings{
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
			analyze(b, databaseURL)
			b.ResetTimer()
			var done atomic.Int64
			inSlots(func() bool { return done.Load() < int64(b.N) && !b.Failed() }, func(free int) []func() {
				claimed, err := s.Webhooks.ClaimDeliveries(b.Context(), "me", e.EndpointID, free, time.Minute)
				if err != nil {
					b.Error(err)
				}
				work := make([]func(), len(claimed))
				for i, d := range claimed {
					work[i] = func() {
						if _, err := s.Webhooks.RecordDelivery(b.Context(), d, DeliveryOutcome{State: DeliveryDelivered, Status: 200}); err != nil {
							b.Error(err)
						}
						done.Add(1)
					}
				}
				return work
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deliveries/s")
		})
	}
}
