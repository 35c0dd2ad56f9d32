package importer

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/each"
	"waybill/internal/importer/xlsx"
	"waybill/internal/problem"
	"waybill/internal/sandbox"
)

// Limits are the limits of the process that reads XLSX files. A file of 50,000 rows with 30 columns takes two
// seconds of processor time and 80 MB.
var Limits = sandbox.Limits{
	Input: MaxFile + maxSheetName, Output: 96 << 20,
	Memory: 128 << 20, CPU: 30 * time.Second, Wall: 3 * time.Minute, Processes: 2,
}

// maxSheetName is the most bytes of the name of a sheet.
const maxSheetName = 256

// taskXLSX is the task of the process. Its input is the name of the sheet or nothing, the number of the row with the headings or 0,
// and the file, with a NUL between each.
const taskXLSX = "xlsx"

// Tasks run in the processes of package sandbox. Their output is a packed table.
var Tasks = sandbox.Tasks{
	taskXLSX: func(input []byte) ([]byte, error) {
		name, rest, _ := bytes.Cut(input, []byte{0})
		row, file, _ := bytes.Cut(rest, []byte{0})
		headingRow, err := strconv.Atoi(string(row))
		if err != nil {
			return nil, fmt.Errorf("read the task: %w", err)
		}
		return packXLSX(file, string(name), headingRow)
	},
}

// readXLSX reads an XLSX file in a process of the runner.
func readXLSX(ctx context.Context, run *sandbox.Runner, file []byte, opt ReadOptions) (*Table, error) {
	if run == nil {
		return nil, refuse(problem.NoXLSXHere)
	}
	if len(opt.Sheet) > maxSheetName {
		return nil, refuse(problem.SheetNameTooLong.With(maxSheetName))
	}
	input := slices.Concat(fmt.Appendf(nil, "%s\x00%d\x00", opt.Sheet, opt.HeadingRow), file)
	output, err := run.Run(ctx, opt.Owner, taskXLSX, input)
	if refused, ok := errors.AsType[*sandbox.RefusedError](err); ok {
		return nil, refuse(problem.XLSXUnreadable.With(refused.Reason))
	}
	if err != nil {
		return nil, fmt.Errorf("read the XLSX file: %w", err)
	}
	return unpackTable(output)
}

// packed is the end of a packed table, as JSON; its rows are before it.
type packed struct {
	Refused string   // why there is no table, as problem.Message.Encode
	Table   *Table   // without its rows
	Notes   []string // as problem.Message.Encode
}

// packXLSX reads a sheet of a file: that with the name, or the first that is not hidden and has known headings. A file that
// exceeds the limits of tables is refused in the output, where the reason may be longer.
func packXLSX(file []byte, sheet string, headingRow int) ([]byte, error) {
	t, rows, err := tableOfXLSX(file, sheet, headingRow)
	if refused, ok := errors.AsType[*RefusedError](err); ok {
		return packTable(packed{Refused: refused.Reason.Encode()}, nil)
	}
	if err != nil {
		return nil, err
	}
	return packTable(packed{Table: t, Notes: each.Of(t.Notes, problem.Message.Encode)}, rows)
}

// gcPercent keeps the garbage of the process small: it has memory for one file, and time. Nearly all of what is in use has no
// pointers, so that a collection is short.
const gcPercent = 10

// tableOfXLSX returns the table without its rows, and these one after another.
func tableOfXLSX(file []byte, name string, headingRow int) (t *Table, rows []byte, err error) {
	defer debug.SetGCPercent(debug.SetGCPercent(gcPercent))
	book, err := xlsx.Open(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, nil, err
	}
	t = &Table{Format: XLSX, Sheets: book.Sheets}
	names := each.Of(book.Sheets, func(s xlsx.Sheet) string { return s.Name })
	at := slices.IndexFunc(book.Sheets, func(s xlsx.Sheet) bool { return strings.EqualFold(s.Name, name) })
	if name == "" {
		at = sheetOfOrders(book)
	}
	switch {
	case at < 0 && name != "":
		return nil, nil, refuse(problem.UnknownSheet.With(name, shorten(strings.Join(names, ", "))))
	case at < 0:
		return nil, nil, refuse(problem.SheetsHidden.With(shorten(strings.Join(names, ", "))))
	}
	t.Sheet = names[at]
	b := builder{table: t, headingRow: headingRow, keep: func(number int, cells []byte) {
		rows = binary.AppendUvarint(rows, uint64(number))
		rows = binary.AppendUvarint(rows, uint64(len(cells)))
		rows = append(rows, cells...)
	}}
	found, err := book.Read(book.Sheets[at], func(number int, cells []Cell) error {
		b.number, b.cells = number, append(b.cells[:0], cells...)
		return b.end()
	})
	if err == nil {
		err = b.finish()
	}
	if err == nil && len(found.Merged) > 0 {
		read := rows
		rows, b.rows, b.text = nil, 0, 0
		err = b.fill(read, found.Merged)
	}
	t.Notes = append(t.Notes, notesOf(t, found)...)
	return t, rows, err
}

