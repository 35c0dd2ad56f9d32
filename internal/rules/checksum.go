package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/problem"
)

// scheme is a form of identification numbers.
type scheme struct {
	name, form string     // for messages, such as "Korean personal customs clearance code" and "P and 12 digits"
	spellings  []spelling // a number has one of them; those of a scheme without any are described by holds alone
	holds      func(number string) bool
}

// spelling is some layouts of numbers, and the check characters that are computed in the same way in all of them.
type spelling struct {
	layouts []layout
	// weights of the characters before a check character: it is the one of characters at their weighted sum, modulo
	// the number of characters.
	weights    [][]int
	characters string
	varied     bool // numbers of one digit only, which often have a correct check digit, are made up
}

// schemes are the forms of identification numbers that the kind checksum knows, by name: a line of schemes.csv for each
// spelling. Where an authority publishes no check digit, or where numbers without a correct one are in use, only the
// form is checked: a warning about a correct number is worse than none.
var schemes = func() map[string]*scheme {
	all := make(map[string]*scheme)
	for _, row := range readTable("schemes.csv") {
		id := row["scheme"]
		if all[id] == nil {
			all[id] = &scheme{name: row["name"], form: row["form"], holds: conditions[id]}
		}
		if row["layouts"] != "" {
			all[id].spellings = append(all[id].spellings, newSpelling(row))
		}
	}
	return all
}()

func newSpelling(row map[string]string) spelling {
	s := spelling{layouts: layoutsOf(row["layouts"]), characters: row["characters"], varied: row["varied"] != ""}
	for _, list := range splitCell(row["weights"]) {
		var weights []int
		for w := range strings.FieldsSeq(list) {
			n, err := strconv.Atoi(w)
			if err != nil {
				panic("schemes.csv: " + err.Error())
			}
			weights = append(weights, n)
		}
		s.weights = append(s.weights, weights)
	}
	return s
}

// valid is called with any text.
func (s *scheme) valid(number string) bool {
	n := compactID(number)
	return (s.spellings == nil || slices.ContainsFunc(s.spellings, func(p spelling) bool { return p.fits(n) })) &&
		(s.holds == nil || s.holds(n))
}

func (p *spelling) fits(n string) bool {
	if !slices.ContainsFunc(p.layouts, func(l layout) bool { return l.fits(n) }) || p.varied && strings.Count(n, n[:1]) == len(n) {
		return false
	}
	return !slices.ContainsFunc(p.weights, func(weights []int) bool {
		return n[len(weights)] != p.characters[weighted(n, weights...)%len(p.characters)]
	})
}

// conditions are what schemes.csv cannot describe, by scheme. Numbers of a scheme that has layouts there fit them.
var conditions = map[string]func(number string) bool{
	"nik": isNIK, "npwp": isNPWP, "cn_resident_id": hasBirthday, "tw_id": isTaiwaneseID, "gstin": isGSTIN,
	"rfc": isRFC, "abn": isABN, "nz_gst": isIRD, "eori": isEORI,
}

// invalidNumbers are the messages about numbers that do not have the form of a scheme.
var invalidNumbers = func() map[string]problem.Message {
	messages := make(map[string]problem.Message, len(schemes))
	for name, s := range schemes {
		messages[name] = problem.Define("invalid_"+name, "Enter a valid "+s.name+": "+s.form+".")
	}
	return messages
}()

// compactID is a number in upper case, without spaces, dots, hyphens and slashes.
func compactID(number string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\u00A0', '.', '-', '\u2010', '\u2011', '\u2013', '/':
			return -1
		}
		return r
	}, number))
}

// weighted is the sum of digits times weights. A letter counts as its distance from 0 in ASCII.
func weighted(digits string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += int(digits[i]-'0') * w
	}
	return sum
}

// isDay reports whether a day of a month exists in a year of two digits. Either century may be meant.
func isDay(year, month, day int) bool {
	if month < 1 || month > 12 {
		return false
	}
	days := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
	if month == 2 && year%4 == 0 {
		days = 29
	}
	return 1 <= day && day <= days
}

