package job

import (
	"context"
	"fmt"
	"strings"

	"waybill/internal/admission"
	"waybill/internal/each"
	"waybill/internal/feature/imports/stored"
	"waybill/internal/importer"
	"waybill/internal/store"
)

// problemPage is how many rows of problems are read at a time.
const problemPage = 1000

// ReadRefused reads the file of an import again and returns its table and the refused rows. It charges held for the memory of the file
// and its table, and waits while another file of the account is read. Returns store.ErrNotFound if no row was refused, or the file is
// not kept any more.
func (w *Worker) ReadRefused(
	ctx context.Context, i stored.Import, held *admission.Hold,
) (table *importer.Table, rows []importer.RefusedRow, err error) {
	problems, err := w.refusedRows(ctx, i)
	if err == nil && len(problems) == 0 {
		err = store.ErrNotFound
	}
	if err != nil {
		return nil, nil, err
	}
	options, err := ReadOptions(i.Options)
	if err != nil {
		return nil, nil, err
	}
	give, err := w.readers.take(ctx, i.AccountID, i.FileSize, false)
	if err != nil {
		return nil, nil, err
	}
	defer give()
	if table, err = w.readFile(ctx, i, options, held); err != nil {
		return nil, nil, err
	}
	for at := range table.Len() {
		if text, isRefused := problems[int64(table.Number(at))]; isRefused {
			rows = append(rows, importer.RefusedRow{Row: at, Error: text})
		}
	}
	return table, rows, nil
}

// refusedRows are the errors of the refused rows, by the number of the row in the file.
func (w *Worker) refusedRows(ctx context.Context, i stored.Import) (map[int64]string, error) {
	rows := make(map[int64]string)
	if !i.HasContent {
		return rows, nil
	}
	for after := int64(0); ; {
		page, err := w.Imports.ImportRowsAfter(ctx, i.AccountID, i.ImportID, after, problemPage, true)
		if err != nil || len(page) == 0 {
			return rows, err
		}
		for _, row := range page {
			problems, err := ReadProblems(row.Problems)
			if err != nil {
				return nil, fmt.Errorf("row %d: %w", row.Row, err)
			}
			texts := each.Of(problems, func(p importer.Problem) string { return p.String() })
			rows[row.Row] = strings.Join(texts, "; ")
			after = row.Cursor()
		}
	}
}
