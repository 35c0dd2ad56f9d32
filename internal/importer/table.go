package importer

import (
	"encoding/binary"
	"iter"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"waybill/internal/importer/xlsx"
	"waybill/internal/problem"
)

// Format is the format of a file.
type Format string

// The formats.
const (
	CSV  Format = "csv"
	XLSX Format = "xlsx"
)

// Table is the cells of a file: its headings, and the rows below them that are not empty.
type Table struct {
	Format Format

	// For CSV: the charset by its name in the registry of IANA, such as utf-8 or windows-1252, and whether it was
	// guessed, so that somebody must confirm it; and the delimiter.
	Charset        string
	CharsetGuessed bool
	Delimiter      rune

	// For XLSX: the sheet that was read, and all sheets of the file.
	Sheet  string
	Sheets []Sheet

	// HeadingRow is the number of the row with the headings. Headings has one text for each column, trimmed; it may
	// be "", and two columns may have the same.
	HeadingRow int
	Headings   []string
	// Notes say what a person should know of the file, such as that it has hidden rows.
	Notes []problem.Message

	rows []packedRow
}

// Sheet is a sheet of an XLSX file.
type Sheet = xlsx.Sheet

// Row is a row of a file.
type Row struct {
	Number int    // of the row in the file, from 1, as spreadsheets show it
	Cells  []Cell // by column; those at the end that are empty are left out
}

// Cell is the content of a cell. Those of CSV files are texts.
type Cell = xlsx.Cell

// The kinds of cells.
const (
	TextCell    = xlsx.Text
	NumberCell  = xlsx.Number
	DateCell    = xlsx.Date
	BoolCell    = xlsx.Bool
	ErrorCell   = xlsx.Error
	FormulaCell = xlsx.Formula
)

// Len is how many rows there are below the headings.
func (t *Table) Len() int { return len(t.rows) }

// Row returns row i, from 0.
func (t *Table) Row(i int) Row { return t.rows[i].unpack(nil) }

// Rows yields the rows by their index. The cells of a row are valid until the next one; their texts stay.
func (t *Table) Rows() iter.Seq2[int, Row] {
	return func(yield func(int, Row) bool) {
		var cells []Cell
		for i := range t.rows {
			row := t.rows[i].unpack(cells)
			cells = row.Cells
			if !yield(i, row) {
				return
			}
		}
	}
}

// Number is the number of row i in the file.
func (t *Table) Number(i int) int { return t.rows[i].number }

// packedRow keeps the cells of a row in one slice: for each its kind, the length of its text and its text, and so its number, if any.
// 50,000 rows with 40 cells would take 64 MB more as slices of Cell.
type packedRow struct {
	number int
	cells  []byte
}

// hasNumber is added to the kind of a cell that also has the number of its text.
const hasNumber = 0x80

// appendCell appends a cell to those of a row.
func appendCell(b []byte, c Cell) []byte {
	if c.Number == "" {
		return appendText(append(b, byte(c.Kind)), c.Text)
	}
	return appendText(appendText(append(b, byte(c.Kind)|hasNumber), c.Text), c.Number)
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func (r packedRow) unpack(cells []Cell) Row {
	cells = cells[:0]
	for rest := string(r.cells); rest != ""; {
		var c Cell
		c, rest, _ = cutCell(rest)
		cells = append(cells, c)
	}
	return Row{r.number, cells}
}

// cutCell cuts off what appendCell wrote.
func cutCell(s string) (c Cell, rest string, ok bool) {
	c.Kind = xlsx.Kind(s[0] &^ hasNumber)
	if c.Text, rest, ok = cutField(s[1:]); ok && s[0]&hasNumber != 0 {
		c.Number, rest, ok = cutField(rest)
	}
	return c, rest, ok && c.Kind <= FormulaCell
}

// cutField cuts off a length and as many bytes.
func cutField[T string | []byte](s T) (field, rest T, ok bool) {
	length, n := binary.Uvarint([]byte(s[:min(len(s), binary.MaxVarintLen64)]))
	if n <= 0 || length > uint64(len(s)-n) {
		return field, rest, false
	}
	s = s[n:]
	return s[:length], s[length:], true
}

// Cell returns the cell of a column, from 0: an empty text if the row ends before it.
func (r Row) Cell(column int) Cell {
	if column >= len(r.Cells) {
		return Cell{}
	}
	return r.Cells[column]
}

// isEmpty reports whether a cell has no content but blanks.
func isEmpty(c Cell) bool { return c.Kind != FormulaCell && strings.TrimSpace(c.Text) == "" }

// ColumnName is the name of a column, from 0, in spreadsheets: A, B, … Z, AA. It is "" if they have no such column.
func ColumnName(column int) string {
	name, _ := excelize.ColumnNumberToName(column + 1) // the error is that there is none
	return name
}

// ColumnIndex is the column, from 0, with a name in capitals, -1 if there is none.
func ColumnIndex(name string) int {
	number, err := excelize.ColumnNameToNumber(name)
	if err != nil || name != strings.ToUpper(name) {
		return -1
	}
	return number - 1
}

// Correct replaces the text of a cell in the row with a number in the file. Nothing changes if there is no such cell.
func (t *Table) Correct(number, column int, text string) {
	i, found := slices.BinarySearchFunc(t.rows, number, func(r packedRow, number int) int { return r.number - number })
	if !found || column >= len(t.Headings) {
		return
	}
	cells := t.Row(i).Cells
	cells = append(cells, make([]Cell, max(0, column+1-len(cells)))...)
	cells[column] = Cell{Kind: TextCell, Text: text}
	t.rows[i].cells = nil
	for _, c := range cells {
		t.rows[i].cells = appendCell(t.rows[i].cells, c)
	}
}
