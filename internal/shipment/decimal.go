package shipment

import "strconv"

// Hundredths is a decimal with two places, held as the integer of its hundredths:
// 40.5 is 4050. Money, and centimetres.
type Hundredths int64

// Thousandths is a decimal with three places, held as the integer of its
// thousandths: 0.125 is 125. Kilograms, so that the integer is grams.
type Thousandths int64

// Append appends d in its shortest form: 12, 12.5, 0.05.
func (d Hundredths) Append(b []byte) []byte { return AppendScaled(b, int64(d), 2) }

// String is d in its shortest form.
func (d Hundredths) String() string { return string(d.Append(nil)) }

// Append appends d in its shortest form: 12, 12.5, 0.125.
func (d Thousandths) Append(b []byte) []byte { return AppendScaled(b, int64(d), 3) }

// String is d in its shortest form.
func (d Thousandths) String() string { return string(d.Append(nil)) }

// AppendScaled appends v × 10^-places without an exponent or trailing zeros.
func AppendScaled(b []byte, v int64, places int) []byte {
	u := uint64(v)
	if v < 0 {
		b = append(b, '-')
		u = -u
	}
	scale := uint64(1)
	for range places {
		scale *= 10
	}
	b = strconv.AppendUint(b, u/scale, 10)
	rest := u % scale
	if rest == 0 {
		return b
	}
	b = append(b, '.')
	for rest > 0 {
		scale /= 10
		b = append(b, '0'+byte(rest/scale))
		rest %= scale
	}
	return b
}
