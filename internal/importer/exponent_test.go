package importer

import (
	"runtime"
	"strings"
	"testing"
)

// TestExponentsCostLittle: the number that 1e999999 is has 400 KB, and a file may have one in each row.
func TestExponentsCostLittle(t *testing.T) {
	const rows, most = 200, 20 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table, err := Read(t.Context(), nil, []byte("Name,Weight,COD amount\n"+strings.Repeat("Ana,1e999999,1e999999\n", rows)), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	m := Suggest(table)
	m.Defaults = map[string]string{paymentField: paymentByAmount}
	p, err := NewPlan(table, Complete(table, m))
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Len() {
		p.Draft(i)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > most {
		t.Errorf("%d orders took %d bytes, want at most %d", p.Len(), took, most)
	}
}
