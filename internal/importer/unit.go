package importer

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"waybill/internal/request"
)

// unitSuffix makes order_weight.unit, the field of a column with the unit of order_weight in each row.
const unitSuffix = ".unit"

// unit is a unit of weights or lengths.
type unit struct {
	size   *big.Rat // in kg or cm
	weight bool
}

var units = map[string]unit{
	"kg": {big.NewRat(1, 1), true}, "g": {big.NewRat(1, 1000), true},
	"lb": {big.NewRat(45359237, 100_000_000), true}, "oz": {big.NewRat(45359237, 1_600_000_000), true},
	"cm": {big.NewRat(1, 1), false}, "mm": {big.NewRat(1, 10), false}, "m": {big.NewRat(100, 1), false},
	"in": {big.NewRat(254, 100), false}, "ft": {big.NewRat(3048, 100), false},
}

// unitWords are the units as headings and cells have them, and what the mapping calls them.
var unitWords = func() map[string]string {
	words := make(map[string]string)
	for unit, all := range map[string]string{
		"kg": "kg kgs kilo kilos kilogram kilograms kilogramm 千克 公斤", "g": "g gr gram grams gramm gramme grammes 克",
		"lb": "lb lbs pound pounds", "oz": "oz ounce ounces",
		"cm": "cm cms centimeter centimeters centimetre centimetres zentimeter 厘米 公分",
		"mm": "mm millimeter millimeters millimetre millimetres 毫米",
		"m":  "m meter meters metre metres 米", "in": `in inch inches zoll " ″`, "ft": "ft foot feet",
	} {
		for word := range strings.FieldsSeq(all) {
			words[word] = unit
		}
	}
	return words
}()

// sizes are the lengths of a parcel, which have one unit, and weights what else has one.
var (
	sizes   = []string{"order_length", "order_width", "order_height"}
	weights = []string{"order_weight", "item_weight"}
)

// UnitFields are the fields of the columns with the unit of another field in each row.
func UnitFields() []string {
	fields := slices.Concat(weights, sizes)
	for i := range fields {
		fields[i] += unitSuffix
	}
	return fields
}

// sharesUnit are the fields whose column of units is that of a field too, if it has none of its own.
func sharesUnit(field string) []string {
	switch {
	case slices.Contains(sizes, field):
		return sizes
	case slices.Contains(weights, field):
		return weights
	}
	return nil
}

// unitColumn returns the column with the units of a column, nil for none. That of the other weight does not count if
// the mapping says what the unit is.
func unitColumn(c ColumnMapping, columns map[string][]columnPlan) *columnPlan {
	fields := []string{c.Field}
	if slices.Contains(sizes, c.Field) || c.Unit == "" {
		fields = append(fields, sharesUnit(c.Field)...)
	}
	for _, field := range fields {
		if found := columns[field+unitSuffix]; found != nil {
			return &found[0]
		}
	}
	return nil
}

// unitIn returns the unit of a column in a row. It is not known if its cell has another text.
func (c *columnPlan) unitIn(f *request.Field, row Row) (u unit, known bool) {
	name := c.Unit
	if c.unit != nil {
		if text := c.unit.convert(&request.Field{}, row); text != "" {
			name = unitWords[strings.ToLower(strings.TrimSuffix(text, "."))]
		}
	}
	u, known = units[name]
	return u, known && u.weight == slices.Contains(weights, f.Name)
}

// unknownUnit says that a cell of a column has no unit of a field.
func unknownUnit(heading, field string) string {
	known := "cm, mm, m, in or ft"
	if slices.Contains(weights, field) {
		known = "kg, g, lb or oz"
	}
	return fmt.Sprintf("The unit in the column %q is not known. Write %s.", shorten(heading), known)
}
