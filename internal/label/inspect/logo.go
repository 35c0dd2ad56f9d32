package inspect

import (
	"bytes"
	"image"
	"image/color"
	"image/png"

	"golang.org/x/image/draw"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// maxLogoSide is the most pixels of a side of a logo's file.
const maxLogoSide = 1000

// Logo makes the picture of a logo that labels print, of a PNG file: as large as fits, in black and white with the greys
// as dots. The output is shipment.Logo.Pack, or why the file is refused, as problem.Message.Encode. Transparent pixels are white.
func Logo(file []byte) ([]byte, error) {
	size, err := png.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return []byte(problem.LogoNotPNG.With(err).Encode()), nil
	}
	if size.Width > maxLogoSide || size.Height > maxLogoSide {
		return []byte(problem.LogoTooManyPx.With(size.Width, size.Height, maxLogoSide, maxLogoSide).Encode()), nil
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		return []byte(problem.LogoDamaged.With(err).Encode()), nil
	}
	scale := min(float64(shipment.MaxLogoWidth)/float64(size.Width), float64(shipment.MaxLogoHeight)/float64(size.Height))
	width, height := max(1, int(scale*float64(size.Width))), max(1, int(scale*float64(size.Height)))
	scaled := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(scaled, scaled.Bounds(), image.White, image.Point{}, draw.Src)
	draw.CatmullRom.Scale(scaled, scaled.Bounds(), picture, picture.Bounds(), draw.Over, nil)
	dots := image.NewPaletted(scaled.Bounds(), color.Palette{color.White, color.Black})
	draw.FloydSteinberg.Draw(dots, dots.Bounds(), scaled, image.Point{})
	logo := shipment.NewLogo(width, height)
	for y := range height {
		for x := range width {
			if dots.ColorIndexAt(x, y) == 1 {
				logo.Set(x, y)
			}
		}
	}
	return logo.Pack(), nil
}
