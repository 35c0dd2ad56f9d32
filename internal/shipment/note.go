package shipment

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxNote is the most characters of what an operator writes about a decision.
const MaxNote = 255

// IsNote reports whether a text can be a note about a decision, or its message for the shipper: it has up to MaxNote
// characters, none of which is a control character.
func IsNote(text string) bool {
	return utf8.RuneCountInString(text) <= MaxNote && !strings.ContainsFunc(text, unicode.IsControl)
}
