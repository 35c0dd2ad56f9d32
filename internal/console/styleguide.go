package console

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// styleGuide shows every part once. Its examples are not translated.
func styleGuide(v *web.Visit) error {
	now := v.Console.Now()
	empty := web.NewForm(nil)
	filled := web.NewForm(url.Values{
		"postal": {"64053"}, "country": {"SG"}, "signature": {"1"}, "notes": {"<script>alert(1)</script> \u202e\u0645\u0631\u062d =1+1 🎁"},
	})
	filled.Label("postal", "Postal code").Fail("postal", "The postal code of Singapore has 6 digits.")
	return v.Render(http.StatusOK, "styleguide.html", map[string]any{
		"Empty": empty, "Filled": filled, "Now": now.Add(-5 * time.Minute), "Never": time.Time{},
		"Countries": []web.Option{{Value: "ID", Text: v.Country("ID")}, {Value: "SG", Text: v.Country("SG")}},
		"Statuses":  slices.Sorted(maps.Keys(web.Statuses)), "Example": shipment.CrossBorderTransit,
		"Facts": []web.Fact{
			{Name: "Consignee", Value: "Susan Wijaya", Note: ""},
			{Name: "Postal code", Value: "12420", Note: ""},
			{Name: "Weight", Value: "1.25 kg", Note: "billed 2 kg"},
			{Name: "Not shown", Value: "", Note: ""},
		},
		"Timeline": []web.TimelineEntry{
			{Tone: "good", Text: "Delivered", Note: "Left with a neighbour", On: now.Add(-time.Hour)},
			{Tone: "active", Text: "Out for delivery", On: now.Add(-3 * time.Hour)},
			{Text: "Note", Note: "Called twice, no answer", By: "ann@example.com", On: now.Add(-4 * time.Hour), NoteID: 1, Path: "#"},
			{Tone: "warn", Text: "Delivery failed", Note: "Nobody at home", On: now.Add(-26 * time.Hour)},
			{Text: "Created", By: "ann@example.com", On: now.Add(-100 * time.Hour)},
		},
		"Colours": strings.Fields(
			"ink muted line rim edge surface raised hover accent good warn bad soft accent-soft good-soft warn-soft bad-soft"),
	})
}
