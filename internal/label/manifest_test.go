package label_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/shipment"
)

// manifestOf returns a manifest of n parcels to consignees in every script.
func manifestOf(n int) label.Manifest {
	m := label.Manifest{
		Account: "Merlion Trading Pte Ltd", Service: "SG to ID standard",
		Pickup: shipment.Party{
			Name: "Merlion warehouse 2", Number: "+6561234567", Country: "SG", Address: "10 Anson Road\n#20-05", Postal: "079903", City: "Singapore",
		},
		Date: time.Date(2026, 11, 22, 14, 5, 0, 0, time.FixedZone("+08", 8*3600)),
	}
	for i := range n {
		to := samples[i%len(samples)].party
		m.Parcels = append(m.Parcels, label.ManifestParcel{
			TrackingNo: fmt.Sprintf("WB%011dSG", 48210739526+int64(i)*7919), Reference: fmt.Sprintf("SO-%d", 1000+i), Consignee: to.Name,
			City: to.City, Postal: to.Postal, Country: to.Country, Weight: shipment.Thousandths(250 + i),
		})
	}
	return m
}

func printManifests(t *testing.T, manifests ...label.Manifest) string {
	t.Helper()
	var pdf bytes.Buffer
	lists := each.Of(manifests, func(m label.Manifest) label.Listing { return m.Listing() })
	if _, err := label.SharedPrinter.PrintListings(&pdf, lists...); err != nil {
		t.Fatal(err)
	}
	path := save(t, "manifest.pdf", pdf.Bytes())
	run(t, "qpdf", "--check", path)
	return path
}

// TestManifest scans the bar code of each parcel, and reads the rest.
func TestManifest(t *testing.T) {
	m := manifestOf(40)
	path := printManifests(t, m)
	pages, next := rasterise(t, path, 203), 0
	for _, page := range pages {
		codes := scan(t, page)
		var want []string
		for range codes {
			want = append(want, "CODE-128:"+m.Parcels[next].TrackingNo)
			next++
		}
		slices.Sort(want)
		if !slices.Equal(codes, want) {
			t.Errorf("%s: the scanner reads %q, want %q", page, codes, want)
		}
	}
	if next != len(m.Parcels) || len(pages) != 3 {
		t.Errorf("%d codes on %d pages, want 40 on 3", next, len(pages))
	}
	text := strings.ReplaceAll(run(t, "pdftotext", "-layout", path, "-"), "\u00a0", " ")
	for _, want := range []string{
		"Handover manifest", "Merlion Trading Pte Ltd", "SG to ID standard", "Merlion warehouse 2", "10 Anson Road", "22 Nov 2026, 14:05 (+08)",
		"Page 1 of 3", "Page 3 of 3", "SO-1000", "SO-1039", "Total: 40 parcels, 10.78 kg", "Signature of the driver", "0.25",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the manifest lacks %q", want)
		}
	}
	for i, p := range m.Parcels {
		latin := !strings.ContainsFunc(p.Consignee, func(r rune) bool { return r > 0x24F })
		if latin && !strings.Contains(text, strings.Fields(p.Consignee)[0]) {
			t.Errorf("row %d lacks %q", i, p.Consignee)
		}
	}
}

// TestAListHasItsNumber prints what was filled by scanning: it has a number and a place, on each page.
func TestAListHasItsNumber(t *testing.T) {
	m := manifestOf(40)
	m.Number, m.Pickup = "HL-00012", shipment.Party{Name: "Dock 3"}
	text := run(t, "pdftotext", "-layout", printManifests(t, m), "-")
	if n := strings.Count(text, "Hand-over list HL-00012"); n != 3 {
		t.Errorf("the number is on %d pages of 3:\n%s", n, text)
	}
	if !strings.Contains(text, "Place") || strings.Contains(text, "Pickup address") {
		t.Errorf("the place has another name:\n%s", text)
	}
}

// TestManifestOfExtremes prints the longest numbers and texts in one row, and several manifests into one file.
func TestManifestOfExtremes(t *testing.T) {
	first, second := manifestOf(1), manifestOf(2)
	long := "A1B2C3D4E5F6G7H8J9K0-A1B2C3D4E5F6G7H8J9K"
	digits := strings.Repeat("1234567890", 3)
	second.Parcels[0].TrackingNo, second.Parcels[1].TrackingNo = long, digits
	for i := range second.Parcels {
		p := &second.Parcels[i]
		p.Reference, p.Consignee, p.City = strings.Repeat("R", 255), strings.Repeat("Long 名前 ", 31), strings.Repeat("Krung Thep ", 23)
		p.Weight = 999_999_999
	}
	pages := rasterise(t, printManifests(t, first, second), 203)
	if len(pages) != 2 {
		t.Fatalf("%d pages, want one for each manifest", len(pages))
	}
	if got, want := scan(t, pages[1]), []string{"CODE-128:" + digits, "QR-Code:" + long}; !slices.Equal(got, want) {
		t.Errorf("the scanner reads %q, want %q", got, want)
	}
}

// TestAManifestEndsWithItsSignatures prints manifests around the lengths that begin a page: each page has a parcel, and the last one the
// signatures.
func TestAManifestEndsWithItsSignatures(t *testing.T) {
	lengths := []int{1, 14, 15, 17, 18, 33, 34, 37, 38, 57}
	for _, n := range thin(lengths) {
		m := manifestOf(n)
		for i := range m.Parcels {
			m.Parcels[i].Consignee = "Ann"
		}
		pages := strings.Split(strings.TrimSuffix(run(t, "pdftotext", "-layout", printManifests(t, m), "-"), "\f"), "\f")
		for i, page := range pages {
			last := i == len(pages)-1
			if strings.Contains(page, "Signature of the driver") != last || !strings.Contains(page, "SO-1") {
				t.Errorf("%d parcels: page %d of %d has no parcel, or signatures: %v", n, i+1, len(pages), !last)
			}
		}
	}
}

// TestAManifestIsDrawnPageByPage draws the longest one that the API prints.
func TestAManifestIsDrawnPageByPage(t *testing.T) {
	m := manifestOf(5000)
	file := &label.File{Limit: 64 << 20}
	held := label.Peak(func() {
		if _, err := label.SharedPrinter.PrintListings(io.Discard, m.Listing()); err != nil {
			t.Error(err)
		}
	})
	if _, err := label.SharedPrinter.PrintListings(file, m.Listing()); err != nil {
		t.Error(err)
	}
	t.Logf("a file of %d kB, at most %d kB held", file.Len()>>10, held>>10)
	if held > label.DocumentMemory {
		t.Errorf("%d kB are held", held>>10)
	}
}
