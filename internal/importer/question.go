package importer

import (
	"slices"
	"strconv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/request"
)

// Question is a column that is not read although its values may belong to an address or an amount: a person must say what it is, or leave
// it out.
type Question struct {
	Heading string
	Column  string // its letter
	Value   string // the first one
	Field   string // that its heading says, which another column is, "" for none
}

// Questions are the columns that somebody must decide about. Those of a preset are decided.
func (p *Plan) Questions() (asked []Question) {
	if p.mapping.Preset != "" {
		return nil
	}
	s := newSuggestion(p.table, p.mapping)
	for _, u := range p.unread() {
		i := u.column
		field := ""
		switch strong, weak := s.meanings[named][i], s.meanings[ofNobody][i]; {
		case strong.known:
			field = strong.field
		case strong.field == "" && weak.known: // others are of who buys, or numbers of other services
			field = weak.field
		case strong.field != "" || isNoField(p.table.Headings[i]):
			continue
		}
		isFurther := slices.ContainsFunc(pathOf(p.table.Headings[i]), isDigits) // an item more of a JSON document
		if isRival := field != "" && p.differs(field, i); isRival || isFurther || field == "" && p.isBeside(i) && !s.isOfNoPlace(i) {
			asked = append(asked, Question{shorten(p.table.Headings[i]), ColumnName(i), u.text, field})
		}
	}
	return asked
}

// isNoField reports whether a heading is of something that orders do not have, such as a total or a state.
func isNoField(heading string) bool {
	return isWord("state_headings", heading) || isWord("no_fields", heading) || isWord("gone_headings", heading) ||
		ofSums().MatchString(heading)
}

// ofSums is in headings such as Item Total Price.
var ofSums = compiled(`(?i)\b(?:sub-?total|total|discount|tax(?:es)?|fees?|vat|gst)\b`)

// isAsked reports whether a field is of an address or a number that another column may contradict.
func isAsked(field string) bool {
	return strings.HasSuffix(field, "_address") || isOfAddress(field) || isMoney(field) || isWeight(field) || field == quantityField
}

// differs reports whether a column has another value than that of the field in some row.
func (p *Plan) differs(field string, column int) bool {
	f := p.byField[field]
	if f == nil || len(f.columns) == 0 || !isAsked(field) {
		return isAsked(field) // such as a floor without a street
	}
	other := columnPlan{ColumnMapping: f.columns[0].ColumnMapping, index: column, currencies: f.columns[0].currencies, unit: f.columns[0].unit}
	for _, row := range p.table.Rows() {
		if text := other.convert(&f.Field, row); text != "" && !hasPart(f.text(row), text) && !strings.Contains(f.text(row), text) {
			return true
		}
	}
	return false
}

// isBeside reports whether a column is next to one of an address or an amount.
func (p *Plan) isBeside(column int) bool {
	for f, c := range p.columns() {
		isPlace := f.Name != "consignee_name" && isOfAddress(f.Name) || strings.HasSuffix(f.Name, "_address") ||
			strings.HasSuffix(f.Name, "_postal")
		if (isPlace || isMoney(f.Name)) && (c.index == column-1 || c.index == column+1) {
			return true
		}
	}
	return false
}

// ofNoPlace are values that are of no address and no amount: days, times, e-mails and links, beside yes and no.
var ofNoPlace = compiled(`(?i)^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b.*|\d{1,2}:\d{2}.*|https?://.*|\S+@\S+)$`)

// isOfNoPlace reports whether all first values of a column are of no place.
func (s *suggestion) isOfNoPlace(column int) bool {
	return s.all(column, func(text string) bool { return ofNoPlace().MatchString(text) || isWord("cod", text) })
}

// rounded says which cell is the first that has more decimals than its field, and how many there are.
func (p *Plan) rounded() (notes []problem.Message) {
	var cell, value, number string
	cells := 0
	for f, c := range p.columns() {
		if f.Type.Name != request.TypeDecimal {
			continue
		}
		for i, row := range p.table.Rows() {
			text := latin(strings.TrimSpace(row.Cell(c.index).Text))
			if len(text) <= f.Type.Places+2 || p.footers[i] { // as most are
				continue
			}
			if size, known := c.size(row); size != nil || !known || !c.isRounded(&f.Field, text, c.number(&f.Field, text, row), row) {
				continue
			}
			if cells++; cells == 1 {
				cell, value, number = ColumnName(c.index)+strconv.Itoa(row.Number), shorten(text), c.convert(&f.Field, row)
			}
		}
	}
	if cells > 0 {
		notes = append(notes, problem.NumbersRounded.With(cell, value, number, cells))
	}
	return notes
}
