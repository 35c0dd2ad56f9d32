package searchtext

import (
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// MaxQuery is how many characters of a query count.
	MaxQuery = 200
	// maxConditions is how many words of a query count, the longest ones.
	maxConditions = 8
	// longNumber is how many digits a number has that may be a phone number.
	longNumber = 6
)

// Condition is a word that an order must have.
type Condition struct {
	Term  string // the beginning of the word
	Or    string // another beginning that will do; "": there is none
	End   string // the beginning of the ends of numbers that will do; "": there is none
	Whole bool   // Term is all of it
}

// isMet reports whether a term fulfils the condition.
func (c Condition) isMet(term string) bool {
	return term == c.Term || !c.Whole && strings.HasPrefix(term, c.Term) ||
		c.Or != "" && strings.HasPrefix(term, c.Or) || c.End != "" && strings.HasPrefix(term, c.End)
}

// Conditions returns what orders must have that are found by a query: all of them, the most selective first. A query
// without a letter or a digit has none.
func Conditions(query string) []Condition {
	if utf8.RuneCountInString(query) > MaxQuery {
		query = string([]rune(query)[:MaxQuery])
	}
	query = strings.TrimSpace(Normalise(query))
	if number, is := phoneNumber(query); is {
		return []Condition{number}
	}
	var all []Condition
	for field := range strings.FieldsSeq(query) {
		if number, is := phoneNumber(field); is {
			all = append(all, number)
			continue
		}
		all = appendWords(all, withoutTopLevel(field))
	}
	return mostSelective(all)
}

// Whole returns the condition of orders that have a code, without its punctuation, as all of a number or a reference; none if
// it has no letter and no digit.
func Whole(code string) []Condition {
	if term := cut(joined(Normalise(code))); term != "" {
		return []Condition{{Term: term, Whole: true}}
	}
	return nil
}

// appendWords appends the words of a part of a query.
func appendWords(all []Condition, part string) []Condition {
	for _, r := range runsOf(part) {
		if !r.unspaced || utf8.RuneCountInString(r.text) == 1 {
			all = append(all, Condition{Term: cut(r.text)})
			continue
		}
		pairs(r.text, false, func(pair string) { all = append(all, Condition{Term: pair, Whole: true}) })
	}
	return all
}

// IsShortEnd reports whether a query is the end of a number alone that has too few digits to find it.
func IsShortEnd(query string) bool {
	number, is := phoneNumber(strings.TrimSpace(Normalise(query)))
	return is && number.End == "" && len(digits(number.Term)) < endDigits
}

// withoutTopLevel is an e-mail address without its top-level domain, as addresses of orders are. Any other text stays.
func withoutTopLevel(part string) string {
	at := strings.LastIndexByte(part, '@')
	if at < 0 {
		return part
	}
	if dot := strings.LastIndexByte(part[at:], '.'); dot >= 0 {
		return part[:at+dot]
	}
	return part
}

// phoneNumber reads a number as people write phone numbers: a text of digits and punctuation that begins with + or 0,
// or has no spaces, or many. A leading 0 may be the prefix of calls within a country.
func phoneNumber(text string) (Condition, bool) {
	number := digits(text)
	if number == "" || strings.Trim(text, "0123456789+-()./ ") != "" {
		return Condition{}, false
	}
	if groups := len(strings.Fields(text)); groups == 2 && !strings.ContainsAny(text[:1], "+0(") {
		return Condition{}, false
	}
	c := Condition{Term: cut(number)}
	if national := strings.TrimLeft(number, "0"); len(number) >= longNumber && national != "" && national != number {
		c.Or = cut(national)
	}
	if len(number) >= endDigits && text[0] != '+' {
		c.End = cut(backwards(number))
	}
	return c, true
}

// mostSelective drops conditions that others imply, and sorts the longest first.
func mostSelective(all []Condition) []Condition {
	slices.SortStableFunc(all, func(a, b Condition) int { return len(b.Term) - len(a.Term) })
	var kept []Condition
	for _, c := range all {
		implied := slices.ContainsFunc(kept, func(k Condition) bool {
			return k.Or+k.End == "" && (k.Term == c.Term || !c.Whole && strings.HasPrefix(k.Term, c.Term))
		})
		if !implied && len(kept) < maxConditions {
			kept = append(kept, c)
		}
	}
	return kept
}
