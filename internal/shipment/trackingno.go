package shipment

import (
	"strconv"
	"strings"
)

// DefaultTrackingPrefix starts the tracking numbers of an account that has no prefix
// of its own.
const DefaultTrackingPrefix = "WB"

// minTrackingDigits is how many digits a tracking number has while order ids fit; from
// the 10,000,000,000th order on it grows by two at a time.
const (
	minTrackingDigits = 10
	maxTrackingDigits = 18
)

// TrackingNumbers issues tracking numbers: a prefix of letters, a keyed permutation of the
// order id in ten digits, a check digit and the destination's alpha-2 code, such as
// WB48210739526ID. A permutation is unique without a lookup, leads back to the order id, and shows
// neither how many orders there are nor which came first. Safe for concurrent use.
type TrackingNumbers struct{ permutation permutation }

// NewTrackingNumbers makes the issuer of a key of 16 bytes. The same key must be used
// for the life of the data: another one could issue a number twice, and finds no order.
func NewTrackingNumbers(key [16]byte) TrackingNumbers { return TrackingNumbers{newPermutation(key)} }

// Issue returns the tracking number of an order id, from 1 to 10^18 - 1.
func (t TrackingNumbers) Issue(prefix string, orderID int64, destination Country) string {
	digits, half := trackingDigits(uint64(orderID))
	number := make([]byte, len(prefix)+digits, len(prefix)+digits+1+len(destination))
	copy(number, prefix)
	v := t.permutation.apply(uint64(orderID), half, byte(digits))
	for i := len(number) - 1; i >= len(prefix); i-- {
		number[i] = '0' + byte(v%10)
		v /= 10
	}
	number = append(number, checkDigit(number[len(prefix):]))
	return string(append(number, destination...))
}

// OrderID returns the order id whose tracking number would be number, in upper case, with that prefix
// and destination; false if no id has such a number. The order need not exist, and its own number may
// be another one.
func (t TrackingNumbers) OrderID(number string) (orderID int64, ok bool) {
	form, ok := parseIssuedForm(number)
	if !ok || checkDigit([]byte(form.digits)) != form.check {
		return 0, false
	}
	v, err := strconv.ParseUint(form.digits, 10, 64)
	if err != nil {
		return 0, false
	}
	half := uint64(1)
	for range len(form.digits) / 2 {
		half *= 10
	}
	id := t.permutation.invert(v, half, byte(len(form.digits)))
	digits, _ := trackingDigits(id)
	return int64(id), id > 0 && digits == len(form.digits)
}

// trackingDigits is how many digits the number of an order id has, and ten to the power of half of
// them.
func trackingDigits(orderID uint64) (digits int, half uint64) {
	digits, half = minTrackingDigits, 1e5
	for orderID >= half*half && digits < maxTrackingDigits {
		digits, half = digits+2, half*10
	}
	return digits, half
}

// IsS10 reports whether s is an identifier of a postal item by the UPU's standard S10, such as RA123456785GB: two letters for the
// service, eight digits, a check digit and a country.
func IsS10(s string) bool {
	const length, first, check = 13, 2, 10
	if len(s) != length || !isUpper(s[0]) || !isUpper(s[1]) || Country(s[check+1:]).Name() == "" {
		return false
	}
	sum := 0
	for i, weight := range [...]int{8, 6, 4, 2, 3, 5, 9, 7} {
		digit := int(s[first+i]) - '0'
		if digit < 0 || digit > 9 {
			return false
		}
		sum += weight * digit
	}
	return s[check] == "50987654321"[sum%11]
}

// IsTrackingNo reports whether an order can have the tracking number s: 6 to 40 letters, digits
// or hyphens.
func IsTrackingNo(s string) bool {
	return len(s) >= 6 && len(s) <= 40 && strings.Trim(s, "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") == ""
}

// TrackingKey is a tracking number as stored orders have it: in upper case.
func TrackingKey(trackingNo string) string { return upperASCII(trackingNo) }

// upperASCII changes a to z only: ı does not become I.
func upperASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, s)
}

// HasIssuedForm reports whether a tracking number in upper case has the form of the numbers that are issued
// with a prefix, or is one of those with -2 to -20 behind it, which are kept for further parcels of its order. Its check digit may be
// wrong: people and scanners go by the form alone.
func HasIssuedForm(number, prefix string) bool {
	issued, ok := IssuedPrefix(number)
	return ok && issued == prefix
}

// IssuedPrefix returns the prefix of a tracking number in upper case that has the form of those that
// are issued; false if it has another form.
func IssuedPrefix(number string) (prefix string, ok bool) {
	const most = 20 // parcels of an order
	if i := strings.LastIndexByte(number, '-') + 1; i > 0 {
		if n, err := strconv.ParseUint(number[i:], 10, 8); err == nil && n >= 2 && n <= most && number[i] != '0' {
			number = number[:i-1]
		}
	}
	form, ok := parseIssuedForm(number)
	return form.prefix, ok
}

// issuedForm is the parts of a tracking number.
type issuedForm struct {
	prefix, digits string
	check          byte
}

func parseIssuedForm(number string) (form issuedForm, ok bool) {
	end := len(number) - 2
	if end < 0 || !isUpper(number[end]) || !isUpper(number[end+1]) {
		return issuedForm{}, false
	}
	prefix := strings.TrimRight(number[:end], "0123456789")
	digits := end - len(prefix) - 1 // without the check digit
	if digits < minTrackingDigits || digits > maxTrackingDigits || digits%2 != 0 {
		return issuedForm{}, false
	}
	return issuedForm{prefix, number[len(prefix) : end-1], number[end-1]}, true
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// checkDigit is the GS1 modulo-10 check digit, the one of SSCC and GTIN: weights 3 and
// 1 in turn from the right.
func checkDigit(digits []byte) byte {
	sum := 0
	for i := range digits {
		weight := 1
		if i%2 == 0 {
			weight = 3
		}
		sum += weight * int(digits[len(digits)-1-i]-'0')
	}
	return '0' + byte((10-sum%10)%10)
}
