package importer

import (
	"regexp"
	"strings"
)

// Programs take a cell of CSV that begins so for a formula, which may run a command or send the other cells away.
const formulaStarts = "=+-@\t\r"

// Guard makes a text that is written to CSV one that no spreadsheet takes for a formula: an apostrophe comes before
// it. Read takes the apostrophe off again, so Guard also puts one before a text that has such an apostrophe of its own.
func Guard(s string) string {
	if s != "" && strings.IndexByte(formulaStarts, s[0]) >= 0 || unguard(s) != s {
		return "'" + s
	}
	return s
}

// guardedNumber is a number that a program has protected from spreadsheets, such as '01234.
var guardedNumber = regexp.MustCompile(`^'\d[\d -]*$`)

// unguard is the inverse of Guard. It also takes the apostrophe off a number.
func unguard(s string) string {
	if len(s) < 2 || s[0] != '\'' {
		return s
	}
	inner := s[1:]
	if strings.IndexByte(formulaStarts, s[1]) >= 0 || guardedNumber.MatchString(s) || unguard(inner) != inner {
		return inner
	}
	return s
}
