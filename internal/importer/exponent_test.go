package importer

import (
	"strings"
	"testing"
	"time"
)

// TestExponentsCostLittle: to make the number that 1e999999 is takes 20 ms, and a file may have one in each row.
func TestExponentsCostLittle(t *testing.T) {
	const rows = 2000
	start := time.Now()
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
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("%d orders took %v", p.Len(), took)
	}
}
