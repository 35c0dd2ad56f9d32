package shipment

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
)

// The most dots of a logo: 24 × 11 mm at 203 dpi.
const (
	MaxLogoWidth  = 192
	MaxLogoHeight = 88
	MaxLogoFile   = 64 << 10 // bytes of its PNG file
)

// Logo is a picture in black and white, of dots of 1/8 mm.
type Logo struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Bits   []byte `json:"bits"` // rows of whole bytes, the leftmost dot in the highest bit; 1 is black
}

// NewLogo returns a white picture.
func NewLogo(width, height int) Logo {
	return Logo{width, height, make([]byte, (width+7)/8*height)}
}

// Set blackens a dot.
func (l Logo) Set(x, y int) { l.Bits[y*((l.Width+7)/8)+x/8] |= 0x80 >> (x % 8) }

// Black reports whether a dot is black.
func (l Logo) Black(x, y int) bool { return l.Bits[y*((l.Width+7)/8)+x/8]&(0x80>>(x%8)) != 0 }

// Pack returns the logo as bytes for UnpackLogo.
func (l Logo) Pack() []byte { return append([]byte{byte(l.Width), byte(l.Height)}, l.Bits...) }

// UnpackLogo is the inverse of Pack. The second result is false for bytes that are no logo.
func UnpackLogo(b []byte) (Logo, bool) {
	if len(b) < 2 {
		return Logo{}, false
	}
	l := NewLogo(int(b[0]), int(b[1]))
	fits := l.Width > 0 && l.Width <= MaxLogoWidth && l.Height > 0 && l.Height <= MaxLogoHeight && len(b)-2 == len(l.Bits)
	copy(l.Bits, b[2:])
	return l, fits
}

// PNG returns the logo as a PNG file, black on white, a pixel for a dot.
func (l Logo) PNG() []byte {
	picture := image.NewPaletted(image.Rect(0, 0, l.Width, l.Height), color.Palette{color.White, color.Black})
	for y := range l.Height {
		for x := range l.Width {
			if l.Black(x, y) {
				picture.SetColorIndex(x, y, 1)
			}
		}
	}
	var file bytes.Buffer
	_ = png.Encode(&file, picture) // writing to memory does not fail, and the size is legal
	return file.Bytes()
}
