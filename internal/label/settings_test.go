package label_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"waybill/internal/label"
	"waybill/internal/shipment"
)

// textOf prints a parcel label and returns its text, line by line.
func textOf(t *testing.T, s label.Shipment) []string {
	t.Helper()
	pdf, report := printOne(t, s, label.Options{})
	if len(report.Warnings) > 0 {
		t.Errorf("warnings %v", report.Warnings)
	}
	return strings.Split(run(t, "pdftotext", "-layout", save(t, "label.pdf", pdf), "-"), "\n")
}

func says(lines []string, want string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, want) })
}

// TestSettingsOfLabels prints each setting, alone and with all others, and scans both codes.
func TestSettingsOfLabels(t *testing.T) {
	latin := sampleShipment(samples[0].party)
	latin.Order.Consignee.Postal = "12-190"
	routing := func(hub, code string) shipment.ServiceLabels {
		return shipment.ServiceLabels{Routing: []shipment.Route{{Prefix: "1", Hub: "WRONG"}, {Prefix: "121", Hub: hub, SortCode: code}}}
	}
	all := routing("JKT HUB 2", "J2-117-B")
	all.Marks = shipment.ServiceMarks()
	const returnTo = "Merlion Returns Centre, 8 Changi North Way, Singapore 498774"
	for name, c := range map[string]struct {
		account       shipment.AccountLabels
		service       shipment.ServiceLabels
		says, saysNot []string
	}{
		"nothing":   {says: []string{"12-190", "Value: SGD 72.30", "Cotton shirt"}, saysNot: []string{"RETURN TO", "FRAGILE", "WRONG"}},
		"route":     {service: routing("JKT HUB 2", "J2-117-B"), says: []string{"J2-117-B", "JKT HUB 2 · 12-190"}, saysNot: []string{"WRONG"}},
		"hub":       {service: routing("JKT HUB 2", ""), says: []string{"JKT HUB 2"}},
		"sort code": {service: routing("", "J2-117-B"), says: []string{"J2-117-B", "12-190"}},
		"mark":      {service: shipment.ServiceLabels{Marks: []string{"fragile"}}, says: []string{"FRAGILE", "Cotton"}},
		"return to": {account: shipment.AccountLabels{ReturnTo: returnTo}, says: []string{"RETURN TO: Merlion", "10 Anson Road"}},
		"no content": {
			account: shipment.AccountLabels{HideContents: true},
			says:    []string{"Leave with the guard", "SO-2026-000123"}, saysNot: []string{"Cotton", "Phone", "Value", "72.30"},
		},
		"everything": {
			account: shipment.AccountLabels{HideContents: true, ReturnTo: returnTo}, service: all,
			says:    []string{"J2-117-B", "SIGNATURE", "FRAGILE", "RETURN TO: Merlion", "COD"},
			saysNot: []string{"Cotton", "Value", "BATTERY"}, // the parcel has none
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, no := range []string{latin.Order.TrackingNo, strings.Repeat("AB1", 13)} { // across, and down the side
				s := latin
				s.Order.TrackingNo, s.AccountLabels, s.ServiceLabels = no, c.account, c.service
				text := textOf(t, s)
				for _, want := range c.says {
					if !says(text, want) {
						t.Errorf("%s lacks %q:\n%s", no, want, strings.Join(text, "\n"))
					}
				}
				for _, unwanted := range c.saysNot {
					if says(text, unwanted) {
						t.Errorf("%s has %q", no, unwanted)
					}
				}
				picture, _ := printOne(t, s, label.Options{Format: label.PNG})
				if got, want := scan(t, save(t, "label.png", picture)), []string{"CODE-128:" + no, "QR-Code:" + no}; !slices.Equal(got, want) {
					t.Errorf("the scanner reads %q, want %q", got, want)
				}
				if zpl, _ := printOne(t, s, label.Options{Format: label.ZPL}); !bytes.HasPrefix(zpl, []byte("^XA")) {
					t.Errorf("no ZPL: %.50q", zpl)
				}
			}
		})
	}
}

// TestTheLongestSettingsFit prints settings of the greatest length with the longest texts of an order.
func TestTheLongestSettingsFit(t *testing.T) {
	s := sampleShipment(samples[0].party)
	s.Order.DeliveryNote, s.Order.Pickup.Address = strings.Repeat("Leave it ", 28), strings.Repeat("Long Street 7 ", 18)
	s.AccountLabels.ReturnTo = strings.Repeat("Way 7 XY, ", shipment.MaxReturnTo/10)
	wide := strings.Repeat("W", shipment.MaxRouteText)
	s.ServiceLabels = shipment.ServiceLabels{Marks: shipment.ServiceMarks(), Routing: []shipment.Route{{Hub: wide, SortCode: wide}}}
	for _, no := range []string{s.Order.TrackingNo, strings.Repeat("AB1", 13)} {
		s.Order.TrackingNo = no
		pdf, _ := printOne(t, s, label.Options{})
		if got := scan(t, rasterise(t, save(t, "label.pdf", pdf), 203)[0]); len(got) != 2 {
			t.Errorf("the scanner reads %q", got)
		}
		text := run(t, "pdftotext", "-raw", save(t, "again.pdf", pdf), "-")
		if strings.Count(squeeze(text), "Way7XY,") < shipment.MaxReturnTo/10 {
			t.Errorf("the return address is cut off:\n%s", text)
		}
	}
}
