package importer

import (
	"regexp"
	"slices"
	"strings"

	"waybill/internal/problem"
)

// Cells of columns such as line_item_1 are items with all their values: name:Tee|sku:T-1|quantity:2|total:50.00.
var (
	compositeHeading = regexp.MustCompile(`(?i)^line_item_\d+$`)
	compositeKey     = regexp.MustCompile(`^([a-z][a-z_]*):(.*)$`)
	compositeParts   = []string{"name", "sku", "quantity", "total"}
)

// compositePrefix is before the names of the columns that expand adds.
const compositePrefix = "line_item "

// expand makes a row of each item of a composite cell, whose values go to columns behind the others.
func (t *Table) expand() error {
	var columns []int
	for i, heading := range t.Headings {
		if compositeHeading.MatchString(heading) {
			columns = append(columns, i)
		}
	}
	if columns == nil || slices.Contains(t.Headings, compositePrefix+compositeParts[0]) { // of refused rows
		return nil
	}
	width := len(t.Headings)
	if width+len(compositeParts) > MaxColumns {
		return refuse(problem.TooManyColumns.With(t.HeadingRow, width+len(compositeParts), MaxColumns))
	}
	for _, part := range compositeParts {
		t.Headings = append(t.Headings, compositePrefix+part)
	}
	rows := make([]packedRow, 0, len(t.rows))
	for _, packed := range t.rows {
		row := packed.unpack(nil)
		cells := slices.Concat(row.Cells, make([]Cell, width-min(width, len(row.Cells))))
		var items [][]Cell
		for _, column := range columns {
			if text := strings.TrimSpace(cells[column].Text); text != "" {
				items, cells[column] = append(items, compositeItem(text)), Cell{}
			}
		}
		if items == nil {
			items = [][]Cell{nil}
		}
		if len(rows)+len(items) > MaxRows {
			return refuse(problem.TooManyRows.With(MaxRows))
		}
		for _, item := range items {
			var b []byte
			for _, c := range slices.Concat(cells, item) {
				b = appendCell(b, c)
			}
			rows = append(rows, packedRow{row.Number, b})
		}
	}
	t.rows = rows
	return nil
}

// compositeItem reads the parts of an item. A name may have bars, too.
func compositeItem(text string) []Cell {
	cells, last := make([]Cell, len(compositeParts)), -1
	for piece := range strings.SplitSeq(text, "|") {
		m := compositeKey.FindStringSubmatch(piece)
		if m == nil {
			if last >= 0 {
				cells[last].Text += "|" + piece
			}
			continue
		}
		if last = slices.Index(compositeParts, m[1]); last >= 0 && cells[last].Text == "" {
			cells[last].Text = m[2]
		}
	}
	return cells
}
