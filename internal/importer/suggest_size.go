package importer

import (
	"slices"
	"strings"
)

var (
	sizeFields = []string{"order_length", "order_width", "order_height"}
	// sideLetters are the letters of length, width and height as headings, by language: panjang, lebar, tinggi; Länge, Breite, Höhe.
	sideLetters = [][]string{{"l", "w", "h"}, {"p", "l", "t"}, {"l", "b", "h"}, {"l", "a", "h"}}
	// sizeWords are headings of all three sides of a package.
	sizeWords = []string{
		"dimensions", "dimension", "dims", "size", "parcelsize", "packagesize", "boxsize", "packagedimensions", "parceldimensions", "lxwxh",
		"lwh", "lxbxh", "pxlxt", "maße", "abmessungen", "ukuran", "dimensi", "尺寸", "サイズ", "medidas",
		"dimensiones", "misure", "dimensioni", "afmetingen",
	}
	// threeSides is such as 30x20x15 or 30 × 20 × 15 cm.
	threeSides = compiled(`^([\d.,]+)\s*[x×X*]\s*([\d.,]+)\s*[x×X*]\s*([\d.,]+)\s*(\pL*|["″])\.?$`)
)

// sides adds columns whose headings are letters for the sides of the package, if there is one for each, or a column with all three sides.
func (s *suggestion) sides() {
	if slices.ContainsFunc(sizeFields, func(field string) bool { return s.mapped[field] }) {
		return
	}
	for i, heading := range s.table.Headings {
		word, unit := splitUnit(heading)
		if s.used[i] || !slices.Contains(sizeWords, word) {
			continue
		}
		if has, all := s.match(i, threeSides()); has && all {
			for side, field := range sizeFields {
				s.add(i, ColumnMapping{Heading: heading, Field: field, Unit: unit, Side: side + 1})
			}
			return
		}
	}
	for _, letters := range sideLetters {
		columns := make([]int, len(letters))
		for side, letter := range letters {
			columns[side] = slices.IndexFunc(s.table.Headings, func(heading string) bool {
				word, _ := splitUnit(heading)
				return word == letter
			})
		}
		if slices.ContainsFunc(columns, func(i int) bool { return i < 0 || s.used[i] }) {
			continue
		}
		for side, i := range columns {
			_, unit := splitUnit(s.table.Headings[i])
			s.add(i, ColumnMapping{Heading: s.table.Headings[i], Field: sizeFields[side], Unit: unit})
		}
		return
	}
}

// side is one of three sides in a cell, with their unit. A text that does not have three sides stays as it is.
func (c *columnPlan) side(text string) string {
	if m := threeSides().FindStringSubmatch(text); c.Side > 0 && m != nil {
		return strings.TrimSpace(m[c.Side] + " " + m[4])
	}
	return text
}
