package importer

import (
	"fmt"
	"io"
	"iter"
	"slices"
)

// ErrorHeading is the heading of the column that WriteRefused adds. Suggest ignores it.
const ErrorHeading = "import_error"

// RefusedRow is a row of an order that was refused.
type RefusedRow struct {
	Row   int    // of the table, from 0
	Error string // the problems of the row; "" if another row of the order has them
}

// RefusedRows are the rows of a refused order, with the problems of each.
func (c *Checked) RefusedRows(t *Table) []RefusedRow {
	rows := make([]RefusedRow, len(c.Rows))
	for i, row := range c.Rows {
		rows[i].Row = row
		for _, found := range c.Problems {
			if found.Row != t.Number(row) {
				continue
			}
			if rows[i].Error != "" {
				rows[i].Error += "; "
			}
			rows[i].Error += found.String()
		}
	}
	return rows
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
// that they can be corrected and read again. CSV is UTF-8 with a byte order mark.
func WriteRefused(w io.Writer, t *Table, rows iter.Seq[RefusedRow]) error {
	write := writeRefusedCSV
	if t.Format == XLSX {
		write = writeRefusedXLSX
	}
	if err := write(w, t, rows); err != nil {
		return fmt.Errorf("write the refused rows: %w", err)
	}
	return nil
}

func writeRefusedCSV(w io.Writer, t *Table, rows iter.Seq[RefusedRow]) error {
	return writeTextsCSV(w, t.Delimiter, append(slices.Clip(t.Headings), ErrorHeading), func(yield func([]string, error) bool) {
		texts := make([]string, len(t.Headings)+1)
		for refused := range rows {
			row := t.Row(refused.Row)
			for i := range t.Headings {
				texts[i] = row.Cell(i).Text
			}
			texts[len(t.Headings)] = refused.Error
			if !yield(texts, nil) {
				return
			}
		}
	})
}
