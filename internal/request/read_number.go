package request

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// number is a decimal number: ± coefficient × 10^exponent.
type number struct {
	negative    bool
	coefficient uint64 // right while digits ≤ maxExact
	digits      int64  // of the coefficient, without leading zeros; at least 1
	exponent    int64
}

// maxExact digits always fit in an int64.
const maxExact = 18

// parseNumber reads [+-]? digits with at most one dot, and an optional exponent; an
// exponent of more than 18 digits counts as one of 18.
func parseNumber(s string) (n number, ok bool) {
	at, point := 0, false
	if s != "" && (s[0] == '-' || s[0] == '+') {
		n.negative, at = s[0] == '-', 1
	}
	for ; at < len(s) && s[at]|0x20 != 'e'; at++ {
		switch c := s[at]; {
		case c == '.' && !point:
			point = true
			continue
		case !isDigit(c):
			return n, false
		case c != '0' || n.digits > 0:
			if n.digits++; n.digits <= maxExact {
				n.coefficient = n.coefficient*10 + uint64(c-'0')
			}
		}
		if ok = true; point {
			n.exponent--
		}
	}
	n.digits = max(n.digits, 1)
	if at < len(s) {
		power, _, isInteger := parseInteger(s[at+1:])
		n.exponent += max(-1e18, min(power, 1e18))
		ok = ok && isInteger
	}
	return n, ok
}

// numberOf reads a JSON number. A double counts in its shortest form, so 1.500 is 1.5
// and 1e3 is 1000; false when it is beyond the doubles.
func numberOf(v Value) (number, bool) {
	n, ok := parseNumber(v.Text)
	if !ok || v.isInteger() {
		return n, ok
	}
	// Up to 15 digits, the shortest text that gives the same double is the text
	// itself without trailing zeros; beyond, and far from 1, it takes the double.
	if n.digits > 15 || n.exponent < -maxExact || n.exponent > maxExact {
		f, err := strconv.ParseFloat(v.Text, 64)
		if err != nil {
			return n, false
		}
		n, ok = parseNumber(strconv.FormatFloat(f, 'e', -1, 64))
	}
	if n.coefficient == 0 {
		n.exponent = 0
	}
	for n.exponent < 0 && n.coefficient%10 == 0 {
		n.coefficient /= 10
		n.digits--
		n.exponent++
	}
	return n, ok
}

// readDecimal reads an exact number with the places of its type.
func readDecimal[V ~int64](v Value, f *Field) (V, Messages) {
	if !v.given() && !f.Required {
		return 0, nil
	}
	n, ok := decimalOf(v)
	if !ok {
		return 0, Messages{problem.NotNumber}
	}
	if problems := n.tooLong(int64(f.Type.Digits), int64(f.Type.Places)); problems != nil {
		return 0, problems
	}
	scaled := n.scaled(f.Type.Places)
	if scaled < f.Type.Min {
		return 0, Messages{problem.MinValue.With(string(shipment.AppendScaled(nil, f.Type.Min, f.Type.Places)))}
	}
	return V(scaled), nil
}

func decimalOf(v Value) (number, bool) {
	switch v.Kind {
	case String:
		return parseNumber(strings.TrimSpace(v.Text))
	case Number:
		return numberOf(v)
	default:
		return number{}, false
	}
}

// tooLong counts digits as Django REST framework's DecimalField does.
func (n number) tooLong(digits, places int64) Messages {
	total, whole, decimals := n.digits, n.digits+n.exponent, -n.exponent
	switch {
	case n.exponent >= 0:
		total, decimals = n.digits+n.exponent, 0
	case n.digits <= -n.exponent:
		total, whole = -n.exponent, 0
	}
	switch {
	case total > digits:
		return Messages{problem.MaxDigits.With(digits)}
	case decimals > places:
		return Messages{problem.MaxDecimals.With(places)}
	case whole > digits-places:
		return Messages{problem.MaxWholeDigits.With(digits - places)}
	}
	return nil
}

// scaled is n × 10^places, for an n that is not tooLong for them.
func (n number) scaled(places int) int64 {
	v := int64(n.coefficient)
	for range int64(places) + n.exponent {
		v *= 10
	}
	if n.negative {
		return -v
	}
	return v
}

func readInteger(v Value, f *Field) (int64, Messages) {
	n, _, ok := integerOf(v)
	switch {
	case !ok:
		return 0, Messages{problem.NotInteger}
	case n < f.Type.Min:
		return 0, Messages{problem.MinValue.With(f.Type.Min)}
	case n > f.Type.Max:
		return 0, Messages{problem.MaxValue.With(f.Type.Max)}
	}
	return n, nil
}

// readInt64 reads an integer of 64 bits.
func readInt64(v Value, _ *Field) (int64, Messages) {
	n, exact, ok := integerOf(v)
	if !ok || !exact {
		return 0, Messages{problem.NotInteger}
	}
	return n, nil
}

// integerOf reads an integer, a double without a fraction, or a string of digits with
// perhaps a dot and zeros. What 64 bits cannot hold is the least or greatest int64,
// and not exact.
func integerOf(v Value) (n int64, exact, ok bool) {
	switch {
	case v.isInteger():
		return parseInteger(v.Text)
	case v.Kind == Number:
		f, err := strconv.ParseFloat(v.Text, 64)
		if err != nil || f != math.Trunc(f) {
			return 0, false, false
		}
		return parseInteger(strconv.FormatFloat(f, 'f', 0, 64))
	case v.Kind == String:
		whole, zeros, _ := strings.Cut(strings.TrimSpace(v.Text), ".")
		if strings.Trim(zeros, "0") != "" {
			return 0, false, false
		}
		return parseInteger(whole)
	}
	return 0, false, false
}

// parseInteger reads an optional sign and digits.
func parseInteger(s string) (n int64, exact, ok bool) {
	n, err := strconv.ParseInt(s, 10, 64)
	// ParseInt does not look at what follows the digits that 64 bits hold.
	isLarge := errors.Is(err, strconv.ErrRange) && all(strings.TrimLeft(s, "+-"), isDigit)
	return n, err == nil, err == nil || isLarge
}
