package pages

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

func TestFormsAreDecodedAsTheyWereEncoded(t *testing.T) {
	t.Parallel()
	sizes := []Size{{28800, 43200}, {43200, 28800}}
	encoded, err := Encode(AsForms, []Page{
		{sizes[0], Object{Text: []byte("<</Resources>>"), Refs: []Ref{{At: 12, To: 0}}}},
		{sizes[1], Object{Text: []byte("<<>>")}},
	}, []Object{{Text: []byte("<</Font<<>>>>")}})
	if err != nil {
		t.Fatal(err)
	}
	forms, err := Decode(AsForms, encoded)
	if err != nil || !slices.Equal(forms.Sizes, sizes) {
		t.Fatalf("%v, %v", forms.Sizes, err)
	}
	if got, want := show(forms), "page <</Resources{0}>>\npage <<>>\n<</Font<<>>>>\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for i := range encoded {
		if _, err := Decode(AsForms, encoded[:i]); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d bytes: %v", i, err)
		}
		changed := bytes.Clone(encoded)
		changed[i] ^= 1
		if _, err := Decode(AsForms, changed); !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d changed: %v", i, err)
		}
	}
	if _, err := Decode(AsPages, encoded); !errors.Is(err, ErrDamaged) {
		t.Errorf("forms as pages: %v", err)
	}
}

func TestSizesOfForms(t *testing.T) {
	t.Parallel()
	for size, ok := range map[Size]bool{
		{59528, 84189}: true, {84189, 59528}: true, {maxShortSide, maxLongSide}: true, {1, 1}: true,
		{maxShortSide + 1, maxLongSide}: false, {maxShortSide, maxLongSide + 1}: false, {0, 100}: false, {100, -1}: false,
	} {
		if _, err := Encode(AsForms, []Page{{Size: size}}, nil); (err == nil) != ok {
			t.Errorf("%v: %v", size, err)
		}
	}
}
