package xlsx

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// MaxCellBytes is how many bytes of a cell are read. A cell with more is longer than the 32,767 characters of a spreadsheet, however
// they are written: four bytes each and twice as quotes, or seven bytes as _xHHHH_.
const MaxCellBytes = 8 * (excelize.TotalCellChars + 1)

// maxMerged is the most areas of merged cells with several rows.
const maxMerged = 500_000

// Found says what a person should know of a sheet that was read.
type Found struct {
	HiddenRows, HiddenColumns, MergedCells int
	Merged                                 []Merged // those with several rows
}

// Merged is the first column, from 0, of an area of merged cells, and the area's rows.
type Merged struct{ Column, Top, Bottom int }

// Read reads the rows of a sheet in their order and calls row for each of them that has cells, with its number from
// 1. Cells are by column; those that are not there are empty texts. The slice is valid during the call. Read
// returns the error of row, or says why the file cannot be read.
func (b *Book) Read(s Sheet, row func(number int, cells []Cell) error) (Found, error) {
	shared, err := b.readStrings()
	if err != nil {
		return Found{}, err
	}
	formats, err := b.readStyles()
	if err != nil {
		return Found{}, err
	}
	r := rowReader{formats: formats, shared: shared, date1904: b.date1904, emit: row}
	err = b.archive.read(s.part, r.see)
	return r.found, err
}

// rowReader makes rows of the tokens of a sheet.
type rowReader struct {
	formats  []cellFormat
	shared   *sharedStrings
	date1904 bool
	emit     func(int, []Cell) error
	found    Found

	row     int // number of the last one
	inRow   bool
	cells   []Cell
	column  int // of the last cell
	cell    raw
	inCell  bool
	inValue bool
	rich    richText
}

func (r *rowReader) see(t xml.Token) (err error) {
	switch t := t.(type) {
	case xml.StartElement:
		err = r.start(t)
	case xml.EndElement:
		err = r.end(t)
	case xml.CharData:
		if r.inValue {
			r.cell.value = cut(append(r.cell.value, t...), 0)
			return nil
		}
	}
	if r.inCell && r.cell.kind == "inlineStr" {
		r.rich.see(t, &r.cell.value)
		r.cell.value = cut(r.cell.value, 0)
	}
	return err
}

// cut drops what a text that begins at start has beyond MaxCellBytes. A table does not take the cell that has the rest.
func cut(text []byte, start int) []byte { return text[:min(len(text), start+MaxCellBytes)] }

func (r *rowReader) start(e xml.StartElement) error {
	switch e.Name.Local {
	case "row":
		return r.startRow(e)
	case "c":
		if r.inRow {
			return r.startCell(e)
		}
	case "v":
		r.inValue, r.cell.stored = r.inCell, true
	case "f":
		r.cell.formula = true
	case "col":
		if isTrue(attr(e, "hidden", false)) {
			r.found.HiddenColumns++
		}
	case "mergeCell":
		r.found.MergedCells++
		return r.merge(attr(e, "ref", false))
	}
	return nil
}

// merge keeps an area such as A2:C4, if it has several rows.
func (r *rowReader) merge(reference string) error {
	from, to, _ := strings.Cut(reference, ":")
	column, top, err := excelize.CellNameToCoordinates(from)
	_, bottom, errTo := excelize.CellNameToCoordinates(to)
	if err != nil || errTo != nil || bottom <= top {
		return nil //nolint:nilerr // an area that no sheet has merges no cells
	}
	if len(r.found.Merged) == maxMerged {
		return fmt.Errorf("the sheet has more than %d merged cells: split it into several files", maxMerged)
	}
	r.found.Merged = append(r.found.Merged, Merged{column - 1, top, bottom})
	return nil
}

func (r *rowReader) end(e xml.EndElement) error {
	switch e.Name.Local {
	case "v":
		r.inValue = false
	case "c":
		if r.inCell {
			return r.endCell()
		}
	case "row":
		if r.inRow {
			r.inRow = false
			if len(r.cells) > 0 {
				return r.emit(r.row, r.cells)
			}
		}
	}
	return nil
}

func (r *rowReader) startRow(e xml.StartElement) error {
	number := r.row + 1
	if text := attr(e, "r", false); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n <= r.row || n > excelize.TotalRows {
			return fmt.Errorf("the file is damaged: row %q comes after row %d", text, r.row)
		}
		number = n
	}
	if number > excelize.TotalRows {
		return fmt.Errorf("the sheet has more than %d rows", excelize.TotalRows)
	}
	r.row, r.inRow, r.column, r.inCell = number, true, -1, false
	r.cells = r.cells[:0]
	if isTrue(attr(e, "hidden", false)) {
		r.found.HiddenRows++
	}
	return nil
}

func (r *rowReader) startCell(e xml.StartElement) error {
	column := r.column + 1
	if at := attr(e, "r", false); at != "" {
		n, ok := columnOf(at)
		if !ok {
			return fmt.Errorf("the file is damaged: row %d has a cell %q", r.row, at)
		}
		column = n
	}
	if column >= excelize.MaxColumns {
		return fmt.Errorf("row %d has more than %d columns", r.row, excelize.MaxColumns)
	}
	r.column, r.inCell, r.inValue, r.rich = column, true, false, richText{}
	r.cell = raw{kind: attr(e, "t", false), value: r.cell.value[:0], shared: r.shared}
	if style, err := strconv.Atoi(attr(e, "s", false)); err == nil && style >= 0 && style < len(r.formats) {
		r.cell.format = r.formats[style]
	}
	return nil
}

func (r *rowReader) endCell() error {
	r.inCell, r.inValue = false, false
	c, ok := r.cell.cell(r.date1904)
	if !ok {
		return fmt.Errorf("the file is damaged: a cell of row %d refers to a text that does not exist", r.row)
	}
	if c.Kind == Text && c.Text == "" {
		return nil
	}
	r.cells = append(r.cells, make([]Cell, max(0, r.column+1-len(r.cells)))...)
	r.cells[r.column] = c
	return nil
}

// columnOf is the column, from 0, of a reference such as AB12.
func columnOf(reference string) (column int, ok bool) {
	end := strings.IndexFunc(reference, func(r rune) bool { return r < 'A' })
	if end < 0 {
		end = len(reference)
	}
	number, err := excelize.ColumnNameToNumber(reference[:end])
	return number - 1, err == nil
}
