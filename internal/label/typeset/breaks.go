package typeset

import (
	"slices"
	"strings"

	"github.com/go-text/typesetting/language"
)

// breakClass says how well a line may end before a rune.
type breakClass uint8

const (
	inside    breakClass = iota // inside a grapheme cluster
	glued                       // between clusters that belong together
	emergency                   // inside a word, used if the word alone is wider than the line
	weak                        // inside a word of a script that has no spaces, or between Korean syllables
	strong                      // where UAX 14 allows it
)

// Thai, Lao, Khmer and Myanmar have no spaces between words. Without a dictionary their lines break between
// clusters, by the rules whose violation readers notice most.
const (
	leadingVowels = "เแโใไເແໂໃໄ"               // belong to the following consonant
	noLineStart   = "ะาำๅๆฯະາຳຯໆຽៗ។៕៖៘ៈ၊။၍၌၏"  // belong to the preceding character
	silencers     = "\u0E4C\u0ECC"             // marks of Thai and Lao that silence their letter
	closers       = silencers + "\u1039\u103A" // marks with which a cluster closes the syllable before it
)

var noLineEndSet, noLineStartSet = []rune(leadingVowels), []rune(noLineStart)

// breakClasses classifies the positions before each rune. The segmenter holds the text.
func (s *Shaper) breakClasses(text []rune) []breakClass {
	classes := make([]breakClass, len(text)+1)
	for it := s.segments.GraphemeIterator(); it.Next(); {
		classes[it.Grapheme().Offset] = emergency
	}
	for it := s.segments.LineIterator(); it.Next(); {
		l := it.Line()
		classes[l.Offset+len(l.Text)] = strong
	}
	for i := 1; i < len(text); i++ {
		if text[i] < 0x0E00 || classes[i] == inside {
			continue
		}
		switch {
		case spaceless(scriptOf(text[i])) && spaceless(scriptOf(text[i-1])):
			classes[i] = clusterBreak(text, i, classes)
		case scriptOf(text[i]) == language.Hangul && (scriptOf(text[i-1]) == language.Hangul || isDigit(text[i-1])):
			classes[i] = weak
		}
	}
	return classes
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func spaceless(s language.Script) bool {
	return s == language.Thai || s == language.Lao || s == language.Khmer || s == language.Myanmar
}

// clusterBreak returns the class of the cluster boundary at i between letters of a script without spaces.
func clusterBreak(text []rune, i int, classes []breakClass) breakClass {
	if slices.Contains(noLineEndSet, text[i-1]) || slices.Contains(noLineStartSet, text[i]) ||
		inSyllable(text, i, classes) || hasMark(text, i, classes, closers) {
		return glued
	}
	return weak
}

// hasMark reports whether the cluster at i has one of some marks behind its letter.
func hasMark(text []rune, i int, classes []breakClass, marks string) bool {
	return strings.ContainsAny(string(text[i+1:clusterEnd(classes, i)]), marks)
}

// clusterEnd returns the end of the cluster that begins at start. There is a class more than there are runes.
func clusterEnd(classes []breakClass, start int) int {
	end := start + 1
	for end < len(classes)-1 && classes[end] == inside {
		end++
	}
	return end
}

// Span is a line of a paragraph: its runes from Start to End, without trailing spaces.
type Span struct{ Start, End int }

// Break breaks the paragraph into lines no wider than width, in 1/1000 em, and appends them to spans. torn
// reports that a word had to be broken where no word ends.
func (p *Paragraph) Break(width int, spans []Span) (lines []Span, torn bool) {
	start := 0
	for start < len(p.Text) {
		next, class := p.lineEnd(start, int32(width))
		torn = torn || class < weak
		end := next
		for end > start && p.Text[end-1] == ' ' {
			end--
		}
		spans = append(spans, Span{start, end})
		start = next
	}
	return spans, torn
}

// lineEnd returns the best end of the line that begins at start: the last strong break, the last weak one if
// that fills the line much better, or where the line must end.
func (p *Paragraph) lineEnd(start int, width int32) (end int, class breakClass) {
	var last [strong + 1]int // the last position of each class that fits
	used, base := int32(0), p.before[start]
	for i := start + 1; i <= len(p.Text); i++ {
		if p.Text[i-1] != ' ' {
			used = p.before[i] - base
		}
		if used > width {
			break
		}
		if i == len(p.Text) {
			return i, strong
		}
		last[p.breaks[i]] = i
	}
	filled := func(i int) int32 { return p.before[i] - base }
	switch {
	case last[strong] > 0 && (last[weak] <= last[strong] || filled(last[strong]) > width*2/5):
		return last[strong], strong
	case last[weak] > 0:
		return last[weak], weak
	case last[emergency] > 0:
		return last[emergency], emergency
	case last[glued] > 0:
		return last[glued], glued
	}
	return clusterEnd(p.breaks, start), inside // not even one cluster fits
}
