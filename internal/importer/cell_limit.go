package importer

import (
	"bytes"
	"io"
	"strconv"

	"github.com/xuri/excelize/v2"

	"waybill/internal/importer/xlsx"
	"waybill/internal/problem"
)

// boundedCells reads a CSV text as encoding/csv does, up to a cell that has more than MaxCell characters for sure, or a row with more cells
// than a spreadsheet has columns: an unclosed quote makes one cell of the rest of a file, which would be in memory several times.
type boundedCells struct {
	text      []byte
	delimiter []byte
	sent      int // bytes that were read
	row       int // number of the current row
	column    int
	start     int  // of the current cell
	at        int  // bytes that were looked at
	quoted    bool // whether the current cell is in quotes
}

// Read implements io.Reader. Returns a *RefusedError.
func (b *boundedCells) Read(p []byte) (int, error) {
	if b.sent == len(b.text) {
		return 0, io.EOF
	}
	n := copy(p, b.text[b.sent:])
	for b.sent += n; b.at < b.sent; {
		b.step()
		switch {
		case b.at-b.start > xlsx.MaxCellBytes:
			return 0, refuse(problem.CellTooLong.With(ColumnName(b.column)+strconv.Itoa(b.row), MaxCell))
		case b.column >= excelize.MaxColumns:
			return 0, refuse(problem.TooManyColumns.With(b.row, b.column+1, MaxColumns))
		}
	}
	return n, nil
}

// step looks at the next byte, or at a pair of quotes.
func (b *boundedCells) step() {
	c, rest := b.text[b.at], b.text[b.at+1:]
	switch {
	case b.quoted && c == '"' && bytes.HasPrefix(rest, []byte{'"'}):
		b.at++
	case b.quoted && c == '"':
		end := len(rest) == 0 || rest[0] == '\n' || bytes.HasPrefix(rest, []byte("\r\n")) || bytes.HasPrefix(rest, b.delimiter)
		b.quoted = !end // encoding/csv takes other quotes as they are
	case b.quoted:
	case c == '\n':
		b.row, b.column, b.start = b.row+1, 0, b.at+1
	case c == b.delimiter[0] && bytes.HasPrefix(b.text[b.at:], b.delimiter):
		b.at += len(b.delimiter) - 1
		b.column, b.start = b.column+1, b.at+1
	case c == '"' && b.at == b.start:
		b.quoted = true
	}
	b.at++
}
