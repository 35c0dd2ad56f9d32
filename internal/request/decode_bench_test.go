package request_test

import (
	"encoding/json"
	"testing"

	"waybill/internal/request"
	"waybill/internal/request/requesttest"
)

// benchmarkOrders is how many orders the benchmarked body has.
const benchmarkOrders = 100

func BenchmarkDecodeAndValidate(b *testing.B) {
	body, lookups := requesttest.ExampleCreate(b, benchmarkOrders), requesttest.NewDecoder().Lookups()
	b.ReportAllocs()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		sub, err := requesttest.Create.Decode(body)
		if err != nil {
			b.Fatal(err)
		}
		if _, problems, err := request.ReadCreate(b.Context(), sub, lookups); err != nil || problems != nil {
			b.Fatal(err, string(problems.AppendJSON(nil)))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*benchmarkOrders), "µs/order")
}

func BenchmarkDecodeOnly(b *testing.B) {
	body := requesttest.ExampleCreate(b, benchmarkOrders)
	b.ReportAllocs()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := requesttest.Create.Decode(body); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*benchmarkOrders), "µs/order")
}

// BenchmarkEncodingJSON is what the two above are measured against.
func BenchmarkEncodingJSON(b *testing.B) {
	body := requesttest.ExampleCreate(b, benchmarkOrders)
	b.ReportAllocs()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		var v map[string]any
		if err := json.Unmarshal(body, &v); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*benchmarkOrders), "µs/order")
}