// errSeen ends the look at a sheet.
var errSeen = errors.New("the first rows were read")

// sheetOfOrders is the first sheet that is not hidden and has a row of known headings, else the first one that is not hidden; -1 if
// all are.
func sheetOfOrders(book *xlsx.Book) int {
	first := -1
	for i, s := range book.Sheets {
		if s.Hidden {
			continue
		}
		if first < 0 {
			first = i
		}
		rows, known := 0, 0
		_, err := book.Read(s, func(_ int, cells []Cell) error {
			known = max(known, knownHeadings(Row{Cells: cells}.texts()))
			if rows++; rows == headingSearch || known >= minKnown {
				return errSeen
			}
			return nil
		})
		if known >= minKnown || err != nil && !errors.Is(err, errSeen) {
			return i
		}
	}
	return first
}

// fill adds packed rows again. Their empty cells below the first one of merged cells have its value.
func (b *builder) fill(rows []byte, merged []xlsx.Merged) error {
	slices.SortStableFunc(merged, func(a, b xlsx.Merged) int { return a.Top - b.Top })
	values := make(map[int]Cell)
	bottoms := make(map[int]int)
	for len(rows) > 0 {
		number, n := binary.Uvarint(rows)
		packed, rest, _ := cutField(rows[n:])
		row := packedRow{int(number), packed}.unpack(b.cells)
		rows, b.number, b.cells = rest, row.Number, row.Cells
		for column, value := range values {
			if row.Number <= bottoms[column] && isEmpty(row.Cell(column)) {
				b.cells = append(b.cells, make([]Cell, max(0, column+1-len(b.cells)))...)
				b.cells[column] = value
			}
		}
		for ; len(merged) > 0 && merged[0].Top <= row.Number; merged = merged[1:] {
			if m := merged[0]; m.Top == row.Number && m.Column < len(row.Cells) {
				values[m.Column], bottoms[m.Column] = row.Cell(m.Column), m.Bottom
			}
		}
		if err := b.end(); err != nil {
			return err
		}
	}
	return nil
}

// notesOf says what is easily overlooked in a file.
func notesOf(t *Table, found xlsx.Found) []problem.Message {
	var notes []problem.Message
	note := func(n int, message problem.Message) {
		if n > 0 {
			notes = append(notes, message)
		}
	}
	note(len(t.Sheets)-1, problem.OneSheetRead.With(len(t.Sheets), t.Sheet))
	hidden := len(slices.DeleteFunc(slices.Clone(t.Sheets), func(s Sheet) bool { return !s.Hidden }))
	note(hidden, problem.HiddenSheets.With(hidden))
	note(found.HiddenRows, problem.HiddenRows.With(found.HiddenRows))
	note(found.HiddenColumns, problem.HiddenColumns)
	note(found.MergedCells, problem.MergedCells.With(found.MergedCells))
	return notes
}

// packTable appends what a table has beside its rows to the packed rows, behind a NUL: JSON has none.
func packTable(header packed, rows []byte) ([]byte, error) {
	head, err := json.Marshal(header)
	if err != nil {
		return nil, fmt.Errorf("pack the table: %w", err)
	}
	return append(append(rows, 0), head...), nil
}

// unpackTable makes a table of the output of a process, which is not trusted. The table keeps the output.
func unpackTable(output []byte) (*Table, error) {
	end := bytes.LastIndexByte(output, 0)
	var header packed
	if end < 0 || json.Unmarshal(output[end+1:], &header) != nil {
		return nil, errMalformed
	}
	if header.Refused != "" {
		return nil, refuse(problem.Decode(header.Refused, header.Refused))
	}
	t := header.Table
	if t == nil || len(t.Headings) > MaxColumns || len(t.Headings) == 0 {
		return nil, errMalformed
	}
	t.Format, t.Notes = XLSX, each.Of(header.Notes, func(note string) problem.Message { return problem.Decode(note, note) })
	rest := output[:end]
	for last := 0; len(rest) > 0; {
		number, n := binary.Uvarint(rest)
		if n <= 0 || number <= uint64(last) || number > 1<<21 || len(t.rows) == MaxRows {
			return nil, errMalformed
		}
		cells, behind, ok := cutField(rest[n:])
		if rest = behind; !ok || !areCells(cells, len(t.Headings)) {
			return nil, errMalformed
		}
		last = int(number)
		t.rows = append(t.rows, packedRow{last, cells})
	}
	if len(t.rows) == 0 {
		return nil, errMalformed
	}
	return t, nil
}

var errMalformed = refuse(problem.XLSXUnreadable.With("the process that reads it failed"))

// areCells reports whether the bytes are those of at most so many cells.
func areCells(b []byte, most int) bool {
	rest, ok := string(b), true
	for n := 0; rest != "" && ok; n++ {
		_, rest, ok = cutCell(rest)
		ok = ok && n < most
	}
	return ok
}
