package desk

import (
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"waybill/internal/console/web"
	"waybill/internal/shipment"
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

// weightOf reads a stable weight, rounded to a gram; 0 for another code, for nothing on the scale, and for less than half a gram. Gross
// means that a scale weighed what it does not know as tare.
func weightOf(code string) (weight shipment.Thousandths, gross bool) {
	m := weightShape.FindStringSubmatch(strings.TrimSpace(code))
	if len(m) == 0 {
		return 0, false
	}
	if m[1] == "" && m[4] == "" && (m[3] == "" || len(m[2]) > 3 || len(m[3]) > 3) { // such a number is that of a parcel
		return 0, false
	}
	r, _ := new(big.Rat).SetString(m[2] + "." + m[3] + "0")
	n, _ := strconv.ParseInt(r.Mul(r, grams[strings.ToLower(m[4])]).FloatString(0), 10, 64)
	return shipment.Thousandths(n), m[1] != "" && m[1] != "ST,NT,"
}

// weightWarning says that the weight on the scale is far from the stated one, "" if it is not.
func weightWarning(v *web.Visit, p *parcel) string {
	if p.Weight == 0 || !v.Account.WeightTolerance.Exceeds(p.Weight, p.Order.Weight) {
		return ""
	}
	return v.T("It weighs %[1]s, and %[2]s is stated.", v.Weight(p.Weight.String()), v.Weight(p.Order.Weight.String()))
}
