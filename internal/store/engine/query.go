package engine

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"waybill/internal/each"
)

// Querier runs SQL: a pool of connections, a connection or a transaction.
type Querier interface {
	// exec runs a statement and returns how many rows it changed.
	Exec(ctx context.Context, query string, args ...any) (changed int64, err error)
	// query returns the rows of a query, which must be closed.
	Query(ctx context.Context, query string, args ...any) (Rows, error)
}

// readPool is the connections for reads. Close closes those for writes too.
type readPool interface {
	Querier
	Close() error
}

// Scanner is a row whose columns can be read.
type Scanner interface{ Scan(dest ...any) error }

// Rows is the result of a query, read row by row.
type Rows interface {
	Scanner
	Next() bool
	Err() error // what ended the rows; nil after the last
	Close()
}

// ErrNoRows says that a query that must have a row has none.
var ErrNoRows = errors.New("no row")

// Row is the first row of a query.
type Row struct {
	rows Rows
	err  error
}

// QueryRow returns the first row of a query.
func QueryRow(ctx context.Context, q Querier, query string, args ...any) Row {
	rows, err := q.Query(ctx, query, args...)
	return Row{rows, err}
}

// Scan reads the row. Returns ErrNoRows if there is none.
func (r Row) Scan(dest ...any) error {
	if r.err != nil {
		return r.err
	}
	defer r.rows.Close()
	if !r.rows.Next() {
		if err := r.rows.Err(); err != nil {
			return err
		}
		return ErrNoRows
	}
	if err := r.rows.Scan(dest...); err != nil {
		return err
	}
	r.rows.Close()
	return r.rows.Err()
}

// Value returns the only column of the first row of a query. Returns ErrNoRows if there is none.
func Value[T any](ctx context.Context, q Querier, query string, args ...any) (value T, err error) {
	err = QueryRow(ctx, q, query, args...).Scan(&value)
	return value, err
}

// Each calls scan with each row of a query. An error of scan ends it, and is returned.
func Each(ctx context.Context, q Querier, scan func(Scanner) error, query string, args ...any) error {
	rows, err := q.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Collect returns the rows of a query, each as scan reads it, also those before an error.
func Collect[T any](ctx context.Context, q Querier, scan func(Scanner, *T) error, query string, args ...any) (all []T, err error) {
	err = Each(ctx, q, func(rows Scanner) error {
		var row T
		if err := scan(rows, &row); err != nil {
			return err
		}
		all = append(all, row)
		return nil
	}, query, args...)
	return all, err
}

// List is Collect for a list of a method, whose error it explains.
func List[T any](
	ctx context.Context, s *DB, doing string, scan func(Scanner, *T) error, query string, args ...any,
) ([]T, error) {
	all, err := Collect(ctx, s.Reads, scan, query, args...)
	return all, s.Explain(doing, err)
}

// Values returns the only column of the rows of a query.
func Values[T any](ctx context.Context, q Querier, query string, args ...any) ([]T, error) {
	return Collect(ctx, q, func(row Scanner, value *T) error { return row.Scan(value) }, query, args...)
}

// Pairs returns the two columns of the rows of a query, which are numbers.
func Pairs(ctx context.Context, q Querier, query string, args ...any) ([][2]int64, error) {
	return Collect(ctx, q, func(row Scanner, pair *[2]int64) error { return row.Scan(&pair[0], &pair[1]) }, query, args...)
}

// CollectUpTo is Collect for a query that returns most rows at most.
func CollectUpTo[T any](
	ctx context.Context, q Querier, most int, scan func(Scanner, *T) error, query string, args ...any,
) ([]T, error) {
	all := make([]T, 0, most)
	err := Each(ctx, q, func(rows Scanner) error {
		all = all[:len(all)+1] // scanned in place: rows may be large
		return scan(rows, &all[len(all)-1])
	}, query, args...)
	return all, err
}

// One returns the first row of a query. Returns ErrNotFound if there is none.
func One[T any](ctx context.Context, q Querier, scan func(Scanner, *T) error, query string, args ...any) (T, error) {
	return First(Collect(ctx, q, scan, query, args...))
}

// First returns the first of all, or ErrNotFound if there is none.
func First[T any](all []T, err error) (T, error) {
	var none T
	if err != nil {
		return none, err
	}
	if len(all) == 0 {
		return none, ErrNotFound
	}
	return all[0], nil
}

// Both returns two results of a method, or with an error the zero values.
func Both[A, B any](a A, b B, err error) (A, B, error) {
	if err != nil {
		var noA A
		var noB B
		return noA, noB, err
	}
	return a, b, nil
}

// ByID returns the rows of a query by an id.
func ByID[T any](
	ctx context.Context, q Querier, scan func(Scanner, *T) error, id func(T) int64, query string, args ...any,
) (map[int64]T, error) {
	all, err := Collect(ctx, q, scan, query, args...)
	return each.By(all, id), err
}

// Map returns the rows of a query by a key of each: the last one of those with the same key.
func Map[K comparable, V any](
	ctx context.Context, q Querier, scan func(Scanner, *K, *V) error, query string, args ...any,
) (map[K]V, error) {
	all := make(map[K]V)
	err := Each(ctx, q, func(row Scanner) error {
		var key K
		var value V
		err := scan(row, &key, &value)
		all[key] = value
		return err
	}, query, args...)
	return all, err
}

// Exec runs a statement, however many rows it changes.
func Exec(ctx context.Context, q Querier, query string, args ...any) error {
	_, err := q.Exec(ctx, query, args...)
	return err
}

// UpdateOne runs a statement and returns none when it changes no row.
func UpdateOne(ctx context.Context, q Querier, none error, query string, args ...any) error {
	changed, err := q.Exec(ctx, query, args...)
	if err == nil && changed == 0 {
		return none
	}
	return err
}

// IfNone returns none in the place of ErrNoRows.
func IfNone(err, none error) error {
	if errors.Is(err, ErrNoRows) {
		return none
	}
	return err
}

// OrNothing returns err, but nil when err says that no row was found.
func OrNothing(err error) error { return IfNone(err, nil) }

// NotFound is ErrNotFound in the place of ErrNoRows.
func NotFound(err error) error { return IfNone(err, ErrNotFound) }

// Param is the placeholder of the n-th argument.
func Param(n int) string { return "$" + strconv.Itoa(n) }

// params are the parameters 1 to n, separated by commas.
func params(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = Param(i + 1)
	}
	return strings.Join(all, ", ")
}
