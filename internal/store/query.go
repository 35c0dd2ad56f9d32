package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
)

// querier runs SQL: the pool of readers, or a transaction.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// collect reads all rows. It takes the error of the query so that calls stay short.
func collect[T any](rows *sql.Rows, err error, scan func(*sql.Rows, *T) error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err returns the same error
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

// one reads the first row. Returns ErrNotFound if there is none.
func one[T any](rows *sql.Rows, err error, scan func(*sql.Rows, *T) error) (T, error) {
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
func byOrder[T any](rows *sql.Rows, err error, scan func(*sql.Rows, *T) error, id func(T) int64) (map[int64]T, error) {
	all, err := collect(rows, err, scan)
	byID := make(map[int64]T, len(all))
	for _, row := range all {
		byID[id(row)] = row
	}
	return byID, err
}

// updateOne runs a statement and returns none when it changes no row.
func updateOne(ctx context.Context, q querier, none error, query string, args ...any) error {
	result, err := q.ExecContext(ctx, query, args...)
	if err != nil {
		return err
	}
	changed, err := result.RowsAffected()
	if err == nil && changed == 0 {
		return none
	}
	return err
}

// orNothing returns err, but nil when err says that no row was found.
func orNothing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

// param is the placeholder of the n-th argument.
func param(n int) string { return "$" + strconv.Itoa(n) }
