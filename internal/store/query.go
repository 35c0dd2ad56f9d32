package store

import (
	"context"
	"errors"
	"strconv"
	"strings"
)

// querier runs SQL: a pool of connections, a connection or a transaction.
type querier interface {
	// exec runs a statement and returns how many rows it changed.
	exec(ctx context.Context, query string, args ...any) (changed int64, err error)
	// query returns the rows of a query, which must be closed.
	query(ctx context.Context, query string, args ...any) (rowSet, error)
}

// readPool is the connections for reads. Close closes those for writes too.
type readPool interface {
	querier
	Close() error
}

// scanner is a row whose columns can be read.
type scanner interface{ Scan(dest ...any) error }

// rowSet is the result of a query, read row by row.
type rowSet interface {
	scanner
	Next() bool
	Err() error // what ended the rows; nil after the last
	Close()
}

// errNoRows: a query that must have a row has none.
var errNoRows = errors.New("no row")

// row is the first row of a query.
type row struct {
	rows rowSet
	err  error
}

// queryRow returns the first row of a query.
func queryRow(ctx context.Context, q querier, query string, args ...any) row {
	rows, err := q.query(ctx, query, args...)
	return row{rows, err}
}

// Scan reads the row. Returns errNoRows if there is none.
func (r row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return errNoRows
	}
	if err := r.rows.Scan(dest...); err != nil {
		return err
	}
	r.rows.Close()
	return r.rows.Err()
}

// collect reads all rows. It takes the error of the query so that calls stay short.
func collect[T any](rows rowSet, err error, scan func(scanner, *T) error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var all []T
	for rows.Next() {
		var row T
		if err := scan(rows, &row); err != nil {
			return nil, err
		}
		all = append(all, row)
	}
	return all, rows.Err()
}

// collectUpTo is collect for a query that returns most rows at most.
func collectUpTo[T any](most int, rows rowSet, err error, scan func(scanner, *T) error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := make([]T, 0, most)
	for rows.Next() {
		all = all[:len(all)+1] // scanned in place: rows of orders are large
		if err := scan(rows, &all[len(all)-1]); err != nil {
			return nil, err
		}
	}
	return all, rows.Err()
}

// one reads the first row. Returns ErrNotFound if there is none.
func one[T any](rows rowSet, err error, scan func(scanner, *T) error) (T, error) {
	all, err := collect(rows, err, scan)
	return first(all, err)
}

// first returns the first of all, or ErrNotFound if there is none.
func first[T any](all []T, err error) (T, error) {
	var none T
	if err != nil {
		return none, err
	}
	if len(all) == 0 {
		return none, ErrNotFound
	}
	return all[0], nil
}

// byOrder reads all rows and returns them by the id of their order.
func byOrder[T any](rows rowSet, err error, scan func(scanner, *T) error, id func(T) int64) (map[int64]T, error) {
	all, err := collect(rows, err, scan)
	byID := make(map[int64]T, len(all))
	for _, row := range all {
		byID[id(row)] = row
	}
	return byID, err
}

// updateOne runs a statement and returns none when it changes no row.
func updateOne(ctx context.Context, q querier, none error, query string, args ...any) error {
	changed, err := q.exec(ctx, query, args...)
	if err == nil && changed == 0 {
		return none
	}
	return err
}

// orNothing returns err, but nil when err says that no row was found.
func orNothing(err error) error {
	if errors.Is(err, errNoRows) {
		return nil
	}
	return err
}

// param is the placeholder of the n-th argument.
func param(n int) string { return "$" + strconv.Itoa(n) }

// params are the parameters 1 to n, separated by commas.
func params(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = param(i + 1)
	}
	return strings.Join(all, ", ")
}
