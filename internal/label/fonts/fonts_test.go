package fonts

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
)

func TestBoldCutsCoverWhatRegularOnesDo(t *testing.T) {
	s := NewSet()
	for i := range s.Len() {
		regular := s.fonts[i]
		bold := s.Bold(regular)
		if bold == regular {
			continue
		}
		for r := rune(0x20); r < 0x3000; r++ {
			if regular.Covers(r) && !bold.Covers(r) {
				t.Errorf("%s lacks U+%04X of %s", bold.Name, r, regular.Name)
			}
		}
	}
}

func TestEveryFileIsInTheSet(t *testing.T) {
	entries, err := files.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	fonts, licences := 0, 0
	for _, e := range entries {
		if len(e.Name()) > 4 && e.Name()[len(e.Name())-4:] == ".txt" {
			licences++
		} else {
			fonts++
		}
	}
	s := NewSet()
	used := 0
	for i := range s.Len() {
		if f := s.fonts[i]; f.Base() == f {
			used++
		}
	}
	if fonts != used || licences != 2 {
		t.Errorf("%d fonts and %d licences are embedded, want %d and 2", fonts, licences, used)
	}
	for i := range s.Len() {
		if f := s.fonts[i]; f.Index != i || f.Parsed() == nil {
			t.Errorf("font %d has index %d", i, f.Index)
		}
	}
}

func TestScriptsHaveTheirFace(t *testing.T) {
	s := NewSet()
	for script, sample := range map[language.Script]rune{
		language.Latin: 'ễ', language.Thai: 'ก', language.Lao: 'ກ', language.Khmer: 'ក', language.Myanmar: 'က', language.Han: '髙',
		language.Hangul: '힣', language.Hiragana: 'あ', language.Arabic: 'ع', language.Hebrew: 'ש', language.Devanagari: 'क',
		language.Tamil: 'த', language.Bengali: 'ব', language.Ethiopic: 'አ', language.Sinhala: 'ක',
	} {
		if f := s.ForScript(script); f == nil || !f.Covers(sample) {
			t.Errorf("no face of %v has %c", script, sample)
		}
	}
}

func TestCharstrings(t *testing.T) {
	pt := func(x, y float32) opentype.SegmentPoint { return opentype.SegmentPoint{X: x, Y: y} }
	outline := []opentype.Segment{
		{Op: opentype.SegmentOpMoveTo, Args: [3]opentype.SegmentPoint{pt(10, 20)}},
		{Op: opentype.SegmentOpLineTo, Args: [3]opentype.SegmentPoint{pt(110, 20)}},
		{Op: opentype.SegmentOpLineTo, Args: [3]opentype.SegmentPoint{pt(110, -1200)}},
		{Op: opentype.SegmentOpQuadTo, Args: [3]opentype.SegmentPoint{pt(140, -1200), pt(140, -1170)}},
	}
	want := []byte{
		247, 20, // the width 128
		149, 159, 21, // 10 20 rmoveto
		239, 139, 139, 28, 0xFB, 0x3C, 5, // 100 0 0 -1220 rlineto
		159, 139, 149, 149, 139, 159, 8, // 20 0 10 10 0 20 rrcurveto
		14,
	}
	if got := charstring(128, outline); !bytes.Equal(got, want) {
		t.Errorf("charstring % d, want % d", got, want)
	}
}

func BenchmarkFirstUse(b *testing.B) {
	for b.Loop() {
		s := NewSet()
		for i := range s.Len() {
			s.fonts[i].Parsed()
		}
	}
}

// TestKeptGlyphsAreBounded loads a quarter of the Han font, which exceeds the limit of cached glyphs.
func TestKeptGlyphsAreBounded(t *testing.T) {
	s := NewSet()
	han := s.ForScript(language.Han)
	first := han.Glyph(1)
	for id := uint16(2); id < 36_000; id += 4 {
		han.Glyph(id)
		if kept := s.kept.Load(); kept > MaxKept {
			t.Fatalf("%d bytes are kept after %d glyphs", kept, id)
		}
	}
	if again := han.Glyph(1); again == first || !reflect.DeepEqual(again, first) {
		t.Error("a glyph that was dropped is not made anew, or differs")
	}
}

// TestEveryScriptHasABoldFont compares the areas that a letter blackens in the regular and in the bold font.
func TestEveryScriptHasABoldFont(t *testing.T) {
	s := NewSet()
	for _, sample := range "nпαกກកက국中がعשकதবತఅඅአაա" {
		regular := s.ForScript(language.LookupScript(sample))
		bold := s.Bold(regular)
		if bold == regular || bold.Base() != regular && bold.Base() != bold {
			t.Fatalf("%c: the bold font of %s is %s of %s", sample, regular.Name, bold.Name, bold.Base().Name)
		}
		id, _ := regular.Parsed().NominalGlyph(sample)
		boldID, _ := bold.Parsed().NominalGlyph(sample)
		light, heavy := regular.Glyph(uint16(id)), bold.Glyph(uint16(boldID))
		ratio := area(heavy.Outline) / area(light.Outline)
		if ratio < 1.15 || ratio > 2 {
			t.Errorf("%c blackens %.2f times as much in bold", sample, ratio)
		}
		if bold.Base() == regular && light.Advance != heavy.Advance {
			t.Errorf("%c: the advance is %d in bold, want %d", sample, heavy.Advance, light.Advance)
		}
	}
}
