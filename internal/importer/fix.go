package importer

import (
	"cmp"
	"strings"

	"waybill/internal/request"
)

// maxFixed is how many refused cells of a column are looked at for a way to read them.
const maxFixed = 2000

// waysToRead are the other ways to read a column of a type.
var waysToRead = map[request.TypeName][]ColumnMapping{
	request.TypePhone:   {{Phone: PhoneOfCountry}},
	request.TypeDecimal: {{Decimal: DecimalComma}, {Decimal: DecimalPoint}},
	request.TypeInteger: {{Decimal: DecimalComma}, {Decimal: DecimalPoint}},
	request.TypeDate:    {{Date: DateDMY}, {Date: DateMDY}, {Date: DateYMD}},
}

// with is a column that is read in another way.
func (c columnPlan) with(way ColumnMapping) columnPlan {
	c.Phone, c.Decimal, c.Date = cmp.Or(way.Phone, c.Phone), cmp.Or(way.Decimal, c.Decimal), cmp.Or(way.Date, c.Date)
	return c
}

// Fix returns the only way to read a column by which cells that were refused get a value and all other cells keep theirs, and how
// many cells get one. refused are rows of the table, from 0. If other ways give a cell a value too, there is a fix only if the
// column has cells that they cannot read. No cells: there is none.
func (p *Plan) Fix(field string, column int, refused map[int]bool) (fixed ColumnMapping, cells int) {
	c := p.column(field, column)
	if c == nil || isMoney(field) && p.currencies(c, refused) > 1 { // one way would decide for all of them
		return ColumnMapping{}, 0
	}
	f := &p.byField[field].Field
	readable := make(map[int]bool) // refused cells that some way reads
	read := make(map[int]int)      // how many of them each way reads that changes no other cell
	ways := waysToRead[f.Type.Name]
	for w, way := range ways {
		other := c.with(way)
		if changed, spoils := p.changes(f, c, &other, refused, readable); !spoils {
			read[w] = changed
		}
	}
	for w, changed := range read {
		if changed == 0 || changed < len(readable) {
			continue
		}
		if cells > 0 {
			return ColumnMapping{}, 0 // two ways read them all
		}
		fixed, cells = c.with(ways[w]).ColumnMapping, changed
	}
	return fixed, cells
}

// changes counts the refused cells that a column read in another way gets a value for, and adds them to readable. It says whether other
// cells change.
func (p *Plan) changes(f *request.Field, c, other *columnPlan, refused, readable map[int]bool) (changed int, spoils bool) {
	seen := 0
	for at, row := range p.table.Rows() {
		if refused[at] {
			seen++
		}
		if seen > maxFixed && refused[at] || other.convert(f, row) == c.convert(f, row) {
			continue
		}
		if spoils = spoils || !refused[at]; refused[at] {
			readable[at], changed = true, changed+1
		}
	}
	return changed, spoils
}

// currencies counts the currencies of the amounts of a column in some rows.
func (p *Plan) currencies(c *columnPlan, rows map[int]bool) int {
	known := make(map[string]bool)
	for at := range rows {
		row := p.table.Row(at)
		_, currency := c.amountIn(strings.TrimSpace(row.Cell(c.index).Text), row)
		known[strings.Clone(currency)] = true
	}
	return len(known)
}
