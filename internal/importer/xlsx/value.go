package xlsx

import (
	"bytes"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// Kind is the type of the value of a cell.
type Kind byte

// The kinds of cells.
const (
	Text    Kind = iota
	Number       // a number that a spreadsheet calculates with
	Date         // a day or a time
	Bool         //
	Error        // a formula that failed
	Formula      // a formula whose result is not stored; its text is ""
)

// Cell is the content of a cell.
type Cell struct {
	Kind Kind
	// Text is the text; the number with a point, without an exponent and with the 15 digits that spreadsheets have;
	// the day as YYYY-MM-DD, the time as YYYY-MM-DDThh:mm:ss or hh:mm:ss; true or false; or the error as it is
	// shown, such as #N/A. A number whose format adds texts or zeros is as it is shown, such as SO-00017.
	Text string
	// Number is the number of such a text.
	Number string
}

// raw is a cell as it is written.
type raw struct {
	kind    string // the attribute t
	format  cellFormat
	formula bool
	stored  bool   // it has a value, which may be empty
	value   []byte // of v, or of the texts of is
	shared  *sharedStrings
}

// cell returns the content of a cell; ok is false if it refers to a text that does not exist.
func (r *raw) cell(date1904 bool) (c Cell, ok bool) {
	value := strings.TrimSpace(string(r.value))
	if r.formula && !r.stored {
		return Cell{Kind: Formula}, true
	}
	switch r.kind {
	case "s":
		i, err := strconv.Atoi(value)
		text, found := r.shared.get(i)
		return Cell{Kind: Text, Text: string(text)}, err == nil && found || value == ""
	case "str", "inlineStr":
		return Cell{Kind: Text, Text: string(unescape(r.value))}, true
	case "b":
		return Cell{Kind: Bool, Text: strconv.FormatBool(isTrue(value))}, true
	case "e":
		return Cell{Kind: Error, Text: value}, true
	case "d":
		return Cell{Kind: Date, Text: withoutMidnight(value)}, true
	}
	return r.number(value, date1904), true
}

// number returns the content of a cell without a kind, which is a number if it has any.
func (r *raw) number(value string, date1904 bool) Cell {
	switch f, err := strconv.ParseFloat(value, 64); {
	case value == "" && r.formula:
		return Cell{Kind: Formula}
	case err != nil || math.IsInf(f, 0) || math.IsNaN(f):
		return Cell{Kind: Text, Text: value}
	case r.format.isDate:
		if text, ok := DateOf(f, date1904); ok {
			return Cell{Kind: Date, Text: text}
		}
		fallthrough
	default:
		return r.format.cell(numberText(f))
	}
}

// spreadsheetDigits is how many digits of a number spreadsheets show and keep.
const spreadsheetDigits = 15

// numberText is a number without the digits beyond the fifteenth, which come from binary fractions: 0.1+0.2 is
// 0.3. A number that is far from 1 keeps its exponent, because no field holds it.
func numberText(f float64) string {
	if rounded, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', spreadsheetDigits, 64), 64); err == nil {
		f = rounded
	}
	if size := math.Abs(f); size != 0 && (size < 1e-15 || size >= 1e21) {
		return strconv.FormatFloat(f, 'g', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

const (
	secondsOfDay = 24 * 60 * 60
	lastDay      = 2958465 // 9999-12-31
	days1904     = 1462    // between the two ways to count
	leapDay1900  = 60      // 1900-02-29, which did not exist
	days1970     = 25569   // of 1970-01-01

	// FirstYear is the first year whose days have numbers.
	FirstYear = 1900
)

// NumberOf is the number of days of a day from FirstYear on, with its time as a fraction.
func NumberOf(day time.Time) float64 {
	days := float64(day.Unix())/secondsOfDay + days1970
	if days <= leapDay1900 {
		days--
	}
	return days
}

// DateOf is the day and the time of a number of days; ok is false if it is none. Below 1 it is a time only.
func DateOf(f float64, date1904 bool) (text string, ok bool) {
	if f < 0 || f >= lastDay+1 {
		return "", false
	}
	seconds := int64(math.Round(f * secondsOfDay))
	switch days := seconds / secondsOfDay; {
	case date1904:
		seconds += days1904 * secondsOfDay
	case days == 0:
		return time.Unix(seconds, 0).UTC().Format(time.TimeOnly), true
	case days == leapDay1900:
		return "", false
	case days < leapDay1900:
		seconds += secondsOfDay
	}
	at := time.Unix(seconds-days1970*secondsOfDay, 0).UTC()
	if at.Year() > 9999 {
		return "", false
	}
	return withoutMidnight(at.Format("2006-01-02T15:04:05")), true
}

// withoutMidnight is a day without the time that a spreadsheet adds to it.
func withoutMidnight(s string) string {
	day, clock, _ := strings.Cut(strings.TrimSuffix(s, "Z"), "T")
	if strings.Trim(clock, "0:.") == "" {
		return day
	}
	return s
}

// escape is _xHHHH_, by which texts have characters that XML does not allow.
var escape = compiled(`_x[0-9A-Fa-f]{4}_`)

// compiled is a regular expression that is compiled at its first use.
func compiled(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// unescape replaces escapes by their characters. Halves of a pair of UTF-16 become U+FFFD.
func unescape(text []byte) []byte {
	if !bytes.Contains(text, []byte("_x")) {
		return text // as most are
	}
	return escape().ReplaceAllFunc(text, func(escape []byte) []byte {
		n, _ := strconv.ParseUint(string(escape[2:6]), 16, 16) // four digits are a number
		return utf8.AppendRune(nil, rune(n))
	})
}
