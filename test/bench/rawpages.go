package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// rawReader reads the server's pages from its database without the server: ids by an index, then
// their rows.
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
func settle(ctx context.Context, e engine, d database) (err error) {
	db, err := e.open(d)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	_, err = db.ExecContext(ctx, e.settle)
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
	pageText  = `SELECT ` + pageColumns + `%s FROM (SELECT order_id AS page_id FROM orders WHERE account_id = $1 %s
		ORDER BY created_on DESC, order_id DESC LIMIT 50 %s) AS page
		JOIN orders ON %s = $1 AND order_id = page_id ORDER BY created_on DESC, order_id DESC`
	pageColumns = `order_id, account_id, key_id, service_id, upload_batch_no, tracking_no, hawb_no, status_code, tracker_status,
		has_label, partner_label, created_on, updated_on, record`
)

// pageReader is one connection's work.
type pageReader struct {
	count   *sql.Stmt // nil: a page by cursor does not count
	page    *sql.Stmt
	args    []any
	targets []any // a variable for each column of the page; made with the first page
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
	w, items := &pageReader{}, ""
	if p.items {
		items = ", items"
	}
	if p.after == (place{}) {
		w.count = prepare(countText)
		w.page = prepare(fmt.Sprintf(pageText, items, "", "OFFSET $2", r.engine.account))
		w.args = []any{onlyAccount, p.offset}
	} else {
		w.page = prepare(fmt.Sprintf(pageText, items, "AND (created_on, order_id) < ($2, $3)", "", r.engine.account))
		w.args = []any{onlyAccount, p.after.createdOn, p.after.orderID}
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
	rows, err := w.page.QueryContext(ctx, w.args...)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	if w.targets == nil {
		types, err := rows.ColumnTypes()
		if err != nil {
			return err
		}
		w.targets = scanTargets(numericColumns(types))
	}
	for rows.Next() {
		if err := rows.Scan(w.targets...); err != nil {
			return err
		}
	}
	return rows.Err()
}
