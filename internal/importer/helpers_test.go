package importer

import (
	"strings"

	"waybill/internal/each"
	"waybill/internal/request"
)

// Suggest is the mapping that is proposed for a table.
func Suggest(t *Table) Mapping { return Complete(t, Mapping{}) }

// RefusedRows are the rows of a refused order, with the problems of each.
func (c *Checked) RefusedRows(t *Table) []RefusedRow {
	rows := make([]RefusedRow, len(c.Rows))
	for i, row := range c.Rows {
		var texts []string
		for _, found := range c.Problems {
			if found.Row == t.Number(row) {
				texts = append(texts, found.String())
			}
		}
		rows[i] = RefusedRow{row, strings.Join(texts, "; ")}
	}
	return rows
}

// LocateAll are the cells of what was found in an order.
func (p *Plan) LocateAll(d *Draft, found []request.FieldProblem) []Problem {
	return each.Of(found, func(f request.FieldProblem) Problem { return p.Locate(d, f) })
}
