package shipment

import (
	"strings"
	"unicode/utf8"
)

// CutText returns the beginning of a text, at most some code points of it, as valid UTF-8. A text that ends within a character is no
// JSON, and PostgreSQL refuses it.
func CutText(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			text = text[:i]
			break
		}
		n++
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// Shorten returns a text of at most some code points. The last one of a longer text is "…".
func Shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return CutText(text, most-1) + "…"
}
