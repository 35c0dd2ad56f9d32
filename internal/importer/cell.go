package importer

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/request"
)

// defaultJoin stands between the parts of a field with several columns.
const defaultJoin = ", "

// partJoin stands before the house number in an address, and between the names of a person.
const partJoin = " "

// read returns the text of a field in a row, as text does, and adds what is wrong with its cells to the draft.
func (p *Plan) read(d *Draft, f *fieldPlan, row Row) string {
	for i := range f.columns {
		c := &f.columns[i]
		cell := row.Cell(c.index)
		message, hint := flawOf(&f.Field, cell), problem.Message{}
		switch {
		case !message.IsZero() || isEmpty(cell):
		case isMoney(f.Name):
			message, hint = c.amountWarning(row)
		case f.Type.Name == request.TypeDate:
			message, hint = yearWarning(c.convert(&f.Field, row))
		case c.unsure:
			message = c.unitWarning(cell)
		}
		if !message.IsZero() {
			found := p.at(row, c.index, f.Name, cell.Text, message)
			found.Hint = hint
			if message.Is(problem.UnclearAmount) {
				_, found.Currency = c.amountIn(strings.TrimSpace(cell.Text), row)
			}
			d.add(found)
		}
		if _, known := c.size(row); !known && !isEmpty(cell) {
			d.add(p.unknownUnit(row, c))
		}
	}
	return f.text(row)
}

// text returns the text of a field in a row, "" if its cells are empty.
func (f *fieldPlan) text(row Row) string {
	var text, last string
	parts := 0
	isName := strings.HasSuffix(f.Name, "_name")
	hasParts := isName || strings.HasSuffix(f.Name, "_address")
	for i := range f.columns {
		c := &f.columns[i]
		part := c.convert(&f.Field, row)
		switch {
		case part == "", text != "" && (c.First || isDash(part)), hasParts && c.Join == partJoin && hasPart(last, part):
			continue
		case text == "", isName && c.Join == partJoin && hasPart(part, text):
			text = part
		default:
			text += cmp.Or(c.Join, defaultJoin) + part
		}
		last = part
		parts++
	}
	if parts > 1 && f.columns[0].Phone == PhoneOfCountry { // a number in parts
		text = f.columns[0].abroad(text, row)
	}
	return cmp.Or(text, f.filled[row.Number])
}

// textOrPreset is text, or the default.
func (f *fieldPlan) textOrPreset(row Row) string { return cmp.Or(f.text(row), f.preset) }

// hasPart reports whether a text begins or ends with a part of it, as a street with its house number.
func hasPart(text, part string) bool {
	text, part = strings.ToLower(text), strings.ToLower(part)
	before, ends := strings.CutSuffix(text, part)
	after, begins := strings.CutPrefix(text, part)
	return ends && strings.TrimRight(before, " ,.") != before || begins && strings.TrimLeft(after, " ,") != after || text == part
}

// fills reports whether an item without a value has that of another row of its order.
func (f *fieldPlan) fills() bool {
	return slices.ContainsFunc(f.columns, func(c columnPlan) bool { return c.Fill })
}

// source returns the column of the value of a field in a row: the first that is not empty, else the first.
// It is -1 if the field has no column.
func (f *fieldPlan) source(row Row) int {
	at := f.columnOf(row)
	if at < 0 {
		return -1
	}
	return f.columns[at].index
}

// columnOf is source, as the place in the columns of the field.
func (f *fieldPlan) columnOf(row Row) int {
	for i := range f.columns {
		if !isEmpty(row.Cell(f.columns[i].index)) {
			return i
		}
	}
	return min(0, len(f.columns)-1)
}

// value makes the value of a text. Numbers count like those of JSON, so that zeros at the end of 1.500 do not.
func (f *fieldPlan) value(text string) request.Value {
	if (isNumber(&f.Field) || f.Type.Name == request.TypeService) && isJSONNumber(text) {
		return request.Value{Kind: request.Number, Text: text}
	}
	return request.Text(text)
}

// isJSONNumber reports whether JSON has a text as a number without an exponent.
func isJSONNumber(s string) bool {
	return isDigit(s, len(s)-1) && strings.Trim(s, "-.0123456789") == "" && json.Valid([]byte(s))
}

func isDigit(s string, at int) bool { return at >= 0 && at < len(s) && s[at] >= '0' && s[at] <= '9' }

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }
