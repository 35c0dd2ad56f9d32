package store

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// benchmarkOrder is the kind of order that the measured limits are about.
func benchmarkOrder(n int) shipment.Order {
	o := shipment.Order{
		ServiceID: 1, ShipperOrderID: fmt.Sprintf("REF-%09d", n), Length: 4000, Width: 3000, Height: 2000, Weight: 1250,
		PaymentType: "cod", CODAmountToCollect: 4000000, Incoterm: "DDP",
		IdentificationDocumentName: "LOCALTAXID", ConsigneeIdentificationNumber: "123456789012",
		Consignee: shipment.Party{
			Name:     "Budi Santoso",
			Number:   "+6281234567890",
			Email:    "budi.santoso@example.com",
			Country:  "ID",
			Address:  "Jl. Jenderal Sudirman Kav. 52-53, Senayan, Kebayoran Baru",
			Postal:   "12190",
			State:    "DKI Jakarta",
			City:     "Jakarta",
			Province: "Jawa",
		},
		Pickup: shipment.Party{
			Name: "Ong Wei Ming", Number: "+6591234567", Country: "SG", Address: "10 Anson Road, International Plaza",
			Postal: "079903", State: "Singapore", City: "Singapore",
		},
	}
	for line := range 3 {
		o.Items = append(o.Items, shipment.Item{
			Desc: fmt.Sprintf("Cotton shirt %d", line), Category: "Fashion", ProductID: "P-1000", SKU: "SKU-1000-XL",
			Quantity: 2, PriceValue: 1500000, PriceCurrency: "IDR",
		})
	}
	return o
}

var shapes = []struct{ orders, clients, accounts int }{{1, 64, 1}, {1, 64, 64}, {100, 4, 1}}

// BenchmarkCreate stores b.N orders in requests. The database may be the coordinator of a Citus cluster.
func BenchmarkCreate(b *testing.B) {
	for _, shape := range shapes {
		for _, on := range []string{engine.SQLite, engine.Postgres} {
			b.Run(fmt.Sprintf("%dx%d,accounts=%d/%s", shape.orders, shape.clients, shape.accounts, on), func(b *testing.B) {
				s := openInside(b, emptyDatabase(b, on))
				var commits atomic.Int64
				s.observe = func(int) { commits.Add(1) }
				var next atomic.Int64
				var group sync.WaitGroup
				b.ResetTimer()
				for client := range shape.clients {
					account := int64(1 + client%shape.accounts)
					group.Go(func() {
						for {
							first := int(next.Add(int64(shape.orders))) - shape.orders
							if first >= b.N {
								return
							}
							orders := make([]shipment.Order, shape.orders)
							for i := range orders {
								orders[i] = benchmarkOrder(first + i)
							}
							if _, err := s.CreateBatch(b.Context(), NewBatch{AccountID: account, KeyID: 1, Orders: orders}); err != nil {
								b.Error(err)
								return
							}
						}
					})
				}
				group.Wait()
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "orders/s")
				b.ReportMetric(float64(b.N)/float64(commits.Load()), "orders/commit")
			})
		}
	}
}
