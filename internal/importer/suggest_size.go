package importer

import (
	"slices"
	"strings"
)

var (
	sizeFields = []string{"order_length", "order_width", "order_height"}
	// sideLetters are the letters of length, width and height as headings, by language: panjang, lebar, tinggi; Länge, Breite, Höhe.
	sideLetters = [][]string{{"l", "w", "h"}, {"p", "l", "t"}, {"l", "b", "h"}, {"l", "a", "h"}}
	// threeSides is such as 30x20x15 or 30 × 20 × 15 cm.
	threeSides = compiled(`^([\d.,]+)\s*[x×X*]\s*([\d.,]+)\s*[x×X*]\s*([\d.,]+)\s*(\pL*|["″])\.?$`)
)

// ofSides finds a column with all three sides of the package.
func (s *suggestion) ofSides() (found []candidate) {
	for i, heading := range s.table.Headings {
		word, unit := splitUnit(heading)
		if !isWord("sizes", word) {
			continue
		}
		if s.all(i, threeSides().MatchString) {
			found = append(found, s.sides([]int{i, i, i}, []string{unit, unit, unit}, scoreValues, true))
		}
	}
	return found
}

// ofLetters finds the columns whose headings are letters for the sides of the package, if there is one for each.
func (s *suggestion) ofLetters() (found []candidate) {
	for _, letters := range sideLetters {
		columns, units := make([]int, len(letters)), make([]string, len(letters))
		for side, letter := range letters {
			columns[side] = slices.IndexFunc(s.table.Headings, func(heading string) bool {
				word, unit := splitUnit(heading)
				units[side] = unit
				return word == letter
			})
		}
		if !slices.Contains(columns, -1) {
			found = append(found, s.sides(columns, units, scoreValues-1, false))
		}
	}
	return found
}

// sides is the candidate of the columns with the sides of the package, if no column has one yet.
func (s *suggestion) sides(columns []int, units []string, score int, inOne bool) candidate {
	var all []candidate
	for side, i := range columns {
		c := s.candidate(i, sizeFields[side], score)
		if c.column.Unit = units[side]; inOne {
			c.column.Side = side + 1
		}
		all = append(all, c)
	}
	all[0].with = all[1:]
	all[0].needs = func() bool {
		return !slices.ContainsFunc(sizeFields, func(field string) bool { return s.mapped[field] })
	}
	return all[0]
}

// side is one of three sides in a cell, with their unit. A text that does not have three sides stays as it is.
func (c *columnPlan) side(text string) string {
	if m := threeSides().FindStringSubmatch(text); c.Side > 0 && m != nil {
		return strings.TrimSpace(m[c.Side] + " " + m[4])
	}
	return text
}
