package importer

import (
	"slices"
	"strings"
)

// ofName completes the candidate of a first or a last name. A column Name beside only one of them is the other one. Beside both it is
// the whole name, and they are not added.
func (s *suggestion) ofName(c *candidate, part synonym, level level) {
	has := func(wanted string) int {
		return slices.IndexFunc(s.meanings[level], func(m meaning) bool {
			return m.known && m.synonym == synonym{part.field, wanted, part.buyer}
		})
	}
	first, last, name := has(partFirst), has(partLast), has("")
	isOther := part.part == partLast && first >= 0
	if isOther || name >= 0 && (first < 0 || last < 0) {
		c.column.Join = partJoin
	}
	c.front = part.part == partFirst && last < 0
	c.needs = func() bool {
		switch {
		case s.mapping.Preset != "":
			return false
		case !s.mapped[part.field]:
			return true
		case first >= 0 && last >= 0:
			return isOther && s.suggests(first, part.field)
		}
		return s.suggests(name, part.field)
	}
}

// isOfGoods reports whether a column such as Name beside a first and a last name is not the whole name, but that of the goods: its cells
// have no part of the name.
func (s *suggestion) isOfGoods(i int, found synonym) bool {
	at := make(map[string]int)
	for _, level := range levels {
		for column, of := range s.meanings[level] {
			if of.known && of.field == "consignee_name" && of.part != "" {
				at[of.part] = column
			}
		}
	}
	isSure := s.meanings[named][i].known || s.meanings[ofBuyer][i].known
	if found.field != "consignee_name" || isSure || len(at) < 2 || !namesGoods(normal(s.table.Headings[i])) {
		return false
	}
	for row := range min(s.table.Len(), sampleRows) {
		text := func(column int) string { return strings.TrimSpace(s.table.Row(row).Cell(column).Text) }
		for _, column := range at {
			if part := text(column); part != "" && hasPart(text(i), part) {
				return false
			}
		}
	}
	return true
}

// namesGoods reports whether a word is a part of headings such as Product Name.
func namesGoods(word string) bool {
	for heading, of := range synonyms().strong {
		if of.field == descField && heading != word && (strings.HasPrefix(heading, word) || strings.HasSuffix(heading, word)) {
			return true
		}
	}
	return false
}

// moveLast moves the last column in front of another one of its field.
func (s *suggestion) moveLast(before int) {
	at := len(s.columns) - 1
	last := s.columns[at]
	s.columns[before].Join = last.Join
	s.columns = slices.Insert(s.columns[:at], before, last)
}

// firstSuggested is where in the mapping the first column is that is proposed for a field, -1 if there is none, or the mapping had the
// field before.
func (s *suggestion) firstSuggested(field string) int {
	at := slices.IndexFunc(s.columns, func(c columnPlan) bool { return c.Field == field })
	if at < s.given {
		return -1
	}
	return at
}

// suggests reports whether column i is proposed for a field.
func (s *suggestion) suggests(i int, field string) bool {
	return slices.ContainsFunc(s.columns[s.given:], func(c columnPlan) bool { return c.index == i && c.Field == field })
}
