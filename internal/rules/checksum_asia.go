package rules

import (
	"regexp"
	"strings"
)

// isNIK: district (6 digits), date of birth as DDMMYY, sequence. Women have 40 added to the day. There is no check digit.
func isNIK(n string) bool {
	if !allDigits(n, 16) || n[0] == '0' {
		return false
	}
	day := pair(n, 6)
	if day > 40 {
		day -= 40
	}
	return isDay(pair(n, 10), pair(n, 8), day)
}

// isNPWP: type (2 digits), taxpayer (6), check digit by Luhn, tax office (3), branch (3). Those of 16 digits are a 0 and
// one of 15, an identity number, or a number for people who have neither.
func isNPWP(n string) bool {
	switch {
	case allDigits(n, 15):
		return isLuhn(n[:9])
	case allDigits(n, 16):
		return n[0] != '0' || isLuhn(n[1:10])
	}
	return false
}

// isChineseResidentID: district (6 digits), date of birth as YYYYMMDD, sequence (3), check character by ISO 7064 MOD 11-2.
func isChineseResidentID(n string) bool {
	if len(n) != 18 || !allDigits(n[:17], 17) {
		return false
	}
	century, year := pair(n, 6), pair(n, 8)
	if century < 18 || century > 20 || !isDay(year, pair(n, 10), pair(n, 12)) {
		return false
	}
	sum := weighted(n[:17], 7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
	return n[17] == "10X98765432"[sum%11]
}

// isTaiwaneseID: a letter for the place of registration, which counts as two digits, and 9 digits or, for residents from
// abroad until 2020, a second letter and 8 digits.
func isTaiwaneseID(n string) bool {
	if len(n) != 10 {
		return false
	}
	const letters = "ABCDEFGHJKLMNPQRSTUVXYWZIO" // in the order of their codes, 10 to 35
	code := strings.IndexByte(letters, n[0]) + 10
	digits := n[1:]
	if second := strings.IndexByte("ABCD", n[1]); second >= 0 {
		digits = string(rune('0'+second)) + n[2:]
	}
	if code < 10 || !allDigits(digits, 9) {
		return false
	}
	return (code/10+code%10*9+weighted(digits, 8, 7, 6, 5, 4, 3, 2, 1, 1))%10 == 0
}

func isThaiTIN(n string) bool {
	if !allDigits(n, 13) {
		return false
	}
	sum := weighted(n, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)
	return (11-sum%11)%10 == int(n[12]-'0')
}

// isUEN reads the three forms of the number: of businesses, of local companies, which begins with the year, and of all
// others. The check letter of the last one is not published.
func isUEN(n string) bool {
	switch {
	case len(n) == 9 && allDigits(n[:8], 8):
		return n[8] == "XMKECAWLJDB"[weighted(n, 10, 4, 9, 3, 8, 2, 7, 1)%11]
	case len(n) == 10 && allDigits(n[:9], 9):
		return n[9] == "ZKCMDNERGWH"[weighted(n, 10, 8, 6, 4, 9, 7, 5, 3, 1)%11]
	}
	return otherUEN.MatchString(n)
}

var otherUEN = regexp.MustCompile(`^[TSR][0-9]{2}[A-Z]{2}[0-9]{4}[A-Z]$`)

// sgGST is a UEN or one of the numbers that the tax authority issues itself.
const sgGST = `[0-9]{8}[A-Z]|[0-9]{9}[A-Z0-9]|[TSR][0-9]{2}[A-Z]{2}[0-9]{4}[A-Z]|M[A-Z0-9][0-9]{7}[A-Z0-9]`

var gstinForm = regexp.MustCompile(`^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][0-9A-Z]{2}[0-9A-Z]$`)

// isGSTIN: the check character is by Luhn in base 36.
func isGSTIN(n string) bool {
	if !gstinForm.MatchString(n) {
		return false
	}
	const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	sum := 0
	for i := range 14 {
		v := strings.IndexByte(alphabet, n[i]) * (1 + i%2)
		sum += v/36 + v%36
	}
	return n[14] == alphabet[(36-sum%36)%36]
}
