package importer

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"sync"
	"text/template"
	"time"

	"waybill/internal/each"
	"waybill/internal/importer/xlsx"
)

// workbookParts are the parts of an XLSX file other than its sheets.
var workbookParts = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(data, "data/workbook.tmpl")) })

// The formats of cells in workbook.tmpl: of texts, and of days by how Text of a cell has them.
const styleText = 1

var stylesOfDays = map[string]int{time.DateOnly: 2, "2006-01-02T15:04:05": 3}

// writeXLSX writes an XLSX file row by row: Excelize would hold some 30 MB of the rows. Texts are cells of the format Text, so that no
// spreadsheet takes them for numbers or formulas, even when they are edited.
func writeXLSX(w io.Writer, sheets []sheet) error {
	out := zip.NewWriter(w)
	parts := []string{"[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "xl/styles.xml"}
	names := each.Of(sheets, func(s sheet) string { return s.name })
	for _, name := range parts {
		part, err := out.Create(name)
		if err == nil {
			err = workbookParts().ExecuteTemplate(part, name, names)
		}
		if err != nil {
			return err
		}
	}
	for i, s := range sheets {
		part, err := out.Create(fmt.Sprintf("xl/worksheets/sheet%d.xml", i))
		if err == nil {
			err = s.write(part)
		}
		if err != nil {
			return err
		}
	}
	return out.Close()
}

// write writes a sheet.
func (s sheet) write(w io.Writer) error {
	b := bufio.NewWriter(w) // keeps its first error
	fmt.Fprint(b, xml.Header, `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`)
	if s.textColumns > 0 {
		fmt.Fprintf(b, `<cols><col min="1" max="%d" width="18" customWidth="1" style="%d"/></cols>`, s.textColumns, styleText)
	}
	fmt.Fprint(b, "<sheetData>")
	number := 0
	for cells, err := range s.rows {
		if err != nil {
			return err
		}
		number++
		fmt.Fprintf(b, `<row r="%d">`, number)
		for i, c := range cells {
			writeCell(b, ColumnName(i)+strconv.Itoa(number), c)
		}
		fmt.Fprint(b, "</row>")
	}
	fmt.Fprint(b, "</sheetData></worksheet>")
	return b.Flush()
}

// escaped matches what a spreadsheet reads as a character: _x0041_ is A.
var escaped = compiled("_x[0-9A-Fa-f]{4}_")

// writeCell writes a cell of the kind that the file had.
func writeCell(b *bufio.Writer, at string, c Cell) {
	kind, value := "", ""
	switch c.Kind {
	case NumberCell:
		if _, err := strconv.ParseFloat(c.Text, 64); err == nil && c.Number == "" {
			value = c.Text
		}
	case BoolCell:
		if kind, value = ` t="b"`, "0"; c.Text == "true" {
			value = "1"
		}
	case DateCell:
		for layout, style := range stylesOfDays {
			if day, err := time.Parse(layout, c.Text); err == nil && day.Year() >= xlsx.FirstYear {
				kind, value = fmt.Sprintf(` s="%d"`, style), strconv.FormatFloat(xlsx.NumberOf(day), 'f', -1, 64)
			}
		}
	default:
	}
	switch {
	case value != "":
		fmt.Fprintf(b, `<c r="%s"%s><v>%s</v></c>`, at, kind, value)
	case c.Text != "":
		fmt.Fprintf(b, `<c r="%s" s="%d" t="inlineStr"><is><t xml:space="preserve">`, at, styleText)
		_ = xml.EscapeText(b, []byte(escaped().ReplaceAllString(c.Text, "_x005F$0")))
		fmt.Fprint(b, "</t></is></c>")
	}
}
