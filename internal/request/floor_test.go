package request

import (
	"fmt"
	"strings"
	"testing"

	"waybill/internal/problem"
)

// TestReadHubScans: the time of a scan needs the time of the device, which is not before it; a name is given once; and a size has three
// sides.
func TestReadHubScans(t *testing.T) {
	t.Parallel()
	const sent = `"sent_on": "2026-02-03T04:05:06Z", `
	later, twice, not, none := problem.ScannedLater, problem.ScanTwice, problem.NotMeasured, problem.Message{}
	for _, c := range []struct {
		activity, sent, scan string
		want                 problem.Message
	}{
		{"inbound", "", ``, none},
		{"inbound", sent, `, "scanned_on": "2026-02-03T04:05:06Z"`, none},
		{"inbound", sent, `, "scanned_on": "2026-02-03T04:05:05Z"`, none},
		{"inbound", sent, `, "scanned_on": "2026-02-03T04:05:07Z"`, later},
		{"inbound", "", `, "scanned_on": "2026-02-03T04:05:05Z"`, later},
		{"inbound", "", `}, {"scan": "b", "code": "X"`, none},
		{"inbound", "", `}, {"scan": "a", "code": "Y"`, twice},
		{"inbound", "", `, "weight": 1.2`, none},
		{"inbound", "", `, "length": 30, "width": 20, "height": 10`, none},
		{"inbound", "", `, "weight": 1.2, "length": 30, "width": 20`, not},
		{"inbound", "", `, "height": 10`, not},
		{"measured", "", `, "weight": 1.2`, none},
		{"measured", "", `, "length": 30, "width": 20, "height": 10`, none},
		{"measured", "", `, "length": 30, "height": 10`, not},
		{"measured", "", ``, not},
	} {
		body := fmt.Sprintf(`{"hub_id": 1, "activity": %q, %s"scans": [{"scan": "a", "code": "X"%s}]}`, c.activity, c.sent, c.scan)
		f, err := Decode([]byte(body), ScanInHub.Shape())
		if err != nil {
			t.Fatal(err)
		}
		_, problems := ScanInHub.Read(f)
		if got := string(problems.AppendJSON(nil)); (problems == nil) != c.want.IsZero() || !strings.Contains(got, c.want.String()) {
			t.Errorf("%s: %s, want %q", body, got, c.want)
		}
	}
}
