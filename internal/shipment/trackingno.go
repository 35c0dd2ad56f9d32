package shipment

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/binary"
	"fmt"
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

// TrackingNumbers issues tracking numbers: a prefix, a keyed permutation of the
// order id in ten digits, a check digit and the destination's alpha-2 code, such as
// WB48210739526ID. A permutation is unique without a lookup, and shows neither how
// many orders there are nor which came first. Safe for concurrent use.
type TrackingNumbers struct{ block cipher.Block }

// NewTrackingNumbers makes the issuer of a key of 16 bytes. The same key must be used
// for the life of the data: another one could issue a number twice.
func NewTrackingNumbers(key [16]byte) TrackingNumbers {
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic("aes refuses a key of 16 bytes: " + err.Error())
	}
	return TrackingNumbers{block}
}

// Issue returns the tracking number of an order id, from 1 to 10^18 - 1.
func (t TrackingNumbers) Issue(prefix string, orderID int64, destination Country) string {
	digits, limit := minTrackingDigits, uint64(1e10)
	for uint64(orderID) >= limit && digits < maxTrackingDigits {
		digits, limit = digits+2, limit*100
	}
	number := make([]byte, 0, len(prefix)+digits+1+len(destination))
	number = append(number, prefix...)
	number = fmt.Appendf(number, "%0*d", digits, t.permute(uint64(orderID), digits))
	number = append(number, checkDigit(number[len(prefix):]))
	return string(append(number, destination...))
}

// IsTrackingNo reports whether an order can have the tracking number s: 6 to 40 letters, digits
// or hyphens.
func IsTrackingNo(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return len(s) >= 6 && len(s) <= 40
}

// TrackingKey is a tracking number as stored orders have it: in upper case.
func TrackingKey(trackingNo string) string { return upperASCII(trackingNo) }

// upperASCII changes a to z only: ı does not become I.
func upperASCII(s string) string {
	for i := range len(s) {
		if 'a' <= s[i] && s[i] <= 'z' {
			b := []byte(s)
			for j := i; j < len(b); j++ {
				if 'a' <= b[j] && b[j] <= 'z' {
					b[j] -= 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// HasIssuedForm reports whether a tracking number in upper case has the form of those that are issued
// with a prefix. Its check digit may be wrong: people and scanners go by the form alone.
func HasIssuedForm(number, prefix string) bool {
	rest, ok := strings.CutPrefix(number, prefix)
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789")) - 1 // without the check digit
	if !ok || digits < minTrackingDigits || digits > maxTrackingDigits || digits%2 != 0 {
		return false
	}
	country := rest[digits+1:]
	return len(country) == 2 && isUpper(country[0]) && isUpper(country[1])
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// permute maps [0, 10^digits) onto itself: a Feistel network on the two decimal
// halves, with AES as its round function. Eight rounds, as FF1 of NIST SP 800-38G
// has ten of, are ample for hiding order and volume.
func (t TrackingNumbers) permute(v uint64, digits int) uint64 {
	half := uint64(1)
	for range digits / 2 {
		half *= 10
	}
	left, right := v/half, v%half
	for round := range byte(8) {
		var in, out [aes.BlockSize]byte
		in[0], in[1] = round, byte(digits)
		binary.BigEndian.PutUint64(in[8:], right)
		t.block.Encrypt(out[:], in[:])
		left, right = right, (left+binary.BigEndian.Uint64(out[:8])%half)%half
	}
	return left*half + right
}

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
	return strconv.Itoa((10 - sum%10) % 10)[0]
}
