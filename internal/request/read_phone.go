package request

import (
	"strings"
	"unicode"

	"waybill/internal/problem"
)

var (
	readPhone = spelled(trimmed, func(s string) (string, bool) {
		s = TidyPhone(s)
		return s, IsPhone(s)
	}, saying(problem.NotPhone))
	readLocalPhone = spelled(trimmed, func(s string) (string, bool) {
		s = tidyPhone(s)
		digits := strings.TrimPrefix(s, "+")
		return s, len(digits) >= 6 && len(digits) <= 15 && all(digits, isDigit)
	}, saying(problem.NotLocalPhone))
)

// IsPhone reports whether orders take a phone number as it is: a plus sign and 7 to 15 digits, the first of which is not
// 0.
func IsPhone(s string) bool {
	digits, plus := strings.CutPrefix(s, "+")
	return plus && len(digits) >= 7 && len(digits) <= 15 && digits[0] != '0' && all(digits, isDigit)
}

// TidyPhone reduces a phone number as orders do: to digits with a plus sign in the place of the exit code 00. A text that
// is not a number keeps a character that no number has.
func TidyPhone(s string) string {
	s = tidyPhone(s)
	if after, ok := strings.CutPrefix(s, exitCode); ok {
		return "+" + after
	}
	return s
}

const (
	// exitCode is dialled before a country code on phones without a plus sign.
	exitCode = "00"
	// trunkPrefix is dialled within a country only. People write it in numbers with a country
	// code: +62 (0)812.
	trunkPrefix = "(0)"
	// keepsZero is the country code of Italy, whose numbers keep their zero from abroad.
	keepsZero = "39"
)

// tidyPhone reduces a number as spreadsheets and address books have it to digits, perhaps with a plus
// sign. A text that is not a number keeps a character that no number has.
func tidyPhone(s string) string {
	if all(s, isPhoneByte) {
		return s // as most are sent
	}
	s = strings.Map(narrow, s)
	if isFloat(s) {
		return s
	}
	s = strings.Map(withoutSeparator, s)
	dialled := withoutBrackets.Replace(s)
	if _, abroad := cutExit(s); !abroad {
		return dialled
	}
	if country, _ := cutExit(dialled); strings.HasPrefix(country, keepsZero) {
		return dialled
	}
	return withoutBrackets.Replace(strings.ReplaceAll(s, trunkPrefix, ""))
}

// cutExit cuts off the plus sign or the exit code that a number with a country code has.
func cutExit(s string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(s, "+"); ok {
		return rest, true
	}
	return strings.CutPrefix(s, exitCode)
}

var withoutBrackets = strings.NewReplacer("(", "", ")", "")

func isPhoneByte(c byte) bool { return isDigit(c) || c == '+' }

// narrow makes the digits, the plus sign and the brackets of East Asian keyboards ASCII.
func narrow(r rune) rune {
	switch {
	case '\uFF10' <= r && r <= '\uFF19', r == '\uFF0B', r == '\uFF08', r == '\uFF09':
		return r - 0xFEE0
	}
	return r
}

// isFloat reports whether s is what a spreadsheet makes of a number: 6281234567.0. Without
// its dot it would be another number.
func isFloat(s string) bool {
	digits, ok := strings.CutSuffix(strings.TrimPrefix(s, "+"), ".0")
	return ok && all(digits, isDigit)
}

// withoutSeparator drops what people and programs put between digits: spaces, dots, hyphens,
// dashes and invisible marks.
func withoutSeparator(r rune) rune {
	switch {
	case r == '\t', unicode.Is(unicode.Zs, r),
		r == '.', r == '\uFF0E',
		r == '-', '\u2010' <= r && r <= '\u2015', r == '\u2212', r == '\uFE58', r == '\uFE63', r == '\uFF0D',
		'\u200B' <= r && r <= '\u200F', '\u202A' <= r && r <= '\u202E', r == '\u2060', '\u2066' <= r && r <= '\u2069', r == '\uFEFF':
		return -1
	}
	return r
}
