package api

import (
	"os"
	"strings"
	"testing"

	"waybill/internal/shipment"
	"waybill/internal/store/storetest"
)

// TestHubWalksAllRoutes calls each operation with a key of the preset hub. The file testdata/hub_routes.txt decides which it may call: a
// new route fails until it has a line. Routes that need no key are for everyone.
func TestHubWalksAllRoutes(t *testing.T) {
	t.Parallel()
	const file = "testdata/hub_routes.txt"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	decided := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 {
			decided[fields[1]+" "+fields[2]] = fields[0]
		}
	}
	s := startServer(t, storetest.SQLite(t), t.TempDir())
	key := s.keyWith(s.newAccount("operator", true), shipment.PresetNamed("hub"), "")
	for _, r := range s.api.routes() {
		name := r.Method + " " + r.Path
		switch decision := decided[name]; decision {
		case "yes", "no":
			s.wantRefusal(r, "a key of the preset hub", key, decision == "no", 403)
		default:
			t.Errorf("decide in %s: no %s", file, name)
		}
		delete(decided, name)
	}
	for name := range decided {
		t.Errorf("%s has a line, and is no route", name)
	}
}
