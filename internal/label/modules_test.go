package label_test

import (
	"fmt"
	"image"
	"path/filepath"
	"regexp"
	"slices"
	"testing"

	"waybill/internal/label"
)

// widths returns the widths of the bars and spaces in dots, alternately, on a line from x, y in the direction
// of step, and the white space before and behind them.
func widths(picture image.Image, x, y int, step image.Point) (found []int, before, behind int) {
	last, n := false, 0
	for at := image.Pt(x, y); at.In(picture.Bounds()); at = at.Add(step) {
		grey, _, _, _ := picture.At(at.X, at.Y).RGBA()
		if black := grey < 0x8000; black != last {
			found = append(found, n)
			last, n = black, 0
		}
		n++
	}
	return found[1:], found[0], n
}

// TestBarsInPDFAreWholeDots turns PDFs into black and white dots at 203 dpi, as programs do that print on a
// label printer: each bar and space must have a whole number of modules.
func TestBarsInPDFAreWholeDots(t *testing.T) {
	s := sampleShipment(samples[0].party)
	for no, module := range map[string]int{
		"WB48210739526DK": 4, "SPXSG048210739526123": 3, "ABCDEFGHIJ1234567890KLMNOPQR": 2,
		"ABCDEFGHIJ-KLMNOPQRST-UVWXYZ-ABCDEF-GHIJ": 2,
	} {
		s.Order.TrackingNo = no
		for _, size := range []label.Size{label.Size100x150, label.Size4x6} {
			pdf, _ := printOne(t, s, label.Options{Size: size})
			prefix := filepath.Join(t.TempDir(), "page")
			run(t, "pdftoppm", "-png", "-mono", "-singlefile", "-r", "203", save(t, "label.pdf", pdf), prefix)
			path := prefix + ".png"
			if got, want := scan(t, path), []string{"CODE-128:" + no, "QR-Code:" + no}; !slices.Equal(got, want) {
				t.Errorf("%s: the scanner reads %q, want %q", size, got, want)
			}
			picture := readPicture(t, path)
			middle := picture.Bounds().Max.Div(2)
			x, y, step := 0, middle.Y-600+40*8, image.Pt(1, 0)
			if len(no) == 40 { // down the right side
				x, y, step = middle.X-400+88*8, middle.Y-600+20*8, image.Pt(0, 1)
			}
			found, _, _ := widths(picture, x, y, step)
			for _, n := range found {
				if n%module != 0 || n > 4*module {
					t.Errorf("%s on %s: bars and spaces of %v dots, want multiples of %d", no, size, found, module)
					break
				}
			}
		}
	}
}

var nativeCode = regexp.MustCompile(`\^FO(\d+),\d+\^BY(\d+),3,\d+\^BCN`)

// TestCodesAreCentredAtEveryResolution checks that the white spaces beside the bars differ by one dot at most,
// in the PNG and in the ZPL, and that the modules have their size.
func TestCodesAreCentredAtEveryResolution(t *testing.T) {
	for _, number := range []struct {
		no   string
		dots map[int]int
	}{
		{"WB48210739526DK", map[int]int{203: 4, 300: 6, 600: 12}},
		{"SPXSG048210739526123", map[int]int{203: 3, 300: 5, 600: 10}},
		{"ABCDEFGHIJ1234567890KLMNOPQR", map[int]int{203: 2, 300: 3, 600: 7}},
	} {
		s := sampleShipment(samples[0].party)
		s.Order.TrackingNo = number.no
		for dpi, module := range number.dots {
			data, _ := printOne(t, s, label.Options{Format: label.PNG, DPI: dpi})
			picture := readPicture(t, save(t, "label.png", data))
			found, before, behind := widths(picture, 0, picture.Bounds().Dy()*40/150, image.Pt(1, 0))
			if narrowest := slices.Min(found); narrowest != module {
				t.Errorf("%s at %d dpi: a module has %d dots, want %d", number.no, dpi, narrowest, module)
			}
			if max(before-behind, behind-before) > 1 || before < 10*module {
				t.Errorf("%s at %d dpi: %d dots are left of the bars, %d right of them", number.no, dpi, before, behind)
			}
			zpl, _ := printOne(t, s, label.Options{Format: label.ZPL, DPI: dpi})
			m := nativeCode.FindSubmatch(zpl)
			if m == nil {
				if module > 10 { // more than the printer draws
					continue
				}
				t.Fatalf("%s at %d dpi: no code in the ZPL", number.no, dpi)
			}
			if got, want := fmt.Sprintf("%s %s", m[1], m[2]), fmt.Sprint(before, " ", module); got != want {
				t.Errorf("%s at %d dpi: the ZPL has its code at %s, want %s", number.no, dpi, got, want)
			}
		}
	}
}
