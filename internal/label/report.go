package label

import (
	"fmt"
	"slices"
	"strings"

	"waybill/internal/each"
	"waybill/internal/label/typeset"
)

// Report lists what did not print as written. No order is refused for it: the data keeps what the paper
// cannot show.
type Report struct {
	Warnings []Warning // at most 100
	More     int       // number of further warnings
}

const (
	maxWarnings = 100
	maxNamed    = 10 // characters that one warning names
)

// Problem says what happened to a text.
type Problem string

// The problems.
const (
	LeftOut        Problem = "left out"       // characters without a shape in any font
	Transliterated Problem = "transliterated" // characters printed in Latin letters
	CutOff         Problem = "cut off"        // text that ends in "…"
	AboveCN22      Problem = "worth more than 300 SDR, print the CN 23"
	NetAboveGross  Problem = "less than the net weight of the items"
)

// Warning is one problem of one field of an order.
type Warning struct {
	TrackingNo string
	Field      string // its name in the API, such as consignee_name
	Problem    Problem
	Characters []rune // each once, at most 10; none when cut off
}

// String returns the warning in ASCII, fit for a header: "WB48210739526ID consignee_name: left out U+1F600".
func (w Warning) String() string {
	characters := each.Of(w.Characters, func(r rune) string { return fmt.Sprintf(" %U", r) })
	return fmt.Sprintf("%s %s: %s", w.TrackingNo, w.Field, w.Problem) + strings.Join(characters, ",")
}

// changed reports the characters of a text that print differently or not at all.
func (r *Report) changed(trackingNo, field string, changes []typeset.Change) {
	var leftOut, transliterated []rune
	for _, c := range changes {
		if c.Printed == "" {
			leftOut = append(leftOut, c.Rune)
		} else {
			transliterated = append(transliterated, c.Rune)
		}
	}
	if leftOut != nil {
		r.add(trackingNo, field, LeftOut, leftOut...)
	}
	if transliterated != nil {
		r.add(trackingNo, field, Transliterated, transliterated...)
	}
}

// add adds the characters to the warning of their field and problem, or adds a new warning.
func (r *Report) add(trackingNo, field string, problem Problem, characters ...rune) {
	for i := len(r.Warnings) - 1; i >= 0 && r.Warnings[i].TrackingNo == trackingNo; i-- {
		if w := &r.Warnings[i]; w.Field == field && w.Problem == problem {
			w.name(characters)
			return
		}
	}
	if len(r.Warnings) == maxWarnings {
		r.More++
		return
	}
	w := Warning{TrackingNo: trackingNo, Field: field, Problem: problem}
	w.name(characters)
	r.Warnings = append(r.Warnings, w)
}

func (w *Warning) name(characters []rune) {
	for _, c := range characters {
		if len(w.Characters) < maxNamed && !slices.Contains(w.Characters, c) {
			w.Characters = append(w.Characters, c)
		}
	}
}
