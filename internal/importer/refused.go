package importer

import (
	"io"
	"iter"
)

// ErrorHeading is the heading of the column that WriteRefused adds. Suggest ignores it.
const ErrorHeading = "import_error"

// RefusedRow is a row of an order that was refused.
type RefusedRow struct {
	Row   int    // of the table, from 0
	Error string // the problems of the row; "" if another row of the order has them
}

// String is a problem on one line: the place, the message and the hint. It does not repeat the value.
func (p Problem) String() string {
	s := p.Message.String()
	switch {
	case p.Heading != "":
		s = p.Heading + ": " + s
	case p.Field != "":
		s = p.Field + ": " + s
	}
	if !p.Hint.IsZero() {
		s += " " + p.Hint.String()
	}
	return s
}

// WriteRefused writes rows of a table in the format of the file, with their headings and a column of errors, so
// that they can be corrected and read again. CSV is UTF-8 with a byte order mark, XLSX has cells of the kinds that they had.
func WriteRefused(w io.Writer, t *Table, rows iter.Seq[RefusedRow]) error {
	return write(w, t.Format, t.Delimiter, sheet{t.Sheet, 0, func(yield func([]Cell, error) bool) {
		cells := append(textCells(t.Headings...), Cell{Text: ErrorHeading})
		if !yield(cells, nil) {
			return
		}
		for refused := range rows {
			row := t.Row(refused.Row)
			for i := range t.Headings {
				cells[i] = row.Cell(i)
			}
			cells[len(t.Headings)].Text = refused.Error
			if !yield(cells, nil) {
				return
			}
		}
	}})
}
