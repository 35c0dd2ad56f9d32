package shipment

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// weightShape is a stable weight: what a person types, with a unit or with one to three decimals of kilograms, or a line of a scale.
// Those of A&D and CAS begin with ST if they are stable, and GS or NT for gross or net; those of Mettler Toledo with S S. US, S D and OL
// are none.
var weightShape = regexp.MustCompile(`^(ST,GS,|ST,NT,|S S )?\s*\+?\s*(\d{1,6})(?:[.,](\d{0,90}))?\s*((?i:kg|g|lb|oz))?$`)

// grams are those of the units, exactly.
var grams = map[string]*big.Rat{
	"": big.NewRat(1000, 1), "kg": big.NewRat(1000, 1), "g": big.NewRat(1, 1),
	"lb": big.NewRat(45_359_237, 100_000), "oz": big.NewRat(45_359_237, 1_600_000),
}

// WeightOf reads a stable weight, rounded to a gram; 0 for another code, for nothing on the scale, and for less than half a gram. Gross
// means that a scale weighed what it does not know as tare.
func WeightOf(code string) (weight Thousandths, gross bool) {
	m := weightShape.FindStringSubmatch(strings.TrimSpace(code))
	if len(m) == 0 {
		return 0, false
	}
	if m[1] == "" && m[4] == "" && (m[3] == "" || len(m[2]) > 3 || len(m[3]) > 3) { // such a number is that of a parcel
		return 0, false
	}
	r, _ := new(big.Rat).SetString(m[2] + "." + m[3] + "0")
	n, _ := strconv.ParseInt(r.Mul(r, grams[strings.ToLower(m[4])]).FloatString(0), 10, 64)
	return Thousandths(n), m[1] != "" && m[1] != "ST,NT,"
}

// Exceeded reports whether a weight differs from the stated one by more than the tolerance.
func (t WeightTolerance) Exceeded(weight, stated Thousandths) bool {
	difference := max(weight-stated, stated-weight)
	return int64(difference)*100 > max(t.Grams*100, int64(stated)*t.Percent)
}

// Packing is when a parcel was packed at a station, and by whom. The zero Packing is none.
type Packing struct {
	On     time.Time
	By     string      // e-mail address of a user, or id of a key
	Weight Thousandths // kg on the scale; 0: it was not weighed
}

// Measuring is what was measured of a parcel in a hub. The zero Measuring is none.
type Measuring struct {
	On                    time.Time
	Weight                Thousandths // 0: it was not weighed
	Length, Width, Height Hundredths  // 0: it was not measured
}
