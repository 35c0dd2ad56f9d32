package console

import (
	"os"
	"slices"
	"strings"
	"testing"

	"waybill/internal/shipment"
)

// TestRightsOfPagesAreDeclared compares the table of routes, which TestEveryRouteIsForItsRolesOnly believes, with testdata/rights.txt: who
// may open each page and send each form, and what lets somebody in, so that it needs a recent sign-in.
func TestRightsOfPagesAreDeclared(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/rights.txt")
	if err != nil {
		t.Fatal(err)
	}
	declared := strings.Split(strings.TrimSpace(string(text)), "\n")
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
