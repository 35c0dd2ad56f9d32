package importer

import (
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"
)

// Programs take a cell of CSV that begins so for a formula, which may run a command or send the other cells away. The last
// four are the fullwidth forms, which Excel in Japanese takes too.
const formulaStarts = "=+-@\t\r\n＝＋－＠"

// A program that divides cells at another character than the file does begins a cell after a line break or a tab in a text.
var (
	innerFormula   = compiled(`([\t\r\n])('*[=+\-@＝＋－＠])`)
	guardedFormula = compiled(`([\t\r\n])'('*[=+\-@＝＋－＠])`)
)

func startsFormula(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	return s != "" && strings.ContainsRune(formulaStarts, first)
}

// Guard makes a text that is written to CSV one that no spreadsheet takes for a formula: an apostrophe comes before
// it, and before each line in it that begins so. Read takes the apostrophe off again, so Guard also puts one before a text
// that has such an apostrophe of its own.
func Guard(s string) string {
	if strings.ContainsAny(s, "\t\r\n") {
		s = innerFormula().ReplaceAllString(s, "$1'$2")
	}
	if startsFormula(s) || unguardStart(s) != s {
		return "'" + s
	}
	return s
}

// guardedNumber is a number that a program has protected from spreadsheets, such as '01234.
var guardedNumber = compiled(`^'\d[\d -]*$`)

// unguard is the inverse of Guard. It also takes the apostrophe off a number.
func unguard(s string) string {
	s = unguardStart(s)
	if strings.ContainsAny(s, "\t\r\n") {
		s = guardedFormula().ReplaceAllString(s, "$1$2")
	}
	return s
}

func unguardStart(s string) string {
	if len(s) < 2 || s[0] != '\'' {
		return s
	}
	inner := s[1:]
	if startsFormula(inner) || guardedNumber().MatchString(s) || unguardStart(inner) != inner {
		return inner
	}
	return s
}

// compiled is a regular expression that is compiled at its first use: to compile all took 2 ms of every command. Inlined, each of
// them would make the program 1 kB larger.
//
//go:noinline
func compiled(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
