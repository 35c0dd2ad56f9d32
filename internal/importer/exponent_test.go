package importer

import (
	"runtime"
	"strings"
	"testing"
)

// TestExponentsCostLittle: the number that 1e999999 is has 400 KB, and a file may have one in each row.
func TestExponentsCostLittle(t *testing.T) {
	const rows, most = 200, 4 << 20
	draftExponents(t, 1) // tables that are read once cost 20 MB
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	draftExponents(t, rows)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > most {
		t.Errorf("%d orders took %d bytes, want at most %d", rows, took, most)
	}
}

// draftExponents reads a file with such numbers in each row and drafts its orders.
func draftExponents(t *testing.T, rows int) {
	t.Helper()
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
	if p.Len() != rows {
		t.Fatalf("%d orders, want %d", p.Len(), rows)
	}
	for i := range p.Len() {
		p.Draft(i)
	}
}
