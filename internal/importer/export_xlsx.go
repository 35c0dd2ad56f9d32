package importer

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"iter"
)

const (
	sheetPart = "xl/worksheets/sheet1.xml"
	endOfRows = "</sheetData>"
)

// writeTextsXLSX writes an XLSX file row by row. Excelize would hold some 30 MB of the rows, so it only writes the file that has
// the headings alone, and the rows are added to its sheet.
func writeTextsXLSX(w io.Writer, headings []string, rows iter.Seq2[[]string, error]) error {
	file, style, err := headingsXLSX(headings)
	if err != nil {
		return err
	}
	parts, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return err
	}
	out := zip.NewWriter(w)
	for _, part := range parts.File {
		if part.Name != sheetPart {
			if err := out.Copy(part); err != nil {
				return err
			}
		}
	}
	sheet, err := parts.Open(sheetPart)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(sheet)
	if err != nil {
		return err
	}
	to, err := out.Create(sheetPart)
	if err != nil {
		return err
	}
	before, after, _ := bytes.Cut(text, []byte(endOfRows))
	b := bufio.NewWriter(to) // keeps its first error
	fmt.Fprintf(b, "%s", before)
	if err := writeRows(b, len(headings), style, rows); err != nil {
		return err
	}
	fmt.Fprintf(b, "%s%s", endOfRows, after)
	if err := b.Flush(); err != nil {
		return err
	}
	return out.Close()
}

// headingsXLSX is an XLSX file with headings above columns of the format Text, and the number of that format in it.
func headingsXLSX(headings []string) (file []byte, style int, err error) {
	f, err := newSheet("Orders")
	if err != nil {
		return nil, 0, err
	}
	defer f.close()
	f.textColumns(len(headings))
	f.row(f.texts(headings...))
	var b bytes.Buffer
	err = f.write(&b)
	return b.Bytes(), f.textStyle, err
}

// escaped matches what a spreadsheet reads as a character: _x0041_ is A.
var escaped = compiled("_x[0-9A-Fa-f]{4}_")

// writeRows writes rows as a sheet has them, below the headings.
func writeRows(b *bufio.Writer, columns, style int, rows iter.Seq2[[]string, error]) error {
	names := make([]string, columns)
	for i := range names {
		names[i] = ColumnName(i)
	}
	n := 1
	for row, err := range rows {
		if err != nil {
			return err
		}
		n++
		fmt.Fprintf(b, `<row r="%d">`, n)
		for i, text := range row {
			if text == "" {
				continue
			}
			fmt.Fprintf(b, `<c r="%s%d" s="%d" t="inlineStr"><is><t xml:space="preserve">`, names[i], n, style)
			_ = xml.EscapeText(b, []byte(escaped().ReplaceAllString(text, "_x005F$0")))
			fmt.Fprint(b, "</t></is></c>")
		}
		fmt.Fprint(b, "</row>")
	}
	return nil
}
