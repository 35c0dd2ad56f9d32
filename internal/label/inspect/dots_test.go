package inspect

import (
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"

	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/label/pages"
)

// shown draws encoded pictures with a letter for each dot.
func shown(t *testing.T, encoded []byte) (all []string) {
	t.Helper()
	for p, err := range pages.DecodePictures(encoded) {
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for y := range p.Height {
			for x := range p.Width {
				b.WriteByte(".#"[p.Bits[y*p.Stride()+x/8]>>(7-x%8)&1])
			}
			b.WriteByte('\n')
		}
		all = append(all, b.String())
	}
	return all
}

func TestPNGAsDots(t *testing.T) {
	t.Parallel()
	picture := image.NewNRGBA(image.Rect(0, 0, 4, 2))
	for x, c := range []color.NRGBA{{0, 0, 0, 255}, {0, 0, 0, 100}, {120, 120, 120, 255}, {255, 255, 0, 255}} {
		picture.SetNRGBA(x, 0, c) // the second row stays transparent
	}
	for dpi, want := range map[int]string{
		203: "#.#.\n....\n",
		600: strings.Repeat("###...###..\n", 3) + strings.Repeat("...........\n", 2),
	} {
		made, err := PNGAsDots(dpi)(encoded(t, picture))
		if err != nil {
			t.Fatal(err)
		}
		if got := shown(t, made); len(got) != 1 || got[0] != want {
			t.Errorf("%d dpi:\n%s", dpi, got)
		}
	}
	for name, file := range map[string][]byte{"no picture": []byte("x"), "too large": inspecttest.Picture(2480, 3509)} {
		if _, err := PNGAsDots(203)(file); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if _, err := PNGAsDots(600)(encoded(t, image.NewGray(image.Rect(0, 0, 2480, 1400)))); err == nil ||
		!strings.Contains(err.Error(), "at 600 dpi it has") {
		t.Errorf("too large for 600 dpi: %v", err)
	}
}

// TestLongPDFAsDots compares what is drawn with the content of the file: a black rectangle on each page. It is not
// parallel: a process draws one file at a time.
func TestLongPDFAsDots(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	file := inspecttest.PDF("/Root 1 0 R", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 72 36]>>",
		"<</Type/Page/Parent 2 0 R/Contents 5 0 R>>", "<</Type/Page/Parent 2 0 R/Contents 5 0 R/Rotate 90>>",
		inspecttest.Stream("", "0 0 36 18 re f"))
	for _, dpi := range []int{203, 300, 600} {
		made, err := PDFAsDots(dpi)(file)
		if err != nil {
			t.Fatal(err)
		}
		all := shown(t, made)
		if len(all) != 2 {
			t.Fatalf("%d dpi: %d pages", dpi, len(all))
		}
		for i, corner := range []func(x, y, w, h int) bool{
			func(x, y, w, h int) bool { return x < w/2 && y >= h-h/2 },
			func(x, y, w, h int) bool { return x < w/2 && y < h/2 }, // turned clockwise
		} {
			rows := strings.Fields(all[i])
			wrong := 0
			for y, row := range rows {
				for x := range row {
					if (row[x] == '#') != corner(x, y, len(row), len(rows)) {
						wrong++
					}
				}
			}
			if area := len(rows) * len(rows[0]); wrong > area/100 || area < dpi*dpi/2*9/10 {
				t.Errorf("page %d at %d dpi: %d of %d dots differ", i+1, dpi, wrong, area)
			}
		}
	}
}

func TestLongPDFThatCannotBeDrawn(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	page := func(size string) []byte {
		return inspecttest.PDF("/Root 1 0 R", "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
			fmt.Sprintf("<</Type/Page/Parent 2 0 R/MediaBox[0 0 %s]>>", size))
	}
	for want, file := range map[string][]byte{
		"it cannot be read as PDF": []byte("%PDF-1.7\nnothing"),
		"at most 4000000":          page("14400 14400"),
		"51 pages: at most 50":     inspecttest.Label("many", 51),
	} {
		if _, err := PDFAsDots(203)(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
