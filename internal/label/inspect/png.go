package inspect

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"

	"waybill/internal/label/pages"
)

// pictureDPI is the resolution at which a partner's picture is printed. Label printers have 203 dpi, and a
// picture of 4 × 6 inches has 812 × 1218 dots.
const pictureDPI = 203

// maxPicture is the largest decoded picture in bytes: A4 at 300 dpi, in colour and with transparency. Its
// page takes the same memory once more.
const maxPicture = 2480 * 3508 * 4

// PNG returns an encoded page with a picture, which has the picture's size at 203 dpi.
func PNG(file []byte) ([]byte, error) { return readPicture(file, parts.page) }

// PNGAsForms returns the page that PNG makes as an encoded form, which sheets of labels draw.
func PNGAsForms(file []byte) ([]byte, error) { return readPicture(file, parts.form) }

// readPicture encodes a picture as parts that fit PDF.
func readPicture(file []byte, encode func(parts) ([]byte, error)) ([]byte, error) {
	picture, err := decodePicture(file)
	if err != nil {
		return nil, err
	}
	p := readParts(file)
	if !p.fitsPDF() {
		if file, err = flat(picture); err != nil {
			return nil, err
		}
		p = readParts(file)
	}
	return encode(p)
}

// decodePicture reads all of a picture, with its checksums. It refuses one that is too large to decode.
func decodePicture(file []byte) (image.Image, error) {
	header, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("it cannot be read as PNG: %w", err)
	}
	if header.Width > maxPicture/bytesPerDot(header.ColorModel)/header.Height {
		return nil, fmt.Errorf("its %d × %d dots have more than %d bytes: at most A4 at 300 dpi, with 8 bits a colour",
			header.Width, header.Height, maxPicture)
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, fmt.Errorf("it cannot be read as PNG: %w", err)
	}
	return picture, nil
}

// bytesPerDot returns the bytes of a decoded dot.
func bytesPerDot(m color.Model) int {
	switch m {
	case color.Gray16Model:
		return 2
	case color.RGBAModel, color.NRGBAModel:
		return 4
	case color.RGBA64Model, color.NRGBA64Model:
		return 8
	}
	return 1 // grey, or a palette
}

// flat returns a picture on a white background, as a PNG in colour that fits PDF.
func flat(picture image.Image) ([]byte, error) {
	bounds := picture.Bounds()
	ground := image.NewRGBA(image.Rect(0, 0, bounds.Dx(), bounds.Dy()))
	draw.Draw(ground, ground.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(ground, ground.Rect, picture, bounds.Min, draw.Over)
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := encoder.Encode(&file, ground); err != nil {
		return nil, err
	}
	return file.Bytes(), nil
}

// parts are the parts of a PNG.
type parts struct {
	width, height int
	bits          byte // per colour of a dot, or per index into the palette
	kind          byte // see the constants
	interlaced    byte
	palette       []byte // of kind indexed: three bytes a colour
	transparent   bool   // it has a transparent colour
	data          []byte
}

// The kinds of PNG, called colour types in its specification.
const (
	grey     = 0
	coloured = 2
	indexed  = 3
)

// readParts splits a PNG, which must have been decoded before, into its parts.
func readParts(file []byte) (p parts) {
	const signature, lengthAndName, checksum = 8, 8, 4
	for rest := file[signature:]; len(rest) >= lengthAndName+checksum; {
		name, content := string(rest[4:lengthAndName]), rest[lengthAndName:]
		length := int(binary.BigEndian.Uint32(rest))
		content, rest = content[:length], content[length+checksum:]
		switch name {
		case "IHDR":
			p.width, p.height = int(binary.BigEndian.Uint32(content)), int(binary.BigEndian.Uint32(content[4:]))
			p.bits, p.kind, p.interlaced = content[8], content[9], content[12]
		case "PLTE":
			p.palette = content
		case "tRNS":
			p.transparent = true
		case "IDAT":
			p.data = append(p.data, content...)
		case "IEND":
			return p
		}
	}
	return p
}

// fitsPDF reports whether PDF can take the picture's data unchanged: rows with their filters.
func (p parts) fitsPDF() bool {
	return (p.kind == grey || p.kind == coloured || p.kind == indexed) && p.bits <= 8 && !p.transparent && p.interlaced == 0
}

// page returns the page of a picture that fits PDF.
func (p parts) page() ([]byte, error) {
	width, height := points(p.width), points(p.height)
	page := pages.Object{Text: fmt.Appendf(nil, "/MediaBox[0 0 %.2f %.2f]/Contents /Resources<</XObject<</I >>>>", width, height)}
	page.Refs = []pages.Ref{
		{At: bytes.Index(page.Text, []byte("/Resources")), To: 0},
		{At: bytes.Index(page.Text, []byte(">>>>")), To: 1},
	}
	content := p.content()
	return pages.Encode(pages.AsPages, []pages.Page{{Object: page}}, []pages.Object{
		{Text: fmt.Appendf(nil, "<</Length %d>>stream\n%s\nendstream", len(content), content)}, p.object(),
	})
}

// form returns the page of a picture that fits PDF as a form.
func (p parts) form() ([]byte, error) {
	width, height := points(p.width), points(p.height)
	content := p.content()
	text := fmt.Appendf(nil, "<</Type/XObject/Subtype/Form/BBox[0 0 %.2f %.2f]/Resources<</XObject<</I >>>>/Length %d>>stream\n%s\nendstream",
		width, height, len(content), content)
	form := pages.Page{
		Size:   pages.Size{Width: int(math.Ceil(width * 100)), Height: int(math.Ceil(height * 100))},
		Object: pages.Object{Text: text, Refs: []pages.Ref{{At: bytes.Index(text, []byte(">>>>")), To: 0}}},
	}
	return pages.Encode(pages.AsForms, []pages.Page{form}, []pages.Object{p.object()})
}

// content draws the picture, which is I, on its page.
func (p parts) content() string {
	return fmt.Sprintf("q %.2f 0 0 %.2f 0 0 cm /I Do Q", points(p.width), points(p.height))
}

// object is the picture as a PDF object.
func (p parts) object() pages.Object {
	space, colours := "/DeviceGray", 1
	switch p.kind {
	case coloured:
		space, colours = "/DeviceRGB", 3
	case indexed:
		space = fmt.Sprintf("[/Indexed/DeviceRGB %d<%X>]", len(p.palette)/3-1, p.palette)
	}
	dict := fmt.Appendf(nil, "<</Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace%s/BitsPerComponent %d"+
		"/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors %d/BitsPerComponent %d/Columns %d>>/Length %d>>stream\n",
		p.width, p.height, space, p.bits, colours, p.bits, p.width, len(p.data))
	return pages.Object{Text: append(append(dict, p.data...), "\nendstream"...)}
}

// points converts dots of a picture into points of PDF, 72 per inch.
func points(dots int) float64 { return float64(dots) / pictureDPI * 72 }
