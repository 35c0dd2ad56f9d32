package importer

import (
	"encoding/csv"
	"fmt"
	"io"
	"iter"

	"waybill/internal/each"
)

// OrderHeading is the heading of a column of an export of orders. Rows with the same text there are items of one order, whether it
// has a reference or not.
const OrderHeading = "waybill_tracking_no"

// sheet is the rows of a file, or of a sheet of it.
type sheet struct {
	name        string
	textColumns int                      // how many columns have the format Text, also in cells that are empty
	rows        iter.Seq2[[]Cell, error] // valid until the next one; an error ends the file
}

// WriteTexts writes rows of texts below headings, as CSV that spreadsheets open in UTF-8 and in which no cell is a formula,
// or as XLSX with cells of the format Text. It holds few rows in memory. An error of rows ends the file.
func WriteTexts(w io.Writer, format Format, headings []string, rows iter.Seq2[[]string, error]) error {
	return write(w, format, ',', sheet{"Orders", len(headings), cellsOf(func(yield func([]string, error) bool) {
		if yield(headings, nil) {
			rows(yield)
		}
	})})
}

func cellsOf(rows iter.Seq2[[]string, error]) iter.Seq2[[]Cell, error] {
	return func(yield func([]Cell, error) bool) {
		for texts, err := range rows {
			if !yield(textCells(texts...), err) {
				return
			}
		}
	}
}

func textCells(texts ...string) []Cell {
	return each.Of(texts, func(text string) Cell { return Cell{Text: text} })
}

// write writes a file in a format. One of CSV has the first sheet alone.
func write(w io.Writer, format Format, delimiter rune, sheets ...sheet) (err error) {
	switch format {
	case CSV:
		err = writeCSV(w, delimiter, sheets[0].rows)
	case XLSX:
		err = writeXLSX(w, sheets)
	default:
		return fmt.Errorf("%q is not a format: csv or xlsx", format)
	}
	if err != nil {
		return fmt.Errorf("write a file of %s: %w", format, err)
	}
	return nil
}

const byteOrderMark = "\uFEFF"

func writeCSV(w io.Writer, delimiter rune, rows iter.Seq2[[]Cell, error]) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.Comma = delimiter
	for cells, err := range rows {
		if err != nil {
			return err
		}
		if err := out.Write(each.Of(cells, func(c Cell) string { return Guard(c.Text) })); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
