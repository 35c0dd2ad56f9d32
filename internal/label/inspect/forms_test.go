package inspect_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"waybill/internal/label/inspect"
	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/label/pages"
)

// onPage is a PDF with one page that has entries.
func onPage(entries string, objects ...string) []byte {
	return inspecttest.PDF("", append([]string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/Resources<<>>" + entries + ">>",
	}, objects...)...)
}

// firstForm returns the size and the text of the first form.
func firstForm(t *testing.T, encoded []byte) (size pages.Size, text string) {
	t.Helper()
	forms, err := pages.Decode(pages.AsForms, encoded)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, pieces := range forms.All() {
		for piece := range pieces {
			all.Write(piece)
		}
		break
	}
	return forms.Sizes[0], all.String()
}

// TestFormsAreUpright looks where the lower left corner of a page, 10, 20, is in its form. A viewer turns pages clockwise.
func TestFormsAreUpright(t *testing.T) {
	t.Parallel()
	six := regexp.MustCompile(`/Matrix \[ (\S+) (\S+) (\S+) (\S+) (\S+) (\S+)\]`)
	for entries, want := range map[string]struct {
		width, height int
		x, y          float64
	}{
		"":                                    {28800, 43200, 0, 0},
		"/Rotate 0/UserUnit 1.5":              {43200, 64800, 0, 0},
		"/Rotate 90":                          {43200, 28800, 0, 288},
		"/Rotate 180":                         {28800, 43200, 288, 432},
		"/Rotate 270":                         {43200, 28800, 432, 0},
		"/Rotate -90":                         {43200, 28800, 432, 0},
		"/CropBox[10 20 110 320]":             {10000, 30000, 0, 0},
		"/CropBox[0 0 110 320]/Rotate 450":    {30000, 10000, 0, 100},
		"/CropBox[110 320 10 20]/Rotate -180": {10000, 30000, 100, 300},
	} {
		encoded, err := inspect.PDFAsForms(onPage("/MediaBox[10 20 298 452]/Contents 4 0 R"+entries, inspecttest.Stream("", "0 0 m")))
		if err != nil {
			t.Errorf("%s: %v", entries, err)
			continue
		}
		size, text := firstForm(t, encoded)
		var a, b, c, d, e, f float64
		if _, err := fmt.Sscan(strings.Join(six.FindStringSubmatch(text)[1:], " "), &a, &b, &c, &d, &e, &f); err != nil {
			t.Fatal(err)
		}
		if x, y := 10*a+20*c+e, 10*b+20*d+f; x != want.x || y != want.y || size != (pages.Size{Width: want.width, Height: want.height}) {
			t.Errorf("%s: the corner is at %g, %g of %v, want %v", entries, x, y, size, want)
		}
	}
}

// TestContentOfForms joins the streams of a page, whose operators may be in several.
func TestContentOfForms(t *testing.T) {
	t.Parallel()
	encoded, err := inspect.PDFAsForms(onPage("/MediaBox[0 0 288 432]/Contents[4 0 R 5 0 R]",
		inspecttest.Stream("", "0 0 m"), inspecttest.Stream("", "1 1 l")))
	if err != nil {
		t.Fatal(err)
	}
	_, text := firstForm(t, encoded)
	if got := unpacked(t, text); got != "0 0 m\n1 1 l\n" {
		t.Errorf("%q", got)
	}
	if encoded, err = inspect.PDFAsForms(onPage("/MediaBox[0 0 288 432]")); err != nil {
		t.Fatal(err)
	}
	if _, text = firstForm(t, encoded); unpacked(t, text) != "" {
		t.Errorf("an empty page: %q", unpacked(t, text))
	}
}

// unpacked returns the content of a form.
func unpacked(t *testing.T, form string) string {
	t.Helper()
	_, packed, _ := strings.Cut(form, "stream\n")
	z, err := zlib.NewReader(strings.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestPagesThatAreNoForms(t *testing.T) {
	t.Parallel()
	for want, file := range map[string][]byte{
		"its MediaBox: four numbers are wanted": onPage("/MediaBox[0 0 288]"),
		"its CropBox is outside its MediaBox":   onPage("/MediaBox[0 0 288 432]/CropBox[300 0 400 100]"),
		"it is turned by 45 degrees":            onPage("/MediaBox[0 0 288 432]/Rotate 45"),
		"a page of 705 × 1058 mm: at most A4":   onPage("/MediaBox[0 0 2000 3000]"),
		"a page of 9 × 7575845 mm: at most A4":  onPage("/MediaBox[0 0 26 1e30]"),
		"it has annotations, such as form fields": onPage("/MediaBox[0 0 288 432]/Annots[<</Rect[0 0 9 9]/AP<</N 4 0 R>>>>]",
			inspecttest.Stream("/BBox[0 0 9 9]", "")),
		"its end is missing":         []byte("%PDF-1.7"),
		"its content cannot be read": onPage("/MediaBox[0 0 288 432]/Contents 4 0 R", inspecttest.Stream("/Filter/Secret", "0 0 m")),
		"its content decompresses to more than": onPage("/MediaBox[0 0 288 432]/Contents 4 0 R",
			inspecttest.Stream("", strings.Repeat("q Q ", 9<<20))),
	} {
		if _, err := inspect.PDFAsForms(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

func TestPictureAsForm(t *testing.T) {
	t.Parallel()
	encoded, err := inspect.PNGAsForms(inspecttest.Picture(812, 1218))
	if err != nil {
		t.Fatal(err)
	}
	if size, text := firstForm(t, encoded); size != (pages.Size{Width: 28800, Height: 43200}) || !strings.Contains(text, "/I Do") {
		t.Errorf("%v: %s", size, text)
	}
	if _, err := inspect.PNGAsForms(bytes.Repeat([]byte("x"), 100)); err == nil {
		t.Error("no PNG")
	}
}
