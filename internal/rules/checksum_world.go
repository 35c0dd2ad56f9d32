package rules

import (
	"regexp"
	"strings"
)

func isCPF(n string) bool {
	if !allDigits(n, 11) || oneDigit(n) {
		return false
	}
	return n[9] == mod11Digit(weighted(n, 10, 9, 8, 7, 6, 5, 4, 3, 2)) &&
		n[10] == mod11Digit(weighted(n, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2))
}

var cnpjForm = regexp.MustCompile(`^[0-9A-Z]{12}[0-9]{2}$`)

// isCNPJ: since July 2026 the first 12 characters of new numbers may be letters.
func isCNPJ(n string) bool {
	if !cnpjForm.MatchString(n) || oneDigit(n) {
		return false
	}
	return n[12] == mod11Digit(weighted(n, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)) &&
		n[13] == mod11Digit(weighted(n, 6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2))
}

// mod11Digit is the Brazilian check digit of a weighted sum.
func mod11Digit(sum int) byte {
	if sum%11 < 2 {
		return '0'
	}
	return byte('0' + 11 - sum%11)
}

func isCUIT(n string) bool {
	return allDigits(n, 11) && !oneDigit(n) &&
		(11-weighted(n, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)%11)%11 == int(n[10]-'0')
}

// isRUT: the weights 2 to 7 repeat from the right.
func isRUT(n string) bool {
	if len(n) != 8 && len(n) != 9 || !allDigits(n[:len(n)-1], len(n)-1) {
		return false
	}
	body, sum := n[:len(n)-1], 0
	for i := range len(body) {
		sum += int(body[len(body)-1-i]-'0') * (2 + i%6)
	}
	return n[len(n)-1] == "0K987654321"[sum%11]
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
	if !allDigits(n, 11) || n[0] == '0' {
		return false
	}
	return (weighted(n, 10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)-10)%89 == 0 // 1 is subtracted from the first digit
}

// isIRD: when the first weights give 10, the second ones decide.
func isIRD(n string) bool {
	if len(n) == 8 {
		n = "0" + n
	}
	if !allDigits(n, 9) || n < "010000000" || n > "150000000" {
		return false
	}
	check := (11 - weighted(n, 3, 2, 7, 6, 5, 4, 3, 2)%11) % 11
	if check == 10 {
		check = (11 - weighted(n, 7, 4, 3, 2, 5, 2, 7, 6)%11) % 11
	}
	return check == int(n[8]-'0')
}

var iossForm = regexp.MustCompile(`^IM[0-9]{10}$`)

// iossStates are the ISO 3166-1 numeric codes of the member states, and 900 for Northern Ireland.
const iossStates = " 040 056 100 191 196 203 208 233 246 250 276 300 348 372 380 428 440 442 470 528 616 620 642 703 705 724 752 900 "

// isIOSS: how the last digit is computed is not published.
func isIOSS(n string) bool {
	return iossForm.MatchString(n) && strings.Contains(iossStates, " "+n[2:5]+" ")
}

var eoriForm = regexp.MustCompile(`^[A-Z]{2}[A-Z0-9]{1,15}$`)

// eoriStates are the member states as EORI numbers have them, Greece also as EL, Northern Ireland and the United Kingdom.
const eoriStates = " AT BE BG CY CZ DE DK EE EL ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK XI GB "

func isEORI(n string) bool {
	return eoriForm.MatchString(n) && strings.Contains(eoriStates, " "+n[:2]+" ")
}

// isGTIN: the weights 3 and 1 alternate from the right.
func isGTIN(n string) bool {
	if !allDigits(n, len(n)) || len(n) != 8 && (len(n) < 12 || len(n) > 14) || oneDigit(n) {
		return false
	}
	sum := 0
	for i := range len(n) {
		sum += int(n[len(n)-1-i]-'0') * (1 + 2*(i%2))
	}
	return sum%10 == 0
}
