package api

import (
	"os"
	"slices"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// TestRightsOfOperationsAreDeclared compares the table of routes with testdata/rights.txt: the scope that a key needs, and whether it must
// be a key of an operator's account.
func TestRightsOfOperationsAreDeclared(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/rights.txt")
	if err != nil {
		t.Fatal(err)
	}
	declared := strings.Split(strings.TrimSpace(string(text)), "\n")
	var lines []string
	for _, r := range startServer(t, storetest.SQLite(t), t.TempDir()).api.routes() {
		line := r.Method + " " + r.Path + " "
		switch {
		case r.Allow == shipment.Anyone:
			line += "anyone"
		case r.Allow.OfOperators():
			line += "operator " + r.Allow.Scope().String()
		default:
			line += "account " + r.Allow.Scope().String()
		}
		lines = append(lines, line)
		if !slices.Contains(declared, line) {
			t.Errorf("testdata/rights.txt has no line %s", line)
		}
	}
	for _, line := range declared {
		if !slices.Contains(lines, line) {
			t.Errorf("no route is %s", line)
		}
	}
}
