package console

import (
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/test/harness"
)

// TestRightsOfPagesAreDeclared compares the table of routes, which TestEveryRouteIsForItsRolesOnly believes, with testdata/rights.txt: who
// may open each page and send each form, and what lets somebody in, so that it needs a recent sign-in.
func TestRightsOfPagesAreDeclared(t *testing.T) {
	t.Parallel()
	var lines []string
	for _, r := range newTestConsole(t).Routes {
		var who string
		switch r.Allow {
		case shipment.Anyone:
			who = "anyone"
		case shipment.SignedIn:
			who = "signed-in"
		default:
			var names []string
			for _, role := range r.Allow.Roles() {
				names = append(names, string(role))
			}
			who = strings.Join(names, ",")
		}
		line := r.Method + " " + r.Path + " " + who
		if asks, _ := r.AsksAgain(); asks {
			line += " recent"
		}
		lines = append(lines, line)
	}
	harness.CompareLines(t, "testdata/rights.txt", lines)
}
