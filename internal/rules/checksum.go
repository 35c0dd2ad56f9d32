package rules

import (
	"regexp"
	"strings"

	"waybill/internal/problem"
)

// scheme is a form of identification numbers.
type scheme struct {
	name  string // for messages, such as "Korean personal customs clearance code"
	form  string // for messages, such as "P and 12 digits"
	valid func(number string) bool
}

// schemes are the forms of identification numbers that the kind checksum knows, by name. Their functions are called
// with any text. Where an authority publishes no check digit, or where numbers without a correct one are in use, only
// the form is checked: a warning about a correct number is worse than none.
var schemes = map[string]scheme{
	"nik":  {"Indonesian identity number (NIK)", "16 digits, the seventh to twelfth of them the date of birth", compacted(isNIK)},
	"npwp": {"Indonesian taxpayer number (NPWP)", "15 digits with a check digit, or 16 digits", compacted(isNPWP)},

	"pccc":           {"Korean personal customs clearance code (PCCC)", "P and 12 digits", matching(`P[0-9]{12}`)},
	"cn_resident_id": {"Chinese resident identity number", "17 digits and a check character (0 to 9 or X)", compacted(isChineseResidentID)},
	"tw_id":          {"Taiwanese identity number", "a letter and 9 digits, the last of them a check digit", compacted(isTaiwaneseID)},
	"th_tin":         {"Thai taxpayer number", "13 digits, the last of them a check digit", compacted(isThaiTIN)},

	"sg_uen": {"Singaporean Unique Entity Number (UEN)", "8 or 9 digits and a check letter, or T, S or R and 9 characters", compacted(isUEN)},
	"sg_gst": {"Singaporean GST registration number", "a UEN, or M and 9 characters, such as M90367450E", matching(sgGST)},
	"gstin":  {"Indian GST identification number (GSTIN)", "15 characters: state, PAN, number, Z and a check character", compacted(isGSTIN)},
	"pan":    {"Indian Permanent Account Number (PAN)", "5 letters, 4 digits and a letter", matching(`[A-Z]{5}[0-9]{4}[A-Z]`)},

	"cpf":  {"Brazilian taxpayer number of a person (CPF)", "11 digits, the last two of them check digits", compacted(isCPF)},
	"cnpj": {"Brazilian taxpayer number of a company (CNPJ)", "12 digits or letters and 2 check digits", compacted(isCNPJ)},
	"cpf_cnpj": {
		"Brazilian taxpayer number (CPF or CNPJ)", "a CPF of 11 digits or a CNPJ of 14 characters, with their check digits",
		compacted(func(n string) bool { return isCPF(n) || isCNPJ(n) }),
	},
	"cuit": {"Argentine taxpayer number (CUIT or CUIL)", "11 digits, the last of them a check digit", compacted(isCUIT)},
	"rut":  {"Chilean taxpayer number (RUT)", "7 or 8 digits and a check character (0 to 9 or K)", compacted(isRUT)},
	"rfc":  {"Mexican taxpayer number (RFC)", "3 or 4 letters, the date as 6 digits and 3 characters", compacted(isRFC)},

	"abn":    {"Australian Business Number (ABN)", "11 digits, the first two of them check digits", compacted(isABN)},
	"arn":    {"Australian ATO reference number (ARN)", "12 digits", matching(`[0-9]{12}`)},
	"nz_gst": {"New Zealand GST number", "8 or 9 digits, the last of them a check digit", compacted(isIRD)},

	"ioss": {"EU Import One-Stop Shop number (IOSS)", "IM and 10 digits, the first three the code of a member state", compacted(isIOSS)},
	"eori": {"EORI number", "the code of an EU member state, XI or GB, and up to 15 letters or digits", compacted(isEORI)},
	"gtin": {"Global Trade Item Number (GTIN)", "8, 12, 13 or 14 digits, the last of them a check digit", compacted(isGTIN)},
	"voec": {"Norwegian VOEC number", "7 digits", matching(`(?:VOEC)?[0-9]{7}`)},
}

// invalidNumbers are the messages about numbers that do not have the form of a scheme.
var invalidNumbers = func() map[string]problem.Message {
	messages := make(map[string]problem.Message, len(schemes))
	for name, s := range schemes {
		messages[name] = problem.Define("invalid_"+name, "Enter a valid "+s.name+": "+s.form+".")
	}
	return messages
}()

// compacted calls valid with a number in upper case and without the separators that people write.
func compacted(valid func(string) bool) func(string) bool {
	return func(number string) bool { return valid(compactID(number)) }
}

// matching is a scheme that is a regular expression of the compact number.
func matching(pattern string) func(string) bool {
	return compacted(regexp.MustCompile(`^(?:` + pattern + `)$`).MatchString)
}

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

// allDigits reports whether s is n digits.
func allDigits(s string, n int) bool { return len(s) == n && strings.Trim(s, "0123456789") == "" }

// oneDigit reports whether all characters of s are the same. Such numbers often have a correct check digit, and are
// made up.
func oneDigit(s string) bool { return strings.Count(s, s[:1]) == len(s) }

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
