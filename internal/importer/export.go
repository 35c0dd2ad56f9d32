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

// WriteTexts writes rows of texts below headings, as CSV that spreadsheets open in UTF-8 and in which no cell is a formula,
// or as XLSX with cells of the format Text. It holds few rows in memory. An error of rows ends the file.
func WriteTexts(w io.Writer, format Format, headings []string, rows iter.Seq2[[]string, error]) error {
	var err error
	if format == XLSX {
		err = writeTextsXLSX(w, headings, rows)
	} else {
		err = writeTextsCSV(w, ',', headings, rows)
	}
	if err != nil {
		return fmt.Errorf("write a file of %s: %w", format, err)
	}
	return nil
}

const byteOrderMark = "\uFEFF"

func writeTextsCSV(w io.Writer, delimiter rune, headings []string, rows iter.Seq2[[]string, error]) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.Comma = delimiter
	record := each.Of(headings, Guard)
	if err := out.Write(record); err != nil {
		return err
	}
	for row, err := range rows {
		if err != nil {
			return err
		}
		for i, text := range row {
			record[i] = Guard(text)
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
