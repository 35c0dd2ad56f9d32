package floor

import (
	"cmp"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// measure is a field of the station that goes with the scan of a parcel that is measured.
type measure struct{ Name, Label string }

var measures = []measure{
	{"weight", web.Key("Weight in kg")},
	{"length", web.Key("Length in cm")},
	{"width", web.Key("Width in cm")},
	{"height", web.Key("Height in cm")},
}

// addMeasures adds to a scan what was measured. A weight may have a unit; without one it is of kilograms.
func addMeasures(v *web.Visit, scan map[string]any) {
	for _, m := range measures {
		text := strings.ReplaceAll(strings.TrimSpace(v.Request.PostForm.Get(m.Name)), ",", ".")
		if weight, _ := shipment.WeightOf(text); weight != 0 && m.Name == "weight" {
			text = weight.String()
		}
		if text != "" {
			scan[m.Name] = text
		}
	}
}

// refusedScan is what is wrong with a scan, in words with the names of the fields that people fill in; "" and the error for any other
// error.
func refusedScan(v *web.Visit, err error) (string, error) {
	problems := web.ProblemsOf(err)
	var said []string
	for _, m := range measures {
		for _, message := range problems["scans.0."+m.Name] {
			said = append(said, v.Words().Say(v.T(m.Label), message))
		}
	}
	if said != nil {
		return strings.Join(said, " "), nil
	}
	return v.Refused(err)
}

// aboutMeasured is what a person compares with a parcel: its weight and size as they were measured now, if they were.
func aboutMeasured(v *web.Visit, o shipment.Order, scan *request.HubScan) string {
	o.Length, o.Width, o.Height = cmp.Or(scan.Length, o.Length), cmp.Or(scan.Width, o.Width), cmp.Or(scan.Height, o.Height)
	return v.AboutParcel(&o, scan.Weight)
}
