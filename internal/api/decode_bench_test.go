package api

import (
	"encoding/json"
	"strings"
	"testing"
)

// benchmarkOrders is how many orders the benchmarked body has.
const benchmarkOrders = 100

// exampleBody is the example order of the interface document, n times in a request.
func exampleBody(tb testing.TB, n int) []byte {
	tb.Helper()
	for _, c := range loadCases(tb, "test-key") {
		if c.Name == "example/create" {
			start := strings.Index(c.Body, `"orders":[`) + len(`"orders":[`)
			end := strings.LastIndex(c.Body, "]}")
			order := c.Body[start:end]
			return []byte(c.Body[:start] + strings.Repeat(order+",", n-1) + order + c.Body[end:])
		}
	}
	tb.Fatal("no example order")
	return nil
}

func BenchmarkDecodeAndValidate(b *testing.B) {
	body, rules := exampleBody(b, benchmarkOrders), newDecoderBench().rules()
	b.ReportAllocs()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		sub, err := parseCreate(body)
		if err != nil {
			b.Fatal(err)
		}
		if _, problems, err := sub.validate(b.Context(), rules); err != nil || problems != nil {
			b.Fatal(err, string(problems.AppendJSON(nil)))
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*benchmarkOrders), "µs/order")
}

func BenchmarkDecodeOnly(b *testing.B) {
	body := exampleBody(b, benchmarkOrders)
	b.ReportAllocs()
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		if _, err := parseCreate(body); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*benchmarkOrders), "µs/order")
}

// BenchmarkEncodingJSON is what the two above are measured against.
func BenchmarkEncodingJSON(b *testing.B) {
	body := exampleBody(b, benchmarkOrders)
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
