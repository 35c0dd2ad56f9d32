package label_test

import (
	"fmt"
	"image"
	"regexp"
	"slices"
	"strings"
	"testing"

	"waybill/internal/label"
	"waybill/internal/shipment"
)

// printedText returns the text of each page of a label, with plain spaces.
func printedText(t *testing.T, s label.Shipment) (pages []string, report label.Report) {
	t.Helper()
	pdf, report := printOne(t, s, label.Options{})
	text := strings.ReplaceAll(run(t, "pdftotext", "-raw", save(t, "label.pdf", pdf), "-"), "\u00a0", " ")
	return strings.Split(strings.TrimSuffix(text, "\f"), "\f"), report
}

func TestLongTextsPrintWhole(t *testing.T) {
	note := "Please call 30 minutes before arrival; leave the parcel with the guard at the south lobby, never with the neighbours, " +
		"and take a photo of the signed receipt. Ring twice. Gate code 4711, second floor on the left side, after the elevator, door 12"
	for name, change := range map[string]func(*shipment.Order) string{
		"name": func(o *shipment.Order) string {
			o.Consignee.Name = "Muhammad Rizky Ramadhan Kusumawardhana bin Abdurrahman Wahid Hasyim"
			return o.Consignee.Name
		},
		"name of the sender": func(o *shipment.Order) string {
			o.Pickup.Name = "PT Perusahaan Pengiriman Barang Antar Pulau dan Luar Negeri Nusantara Jaya Tbk"
			return o.Pickup.Name
		},
		"city": func(o *shipment.Order) string {
			o.Consignee.City = "Kota Administrasi Jakarta Selatan"
			return o.Consignee.City
		},
		"note": func(o *shipment.Order) string {
			o.DeliveryNote = note
			return note
		},
		"name of a page": func(o *shipment.Order) string {
			o.Consignee.Name = strings.TrimSpace(strings.Repeat("Wolfeschlegelsteinhausen ", 10))
			return o.Consignee.Name
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := sampleShipment(samples[0].party)
			want := squeeze(change(&s.Order))
			pages, report := printedText(t, s)
			if len(report.Warnings) > 0 {
				t.Errorf("warnings %v", report.Warnings)
			}
			if !strings.Contains(squeeze(pages[len(pages)-1]), want) {
				t.Errorf("%q is not in the text:\n%s", want, pages)
			}
			if name == "city" && strings.Count(squeeze(pages[0]), want) != 2 {
				t.Errorf("the sort code lacks the city:\n%s", pages[0])
			}
		})
	}
}

var (
	listed    = regexp.MustCompile(`\d+ × \S`)
	notListed = regexp.MustCompile(`\+ (\d+)`)
)

func TestTheNumberOfOtherItemsIsAlwaysPrinted(t *testing.T) {
	for _, length := range []int{5, 30, 60, 120, 255} {
		s := sampleShipment(samples[0].party)
		s.Order.Items = nil
		for i := range 40 {
			desc := strings.Repeat("cotton shirt ", 20)[:length]
			s.Order.Items = append(s.Order.Items, shipment.Item{Desc: desc, Quantity: int64(i + 1), PriceValue: 100, PriceCurrency: "SGD"})
		}
		s.Order.DeliveryNote = strings.Repeat("Leave it. ", 25)
		pages, _ := printedText(t, s)
		_, bottom, _ := strings.Cut(pages[0], "Note:")
		shown := len(listed.FindAllString(bottom, -1))
		if m := notListed.FindStringSubmatch(bottom); len(m) != 2 || m[1] != fmt.Sprint(40-shown) {
			t.Errorf("items of %d characters: %d are listed, and the others are %q in\n%s", length, shown, m, bottom)
		}
		for line := range strings.Lines(bottom) {
			if strings.HasSuffix(strings.TrimSpace(line), "×") {
				t.Errorf("a line ends between a quantity and its item:\n%s", bottom)
			}
		}
	}
}

