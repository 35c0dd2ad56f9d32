package pages

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

func decoded(t *testing.T, encoded []byte) (all []Picture, err error) {
	t.Helper()
	for p, err := range DecodePictures(encoded) {
		if err != nil {
			return all, err
		}
		all = append(all, p)
	}
	return all, nil
}

func examplePictures(t testing.TB) []byte {
	t.Helper()
	first, firstErr := NewPicture(9, 2)
	second, secondErr := NewPicture(1, 3)
	first.Blacken(8, 1)
	second.Blacken(0, 2)
	encoded, err := EncodePictures([]Picture{first, second})
	if err := errors.Join(firstErr, secondErr, err); err != nil {
		t.Fatal(err)
	}
	return encoded
}

func TestPicturesAreDecodedAsTheyWereEncoded(t *testing.T) {
	t.Parallel()
	got, err := decoded(t, examplePictures(t))
	want := []Picture{{9, 2, []byte{0, 0, 0, 0x80}}, {1, 3, []byte{0, 0, 0x80}}}
	if err != nil || !slices.EqualFunc(got, want, func(a, b Picture) bool {
		return a.Width == b.Width && a.Height == b.Height && bytes.Equal(a.Bits, b.Bits)
	}) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	for _, err := range DecodePictures(examplePictures(t)) {
		if err != nil {
			t.Error(err)
		}
		break // the iterator stops
	}
}

func TestDamagedPictures(t *testing.T) {
	t.Parallel()
	whole := examplePictures(t)
	for i := range whole {
		changed := bytes.Clone(whole)
		changed[i] ^= 1
		for _, damaged := range [][]byte{whole[:i], changed} {
			if err := Check(AsPictures, damaged); !errors.Is(err, ErrDamaged) {
				t.Errorf("byte %d: %v", i, err)
			}
		}
	}
	for name, body := range map[string]string{
		"too many dots":         "\x01\xff\xff\xff\x03\xff\xff\xff\x03\x00",
		"no dots":               "\x01\x00\x00\x00",
		"rows that are missing": "\x01\x01\x01\x00",
		"rows beyond the end":   "\x01\x01\x01\x7f",
		"more than announced":   "\x00\x00",
	} {
		if got, err := decoded(t, sealed([]byte(begins[AsPictures]+body))); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if err := Check(AsPictures, example(t)); !errors.Is(err, ErrDamaged) {
		t.Errorf("pages of PDF: %v", err)
	}
}

func TestLimitsOfPictures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		width, height int
		fits          bool
	}{{2480, 3508, true}, {2480, 3509, false}, {0, 1, false}, {1, 0, false}, {MaxDots, 1, true}, {1 << 40, 1 << 40, false}} {
		if _, err := NewPicture(c.width, c.height); (err == nil) != c.fits {
			t.Errorf("%d × %d: %v", c.width, c.height, err)
		}
	}
	if _, err := EncodePictures(make([]Picture, MaxPages+1)); err == nil || err.Error() != "51 pages: at most 50" {
		t.Error(err)
	}
}
