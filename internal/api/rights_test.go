package api

import (
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
	"waybill/test/harness"
)

// TestRightsOfOperationsAreDeclared compares the table of routes with testdata/rights.txt: the scope that a key needs, and whether it must
// be a key of an operator's account.
func TestRightsOfOperationsAreDeclared(t *testing.T) {
	t.Parallel()
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
	}
	harness.CompareLines(t, "testdata/rights.txt", lines)
}
