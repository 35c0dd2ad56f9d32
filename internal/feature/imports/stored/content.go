package stored

import (
	"context"
	"slices"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store/engine"
)

// Problems are the problems and warnings of a row of an import's file.
type Problems struct {
	Row      int64  // number in the file
	Late     bool   // found when the order was created
	Refused  bool   // the row became no order
	Problems []byte // JSON of package job
	Cells    []byte // of the row, as a JSON list of texts, or an object of some of them by column from 0; empty: they are not kept
}

func scanImportProblems(row engine.Scanner, p *Problems) error {
	var problems, cells string
	err := row.Scan(&p.Row, engine.Is(&p.Late), engine.Is(&p.Refused), &problems, &cells)
	p.Problems, p.Cells = []byte(problems), []byte(cells)
	return err
}

// AddImportPart stores a part of an import's file; they are numbered from 0.
func (s *Imports) AddImportPart(ctx context.Context, accountID, importID, part int64, content []byte) error {
	return s.Store.DB.Execute(ctx, "store a part of a file", filesTable.One, accountID, importID, part, content)
}

// ImportPart returns a part of an import's file. Returns store.ErrNotFound after the last one.
func (s *Imports) ImportPart(ctx context.Context, accountID, importID, part int64) (content []byte, err error) {
	err = engine.QueryRow(ctx, s.Store.DB.Reads, `SELECT content FROM import_files WHERE account_id = $1 AND import_id = $2 AND part = $3`,
		accountID, importID, part).Scan(&content)
	return content, s.Store.DB.Explain("read a part of a file", engine.NotFound(err))
}

// DropImportCheck deletes the checked orders and the problems that an earlier check of an import has left.
func (s *Imports) DropImportCheck(ctx context.Context, queue Queue, importID int64) error {
	return s.holding(ctx, "drop an earlier check", queue, func(ctx context.Context, q engine.Querier) error {
		return deleteImport(ctx, q, queue.AccountID, importID, "import_groups", "import_problems")
	})
}

// AddImportCheck stores checked orders, in groups, and problems of rows, which a check has found.
func (s *Imports) AddImportCheck(
	ctx context.Context, queue Queue, importID, firstGroup int64, groups [][]byte, problems []Problems,
) error {
	return s.holding(ctx, "store a check", queue, func(ctx context.Context, q engine.Querier) error {
		in := s.Store.DB.Inserting(ctx, q)
		row := make([]any, 0, len(problemsTable.Columns))
		for i, orders := range groups {
			in.Insert(&groupsTable, append(row[:0], queue.AccountID, importID, firstGroup+int64(i), orders))
		}
		insertImportProblems(in, row, queue.AccountID, importID, problems)
		return in.Flush()
	})
}

func insertImportProblems(in *engine.Inserting, row []any, accountID, importID int64, problems []Problems) {
	for i := range problems {
		p := &problems[i]
		row = append(row[:0], accountID, importID, p.Row, engine.Flag(p.Late), engine.Flag(p.Refused), string(p.Problems), string(p.Cells))
		in.Insert(&problemsTable, row)
	}
}

// ImportGroup returns a group of checked orders. Returns store.ErrNotFound after the last one.
func (s *Imports) ImportGroup(ctx context.Context, accountID, importID, group int64) (orders []byte, err error) {
	err = engine.QueryRow(ctx, s.Store.DB.Reads, `SELECT orders FROM import_groups WHERE account_id = $1 AND import_id = $2 AND group_no = $3`,
		accountID, importID, group).Scan(&orders)
	return orders, s.Store.DB.Explain("read a group of checked orders", engine.NotFound(err))
}

// Cursor is the place of p among the problems of an import.
func (p *Problems) Cursor() int64 { return 2*p.Row + engine.Flag(p.Late) }

// ImportRowsAfter returns at most limit problems of rows after a cursor, 0 at first, in the order of the rows;
// refusedOnly leaves out rows that have only warnings.
func (s *Imports) ImportRowsAfter(
	ctx context.Context, accountID, importID, after int64, limit int, refusedOnly bool,
) ([]Problems, error) {
	return engine.List(ctx, s.Store.DB, "list the problems of an import", scanImportProblems,
		`SELECT row_no, late, refused, problems, cells FROM import_problems
		WHERE account_id = $1 AND import_id = $2 AND row_no >= $3 AND (row_no > $3 OR late > $4) AND refused >= $5
		ORDER BY row_no, late LIMIT CAST($6 AS BIGINT)`, accountID, importID, after/2, after%2, engine.Flag(refusedOnly), limit)
}

// Correction is the text of a cell that a person has corrected.
type Correction struct {
	Row, Column int64 // the number of the row in the file, and the column from 0
	Text        string
}

// Corrections are changes of the corrections of an import.
type Corrections struct {
	Forget bool         // delete those of before
	Cells  []Correction // of rows that have problems or corrections, each cell once
}

// correct changes the corrections of an import.
func (s *Imports) correct(ctx context.Context, q engine.Querier, i Import) error {
	if i.Correct.Forget {
		if err := deleteImport(ctx, q, i.AccountID, i.ImportID, "import_corrections"); err != nil {
			return err
		}
	}
	if len(i.Correct.Cells) == 0 {
		return nil
	}
	known, err := engine.Values[int64](ctx, q, `SELECT row_no FROM import_problems WHERE account_id = $1 AND import_id = $2
		UNION SELECT row_no FROM import_corrections WHERE account_id = $1 AND import_id = $2`, i.AccountID, i.ImportID)
	if err != nil {
		return err
	}
	slices.Sort(known)
	in, row := s.Store.DB.Inserting(ctx, q), make([]any, 0, len(correctionsTable.Columns))
	for _, c := range i.Correct.Cells {
		if _, found := slices.BinarySearch(known, c.Row); !found {
			return request.Wrong(correctionsField, problem.NoProblemRow.With(c.Row))
		}
		in.Insert(&correctionsTable, append(row[:0], i.AccountID, i.ImportID, c.Row, c.Column, c.Text))
	}
	if err := in.Flush(); err != nil {
		return err
	}
	count, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM import_corrections WHERE account_id = $1 AND import_id = $2`,
		i.AccountID, i.ImportID)
	if err == nil && count > MaxCorrections {
		err = ErrManyCorrections
	}
	return err
}

// Corrections returns the corrections of an import, in the order of its rows.
func (s *Imports) Corrections(ctx context.Context, accountID, importID int64) ([]Correction, error) {
	return engine.List(ctx, s.Store.DB, "read the corrections of an import", func(row engine.Scanner, c *Correction) error {
		return row.Scan(&c.Row, &c.Column, &c.Text)
	}, `SELECT row_no, column_no, text FROM import_corrections
		WHERE account_id = $1 AND import_id = $2 ORDER BY row_no, column_no`, accountID, importID)
}
