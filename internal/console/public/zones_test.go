package public

import (
	"testing"
	"time"

	"waybill/internal/shipment"
)

func TestLocalTimes(t *testing.T) {
	winter := time.Date(2026, 1, 5, 20, 30, 0, 0, time.UTC)
	summer := time.Date(2026, 7, 5, 20, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		tag     string
		when    time.Time
		place   string
		country shipment.Country
		want    string
	}{
		{"en", winter, "", "SG", "6 Jan 2026, 04:30 UTC+8"},
		{"en", winter, "Depot", "IN", "6 Jan 2026, 02:00 UTC+5:30"},
		{"en", winter, "", "DE", "5 Jan 2026, 21:30 UTC+1"},
		{"en", summer, "", "DE", "5 Jul 2026, 22:30 UTC+2"},
		{"en", winter, "", "GB", "5 Jan 2026, 20:30 UTC"},
		{"en", winter, "", "CN", "6 Jan 2026, 04:30 UTC+8"},
		{"en", winter, "", "MY", "6 Jan 2026, 04:30 UTC+8"}, // two zones of one offset
		{"en", winter, "", "US", "5 Jan 2026, 20:30 UTC"},
		{"en", winter, "New York (JFK)", "US", "5 Jan 2026, 15:30 UTC−5"},
		{"en", winter, "Depot", "ID", "6 Jan 2026, 03:30 UTC+7"},
		{"en", winter, "MAKASSAR", "ID", "6 Jan 2026, 04:30 UTC+8"},
		{"en", winter, "New York", "", "5 Jan 2026, 20:30 UTC"},
		{"en", winter, "", "XK", "5 Jan 2026, 20:30 UTC"},
		{"id", summer, "", "SG", "6 Jul 2026 04.30 UTC+8"},
		{"ja", winter, "", "JP", "2026年1月6日 05:30 UTC+9"},
		{"ko", winter, "", "KR", "2026년 1월 6일 05:30 UTC+9"},
		{"ar", winter, "", "AE", "6 يناير 2026، 00:30 UTC+4"},
		{"vi", winter, "", "VN", "06/01/2026 03:30 UTC+7"},
	} {
		if got := acceptedLocale(c.tag).moment(localTime(c.when, c.place, c.country)); got != c.want {
			t.Errorf("%s %s %q: %s, want %s", c.tag, c.country, c.place, got, c.want)
		}
	}
	for country, name := range mainZones {
		if local := localTime(winter, "", country); local.Location().String() != name {
			t.Errorf("%s: %s is not one of its zones", country, name)
		}
	}
}
