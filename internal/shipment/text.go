package shipment

import "strings"

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