// pair is the number that the two digits at i are.
func pair(s string, i int) int { return int(s[i]-'0')*10 + int(s[i+1]-'0') }

// isNIK: district (6 digits), date of birth as DDMMYY, sequence. Women have 40 added to the day. There is no check digit.
func isNIK(n string) bool {
	day := pair(n, 6)
	if day > 40 {
		day -= 40
	}
	return n[0] != '0' && isDay(pair(n, 10), pair(n, 8), day)
}

// isNPWP: type (2 digits), taxpayer (6), check digit by Luhn, tax office (3), branch (3). Those of 16 digits are a 0 and
// one of 15, an identity number, or a number for people who have neither.
func isNPWP(n string) bool {
	if len(n) == 15 {
		return isLuhn(n[:9])
	}
	return n[0] != '0' || isLuhn(n[1:10])
}

// isLuhn reports whether the last of some digits is their check digit by the Luhn algorithm (ISO/IEC 7812-1).
func isLuhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			d *= 2
			d = d/10 + d%10
		}
		sum += d
	}
	return sum%10 == 0
}

// hasBirthday: a Chinese number is the district (6 digits), date of birth as YYYYMMDD, sequence (3), check character by
// ISO 7064 MOD 11-2.
func hasBirthday(n string) bool {
	century := pair(n, 6)
	return 18 <= century && century <= 20 && isDay(pair(n, 8), pair(n, 10), pair(n, 12))
}

// isTaiwaneseID: a letter for the place of registration, which counts as two digits, and 9 digits or, for residents from
// abroad until 2020, a second letter and 8 digits.
func isTaiwaneseID(n string) bool {
	const letters = "ABCDEFGHJKLMNPQRSTUVXYWZIO" // in the order of their codes, 10 to 35
	code := strings.IndexByte(letters, n[0]) + 10
	digits := n[1:]
	if second := strings.IndexByte("ABCD", n[1]); second >= 0 {
		digits = string(rune('0'+second)) + n[2:]
	}
	return (code/10+code%10*9+weighted(digits, 8, 7, 6, 5, 4, 3, 2, 1, 1))%10 == 0
}

// isGSTIN: the check character is by Luhn in base 36.
func isGSTIN(n string) bool {
	const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	sum := 0
	for i := range 14 {
		v := strings.IndexByte(alphabet, n[i]) * (1 + i%2)
		sum += v/36 + v%36
	}
	return n[14] == alphabet[(36-sum%36)%36]
}

// rfcForm: the numbers of companies have 3 letters, the numbers of persons 4.
var rfcForm = regexp.MustCompile(`^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$`)

func isRFC(n string) bool {
	if !rfcForm.MatchString(n) {
		return false
	}
	date := n[len(n)-9:]
	return isDay(pair(date, 0), pair(date, 2), pair(date, 4))
}

func isABN(n string) bool {
	// 1 is subtracted from the first digit.
	return n[0] != '0' && (weighted(n, 10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)-10)%89 == 0
}

// isIRD: when the first weights give 10, the second ones decide.
func isIRD(n string) bool {
	if len(n) == 8 {
		n = "0" + n
	}
	if n < "010000000" || n > "150000000" {
		return false
	}
	check := (11 - weighted(n, 3, 2, 7, 6, 5, 4, 3, 2)%11) % 11
	if check == 10 {
		check = (11 - weighted(n, 7, 4, 3, 2, 5, 2, 7, 6)%11) % 11
	}
	return check == int(n[8]-'0')
}

var eoriForm = regexp.MustCompile(`^[A-Z]{2}[A-Z0-9]{1,15}$`)

// eoriStates are the member states as EORI numbers have them, Greece also as EL, Northern Ireland and the United Kingdom.
const eoriStates = " AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI GB "

func isEORI(n string) bool {
	return eoriForm.MatchString(n) && strings.Contains(eoriStates, " "+n[:2]+" ")
}
