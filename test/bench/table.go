package main

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// row is the values of a table's columns, int64 or string.
type row = []any

// table is one that a create writes to. The references insert rows that the server wrote,
// with what is new in each order put in their place.
type table struct {
	name     string
	per      scope
	conflict string // ends the insert

	columns []string
	types   []string // of columns: what PostgreSQL calls them in an array
	numeric []bool   // of columns: int64, else string
	groups  [][]row  // one for each order, or the one row of a request or a transaction
	fresh   []freshValue
}

// scope is how often a table gets rows.
type scope int

const (
	perOrder scope = iota
	perTransaction
)

// tables are all that a create of in-house orders writes to. What must wait for other
// transactions comes last.
func newTables() []*table {
	return []*table{
		{name: "orders", per: perOrder},
		{
			name: "order_counts", per: perTransaction,
			conflict: " ON CONFLICT (account_id, service_id, slot) DO UPDATE SET orders = order_counts.orders + excluded.orders",
		},
	}
}

// newOrder has the values that differ in the rows of each order.
type newOrder struct {
	id, first    int64 // of the order, of its request
	createdOn    int64
	orders, slot int64 // of the transaction
}

// freshValue replaces the value of a column.
type freshValue struct {
	column int
	of     func(newOrder) any
}

// freshColumns are the columns whose value is new in every order, as the server writes them:
// tracking and batch numbers are scattered, all else rises.
var freshColumns = map[string]func(newOrder) any{
	"order_id":         func(o newOrder) any { return o.id },
	"tracking_no":      func(o newOrder) any { return fmt.Sprintf("WB%011dID", scatter(o.id)) },
	"upload_batch_no":  func(o newOrder) any { return fmt.Sprintf("B%014d", scatter(o.first)) },
	"shipper_order_id": func(o newOrder) any { return fmt.Sprintf("ORD-%08d", o.id) },
	"created_on":       func(o newOrder) any { return o.createdOn },
	"updated_on":       func(o newOrder) any { return o.createdOn },
	"orders":           func(o newOrder) any { return o.orders },
	"slot":             func(o newOrder) any { return o.slot },
}

// scatter permutes the integers below 10^11.
func scatter(id int64) int64 { return id * 618_033_989 % 100_000_000_000 }

// load reads the rows of the only request that the server has served.
func (t *table) load(ctx context.Context, db *sql.DB) error {
	order := map[scope]string{perOrder: " ORDER BY order_id"}[t.per]
	rows, err := db.QueryContext(ctx, "SELECT * FROM "+t.name+order) //nolint:gosec // names of our own
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	if err := t.describe(rows); err != nil {
		return err
	}
	id, previous := slices.Index(t.columns, "order_id"), any(nil)
	for rows.Next() {
		r, err := t.scan(rows)
		if err != nil {
			return err
		}
		if t.per != perOrder || r[id] != previous {
			t.groups = append(t.groups, nil)
		}
		last := &t.groups[len(t.groups)-1]
		*last = append(*last, r)
		if t.per == perOrder {
			previous = r[id]
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if len(t.groups) == 0 || t.per != perOrder && len(t.groups) != 1 {
		return fmt.Errorf("it has %d groups of rows after one request", len(t.groups))
	}
	return nil
}

func (t *table) describe(rows *sql.Rows) error {
	types, err := rows.ColumnTypes()
	if err != nil {
		return err
	}
	for i, column := range types {
		t.columns = append(t.columns, column.Name())
		kind := "bigint"
		switch column.DatabaseTypeName() {
		case "TEXT":
			kind = "text"
		case "JSON":
			kind = "json"
		}
		t.types = append(t.types, kind)
		if of := freshColumns[column.Name()]; of != nil {
			t.fresh = append(t.fresh, freshValue{i, of})
		}
	}
	t.numeric = numericColumns(types)
	return nil
}

func (t *table) scan(rows *sql.Rows) (row, error) {
	targets := scanTargets(t.numeric)
	if err := rows.Scan(targets...); err != nil {
		return nil, err
	}
	r := make(row, len(targets))
	for i, target := range targets {
		switch v := target.(type) {
		case *int64:
			r[i] = *v
		case *string:
			r[i] = *v
		}
	}
	return r, nil
}

// numericColumns says which columns hold integers; the others hold text.
func numericColumns(types []*sql.ColumnType) []bool {
	numeric := make([]bool, len(types))
	for i, t := range types {
		numeric[i] = t.DatabaseTypeName() != "TEXT" && t.DatabaseTypeName() != "JSON"
	}
	return numeric
}

// scanTargets makes a variable for each column.
func scanTargets(numeric []bool) []any {
	targets := make([]any, len(numeric))
	for i, isNumber := range numeric {
		if targets[i] = new(string); isNumber {
			targets[i] = new(int64)
		}
	}
	return targets
}

// appendRows appends the rows of a new order, like those of the template's n-th.
func (t *table) appendRows(to []row, n int, o newOrder) []row {
	for _, r := range t.groups[n%len(t.groups)] {
		r = slices.Clone(r)
		for _, f := range t.fresh {
			r[f.column] = f.of(o)
		}
		to = append(to, r)
	}
	return to
}

// insertOne is SQLite's insert of a row.
func (t *table) insertOne() string {
	params := strings.Repeat(", ?", len(t.columns))[2:]
	return "INSERT INTO " + t.name + " (" + strings.Join(t.columns, ", ") + ") VALUES (" + params + ")" + t.conflict
}

// insertMany is PostgreSQL's insert of the rows that arrays makes.
func (t *table) insertMany() string {
	params := make([]string, len(t.columns))
	for i, kind := range t.types {
		params[i] = fmt.Sprintf("$%d::%s[]", i+1, kind)
	}
	return "INSERT INTO " + t.name + " (" + strings.Join(t.columns, ", ") + ")" +
		" SELECT * FROM unnest(" + strings.Join(params, ", ") + ")" + t.conflict
}

// arrays is the rows as an array a column.
func (t *table) arrays(rows []row) []any {
	arrays := make([]any, len(t.columns))
	for i, isNumber := range t.numeric {
		if isNumber {
			arrays[i] = column[int64](rows, i)
		} else {
			arrays[i] = column[string](rows, i)
		}
	}
	return arrays
}

func column[T int64 | string](rows []row, i int) []T {
	values := make([]T, len(rows))
	for n, r := range rows {
		values[n], _ = r[i].(T) // scanTargets made it one
	}
	return values
}
