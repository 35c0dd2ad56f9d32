package typeset

import (
	"slices"
	"strings"
	"testing"

	"waybill/internal/label/fonts"
)

func newShaper() *Shaper { return NewShaper(fonts.NewSet()) }

// lines breaks a text to a width in 1/1000 em.
func lines(s *Shaper, text string, width int) (broken []string, torn bool) {
	p := s.Paragraph(text, Regular)
	spans, torn := p.Break(width, nil)
	for _, span := range spans {
		broken = append(broken, string(p.Text[span.Start:span.End]))
	}
	return broken, torn
}

func TestLinesBreakWhereReadersExpectIt(t *testing.T) {
	s := newShaper()
	for _, c := range []struct {
		name, text string
		width      int
		want       []string
	}{
		{"Latin", "Nørrebrogade 112, third floor", 9000, []string{"Nørrebrogade 112,", "third floor"}},
		{"Chinese", "浦东新区世纪大道100号", 6100, []string{"浦东新区世纪", "大道100号"}},
		{"Chinese punctuation", "浦东新区，世纪", 4100, []string{"浦东新", "区，世纪"}},
		{"Korean at spaces", "강남구 테헤란로 152", 6500, []string{"강남구", "테헤란로 152"}},
		{"Korean number", "센터 27층 경비실", 3300, []string{"센터", "27층", "경비실"}},
		{"Korean within a long word", "강남구테헤란로경비실", 4100, []string{"강남구테", "헤란로경", "비실"}},
		{"Thai syllables", "ในเมืองไทยแห่ง", 2400, []string{"ใน", "เมือง", "ไทย", "แห่ง"}},
		{"Khmer stack", "ស្ត្រី", 600, []string{"ស្ត្រី"}},
		{"Burmese syllables", "ရန်ကုန်မြို့", 1900, []string{"ရန်", "ကုန်", "မြို့"}},
	} {
		if got, _ := lines(s, c.text, c.width); !slices.Equal(got, c.want) {
			t.Errorf("%s: lines %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNoLineIsWiderThanAsked(t *testing.T) {
	s := newShaper()
	for _, text := range []string{
		"Nørrebrogade 112, Donaudampfschifffahrtsgesellschaftskapitän", "ถนนสุขุมวิท แขวงพระโขนงเหนือ เขตวัฒนา",
		"شارع الشيخ زايد برج الإمارات الطابق", "ဗိုလ်ချုပ်အောင်ဆန်းလမ်း ကျောက်တံတားမြို့နယ်", "महात्मा गांधी मार्ग क्षेत्र",
	} {
		for width := 3000; width < 12_000; width += 700 {
			p := s.Paragraph(text, Regular)
			spans, _ := p.Break(width, nil)
			whole := ""
			for _, span := range spans {
				whole += string(p.Text[span.Start:span.End])
				// Letters that were joined across the break may be wider at the end of a word.
				if got := p.Line(span).Width; got > width+width/10 {
					t.Errorf("%q is %d wide, want at most %d", string(p.Text[span.Start:span.End]), got, width)
				}
			}
			if got, want := strings.ReplaceAll(whole, " ", ""), strings.ReplaceAll(text, " ", ""); got != want {
				t.Errorf("the lines hold %q, want %q", got, want)
			}
		}
	}
}

// TestSyllablesStayTogether tries every width on scripts without spaces: no line may begin with a character
// that belongs to the line before it, or end with one that belongs to the next.
func TestSyllablesStayTogether(t *testing.T) {
	s := newShaper()
	for _, text := range []string{
		"สมชายวงศ์สวัสดิ์ประเทศไทยแห่งโลกาเมตตา",
		"ဗိုလ်ချုပ်အောင်ဆန်းလမ်းကျောက်တံတားမန္တလေး", "ព្រះរាជាណាចក្រកម្ពុជាស្ត្រី", "ປະເທດລາວແຫ່ງໂລກາ",
	} {
		for width := 2500; width < 9000; width += 50 {
			broken, _ := lines(s, text, width)
			for i, line := range broken {
				r := []rune(line)
				closes := len(r) > 1 && strings.ContainsRune("\u103a\u1039\u0e4c\u0ecc", r[1])
				if i > 0 && (closes || slices.Contains(noLineStartSet, r[0])) {
					t.Errorf("a line of %q begins with %q", text, line)
				}
				if last := r[len(r)-1]; slices.Contains(noLineEndSet, last) || last == 0x17D2 || last == 0x1039 {
					t.Errorf("a line of %q ends with %q", text, line)
				}
			}
		}
	}
}

// TestSyllablesOfKnownFormAreWhole checks each boundary of words whose spelling shows that they are one
// syllable, before a word that begins with a vowel.
func TestSyllablesOfKnownFormAreWhole(t *testing.T) {
	s := newShaper()
	for word := range strings.FieldsSeq("เมือง ไทย แห่ง เดิน เมีย เรียน เปลี่ยน เด็ก ตั้ง วัฒ มือ หนู หลัง หก ใหม่ ใคร แปล คน " +
		"ห้อง น้อง ต้อง ธรรม พรรค ศาสตร์ ศุกร์ สิทธิ์ ไมล์ เกาะ เขา โลก น้ำ ເມືອງ ວັນ ຫົກ ໃໝ່ ຄົນ") {
		text := "ไป" + word + "ไป"
		if strings.ContainsFunc(word, func(r rune) bool { return r >= 0x0E80 }) {
			text = "ໄປ" + word + "ໄປ"
		}
		p := s.Paragraph(text, Regular)
		for i := 2; i <= len(p.Text)-2; i++ {
			atEdge := i == 2 || i == len(p.Text)-2
			if c := p.breaks[i]; atEdge && c != weak || !atEdge && c > glued {
				t.Errorf("%q before %q has class %d", text, string(p.Text[i:]), c)
			}
		}
	}
}

func TestTornWordsAreTold(t *testing.T) {
	s := newShaper()
	if _, torn := lines(s, "Nørrebrogade 112", 4000); !torn {
		t.Error("a word broken in its middle is not reported")
	}
	if _, torn := lines(s, "Nørrebrogade 112", 8000); torn {
		t.Error("a line broken at a space is reported as torn")
	}
}

// visual returns the text of a line's glyphs from left to right.
func visual(l Line) string {
	var b strings.Builder
	for _, run := range l.Runs {
		for _, g := range run.Glyphs {
			b.WriteString(string(l.Text[g.From:g.To]))
		}
	}
	return b.String()
}

func TestRightToLeftOrder(t *testing.T) {
	s := newShaper()
	for text, want := range map[string]string{
		"שלום":          "םולש",
		"רחוב 22 דירה":  "הריד 22 בוחר",
		"Tel Aviv תל 5": "Tel Aviv 5 לת",
	} {
		p := s.Paragraph(text, Regular)
		if got := visual(p.Whole()); got != want {
			t.Errorf("%q is set as %q, want %q", text, got, want)
		}
		if rtl := text[0] > 0x7F; p.RTL != rtl {
			t.Errorf("%q: right to left is %t, want %t", text, p.RTL, rtl)
		}
	}
}

// TestBrokenArabicIsShapedAnew breaks a word between joined letters: each part must look as if it stood
// alone.
func TestBrokenArabicIsShapedAnew(t *testing.T) {
	s := newShaper()
	p := s.Paragraph("الشيخمحمد", Regular)
	for cut := 1; cut < len(p.Text); cut++ {
		for _, span := range []Span{{0, cut}, {cut, len(p.Text)}} {
			got := p.Line(span)
			want := s.Paragraph(string(p.Text[span.Start:span.End]), Regular).Whole()
			if !slices.Equal(glyphIDs(got), glyphIDs(want)) {
				t.Errorf("%q: glyphs %v, want %v", string(p.Text[span.Start:span.End]), glyphIDs(got), glyphIDs(want))
			}
		}
	}
}

func glyphIDs(l Line) (ids []uint16) {
	for _, run := range l.Runs {
		for _, g := range run.Glyphs {
			ids = append(ids, g.ID)
		}
	}
	return ids
}

func TestMarksStayInTheirBasesFont(t *testing.T) {
	s := newShaper()
	for _, text := range []string{"ป\u0301", "क\u0301", "漢\u0308", "ب\u0301"} {
		p := s.Paragraph(text, Regular)
		if n := len(p.Whole().Runs); n != 1 {
			t.Errorf("%q is set in %d runs, want 1", text, n)
		}
	}
}

// TestAWordHasOneWeight sets words of one and of several fonts in bold: no part may be regular.
func TestAWordHasOneWeight(t *testing.T) {
	s := newShaper()
	for _, text := range []string{
		"محمد 12", "ป\u0301", "漢\u0308字A", "क\u0301", "김민준 №5", "ក១", "יוסף ☎", "\u0301", "★ 5 ℃", "Ωμέγα क",
	} {
		for _, run := range s.Paragraph(text, Bold).Whole().Runs {
			if s.set.Bold(run.Font) != run.Font {
				t.Errorf("%q has a part in %s", text, run.Font.Name)
			}
		}
	}
}

func TestTextIsCleaned(t *testing.T) {
	s := newShaper()
	for text, want := range map[string]string{
		"  a \t\n b\u3000\u2003c ":         "a b c",
		"Nguye\u0302\u0303n":               "Nguyễn",
		"a\u202eb\u2066c\u2069d":           "abcd",
		"A\u00adB\ufe0fC\ufeffD":           "ABCD",
		"ꀀ yi":                             "it yi",
		"x🌹 🌹y":                            "x y",
		"shirt 👕 , blue 🌹 size":            "shirt, blue size",
		"a 👨\u200d👩\u200d👧 b":              "a b",
		"Bangkok, 🌹, 10110":                "Bangkok, 10110",
		"🌹, Road (near 🏠) 🌹!":              "Road (near)!",
		"a , b 🌹":                          "a , b",
		"\x00\x1f\x7f":                     "",
		"e\u0301\u0301\u0301\u0301":        "é\u0301\u0301\u0301",
		"Z" + strings.Repeat("\u0301", 40): "Ź\u0301\u0301\u0301\u0301",
	} {
		if got := string(s.Paragraph(text, Regular).Text); got != want {
			t.Errorf("%q prints as %q, want %q", text, got, want)
		}
	}
}

// TestNoTofu shapes every character of the Basic Multilingual Plane: none may become the glyph for a missing
// character.
func TestNoTofu(t *testing.T) {
	s := newShaper()
	for r := rune(0x20); r < 0xFFFF; r += 16 {
		var block []rune
		for c := r; c < r+16; c++ {
			if c < 0xD800 || c > 0xDFFF {
				block = append(block, c, ' ')
			}
		}
		for _, run := range s.Paragraph(string(block), Regular).Whole().Runs {
			for _, g := range run.Glyphs {
				if g.ID == 0 {
					t.Fatalf("U+%04X to U+%04X: a glyph of %s is missing", r, r+15, run.Font.Name)
				}
			}
		}
	}
}

func TestEllipsisFitsTheWidth(t *testing.T) {
	s := newShaper()
	for _, text := range []string{
		"Nørrebrogade 112, third floor", "ถนนสุขุมวิท แขวงพระโขนงเหนือ",
		"شارع الشيخ زايد، برج الإمارات", "浦东新区世纪大道上海",
	} {
		p := s.Paragraph(text, Regular)
		l := p.Ellipsis(Span{0, len(p.Text)}, 6000)
		if l.Width > 6000 || l.Width < 4000 {
			t.Errorf("%q cut to 6000 is %d wide", text, l.Width)
		}
		if set := visual(l); !strings.Contains(set, "…") {
			t.Errorf("%q cut is %q, without …", text, set)
		}
	}
}

func TestParagraphsAreKept(t *testing.T) {
	s := newShaper()
	caption := s.Paragraph("FROM", Bold)
	for i := range 3 * cacheSize {
		s.Paragraph(strings.Repeat("x", 1+i%700), Regular)
		if i%30 == 0 && s.Paragraph("FROM", Bold) != caption {
			t.Fatalf("the caption was shaped again after %d other texts", i)
		}
		runes := 0
		for _, generation := range []map[cacheKey]*Paragraph{s.fresh, s.old} {
			for _, p := range generation {
				runes += len(p.Text)
			}
		}
		if n := len(s.fresh) + len(s.old); n > 2*cacheSize || runes > 2*cacheRunes {
			t.Fatalf("%d paragraphs of %d runes are kept, want at most %d of %d", n, runes, 2*cacheSize, 2*cacheRunes)
		}
	}
}
