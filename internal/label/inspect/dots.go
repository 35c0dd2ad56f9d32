package inspect

import (
	"fmt"
	"image"

	"waybill/internal/label/pages"
)

// PNGAsDots returns a task that makes an encoded picture of a PNG at a printer's resolution. It has the size of the
// page that PNG makes.
func PNGAsDots(dpi int) func(file []byte) ([]byte, error) {
	return func(file []byte) ([]byte, error) {
		decoded, err := decodePicture(file)
		if err != nil {
			return nil, err
		}
		picture, err := asDots(decoded.(image.RGBA64Image), dpi, pictureDPI) // as all images of package image
		if err != nil {
			return nil, err
		}
		return pages.EncodePictures([]pages.Picture{picture})
	}
}

// asDots makes dots of an image that has another resolution: black where the image, on white, is darker than half.
func asDots(from image.RGBA64Image, dpi, fromDPI int) (pages.Picture, error) {
	bounds := from.Bounds()
	p, err := pages.NewPicture(bounds.Dx()*dpi/fromDPI, bounds.Dy()*dpi/fromDPI)
	if err != nil {
		return p, fmt.Errorf("at %d dpi it has %w", dpi, err)
	}
	for y := range p.Height {
		row := bounds.Min.Y + y*bounds.Dy()/p.Height
		for x := range p.Width {
			if isDark(from, bounds.Min.X+x*bounds.Dx()/p.Width, row) {
				p.Blacken(x, y)
			}
		}
	}
	return p, nil
}

// isDark reports whether a dot of an image, on white, is darker than half.
func isDark(from image.RGBA64Image, x, y int) bool {
	c := from.RGBA64At(x, y)                                             // multiplied by alpha
	luma := (299*uint32(c.R) + 587*uint32(c.G) + 114*uint32(c.B)) / 1000 // the weights of ITU-R BT.601
	return luma+(0xFFFF-uint32(c.A)) < 0x8000                            // the paper is white
}
