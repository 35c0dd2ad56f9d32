package label_test

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"iter"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"waybill/internal/label"
	"waybill/internal/label/inspect"
	"waybill/internal/problem"
)

var sizes = []label.Size{label.Size100x150, label.SizeA6, label.Size4x6, label.SizeA4}

// batch returns n shipments with different tracking numbers, in the samples' scripts in turn.
func batch(n int) iter.Seq2[label.Shipment, error] {
	return func(yield func(label.Shipment, error) bool) {
		for i := range n {
			s := sampleShipment(samples[i%len(samples)].party)
			s.Order.TrackingNo = trackingNo(i)
			s.Order.Consignee.Name += fmt.Sprint(" ", i)
			s.Order.Consignee.Address += fmt.Sprint(" ", 100+i)
			if !yield(s, nil) {
				return
			}
		}
	}
}

func trackingNo(i int) string { return fmt.Sprintf("WB%011dXX", 48210739526+i*7919) }

func TestCodesScanOnEveryPaper(t *testing.T) {
	t.Parallel()
	for _, size := range sizes {
		if testing.Short() && size != label.Size100x150 && size != label.SizeA4 { // one and several on a sheet
			continue
		}
		for _, dpi := range thin([]int{203, 300, 600}) {
			s := sampleShipment(samples[dpi%len(samples)].party)
			no := s.Order.TrackingNo
			want := []string{"CODE-128:" + no, "QR-Code:" + no}
			picture, _ := printOne(t, s, label.Options{Format: label.PNG, Size: size, DPI: dpi})
			if got := scan(t, save(t, "label.png", picture)); !slices.Equal(got, want) {
				t.Errorf("%s at %d dpi: the scanner reads %q, want %q", size, dpi, got, want)
			}
		}
		var pdf bytes.Buffer
		if _, err := label.SharedPrinter.PrintAll(&pdf, batch(5), label.Options{Size: size}); err != nil {
			t.Fatal(err)
		}
		path := save(t, "labels.pdf", pdf.Bytes())
		run(t, "qpdf", "--check", path)
		for _, dpi := range thin([]int{203, 300}) {
			var got []string
			for _, page := range rasterise(t, path, dpi) {
				got = append(got, scan(t, page)...)
			}
			for i := range 5 {
				if n := count(got, trackingNo(i)); n != 2 {
					t.Errorf("%s at %d dpi: %d codes of label %d, want 2, in %q", size, dpi, n, i, got)
				}
			}
		}
	}
}

func count(codes []string, trackingNo string) (n int) {
	for _, c := range codes {
		if strings.HasSuffix(c, ":"+trackingNo) {
			n++
		}
	}
	return n
}

func TestFilesHaveATitleAndALanguage(t *testing.T) {
	one := sampleShipment(samples[0].party)
	var copied bytes.Buffer
	if _, err := label.SharedPrinter.Print(&copied, one, label.Options{}); err != nil {
		t.Fatal(err)
	}
	partners := one
	var err error
	if partners.PartnerLabel, err = inspect.PDF(copied.Bytes()); err != nil {
		t.Fatal(err)
	}
	for want, pdf := range map[string][]byte{
		"Parcel label WB48210739526DK":              printAll(t, label.Options{}, one),
		"Parcel label, 2 orders":                    printAll(t, label.Options{}, one, partners),
		"Customs declaration CN 22 WB48210739526DK": printAll(t, label.Options{Document: label.CN22}, one),
		"Customs declaration CN 23 WB48210739526DK": printAll(t, label.Options{Document: label.CN23}, one),
		"Commercial invoice, 2 orders":              printAll(t, label.Options{Document: label.Invoice}, one, one),
	} {
		path := save(t, "document.pdf", pdf)
		if info := run(t, "pdfinfo", path); !strings.Contains(info, "Title:           "+want+"\n") {
			t.Errorf("the title is not %q:\n%s", want, info)
		}
		if file := run(t, "qpdf", "--qdf", "--object-streams=disable", path, "-"); !strings.Contains(file, "/Lang (en)") {
			t.Errorf("%s has no language", want)
		}
	}
}

