package admission

import (
	"strings"
	"testing"
)

// TestHeaderLines counts the lines of a header that comes in pieces of every size. The body after it does not count.
func TestHeaderLines(t *testing.T) {
	lines := func(n int, end string) string { return strings.Repeat("a: b"+end, n) }
	for name, c := range map[string]struct {
		text string
		want bool
	}{
		"most lines":            {lines(maxHeaderLines, "\r\n") + "\r\n", true},
		"a line too many":       {lines(maxHeaderLines+1, "\r\n") + "\r\n", false},
		"most lines with \\n":   {lines(maxHeaderLines, "\n") + "\n", true},
		"too many lines of \\n": {lines(maxHeaderLines+1, "\n"), false},
		"lines of one letter":   {strings.Repeat("a\n", maxHeaderLines+1), false},
		"a body of many lines":  {lines(1, "\r\n") + "\r\n" + strings.Repeat("\n", 2*maxHeaderLines), true},
	} {
		for size := 1; size <= 7; size++ {
			conn, ok := new(Conn), true
			for rest := c.text; rest != "" && ok && !conn.headerRead; rest = rest[min(size, len(rest)):] {
				ok = conn.readHeader([]byte(rest[:min(size, len(rest))]))
			}
			if ok != c.want || c.want && !conn.headerRead {
				t.Errorf("%s in pieces of %d bytes: %v, at its end %v", name, size, ok, conn.headerRead)
			}
		}
	}
}
