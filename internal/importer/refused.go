package importer

import (
	"cmp"
	"encoding/csv"
	"fmt"
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

const byteOrderMark = "\uFEFF"

func writeRefusedCSV(w io.Writer, t *Table, rows iter.Seq[RefusedRow]) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.Comma = t.Delimiter
	record := make([]string, len(t.Headings)+1)
	for i, h := range t.Headings {
		record[i] = Guard(h)
	}
	record[len(t.Headings)] = ErrorHeading
	err := out.Write(record)
	for refused := range rows {
		if err != nil {
			break
		}
		row := t.Row(refused.Row)
		for i := range t.Headings {
			record[i] = Guard(row.Cell(i).Text)
		}
		record[len(t.Headings)] = Guard(refused.Error)
		err = out.Write(record)
	}
	out.Flush()
	return cmp.Or(err, out.Error())
}