func TestPicturesHaveOneBitAndTheirSize(t *testing.T) {
	s := sampleShipment(samples[0].party)
	for dpi, want := range map[int]image.Point{203: {800, 1200}, 300: {1181, 1772}, 600: {2362, 3543}} {
		data, _ := printOne(t, s, label.Options{Format: label.PNG, DPI: dpi})
		config, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if got := (image.Point{config.Width, config.Height}); got != want {
			t.Errorf("at %d dpi the picture has %v dots, want %v", dpi, got, want)
		}
		if bits := data[24]; bits != 1 {
			t.Errorf("%d bits a dot, want 1", bits)
		}
	}
}

func TestMergedPDFKeepsTheOrder(t *testing.T) {
	var pdf bytes.Buffer
	const n = 60
	if _, err := label.SharedPrinter.PrintAll(&pdf, batch(n), label.Options{}); err != nil {
		t.Fatal(err)
	}
	pages := strings.Split(strings.TrimSuffix(run(t, "pdftotext", "-raw", save(t, "labels.pdf", pdf.Bytes()), "-"), "\f"), "\f")
	if len(pages) != n {
		t.Fatalf("%d pages, want %d", len(pages), n)
	}
	for i, page := range pages {
		if !strings.Contains(page, trackingNo(i)) {
			t.Errorf("page %d lacks %s", i, trackingNo(i))
		}
	}
}

var graphicField = regexp.MustCompile(`\^FO0,(\d+)\^GFA,(\d+),(\d+),(\d+),([^^]*)\^FS`)

// TestZPLShowsWhatPNGShows decompresses the ZPL and compares the dots with the PNG, except where the printer
// draws the codes.
func TestZPLShowsWhatPNGShows(t *testing.T) {
	for _, sample := range thin(samples) {
		s := sampleShipment(sample.party)
		for _, dpi := range thin([]int{203, 300}) {
			zpl, _ := printOne(t, s, label.Options{Format: label.ZPL, DPI: dpi})
			data, _ := printOne(t, s, label.Options{Format: label.PNG, DPI: dpi})
			picture, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			compareDots(t, sample.script, zpl, picture)
			plain, _ := printOne(t, s, label.Options{Format: label.ZPL, DPI: dpi, Hex: true})
			if got, want := readGraphic(t, plain), readGraphic(t, zpl); !bytes.Equal(got.bits, want.bits) || got.top != want.top {
				t.Errorf("%s: the picture in hexadecimal differs", sample.script)
			}
			no := s.Order.TrackingNo
			for _, want := range []string{"^XA", "N,N,N,A^FH_^FD" + no + "^FS", "^FH_^FDMA," + no + "^FS", "^XZ"} {
				if !strings.Contains(string(zpl), want) {
					t.Errorf("%s: the ZPL lacks %s", sample.script, want)
				}
			}
		}
	}
}

// graphic is the decompressed picture of a ZPL format.
type graphic struct {
	top, stride int
	bits        []byte
}

func readGraphic(t *testing.T, zpl []byte) graphic {
	t.Helper()
	m := graphicField.FindSubmatch(zpl)
	if m == nil {
		t.Fatalf("no picture in %.200q", zpl)
	}
	g := graphic{top: number(t, m[1]), stride: number(t, m[4])}
	if z64, ok := bytes.CutPrefix(m[5], []byte(":Z64:")); ok {
		packed, err := base64.StdEncoding.DecodeString(string(z64[:len(z64)-5]))
		if err != nil {
			t.Fatal(err)
		}
		z, err := zlib.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		if g.bits, err = io.ReadAll(z); err != nil {
			t.Fatal(err)
		}
	} else {
		g.bits = readHex(t, m[5], g.stride)
	}
	if len(g.bits) != number(t, m[2]) {
		t.Fatalf("%d bytes of picture, want %s", len(g.bits), m[2])
	}
	return g
}

// readHex decodes the ASCII compression of ^GF.
func readHex(t *testing.T, field []byte, stride int) []byte {
	t.Helper()
	var digits []byte
	count := 0
	for _, c := range field {
		switch {
		case c == ',':
			white := 2*stride - len(digits)%(2*stride) // at the start of a row, the whole row
			digits = append(digits, bytes.Repeat([]byte{'0'}, white)...)
		case c == ':':
			digits = append(digits, digits[len(digits)-2*stride:]...)
		case 'G' <= c && c <= 'Y':
			count += int(c-'G') + 1
		case 'g' <= c && c <= 'z':
			count += 20 * (int(c-'g') + 1)
		default:
			digits = append(digits, bytes.Repeat([]byte{c}, max(1, count))...)
			count = 0
		}
	}
	bits, err := hex.DecodeString(string(digits))
	if err != nil {
		t.Fatal(err)
	}
	return bits
}

