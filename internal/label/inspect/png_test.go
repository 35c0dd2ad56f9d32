package inspect

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strings"
	"testing"

	"waybill/internal/label/inspect/inspecttest"
)

func encoded(t *testing.T, picture image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := png.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// TestPictures converts pictures of every kind. Those that PDF supports stay unchanged.
func TestPictures(t *testing.T) {
	t.Parallel()
	at := image.Rect(0, 0, 20, 10)
	painted := func(picture draw.Image, c color.Color) image.Image {
		draw.Draw(picture, at, image.NewUniform(c), image.Point{}, draw.Src)
		return picture
	}
	red, nothing := color.RGBA{255, 0, 0, 255}, color.NRGBA{0, 0, 0, 0}
	for name, c := range map[string]struct {
		picture image.Image
		want    string
	}{
		"grey":            {painted(image.NewGray(at), color.Black), "/DeviceGray/BitsPerComponent 8"},
		"grey of 16 bits": {painted(image.NewGray16(at), color.Black), "/DeviceRGB/BitsPerComponent 8"},
		"black and white": {
			painted(image.NewPaletted(at, color.Palette{color.White, color.Black}), color.Black),
			"[/Indexed/DeviceRGB 1<FFFFFF000000>]/BitsPerComponent 1",
		},
		"a clear palette":   {painted(image.NewPaletted(at, color.Palette{nothing, red}), red), "/DeviceRGB/BitsPerComponent 8"},
		"colour":            {painted(image.NewRGBA(at), red), "/DeviceRGB/BitsPerComponent 8"},
		"colour of 16 bits": {painted(image.NewRGBA64(at), red), "/DeviceRGB/BitsPerComponent 8"},
		"transparent":       {painted(image.NewNRGBA(at), nothing), "/DeviceRGB/BitsPerComponent 8"},
	} {
		page, err := PNG(encoded(t, c.picture))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		all := texts(t, page)
		if all[0] != "/MediaBox[0 0 7.09 3.55]/Contents $/Resources<</XObject<</I $>>>>" ||
			!strings.Contains(all[2], "/Width 20/Height 10/ColorSpace"+c.want+"/") {
			t.Errorf("%s: %q", name, all)
		}
	}
}

// TestTransparentIsWhite checks that transparent dots print as the white of the paper.
func TestTransparentIsWhite(t *testing.T) {
	t.Parallel()
	picture := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	picture.Set(1, 0, color.NRGBA{0, 0, 0, 128})
	file, err := flat(picture)
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(file))
	if err != nil || got.At(0, 0) != (color.RGBA{255, 255, 255, 255}) || got.At(1, 0) != (color.RGBA{127, 127, 127, 255}) {
		t.Errorf("%v and %v, %v", got.At(0, 0), got.At(1, 0), err)
	}
	p := readParts(file)
	if p.interlaced = 1; p.fitsPDF() {
		t.Error("an interlaced picture fits PDF")
	}
	if p.interlaced = 0; !p.fitsPDF() {
		t.Errorf("%+v does not fit PDF", p)
	}
}

// TestTruncatedPNG cuts a picture after each byte.
func TestTruncatedPNG(t *testing.T) {
	t.Parallel()
	whole := inspecttest.Picture(50, 50)
	if _, err := PNG(whole); err != nil {
		t.Fatal(err)
	}
	for i := range whole {
		if _, err := PNG(whole[:i]); err == nil {
			t.Errorf("%d of %d bytes were taken", i, len(whole))
		}
	}
}
