package address

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// checkText suggests a text without what cannot be seen.
func checkText(sent string) Finding {
	return suggest(sent, tidy(sent), "Spaces at the ends, repeated spaces and invisible characters are left out.")
}

// tidy is a text in the composed form of Unicode (NFC), without invisible characters and without spaces at the ends of
// its lines. Repeated spaces are one.
func tidy(sent string) string {
	visible := strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\u200C' || r == '\u200D': // they join and separate letters in Persian and in Indian scripts
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, strings.ReplaceAll(sent, "\r\n", "\n"))
	var lines []string
	for line := range strings.Lines(norm.NFC.String(visible)) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
