package importer

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"waybill/internal/problem"
)

// endOfText is what old programs write behind the last line.
const endOfText = "\x1A\x00"

// readCSV reads a CSV file.
func readCSV(ctx context.Context, file []byte, opt ReadOptions) (*Table, error) {
	text, err := decode(file, opt.Charset)
	if err != nil {
		return nil, err
	}
	t := &Table{Format: CSV, Charset: text.charset, CharsetGuessed: text.guessed}
	content := withLineFeeds(bytes.TrimRight(text.content, endOfText))
	content, delimiter, skipped := cutSeparatorLine(content, opt.Delimiter)
	content = withoutWrapping(content)
	if t.Delimiter = delimiter; delimiter == 0 {
		t.Delimiter = findDelimiter(content)
	}
	if err := t.readRecords(ctx, content, skipped, opt.HeadingRow); err != nil {
		return nil, err
	}
	return t, nil
}

// readRecords fills a table with the records of a CSV text, above which some rows were skipped.
func (t *Table) readRecords(ctx context.Context, content []byte, skipped, headingRow int) error {
	r := newReader(content, t.Delimiter, skipped+1)
	b := builder{table: t, number: skipped, headingRow: headingRow, keep: func(number int, cells []byte) {
		t.rows = append(t.rows, packedRow{number, bytes.Clone(cells)})
	}}
	width, _ := usualWidth(content, t.Delimiter)
	spaced := isSpaced(content, t.Delimiter)
	for at := int64(0); ; {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return b.finish()
		}
		if refused, ok := errors.AsType[*RefusedError](err); ok {
			return refused
		}
		if err != nil {
			return refuse(problem.FileNotCSV.With(err))
		}
		raw := content[at:r.InputOffset()]
		at = r.InputOffset()
		b.number += blankLines(raw) + 1
		switch text := bytes.TrimSpace(raw); {
		case at == int64(len(content)) && !bytes.HasSuffix(text, []byte{'"'}) && misquoted(raw, t.Delimiter):
			return refuse(problem.QuoteNeverClosed.With(b.number))
		case bytes.IndexByte(text, '\n') >= 0 && (misquoted(raw, t.Delimiter) || areRows(text, spaced, t.Delimiter, min(width, len(record)))):
			return refuse(problem.QuoteClosedLater.With(b.number))
		}
		b.cells = b.cells[:0]
		for _, cell := range record {
			b.cells = append(b.cells, Cell{Kind: TextCell, Text: plainText(cell)})
		}
		if err := b.end(); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
}

// newReader reads the records of a CSV text whose first row has a number, with bounded cells.
func newReader(content []byte, delimiter rune, row int) *csv.Reader {
	r := csv.NewReader(&boundedCells{text: content, delimiter: utf8.AppendRune(nil, delimiter), row: row})
	r.Comma, r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = delimiter, -1, true, true
	return r
}

// blankLines counts the blank lines before a record, which encoding/csv skips.
func blankLines(raw []byte) int {
	return bytes.Count(raw[:len(raw)-len(bytes.TrimLeft(raw, "\r\n"))], []byte{'\n'})
}

// misquoted reports whether a record has a quote that neither begins nor ends a cell, and is not doubled: it may begin
// the next cell with quotes, after a quote that was not closed.
func misquoted(raw []byte, delimiter rune) bool {
	r := csv.NewReader(bytes.NewReader(raw))
	r.Comma, r.FieldsPerRecord = delimiter, -1
	_, err := r.Read()
	return errors.Is(err, csv.ErrQuote) || errors.Is(err, csv.ErrBareQuote)
}

// areRows reports whether several lines of a record have the cells of a row each. Then a quote has made one record of several rows, such as
// a ditto mark in two of them. A delimiter before a blank may be a comma of a text, unless the file is spaced.
func areRows(record []byte, spaced bool, delimiter rune, width int) bool {
	rows, blank := 0, []byte(string(delimiter)+" ")
	for line := range bytes.Lines(record) {
		cells := bytes.Count(line, blank[:len(blank)-1]) + 1
		if !spaced {
			cells -= bytes.Count(line, blank)
		}
		if cells >= width {
			rows++
		}
	}
	return width > 1 && rows > 1
}

// plainText undoes what programs do to a text so that a spreadsheet does not change it: ="081234" and '=1+1.
func plainText(s string) string {
	if inner, ok := strings.CutPrefix(s, `="`); ok {
		if inner, ok = strings.CutSuffix(inner, `"`); ok && !strings.Contains(inner, `"`) {
			return inner
		}
	}
	return unguard(s)
}

// withLineFeeds ends the lines of a file of an old Macintosh as others do.
func withLineFeeds(content []byte) []byte {
	if bytes.IndexByte(content, '\n') >= 0 {
		return content
	}
	return bytes.ReplaceAll(content, []byte{'\r'}, []byte{'\n'})
}

// withoutWrapping takes each line out of the quotes, and cuts off the empty cells behind it, that a program adds which opened the file with
// another delimiter and saved it again: it has taken each line for one cell. Other files stay as they are.
func withoutWrapping(content []byte) []byte {
	heading, _, _ := bytes.Cut(content, []byte{'\n'})
	heading = bytes.TrimRight(heading, "\r")
	for _, outer := range []rune{';', ',', '\t'} {
		if bytes.HasPrefix(heading, []byte{'"'}) || bytes.HasSuffix(heading, []byte(string(outer))) {
			if lines := wrappedLines(content, outer); lines != nil {
				return lines
			}
		}
	}
	return content
}

// wrappedLines are the lines of a text whose records have one cell each, nil if some have several, or the first has no others in it.
func wrappedLines(content []byte, outer rune) (lines []byte) {
	r := newReader(content, outer, 1)
	r.LazyQuotes = false
	for written := 0; ; {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return lines
		}
		if err != nil || strings.Join(record[1:], "") != "" {
			return nil
		}
		if lines == nil && !slices.ContainsFunc(delimiters, func(d rune) bool { return d != outer && strings.Count(record[0], string(d)) > 1 }) {
			return nil
		}
		line, _ := r.FieldPos(0)
		blank := strings.Repeat("\n", max(0, line-1-written)) // which the reader skips
		lines = append(append(append(lines, blank...), record[0]...), '\n')
		written += len(blank) + strings.Count(record[0], "\n") + 1
	}
}

// cutSeparatorLine cuts off the first line sep=; with which programs tell Excel the delimiter.
func cutSeparatorLine(content []byte, delimiter rune) (rest []byte, found rune, lines int) {
	line, below, _ := bytes.Cut(content, []byte{'\n'})
	after, ok := bytes.CutPrefix(bytes.ToLower(bytes.Trim(line, "\"\r")), []byte("sep="))
	if !ok || utf8.RuneCount(after) != 1 {
		return content, delimiter, 0
	}
	if delimiter == 0 {
		delimiter, _ = utf8.DecodeRune(after)
	}
	if delimiter == '"' || delimiter == '\n' || delimiter == utf8.RuneError {
		return content, 0, 0
	}
	return below, delimiter, 1
}
