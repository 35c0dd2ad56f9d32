package typeset

import (
	"os"
	"strings"
	"testing"
)

// TestTheOrderOfABrowser sets lines whose words have two directions: their characters have the order of a browser, which
// TestLongOrderOfABrowser in test/e2e looks up.
func TestTheOrderOfABrowser(t *testing.T) {
	text, err := os.ReadFile("testdata/browser.tsv")
	if err != nil {
		t.Fatal(err)
	}
	s, lines := newShaper(), 0
	for line := range strings.Lines(string(text)) {
		written, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		lines++
		p := s.Paragraph(written, Regular)
		if got := visual(p.Whole()); got != want {
			t.Errorf("%q is set as %q, want %q", written, got, want)
		}
	}
	if lines < 40 {
		t.Errorf("%d lines, want 40", lines)
	}
}
