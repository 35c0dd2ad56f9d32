package console

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"time"

	"waybill/internal/shipment"
)

// guideLine is a line of the example timeline.
type guideLine struct {
	Tone, Text, Note, By string
	On                   time.Time
}

// styleGuide shows every part once. Its examples are not translated.
func (v *visit) styleGuide() error {
	now := v.console.Now()
	empty := newForm(nil)
	filled := newForm(url.Values{
		"postal": {"64053"}, "country": {"SG"}, "signature": {"1"}, "notes": {"<script>alert(1)</script> \u202e\u0645\u0631\u062d =1+1 🎁"},
	})
	filled.label("postal", "Postal code").fail("postal", "The postal code of Singapore has 6 digits.")
	return v.render(http.StatusOK, "styleguide.html", map[string]any{
		"Empty": empty, "Filled": filled, "Now": now.Add(-5 * time.Minute), "Never": time.Time{},
		"Countries": []option{{"ID", v.country("ID")}, {"SG", v.country("SG")}},
		"Statuses":  slices.Sorted(maps.Keys(statuses)), "Example": shipment.CrossBorderTransit,
		"Facts": []fact{
			{"Consignee", "Susan Wijaya", ""}, {"Postal code", "12420", ""}, {"Weight", "1.25 kg", "billed 2 kg"}, {"Not shown", "", ""},
		},
		"Timeline": []guideLine{
			{"good", "Delivered", "Left with a neighbour", "", now.Add(-time.Hour)},
			{"active", "Out for delivery", "", "", now.Add(-3 * time.Hour)},
			{"warn", "Delivery failed", "Nobody at home", "", now.Add(-26 * time.Hour)},
			{"", "Created", "", "ann@example.com", now.Add(-100 * time.Hour)},
		},
		"Colours": []string{"ink", "muted", "line", "edge", "surface", "raised", "hover", "accent", "good", "warn", "bad"},
	})
}