func TestASecondPageHasWhatTheCourierNeeds(t *testing.T) {
	s := sampleShipment(samples[0].party)
	s.Order.Consignee.Address = strings.Repeat("Nørrebrogade 112, 3. th., Eingang über Hof, ", 20)
	pdf, _ := printOne(t, s, label.Options{})
	texts, report := printedText(t, s)
	if len(texts) != 2 || len(report.Warnings) > 0 {
		t.Fatalf("%d pages, warnings %v", len(texts), report.Warnings)
	}
	for i, page := range rasterise(t, save(t, "label.pdf", pdf), 203) {
		if got := scan(t, page); !slices.Contains(got, "CODE-128:"+s.Order.TrackingNo) {
			t.Errorf("page %d: the scanner reads %q", i+1, got)
		}
		for _, want := range []string{
			"COD DKK 123 450.50", "SG-Worldwide Pickup", "2200", "Piece\n1/1", fmt.Sprintf("Page %d of 2", i+1),
			s.Order.Consignee.Name, s.Order.Consignee.Number, "DENMARK",
		} {
			if !strings.Contains(texts[i], want) {
				t.Errorf("page %d lacks %q:\n%s", i+1, want, texts[i])
			}
		}
	}
}

// printedDots returns a label at 203 dpi.
func printedDots(t *testing.T, s label.Shipment) image.Image {
	t.Helper()
	data, _ := printOne(t, s, label.Options{Format: label.PNG})
	return readPicture(t, save(t, "label.png", data))
}

// black returns the black share of an area of a picture at 203 dpi, in mm.
func black(picture image.Image, x1, y1, x2, y2 float64) float64 {
	area := image.Rect(int(x1*8), int(y1*8), int(x2*8), int(y2*8))
	dots := 0
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if grey, _, _, _ := picture.At(x, y).RGBA(); grey == 0 {
				dots++
			}
		}
	}
	return float64(dots) / float64(area.Dx()*area.Dy())
}

func TestCashAndReturnsStandOut(t *testing.T) {
	cod := sampleShipment(samples[0].party)
	prepaid, back := cod, cod
	prepaid.Order.PaymentType = shipment.PaymentPrepaid
	back.Order.Return, back.Order.ServiceType, back.Order.PaymentType, back.Order.Incoterm = true, "DROPOFF", "", ""
	for _, c := range []struct {
		name            string
		shipment        label.Shipment
		top, right, end float64
		least, most     float64
	}{
		{"the amount to collect", cod, 119, 50, 125, 0.5, 0.9},
		{"a row without an amount", prepaid, 119, 50, 125, 0, 0.15},
		{"the head of a return", back, 3.5, 97, 14.5, 0.5, 0.9},
		{"the head of a forward order", cod, 3.5, 97, 14.5, 0, 0.25},
	} {
		if share := black(printedDots(t, c.shipment), 3, c.top, c.right, c.end); share < c.least || share > c.most {
			t.Errorf("%.0f %% of %s is black, want %.0f to %.0f %%", 100*share, c.name, 100*c.least, 100*c.most)
		}
	}
}

// TestNoCellIsEmpty looks for the lines beside the cells of an order that has the fewest fields.
func TestNoCellIsEmpty(t *testing.T) {
	s := sampleShipment(samples[0].party)
	s.Order.Incoterm, s.Order.Weight, s.Order.Length, s.Order.PaymentType = "", 0, 0, ""
	s.Order.Consignee.Postal, s.Order.Consignee.City, s.Order.Consignee.State = "", "", ""
	picture := printedDots(t, s)
	for x := 4.0; x < 96; x += 0.125 {
		for name, rows := range map[string][2]float64{"head": {4, 14}, "route": {16, 28}, "payment": {119, 125}} {
			if black(picture, x, rows[0], x+0.125, rows[1]) == 1 {
				t.Errorf("%s: a line at %g mm", name, x)
			}
		}
	}
}

func TestTheQRCodeIsAligned(t *testing.T) {
	s := sampleShipment(samples[0].party)
	for _, no := range []string{"WB48210739526DK", "SPXSG048210739526123"} {
		s.Order.TrackingNo = no
		picture := printedDots(t, s)
		if black(picture, 3, 126.5, 3.25, 147) == 0 || black(picture, 0, 126.5, 3, 150) > 0 {
			t.Errorf("%s: the QR code does not stand at the margin", no)
		}
	}
}
