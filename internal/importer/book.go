package importer

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/sandbox"
	"waybill/internal/shipment"
)

const (
	// MaxBookRows is how many entries a file of a book has at most.
	MaxBookRows = 5000
	// maxBookProblems is after how many problems the rest of a file is not checked.
	maxBookProblems = 1000
	// entryName is the heading of the column with the names of entries.
	entryName = "entry_name"
)

// bookHeadings are the headings of a file of a book.
func bookHeadings(book *shipment.Book) []string {
	return append([]string{entryName}, each.Of(request.BookFields(book), func(f request.Field) string { return f.Name })...)
}

// WriteBook writes entries of a book as CSV that ReadBook reads.
func WriteBook(w io.Writer, book *shipment.Book, entries []shipment.Entry) error {
	headings := bookHeadings(book)
	return WriteTexts(w, CSV, headings, func(yield func([]string, error) bool) {
		for _, e := range entries {
			var values map[string]any
			decoder := json.NewDecoder(strings.NewReader(e.Value))
			decoder.UseNumber()
			err := decoder.Decode(&values)
			row := []string{e.Name}
			for _, name := range headings[1:] {
				row = append(row, fmt.Sprint(cmp.Or(values[name], any(""))))
			}
			if !yield(row, err) || err != nil {
				return
			}
		}
	})
}

// readRows is Read of a file of which nothing is asked, and which has at most so many rows.
func readRows(ctx context.Context, run *sandbox.Runner, file []byte, owner string, most int) (*Table, error) {
	t, err := Read(ctx, run, file, ReadOptions{Owner: owner})
	switch {
	case err != nil:
	case t.CharsetGuessed:
		err = refuse(problem.CharsetUnclear)
	case t.Len() > most:
		err = refuse(problem.ManyEntryRows.With(t.Len(), most))
	}
	return t, err
}

// ReadBook reads a CSV file with entries of a book, whose headings are entry_name and the fields of the book in any order.
// The problems are by row, as spreadsheets count, and by heading. The error is a *RefusedError, or that of ctx.
func ReadBook(ctx context.Context, file []byte, book *shipment.Book) ([]shipment.Entry, request.Problems, error) {
	t, err := readRows(ctx, nil, file, "", MaxBookRows)
	if err != nil {
		return nil, nil, err
	}
	known := bookHeadings(book)
	for i, h := range t.Headings {
		if !slices.Contains(known, h) || slices.Contains(t.Headings[:i], h) {
			return nil, nil, refuse(problem.NotBookHeading.With(ColumnName(i), h, strings.Join(known, ", ")))
		}
	}
	entries, problems, rows := make([]shipment.Entry, t.Len()), request.Problems(nil), make(map[string]int, t.Len())
	for i := 0; i < t.Len() && len(problems) < maxBookProblems; i++ {
		row, texts := t.Row(i), map[string]string{}
		for column, heading := range t.Headings {
			texts[heading] = strings.TrimSpace(row.Cell(column).Text)
		}
		name := texts[entryName]
		value, wrong := request.ReadEntryTexts(book, texts)
		message := request.EntryNameProblem(book, name)
		if first, repeated := rows[name]; repeated && message.IsZero() {
			message = problem.EntryRepeated.With(first)
		}
		if !message.IsZero() {
			wrong = append(request.Problems{{Field: entryName, Node: request.Messages{message}}}, wrong...)
		}
		if wrong != nil {
			problems = append(problems, request.Problem{Field: strconv.Itoa(row.Number), Node: wrong})
		}
		entries[i], rows[name] = shipment.Entry{Name: name, Value: value}, row.Number
	}
	if problems != nil {
		return nil, request.Problems{{Field: "rows", Node: problems}}, nil
	}
	return entries, nil, nil
}
