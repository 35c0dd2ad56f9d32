package shipment

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// The limits of notes and tags.
const (
	MaxNotes       = 50  // of an order
	MaxNoteText    = 500 // code points
	MaxTags        = 10  // of an order
	MaxTag         = 30  // code points
	MaxAccountTags = 200 // different ones on the orders of an account
)

// OrderNote is a note about an order by a person or a key of its account.
type OrderNote struct {
	NoteID    int64 // WrittenOn in microseconds, or the next number that is free
	WrittenOn time.Time
	ActorKind string // as of a Change
	Actor     string
	Text      string
}

// TagOf returns a text as a tag: in lower case, with single spaces. It is no tag unless it has 1 to MaxTag letters, digits,
// hyphens and spaces, and a letter or a digit.
func TagOf(text string) (tag string, ok bool) {
	tag = strings.ToLower(strings.Join(strings.Fields(text), " "))
	isSign := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	isOther := func(r rune) bool { return !isSign(r) && !unicode.IsMark(r) && r != '-' && r != ' ' }
	return tag, utf8.RuneCountInString(tag) <= MaxTag && strings.ContainsFunc(tag, isSign) && !strings.ContainsFunc(tag, isOther)
}
