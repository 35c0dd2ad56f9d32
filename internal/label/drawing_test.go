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

// gaps returns where the white columns that are at least so many dots wide begin and end, from row top to row
// bottom.
func gaps(picture image.Image, top, bottom, least int) (found []int) {
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
		if blank >= least {
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
	want := gaps(readPicture(t, save(t, "label.png", picture)), 735, 765, 10)
	got := gaps(readPicture(t, rasterise(t, save(t, "label.pdf", pdf), 203)[0]), 735, 765, 6)
	if len(want) < 8 {
		t.Fatalf("gaps at %v", want)
	}
	for _, edge := range want {
		if !slices.ContainsFunc(got, func(x int) bool { return max(x-edge, edge-x) <= 2 }) {
			t.Errorf("gaps at %v, want %v", got, want)
		}
	}
}
