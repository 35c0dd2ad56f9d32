package importer

import (
	"cmp"
	"maps"
	"math/big"
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

// isUnit reports whether a field is that of a column of units.
func isUnit(field string) bool {
	of, is := strings.CutSuffix(field, unitSuffix)
	return is && unitsOf[of] != nil
}

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
var measure = compiled(`^([-+]?\d[\d.,'’ ]*?|[-+]?[.,]\d+)\s*([\pL\pM]+|["″])\.?(?:\s+each)?$`)

// measureOf returns the number of a text such as 500 g in a field with units, and the unit, "" for none.
func measureOf(field, text string) (number, unit string) {
	text = latin(text)
	if isDigit(text, len(text)-1) {
		return text, "" // as most are
	}
	if m := measure().FindStringSubmatch(text); m != nil {
		if u, known := unitOf(m[2]); known && u.weight == isWeight(field) {
			return m[1], m[2]
		}
	}
	return text, ""
}

// unitOf returns the unit of a cell.
func unitOf(text string) (u unit, known bool) {
	word, _ := meaningOf("units", strings.TrimSuffix(text, "."))
	u, known = units[cmp.Or(word, text)]
	return u, known
}

// unknownUnit is the problem of a cell that has no unit of a column.
func (p *Plan) unknownUnit(row Row, c *columnPlan) Problem {
	known := map[bool]string{true: "kg, g, lb or oz", false: "cm, mm, m, in or ft"}[isWeight(c.Field)]
	found := p.at(row, c.unit.index, c.unit.Field, row.Cell(c.unit.index).Text, problem.Message{})
	found.Message = problem.UnknownUnit.With(found.Heading, known)
	return found
}

// heavy is from how many kg on a weight is rather one in g, if nothing says that it is in kg.
const heavy = 100

// saysUnit reports whether the heading of a column says what its unit is: as a unit, as the name of a field or as one of a preset.
func (p *Plan) saysUnit(c *columnPlan) bool {
	heading := p.table.Headings[c.index]
	word := normal(heading)
	isHere := func(other ColumnMapping) bool { return strings.EqualFold(other.Heading, heading) }
	_, inHeading := splitUnit(heading)
	if inHeading != "" || word == normal(c.Field) || slices.ContainsFunc(presetOf(p.mapping.Preset).Columns, isHere) {
		return true
	}
	for name, unit := range synonyms().words["units"] {
		if unit == "kg" && strings.HasSuffix(word, normal(name)) {
			return true
		}
	}
	return false
}

func (p *Plan) isHeavy(c *columnPlan) bool {
	for i, row := range p.table.Rows() {
		cell := row.Cell(c.index)
		number, own := measureOf(c.Field, strings.TrimSpace(cell.Text))
		weight, ok := numberIn(c.Decimal.plain(number))
		if ok && own == "" && !p.footers[i] && weight.Cmp(big.NewRat(heavy, 1)) >= 0 {
			return true
		}
	}
	return false
}

// unitWarning says that a weight may be one in kg or in g, nothing if it has a unit of its own.
func (c *columnPlan) unitWarning(cell Cell) problem.Message {
	text := strings.TrimSpace(cell.Text)
	if _, own := measureOf(c.Field, text); own != "" || isDash(text) {
		return problem.Message{}
	}
	return problem.UnclearUnit.With(text, text)
}

// UnitWays are the two ways to read a column of weights without a unit.
func (p *Plan) UnitWays(field string, column int) (kg, g ColumnMapping, unsure bool) {
	if c := p.column(field, column); c != nil && c.unsure {
		kg, g, unsure = c.ColumnMapping, c.ColumnMapping, true
		kg.Unit, g.Unit = "kg", "g"
	}
	return kg, g, unsure
}

// AmountWays are the two ways to read the amounts in a currency of a column, such as 75.000.
func (p *Plan) AmountWays(field string, column int, currency string) (comma, point ColumnMapping) {
	if c := p.column(field, column); c != nil {
		comma, point = c.ColumnMapping, c.ColumnMapping
		comma.Decimal, point.Decimal = c.Decimal.with(currency, DecimalComma), c.Decimal.with(currency, DecimalPoint)
	}
	return comma, point
}

// column is a column of a field, nil if it is none.
func (p *Plan) column(field string, column int) *columnPlan {
	if f := p.byField[field]; f != nil {
		if i := slices.IndexFunc(f.columns, func(c columnPlan) bool { return c.index == column }); i >= 0 {
			return &f.columns[i]
		}
	}
	return nil
}
