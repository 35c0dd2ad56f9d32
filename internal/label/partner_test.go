package label_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"waybill/internal/label"
	"waybill/internal/label/inspect"
	"waybill/internal/label/inspect/inspecttest"
	"waybill/internal/label/pages"
)

// printAll prints shipments into one file.
func printAll(t *testing.T, o label.Options, shipments ...label.Shipment) []byte {
	t.Helper()
	var file bytes.Buffer
	_, err := label.SharedPrinter.PrintAll(&file, func(yield func(label.Shipment, error) bool) {
		for _, s := range shipments {
			if !yield(s, nil) {
				return
			}
		}
	}, o)
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// sameFiles compares files byte for byte.
func sameFiles(t *testing.T, what, got, want string) {
	t.Helper()
	a, err := os.ReadFile(got)
	b, errWant := os.ReadFile(want)
	if err := errors.Join(err, errWant); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(a, b) {
		t.Errorf("%s looks different", what)
	}
}

// TestPartnersPDFIsCopied copies labels from PDF files written in different ways between labels that Waybill
// draws. Each must look as it did alone.
func TestPartnersPDFIsCopied(t *testing.T) {
	own := sampleShipment(samples[2].party)
	plain := save(t, "plain.pdf", printAll(t, label.Options{Size: label.SizeA6}, own, own))
	alone := rasterise(t, plain, 60)
	ownAlone := rasterise(t, save(t, "own.pdf", printAll(t, label.Options{}, own)), 60)
	for name, args := range map[string][]string{
		"as it is": {}, "linearized": {"--linearize"}, "object streams": {"--object-streams=generate"}, "readable": {"--qdf"},
		"old": {"--object-streams=disable", "--force-version=1.2"},
	} {
		written := filepath.Join(t.TempDir(), "written.pdf")
		run(t, "qpdf", append(args, plain, written)...)
		file, err := os.ReadFile(written)
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := inspect.PDF(file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		joined := save(t, "joined.pdf", printAll(t, label.Options{}, label.Shipment{PartnerLabel: theirs}, own,
			label.Shipment{PartnerLabel: theirs}))
		run(t, "qpdf", "--check", joined)
		got := rasterise(t, joined, 60)
		if len(got) != 5 {
			t.Errorf("%s: %d pages", name, len(got))
			continue
		}
		for page, want := range []string{alone[0], alone[1], ownAlone[0], alone[0], alone[1]} {
			sameFiles(t, name, got[page], want)
		}
	}
}

// TestPartnersLabelBetweenSheets checks that a partner's label has a page of its own size, and that the next
// label begins a new sheet.
func TestPartnersLabelBetweenSheets(t *testing.T) {
	own := sampleShipment(samples[2].party)
	theirs, err := inspect.PDF(inspecttest.Label("PARTNER", 1))
	if err != nil {
		t.Fatal(err)
	}
	file := save(t, "sheets.pdf", printAll(t, label.Options{Size: label.SizeA4}, own, own, label.Shipment{PartnerLabel: theirs}, own))
	run(t, "qpdf", "--check", file)
	sizes := pageSizes(t, file)
	if want := []string{"595.28x842.01", "288x432", "595.28x842.01"}; !slices.Equal(sizes, want) {
		t.Errorf("pages of %v points, want %v", sizes, want)
	}
}

// TestPartnersPictureIsAPage checks that a picture prints upright and in its size at 203 dpi.
func TestPartnersPictureIsAPage(t *testing.T) {
	const width, height, square = 812, 1218, 29 // divides both
	picture := image.NewGray(image.Rect(0, 0, width, height))
	for i := range picture.Pix {
		x, y := i%width/square, i/width/square
		picture.Pix[i] = byte(x*7 + y*3)
	}
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	theirs, err := inspect.PNG(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	page := save(t, "picture.pdf", printAll(t, label.Options{}, label.Shipment{PartnerLabel: theirs}))
	run(t, "qpdf", "--check", page)
	if info := run(t, "pdfinfo", page); !strings.Contains(info, "288 x 432 pts") {
		t.Error(info)
	}
	drawn, err := os.ReadFile(rasterise(t, page, 203)[0])
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(drawn))
	if err != nil || got.Bounds() != picture.Bounds() {
		t.Fatalf("%v, want %v, %v", got.Bounds(), picture.Bounds(), err)
	}
	for y := square / 2; y < height; y += square {
		for x := square / 2; x < width; x += square {
			if color.GrayModel.Convert(got.At(x, y)) != picture.At(x, y) {
				t.Fatalf("dot %d, %d is %v, want %v", x, y, got.At(x, y), picture.At(x, y))
			}
		}
	}
}

func TestPartnersZPLIsCopied(t *testing.T) {
	own := sampleShipment(samples[2].party)
	zpl := string(printAll(t, label.Options{Format: label.ZPL}, own, label.Shipment{PartnerLabel: []byte("^XA^FDpartner^FS^XZ")}, own))
	alone := string(printAll(t, label.Options{Format: label.ZPL}, own))
	const begin = "^XA^PON^PMN^LRN^FWN,0^CI0^CVN^LH0,0^LS0^P"
	reset := begin + "A0,0,0,0^CFA,9,5^BY2,3,10^XZ\n"
	if want := alone + "^XA^FDpartner^FS^XZ\n" + reset + alone; zpl != want {
		t.Errorf("%q", zpl)
	}
	if !strings.HasPrefix(alone, begin+"W800^LL1200\n") {
		t.Errorf("a label of Waybill begins %.80q: settings of the label before it would turn it", alone)
	}
}

func TestPartnersLabelThatCannotBeCopied(t *testing.T) {
	for format, content := range map[label.Format]string{label.PDF: "%PDF-1.7", label.PNG: "\x89PNG"} {
		_, err := label.SharedPrinter.Print(new(bytes.Buffer), label.Shipment{PartnerLabel: []byte(content)}, label.Options{Format: format})
		if err == nil || format == label.PDF && !errors.Is(err, pages.ErrDamaged) {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// TestPartnersPicturesArePrinted prints a label as pictures between labels that Waybill draws.
func TestPartnersPicturesArePrinted(t *testing.T) {
	t.Parallel()
	first, err := pages.NewPicture(800, 1200)
	if err != nil {
		t.Fatal(err)
	}
	second, err := pages.NewPicture(13, 7)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 7 {
		first.Blacken(100*i, 150*i)
		second.Blacken(i, i)
	}
	encoded, err := pages.EncodePictures([]pages.Picture{first, second})
	if err != nil {
		t.Fatal(err)
	}
	own, theirs := sampleShipment(samples[0].party), label.Shipment{PartnerLabel: encoded, PartnerLabelAs: pages.AsPictures}
	zpl := printAll(t, label.Options{Format: label.ZPL}, own, theirs, own)
	formats := strings.SplitAfter(string(zpl), "^XZ\n")
	const printedAs = "^XA^PON^PMN^LRN^FWN,0^CI0^CVN^LH0,0^LS0"
	if len(formats) != 5 || formats[0] != formats[3] || !strings.HasPrefix(formats[1], printedAs+"^PW800^LL1200\n") ||
		!strings.HasPrefix(formats[2], printedAs+"^PW13^LL7\n") || strings.Contains(formats[1]+formats[2], "^B") {
		t.Errorf("%d formats: %.500s", len(formats), formats[1:3])
	}
	drawn, err := png.Decode(bytes.NewReader(printAll(t, label.Options{Format: label.PNG}, theirs)))
	if err != nil || drawn.Bounds() != image.Rect(0, 0, 800, 1207) {
		t.Fatalf("%v, %v", drawn.Bounds(), err)
	}
	black := 0
	for y := range 1207 {
		for x := range 800 {
			if r, _, _, _ := drawn.At(x, y).RGBA(); r == 0 {
				black++
			}
		}
	}
	if r, _, _, _ := drawn.At(600, 900).RGBA(); black != 14 || r != 0 {
		t.Errorf("%d dots are black", black)
	}
	if _, err := label.SharedPrinter.Print(new(bytes.Buffer), theirs, label.Options{}); err == nil {
		t.Error("a PDF of pictures")
	}
	theirs.PartnerLabel = encoded[:len(encoded)-1]
	if _, err := label.SharedPrinter.Print(new(bytes.Buffer), theirs, label.Options{Format: label.ZPL}); !errors.Is(err, pages.ErrDamaged) {
		t.Errorf("damaged pictures: %v", err)
	}
}
