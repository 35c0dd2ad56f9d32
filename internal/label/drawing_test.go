package label_test

import (
	"image"
	"image/png"
	"os"
	"slices"
	"testing"

	"waybill/internal/label"
)

// readPicture reads a PNG file.
func readPicture(t *testing.T, path string) image.Image {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	picture, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// gaps returns the white columns, at least 9 dots wide, between the words from row top to row bottom: where
// each begins and ends.
func gaps(picture image.Image, top, bottom int) (found []int) {
	blank := 0
	for x := range picture.Bounds().Dx() {
		inked := false
		for y := top; y < bottom && !inked; y++ {
			grey, _, _, _ := picture.At(x, y).RGBA()
			inked = grey < 0x8000
		}
		if !inked {
			blank++
			continue
		}
		if blank >= 9 {
			found = append(found, x-blank, x)
		}
		blank = 0
	}
	return found
}

// TestInvisibleCharactersMoveNothingInPDF compares the gaps between the words of a line that has a
// left-to-right mark in right-to-left text with those of the PNG.
func TestInvisibleCharactersMoveNothingInPDF(t *testing.T) {
	s := sampleShipment(samples[10].party)
	s.Order.Consignee.Address = "هاتف \u200e+971 4 555-1234 (خلف مول)"
	pdf, _ := printOne(t, s, label.Options{})
	picture, _ := printOne(t, s, label.Options{Format: label.PNG})
	rows := func(path string) []int { return gaps(readPicture(t, path), 735, 765) }
	want := rows(save(t, "label.png", picture))
	got := rows(rasterise(t, save(t, "label.pdf", pdf), 203)[0])
	if len(want) < 10 || !slices.EqualFunc(got, want, func(a, b int) bool { return max(a-b, b-a) <= 2 }) {
		t.Errorf("gaps at %v, want %v", got, want)
	}
}
