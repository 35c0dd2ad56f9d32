package importer

import (
	"cmp"
	"maps"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/problem"
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

// unitsOf are the fields with units, and for each those whose column of units counts.
var unitsOf = map[string][]string{
	"order_weight": {"order_weight", "item_weight"}, "item_weight": {"item_weight", "order_weight"},
	"order_length": {"order_length", "order_width", "order_height"},
	"order_width":  {"order_width", "order_length", "order_height"},
	"order_height": {"order_height", "order_length", "order_width"},
}

// FieldsWithUnits are the fields for each of which a column, such as order_weight.unit, may have the unit of each row.
func FieldsWithUnits() []string { return slices.Sorted(maps.Keys(unitsOf)) }

func isWeight(field string) bool { return strings.HasSuffix(field, "_weight") }

// unitColumn returns the column with the units of a column, nil for none, as if the heading has the unit. That of the
// other weight does not count if the mapping says what the unit is.
func unitColumn(c ColumnMapping, columns map[string][]columnPlan) *columnPlan {
	_, inHeading := splitUnit(c.Heading)
	for _, field := range unitsOf[c.Field] {
		found := columns[field+unitSuffix]
		if found != nil && inHeading == "" && (field == c.Field || c.Unit == "" || !isWeight(field)) {
			return &found[0]
		}
	}
	return nil
}

// size returns the size of the unit of a column in a row, nil for none. It is not known if its cell has another text.
func (c *columnPlan) size(row Row) (size *big.Rat, known bool) {
	_, name := measureOf(c.Field, c.side(strings.TrimSpace(row.Cell(c.index).Text)))
	if c.unit != nil && name == "" {
		name = c.unit.convert(&request.Field{}, row)
	}
	name = cmp.Or(name, c.Unit)
	u, known := unitOf(name)
	return u.size, name == "" || known && u.weight == isWeight(c.Field)
}

// measure is a number with a unit.
var measure = regexp.MustCompile(`^([-+]?[\d.,'’]+)\s*(\pL+|["″])\.?$`)

// measureOf returns the number of a text such as 500 g in a field with units, and the unit, "" for none.
func measureOf(field, text string) (number, unit string) {
	if isDigit(text, len(text)-1) {
		return text, "" // as most are
	}
	if m := measure.FindStringSubmatch(text); m != nil {
		if u, known := unitOf(m[2]); known && u.weight == isWeight(field) {
			return m[1], m[2]
		}
	}
	return text, ""
}

// unitOf returns the unit of a cell.
func unitOf(text string) (u unit, known bool) {
	u, known = units[cmp.Or(synonyms().units[strings.ToLower(strings.TrimSuffix(text, "."))], text)]
	return u, known
}

// unknownUnit is the problem of a cell that has no unit of a column.
func (p *Plan) unknownUnit(row int, c *columnPlan) Problem {
	known := map[bool]string{true: "kg, g, lb or oz", false: "cm, mm, m, in or ft"}[isWeight(c.Field)]
	found := p.at(row, c.unit.index, c.unit.Field, p.table.Row(row).Cell(c.unit.index).Text, problem.Message{})
	found.Message = problem.UnknownUnit.With(found.Heading, known)
	return found
}
