package typeset

import (
	"bufio"
	"compress/gzip"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/go-text/typesetting/bidi"
	xbidi "golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// dataLines returns the lines of a file of the Unicode Character Database, without comments.
func dataLines(t *testing.T, name string) (found []string) {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unpacked)
	for lines.Scan() {
		if text := lines.Text(); text != "" && text[0] != '#' {
			found = append(found, text)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

// levelsOf resolves a text as one line, and writes its levels as the files of Unicode do. A label's lines have no space at their end,
// so the rule for it (L1) is here.
func levelsOf(s *Shaper, text []rune, rtl bool) string {
	base := bidi.Level(0)
	if rtl {
		base = 1
	}
	levels := s.bidiLevels(&Paragraph{Text: text, RTL: rtl})
	if levels == nil {
		levels = make([]bidi.Level, len(text))
	}
	for i := len(text) - 1; i >= 0 && (classOf(text[i]) == xbidi.WS || classOf(text[i]) == xbidi.BN); i-- {
		levels[i] = base
	}
	var b strings.Builder
	for i, l := range levels {
		if classOf(text[i]) == xbidi.BN {
			b.WriteString(" x")
			continue
		}
		b.WriteString(" " + strconv.Itoa(int(l)))
	}
	return strings.TrimPrefix(b.String(), " ")
}

// TestLevelsOfCharacters runs cases of Unicode's BidiCharacterTest.
func TestLevelsOfCharacters(t *testing.T) {
	s := newShaper()
	wrong := 0
	cases := dataLines(t, "BidiCharacterTest.txt.gz")
	for _, line := range cases {
		fields := strings.Split(line, ";")
		var written []rune
		for code := range strings.FieldsSeq(fields[0]) {
			r, err := strconv.ParseInt(code, 16, 32)
			if err != nil {
				t.Fatal(err)
			}
			written = append(written, rune(r))
		}
		text := []rune(norm.NFC.String(string(written))) // as a label's text is
		rtl := fields[1] == "1" || fields[1] == "2" && startsRTL(text)
		if rtl != (fields[2] == "1") {
			t.Errorf("%s: right to left is %t", line, rtl)
		}
		if got := levelsOf(s, text, rtl); got != fields[3] {
			if wrong++; wrong < 10 {
				t.Errorf("%s: levels %s", line, got)
			}
		}
	}
	if wrong > 0 || len(cases) < 3000 {
		t.Errorf("%d of %d cases are wrong", wrong, len(cases))
	}
}

// TestLevelsOfClasses runs cases of Unicode's BidiTest, which names characters by their classes.
func TestLevelsOfClasses(t *testing.T) {
	characters := map[string]rune{
		"L": 'a', "R": 'א', "AL": 'ب', "EN": '1', "AN": '٢', "ES": '+', "ET": '$', "CS": ',', "NSM": '\u0300', "BN": '\u00ad',
		"WS": ' ', "ON": '!',
	}
	s := newShaper()
	wrong, cases, want := 0, 0, ""
	for _, line := range dataLines(t, "BidiTest.txt.gz") {
		if levels, ok := strings.CutPrefix(line, "@Levels:"); ok {
			want = strings.TrimSpace(levels)
			continue
		}
		classes, directions, _ := strings.Cut(line, "; ")
		var text []rune
		for class := range strings.FieldsSeq(classes) {
			text = append(text, characters[class])
		}
		set, err := strconv.Atoi(directions)
		if err != nil || slices.Contains(text, 0) {
			t.Fatalf("%q: %v", line, err)
		}
		for bit, rtl := range map[int]bool{1: startsRTL(text), 2: false, 4: true} {
			if set&bit == 0 {
				continue
			}
			cases++
			if got := levelsOf(s, text, rtl); got != want {
				if wrong++; wrong < 10 {
					t.Errorf("%s, right to left %t: levels %s, want %s", classes, rtl, got, want)
				}
			}
		}
	}
	if wrong > 0 || cases < 10_000 {
		t.Errorf("%d of %d cases are wrong", wrong, cases)
	}
}

// TestTheOrderOfACutLine cuts lines off: the words that remain have the places that they have in the whole text.
func TestTheOrderOfACutLine(t *testing.T) {
	s := newShaper()
	for _, c := range []struct{ text, from, want string }{
		{"Villa 7 شارع 15 Trading LLC", "شارع", "15 عراش Trading L…"},
		{"رقم 12 Road 5 شارع", "Road", "…اش Road 5"},
		{"Road شارع 15 ١٢ Trading LLC", "15", "١٢ 15 Trading L…"},
	} {
		p := s.Paragraph(c.text, Regular)
		before, _, _ := strings.Cut(c.text, c.from)
		start := len([]rune(before))
		whole := p.Line(Span{start, len(p.Text)})
		l := p.Ellipsis(Span{start, len(p.Text)}, whole.Width-1)
		if got := visual(l); got != c.want {
			t.Errorf("%q cut is set as %q, want %q", c.text, got, c.want)
		}
	}
}
