package pages

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"
	"testing"
)

// show formats pages, with the index of a reference in braces.
func show(p Pages) string {
	var b strings.Builder
	for isPage, pieces := range p.All() {
		if isPage {
			b.WriteString("page ")
		}
		for text, ref := range pieces {
			b.Write(text)
			if ref >= 0 {
				fmt.Fprintf(&b, "{%d}", ref)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func example(t testing.TB) []byte {
	t.Helper()
	encoded, err := Encode(AsPages,
		[]Page{{Object: Object{[]byte("/Contents /MediaBox[0 0 1 1]"), []Ref{{10, 1}}}}, {Object: Object{Text: []byte("/Rotate 90")}}},
		[]Object{{[]byte("[ ]"), []Ref{{1, 0}, {1, 1}, {2, 1}, {3, 0}}}, {Text: []byte("<<>>stream\n\x00\nendstream")}},
	)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

func TestPagesAreDecodedAsTheyWereEncoded(t *testing.T) {
	t.Parallel()
	p, err := Decode(AsPages, example(t))
	if err != nil {
		t.Fatal(err)
	}
	want := "page /Contents {1}/MediaBox[0 0 1 1]\npage /Rotate 90\n[{0}{1} {1}]{0}\n<<>>stream\n\x00\nendstream\n"
	if got := show(p); got != want || p.Objects() != 2 {
		t.Errorf("%d objects: %q, want %q", p.Objects(), got, want)
	}
	for range p.All() {
		break // the iterator stops
	}
}

func TestLimits(t *testing.T) {
	t.Parallel()
	half := Object{Text: make([]byte, MaxSize/2)}
	for want, c := range map[string]struct {
		pages   []Page
		objects []Object
	}{
		"51 pages: at most 50":       {make([]Page, MaxPages+1), nil},
		"5001 objects: at most 5000": {nil, make([]Object, MaxObjects+1)},
		"more than 4194304 bytes":    {[]Page{{Object: half}}, []Object{half}},
		"":                           {make([]Page, MaxPages), make([]Object, MaxObjects)},
	} {
		if _, err := Encode(AsPages, c.pages, c.objects); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// sealed appends the checksum.
func sealed(b []byte) []byte { return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b)) }

func TestDamagedPages(t *testing.T) {
	t.Parallel()
	whole := example(t)
	for i := range whole {
		if _, err := Decode(AsPages, whole[:i]); !errors.Is(err, ErrDamaged) {
			t.Errorf("%d bytes: %v", i, err)
		}
		changed := bytes.Clone(whole)
		changed[i] ^= 1
		if _, err := Decode(AsPages, changed); !errors.Is(err, ErrDamaged) {
			t.Errorf("byte %d changed: %v", i, err)
		}
	}
	for name, body := range map[string]string{
		"a reference to no object":  "\x01\x00" + "\x01a\x01\x00\x00",
		"a reference beyond":        "\x01\x01" + "\x01a\x01\x00\x01" + "\x00\x00",
		"a place beyond the text":   "\x01\x01" + "\x01a\x01\x02\x00" + "\x00\x00",
		"a text beyond the end":     "\x01\x00" + "\x7fa\x00",
		"objects that are not here": "\x01\x02" + "\x00\x00",
		"more than was announced":   "\x00\x00" + "\x00\x00",
		"too many pages":            "\x33\x00" + strings.Repeat("\x00\x00", 51),
		"a number without an end":   "\xff",
	} {
		if _, err := Decode(AsPages, sealed([]byte(begins[AsPages]+body))); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// FuzzDecode checks that decoded pages can be iterated over, and hold no more bytes than the encoding.
func FuzzDecode(f *testing.F) {
	f.Add(example(f)[len(begins[AsPages]) : len(example(f))-crc32.Size])
	f.Add([]byte("\x01\x01\x01a\x01\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := Decode(AsPages, sealed(append([]byte(begins[AsPages]), body...)))
		if err != nil {
			return
		}
		n := 0
		for _, pieces := range p.All() {
			for text, ref := range pieces {
				if n += len(text); ref >= p.Objects() {
					t.Fatalf("a reference to object %d of %d", ref, p.Objects())
				}
			}
		}
		if n > len(body) {
			t.Errorf("%d bytes of %d", n, len(body))
		}
	})
}
