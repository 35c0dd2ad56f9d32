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
	write := writeTextsCSV
	if format == XLSX {
		write = writeTextsXLSX
	}
	if err := write(w, headings, rows); err != nil {
		return fmt.Errorf("write a file of %s: %w", format, err)
	}
	return nil
}

func writeTextsCSV(w io.Writer, headings []string, rows iter.Seq2[[]string, error]) error {
	if _, err := io.WriteString(w, byteOrderMark); err != nil {
		return err
	}
	out := csv.NewWriter(w)
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
