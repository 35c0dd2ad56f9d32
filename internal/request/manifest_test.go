package request

import (
	"net/url"
	"testing"
	"time"
)

// TestManifestOfTheDayOfAClockChange: the day of a manifest is that of its time zone, which has 23 or 25 hours when clocks change, and may
// begin after midnight. So an order is on the manifest of one day.
func TestManifestOfTheDayOfAClockChange(t *testing.T) {
	for _, c := range []struct {
		zone, day, from, to string
	}{
		{"UTC", "2026-03-29", "2026-03-29T00:00:00Z", "2026-03-30T00:00:00Z"},
		{"Asia/Singapore", "2026-03-29", "2026-03-28T16:00:00Z", "2026-03-29T16:00:00Z"},
		{"Europe/Berlin", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"},
		{"Europe/Berlin", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"},
		{"Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z"},
	} {
		r, problems := ReadManifest(url.Values{"date": {c.day}, "timezone": {c.zone}})
		if problems != nil {
			t.Fatalf("%s in %s: %v", c.day, c.zone, problems)
		}
		from, to := r.From.UTC().Format(time.RFC3339), r.To.Add(time.Microsecond).UTC().Format(time.RFC3339Nano)
		if from != c.from || to != c.to {
			t.Errorf("%s in %s: from %s until before %s, want %s and %s", c.day, c.zone, from, to, c.from, c.to)
		}
	}
}
