package shipment

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// maxCode is the most characters of a code: no number or reference has more.
	maxCode = 255
	// maxSpellings is the most spellings of a code. Only codes that no printer makes have more.
	maxSpellings = 32
	// fnc1 is how scanners transmit the FNC1 that ends an element of GS1.
	fnc1 = "\x1d"
	// shortestRouted is the least characters of a number behind 420 and a ZIP code if no FNC1 is between them.
	shortestRouted = 8
	// postalGroup is the group of element with a postal code.
	postalGroup = 6
)

var (
	// aimIdentifier names the kind of a bar code, and comes first. The kinds of gs1Kinds have elements of GS1.
	aimIdentifier = regexp.MustCompile(`^\][A-Za-z][0-9A-Za-z]`)
	gs1Kinds      = []string{"]C1", "]e0", "]d2", "]Q3", "]J1"}
	// element is an element of GS1. Its groups are the numbers of parcels in it: SSCC and carriers' numbers, each with the application
	// identifier, which USPS's have, and without; numbers of orders, consignments and shipments; a postal code, perhaps with a number
	// behind it; and other elements.
	element = regexp.MustCompile(`^(?:(?:0[123]\d{14}|04\d{16}|1[1-9]\d{6}|20\d\d|3[1-6]\d{8}|41\d{14})|(00(\d{18}))|(9[1-9]([^\x1d]+))|` +
		`40[012]([^\x1d]+)|420([^\x1d]*)|([^\x1d]+))`)
)

// Spellings returns the numbers and references that a scanned or typed code may stand for, each once, the most literal first. They
// have no AIM identifier, no FNC1 and no blanks at their ends. Of data of GS1, such as (00)340123450000000017 or USPS's 420, a ZIP code
// and a number, they are the numbers of parcels that it has. The letter cases are that of the code, upper and lower.
func Spellings(code string) (all []string) {
	if !utf8.ValidString(code) || utf8.RuneCountInString(code) > maxCode {
		return nil
	}
	add := func(spelling string) {
		spelling = strings.TrimSpace(strings.ReplaceAll(spelling, fnc1, ""))
		for _, cased := range []string{spelling, strings.ToUpper(spelling), strings.ToLower(spelling)} {
			// The upper case of a few letters is another letter, such as I of ı.
			if len(all) < maxSpellings && cased != "" && strings.EqualFold(cased, spelling) && !slices.Contains(all, cased) &&
				!strings.ContainsFunc(cased, unicode.IsControl) {
				all = append(all, cased)
			}
		}
	}
	add(code)
	code = plainCode(code)
	add(code)
	aim := aimIdentifier.FindString(code)
	add(code[len(aim):])
	code = strings.ReplaceAll(code[len(aim):], " ", "")
	if strings.ContainsAny(code, "0123456789") { // others are names
		add(code)
	}
	if strings.HasPrefix(code, "(") { // as it is printed for people
		code = strings.NewReplacer("(", fnc1, ")", "").Replace(code)
	}
	if hasElements(code, aim) {
		addElements(code, add)
	}
	return all
}

// hasElements reports whether a code with an AIM identifier, "" for none, is data of GS1.
func hasElements(code, aim string) bool {
	const ofSSCC = 20
	isSSCC := len(code) == ofSSCC && strings.HasPrefix(code, "00") && checkDigit([]byte(code[2:ofSSCC-1])) == code[ofSSCC-1]
	return isSSCC || slices.Contains(gs1Kinds, aim) || strings.Contains(code, fnc1) || strings.HasPrefix(code, "420")
}

// plainCode is a code with full-width forms, dashes and blanks as ASCII has them, without what is invisible, except FNC1.
func plainCode(code string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Pd, r):
			return '-'
		case string(r) != fnc1 && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r)):
			return -1
		}
		return r
	}, code))
}

// addElements adds the numbers of parcels in elements of GS1. A number behind a ZIP code without FNC1 is read as one that follows five
// digits, and as one that follows nine.
func addElements(code string, add func(string)) {
	for code = strings.TrimLeft(code, fnc1); code != ""; code = strings.TrimLeft(code, fnc1) {
		groups := element.FindStringSubmatch(code)
		code = code[len(groups[0]):]
		for i, number := range groups[1:] {
			if i+1 != postalGroup {
				add(number)
				continue
			}
			for _, digits := range []int{5, 9} {
				if len(number) >= digits+shortestRouted && strings.Trim(number[:digits], "0123456789") == "" {
					add(number[digits:])
				}
			}
		}
	}
}
