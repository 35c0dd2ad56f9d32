package importer

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"waybill/internal/problem"
)

// builder fills a table row by row.
type builder struct {
	table  *Table
	number int // of the current row in the file

	headingRow int   // that has the headings; 0: it is looked for
	first      []Row // in which it is looked for

	keep  func(number int, cells []byte) // keeps the packed cells of a row, which are valid during the call
	cells []Cell
	row   []byte
	rows  int // below the headings
	text  int // bytes of all cells
	width int // cells of the widest row
}

// end adds the row to the table, unless it is empty.
func (b *builder) end() error {
	for len(b.cells) > 0 && isEmpty(b.cells[len(b.cells)-1]) {
		b.cells = b.cells[:len(b.cells)-1]
	}
	switch t := b.table; {
	case len(b.cells) == 0:
		return nil
	case len(b.cells) > MaxColumns:
		return refuse(problem.TooManyColumns.With(b.number, len(b.cells), MaxColumns))
	case t.HeadingRow == 0:
		return b.begins()
	case b.rows == MaxRows:
		return refuse(problem.TooManyRows.With(MaxRows))
	}
	return b.pack()
}

// begins takes a row that may have the headings.
func (b *builder) begins() error {
	for i, c := range b.cells {
		if err := b.check(i, c); err != nil {
			return err
		}
	}
	row := Row{b.number, slices.Clone(b.cells)}
	switch {
	case b.headingRow > b.number:
		return nil
	case b.headingRow > 0:
		b.table.HeadingRow, b.table.Headings = row.Number, row.texts()
		return nil
	}
	if b.first = append(b.first, row); len(b.first) < headingSearch {
		return nil
	}
	return b.search()
}

func (b *builder) pack() error {
	b.row = b.row[:0]
	for i, c := range b.cells {
		if err := b.check(i, c); err != nil {
			return err
		}
		b.row = appendCell(b.row, c)
	}
	b.width = max(b.width, len(b.cells))
	b.rows++
	b.keep(b.number, b.row)
	return nil
}

// check checks the text of a cell.
func (b *builder) check(column int, c Cell) error {
	if len(c.Text) > MaxCell && utf8.RuneCountInString(c.Text) > MaxCell {
		return refuse(problem.CellTooLong.With(ColumnName(column)+strconv.Itoa(b.number), MaxCell))
	}
	if b.text += len(c.Text) + len(c.Number); b.text > MaxText {
		return refuse(problem.TooMuchText.With(MaxText >> 20))
	}
	return nil
}

// finish checks the table as a whole, and gives every cell a heading.
func (b *builder) finish() error {
	if err := b.search(); err != nil {
		return err
	}
	t := b.table
	if b.rows == 0 {
		return refuse(problem.NoRowBelow)
	}
	t.Headings = append(t.Headings, make([]string, max(0, b.width-len(t.Headings)))...)
	return nil
}
