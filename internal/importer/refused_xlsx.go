package importer

import (
	"io"
	"iter"
	"strconv"
	"time"

	"waybill/internal/each"

	"github.com/xuri/excelize/v2"
)

// writeRefusedXLSX writes rows as cells of the kinds that they had. Texts are cells of the format Text, so that no
// spreadsheet takes them for numbers or formulas, even when they are edited.
func writeRefusedXLSX(w io.Writer, t *Table, rows iter.Seq[RefusedRow]) error {
	f, err := newSheet(t.Sheet)
	if err != nil {
		return err
	}
	defer f.close()
	cells := each.Of(t.Headings, f.text)
	f.row(append(cells, f.text(ErrorHeading)))
	for refused := range rows {
		if f.err != nil {
			break
		}
		cells = cells[:0]
		row := t.Row(refused.Row)
		for i := range t.Headings {
			cells = append(cells, f.cell(row.Cell(i)))
		}
		f.row(append(cells, f.text(refused.Error)))
	}
	return f.write(w)
}

// sheetFile is an XLSX file that is written row by row. It keeps its first error, after which it writes nothing, until write.
type sheetFile struct {
	err                      error
	file                     *excelize.File
	stream                   *excelize.StreamWriter
	rows                     int
	textStyle, day, dayClock int // styles
}

// The built-in number formats of days, days with times, and texts.
const (
	formatDay      = 14
	formatDayClock = 22
	formatText     = 49
)

func newSheet(name string) (*sheetFile, error) {
	f := &sheetFile{file: excelize.NewFile()}
	first := f.file.GetSheetName(0)
	err := f.file.SetSheetName(first, name)
	for format, style := range map[int]*int{formatText: &f.textStyle, formatDay: &f.day, formatDayClock: &f.dayClock} {
		if err == nil {
			*style, err = f.file.NewStyle(&excelize.Style{NumFmt: format})
		}
	}
	if err == nil {
		f.stream, err = f.file.NewStreamWriter(name)
	}
	if err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

func (f *sheetFile) close() { _ = f.file.Close() } // removes temporary files

func (f *sheetFile) row(cells []any) {
	f.rows++
	if f.err == nil {
		f.err = f.stream.SetRow("A"+strconv.Itoa(f.rows), cells)
	}
}

// textColumns makes the cells of the first columns texts, also those that are empty. It comes before the rows.
func (f *sheetFile) textColumns(n int) {
	const width = 18 // characters
	if f.err = f.stream.SetColWidth(1, n, width); f.err == nil {
		f.err = f.stream.SetColStyle(1, n, f.textStyle)
	}
}

// next ends the sheet and begins another one.
func (f *sheetFile) next(name string) {
	if f.flush(); f.err == nil {
		_, f.err = f.file.NewSheet(name)
	}
	if f.err == nil {
		f.stream, f.err = f.file.NewStreamWriter(name)
	}
	f.rows = 0
}

func (f *sheetFile) flush() {
	if f.err == nil {
		f.err = f.stream.Flush()
	}
}

func (f *sheetFile) write(w io.Writer) error {
	if f.flush(); f.err != nil {
		return f.err
	}
	return f.file.Write(w)
}

func (f *sheetFile) text(s string) any {
	if s == "" {
		return nil
	}
	return excelize.Cell{StyleID: f.textStyle, Value: s}
}

func (f *sheetFile) texts(all ...string) []any {
	return each.Of(all, f.text)
}

// cell is a cell as the file had it.
func (f *sheetFile) cell(c Cell) any {
	switch c.Kind {
	case NumberCell:
		if n, err := strconv.ParseFloat(c.Text, 64); err == nil && c.Number == "" {
			return n
		}
	case BoolCell:
		return c.Text == "true"
	case DateCell:
		if at, err := time.Parse(time.DateOnly, c.Text); err == nil {
			return excelize.Cell{StyleID: f.day, Value: at}
		}
		if at, err := time.Parse("2006-01-02T15:04:05", c.Text); err == nil {
			return excelize.Cell{StyleID: f.dayClock, Value: at}
		}
	default:
	}
	return f.text(c.Text)
}