func compareDots(t *testing.T, name string, zpl []byte, picture image.Image) {
	t.Helper()
	g := readGraphic(t, zpl)
	bits, stride, top := g.bits, g.stride, g.top
	perMM := float64(picture.Bounds().Dx()) / 100
	differ := 0
	for i := range len(bits) * 8 {
		x, y := i%(stride*8), top+i/(stride*8)
		inCode := y > int(30*perMM) && y < int(53.5*perMM) || y > int(127*perMM) && x < int(32*perMM)
		if x >= picture.Bounds().Dx() || inCode {
			continue
		}
		grey, _, _, _ := picture.At(x, y).RGBA()
		if black := bits[i/8]&(0x80>>(i%8)) != 0; black != (grey == 0) {
			differ++
		}
	}
	if differ > 0 {
		t.Errorf("%s: %d dots differ between ZPL and PNG", name, differ)
	}
}

func number(t *testing.T, digits []byte) int {
	t.Helper()
	n, err := strconv.Atoi(string(digits))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestZPLStreamHasAFormatForEachLabel(t *testing.T) {
	var zpl bytes.Buffer
	if _, err := label.SharedPrinter.PrintAll(&zpl, batch(7), label.Options{Format: label.ZPL}); err != nil {
		t.Fatal(err)
	}
	at := -1
	for i := range 7 {
		next := strings.Index(zpl.String(), "^FDMA,"+trackingNo(i))
		if next <= at {
			t.Errorf("label %d is not after the one before it", i)
		}
		at = next
	}
	for _, command := range []string{"^XA", "^GFA", "^BCN", "^BQN", "^XZ"} {
		if n := strings.Count(zpl.String(), command); n != 7 {
			t.Errorf("%d times %s, want 7", n, command)
		}
	}
}

func TestUnknownOptionsAreErrors(t *testing.T) {
	for _, o := range []label.Options{{Format: "gif"}, {Size: "a5"}, {DPI: 72}} {
		_, err := label.SharedPrinter.Print(io.Discard, sampleShipment(samples[0].party), o)
		if !problem.Of(err).Is(problem.PrintOption) {
			t.Errorf("%+v: error %v, want one of PrintOption", o, err)
		}
	}
}

func TestAnErrorOfTheSequenceEndsThePrint(t *testing.T) {
	broken := func(yield func(label.Shipment, error) bool) { yield(label.Shipment{}, os.ErrDeadlineExceeded) }
	if _, err := label.SharedPrinter.PrintAll(io.Discard, broken, label.Options{}); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("error %v, want the sequence's", err)
	}
}

// counter counts the bytes written to it.
type counter int

func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

// TestManyLabelsAreStreamed checks that a label is written before the label after the next is read.
func TestManyLabelsAreStreamed(t *testing.T) {
	for _, format := range []label.Format{label.PDF, label.ZPL} {
		var written counter
		before := counter(0)
		watched := func(yield func(label.Shipment, error) bool) {
			i := 0
			for s, err := range batch(12) {
				if i > 2 && written == before {
					t.Errorf("%s: label %d is held back", format, i-2)
				}
				before = written
				i++
				if !yield(s, err) {
					return
				}
			}
		}
		if _, err := label.SharedPrinter.PrintAll(&written, watched, label.Options{Format: format}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestFilesAreSmall(t *testing.T) {
	for _, sample := range samples {
		limit := 28 << 10
		if sample.script == "latin" {
			limit = 16 << 10
		}
		if pdf, _ := printOne(t, sampleShipment(sample.party), label.Options{}); len(pdf) > limit {
			t.Errorf("%s: %d bytes, want at most %d", sample.script, len(pdf), limit)
		}
	}
	var merged counter
	n := 200
	if testing.Short() {
		n = 100
	}
	if _, err := label.SharedPrinter.PrintAll(&merged, batch(n), label.Options{}); err != nil {
		t.Fatal(err)
	}
	if int(merged)/n > 5<<10 {
		t.Errorf("%d bytes a label of a merged file, want at most 5 KiB", int(merged)/n)
	}
}
