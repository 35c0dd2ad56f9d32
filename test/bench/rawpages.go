package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// rawReader reads the server's pages from its database without the server, by the same
// SQL: ids by an index, then their rows; items by a second query.
type rawReader struct {
	engine engine
	db     *sql.DB
	stmts  map[string]*sql.Stmt // by text: prepared once, as in the server
}

func newRawReader(e engine, d database) (*rawReader, error) {
	db, err := e.open(d)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(pageConnections)
	db.SetMaxIdleConns(pageConnections)
	return &rawReader{e, db, make(map[string]*sql.Stmt)}, nil
}

func (r *rawReader) close() error { return r.db.Close() }

// settle does what the engine would do by itself soon.
func (r *rawReader) settle(ctx context.Context) error {
	_, err := r.db.ExecContext(ctx, r.engine.settle)
	return err
}

// rawPage is a page to read: from an offset, or after a place.
type rawPage struct {
	offset int
	after  place
	items  bool
}

// place is that of an order in the list, newest first.
type place struct{ createdOn, orderID int64 }

// onlyAccount is the demo account.
const onlyAccount = 1

// position finds the last of so many orders from the newest on.
func (r *rawReader) position(ctx context.Context, orders int) (p place, err error) {
	err = r.db.QueryRowContext(ctx, `SELECT created_on, order_id FROM orders WHERE account_id = $1
		ORDER BY created_on DESC, order_id DESC LIMIT 1 OFFSET $2`, onlyAccount, orders-1).Scan(&p.createdOn, &p.orderID)
	return p, err
}

const (
	countText = `SELECT CAST(coalesce(sum(orders), 0) AS BIGINT) FROM order_counts WHERE account_id = $1`
	pageText  = `SELECT orders.* FROM (SELECT order_id AS page_id FROM orders WHERE account_id = $1 %s
		ORDER BY created_on DESC, order_id DESC LIMIT 50 %s) AS page
		JOIN orders ON %s = $1 AND order_id = page_id ORDER BY created_on DESC, order_id DESC`
	itemsText = `SELECT * FROM order_items WHERE account_id = $1 AND order_id %s ORDER BY order_id, line`
)

// pageReader is one connection's work.
type pageReader struct {
	count       *sql.Stmt // nil: a page by cursor does not count
	page, items *sql.Stmt
	args        []any
	inList      func([]int64) any
	scanners    map[*sql.Stmt]*scanner
}

// reader prepares a unit of work that reads a page. One worker's own.
func (r *rawReader) reader(ctx context.Context, p rawPage) (func() error, error) {
	var err error
	prepare := func(text string) *sql.Stmt {
		if r.stmts[text] == nil {
			stmt, prepareErr := r.db.PrepareContext(ctx, text)
			err = errors.Join(err, prepareErr)
			r.stmts[text] = stmt
		}
		return r.stmts[text]
	}
	w := &pageReader{inList: r.engine.list, scanners: make(map[*sql.Stmt]*scanner)}
	if p.after == (place{}) {
		w.count = prepare(countText)
		w.page = prepare(fmt.Sprintf(pageText, "", "OFFSET $2", r.engine.account))
		w.args = []any{onlyAccount, p.offset}
	} else {
		w.page = prepare(fmt.Sprintf(pageText, "AND (created_on, order_id) < ($2, $3)", "", r.engine.account))
		w.args = []any{onlyAccount, p.after.createdOn, p.after.orderID}
	}
	if p.items {
		w.items = prepare(fmt.Sprintf(itemsText, r.engine.in))
	}
	return func() error { return w.read(ctx) }, err
}

func (w *pageReader) read(ctx context.Context) error {
	if w.count != nil {
		var n int64
		if err := w.count.QueryRowContext(ctx, onlyAccount).Scan(&n); err != nil {
			return fmt.Errorf("count: %w", err)
		}
	}
	ids := make([]int64, 0, pageSize)
	err := w.scan(ctx, w.page, w.args, func(s *scanner) { ids = append(ids, *s.orderID) })
	if err != nil || w.items == nil {
		return err
	}
	return w.scan(ctx, w.items, []any{onlyAccount, w.inList(ids)}, func(*scanner) {})
}

// scanner has a variable for each column of a statement's rows.
type scanner struct {
	targets []any
	orderID *int64
}

func (w *pageReader) scan(ctx context.Context, stmt *sql.Stmt, args []any, row func(*scanner)) error {
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	s := w.scanners[stmt]
	if s == nil {
		if s, err = newScanner(rows); err != nil {
			return err
		}
		w.scanners[stmt] = s
	}
	for rows.Next() {
		if err := rows.Scan(s.targets...); err != nil {
			return err
		}
		row(s)
	}
	return rows.Err()
}

func newScanner(rows *sql.Rows) (*scanner, error) {
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	numeric := make([]bool, len(types))
	for i, t := range types {
		numeric[i] = !strings.EqualFold(t.DatabaseTypeName(), "TEXT")
	}
	s := &scanner{targets: scanTargets(numeric)}
	for i, t := range types {
		if id, isNumber := s.targets[i].(*int64); isNumber && t.Name() == "order_id" {
			s.orderID = id
		}
	}
	if s.orderID == nil {
		return nil, errors.New("the rows have no order_id")
	}
	return s, nil
}
