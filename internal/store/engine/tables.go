package engine

import (
	"context"
	"fmt"
	"strings"

	"waybill/internal/each"
)

// Table is a table that creates write to.
type Table struct {
	name    string
	Columns []string // each with its PostgreSQL type: "account_id bigint"
	One     string   // inserts a row, an argument each column
	many    string   // PostgreSQL: inserts rows, an array each column
}

// NewTable makes the statements; onConflict is their end.
func NewTable(name, onConflict string, columns ...string) Table {
	names, params, arrays := make([]string, len(columns)), make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		column, kind, _ := strings.Cut(c, " ")
		names[i] = column
		params[i] = fmt.Sprintf("$%d", i+1)
		arrays[i] = fmt.Sprintf("$%d::%s[]", i+1, kind)
	}
	into := "INSERT INTO " + name + " (" + strings.Join(names, ", ") + ") "
	return Table{
		name:    name,
		Columns: columns,
		One:     into + "VALUES (" + strings.Join(params, ", ") + ") " + onConflict,
		many: into + "SELECT " + strings.Join(names, ", ") + " FROM unnest(" + strings.Join(arrays, ", ") +
			") AS new (" + strings.Join(names, ", ") + ") " + onConflict,
	}
}

// NewNumberedTable is NewTable for rows whose column number is counted down from the one of the row of the table numbers with the same
// value of the column by: a 0 stores that number itself.
func NewNumberedTable(name, number, numbers, last, by string, columns ...string) Table {
	t := NewTable(name, "", columns...)
	names, casts := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		column, kind, _ := strings.Cut(c, " ")
		names[i], casts[i] = column, fmt.Sprintf("CAST($%d AS %s) AS %s", i+1, kind, column)
	}
	all := strings.Join(names, ", ")
	stored := strings.Replace("new."+strings.Join(names, ", new."), "new."+number, "s."+last+" - new."+number, 1)
	numbered := "INSERT INTO " + name + " (" + all + ") SELECT " + stored + " FROM "
	join := " AS new%s JOIN " + numbers + " s ON s." + by + " = new." + by
	_, arrays, _ := strings.Cut(strings.TrimSuffix(t.many, " AS new ("+all+") "), " FROM ")
	t.One = numbered + "(SELECT " + strings.Join(casts, ", ") + ")" + fmt.Sprintf(join, "")
	t.many = numbered + arrays + fmt.Sprintf(join, " ("+all+")")
	return t
}

// Inserting inserts rows on either engine: one a statement on SQLite, where more rows gain nothing, and all of a table together on
// PostgreSQL, an array for each column. Its first error ends what follows.
type Inserting struct {
	ctx     context.Context //nolint:containedctx // it lives as long as a transaction
	q       Querier
	columns columnRows // nil on SQLite
	err     error
}

// Inserting returns an inserter for a transaction, whose Flush must be called at its end.
func (s *DB) Inserting(ctx context.Context, q Querier) *Inserting {
	r := &Inserting{ctx: ctx, q: q}
	if s.Dialect.Engine == Postgres {
		r.columns = make(columnRows)
	}
	return r
}

// Insert inserts a row, now or with Flush. It does not keep row.
func (r *Inserting) Insert(t *Table, row []any) {
	switch {
	case r.err != nil:
	case r.columns != nil:
		r.columns.add(t, row)
	default:
		r.exec(t, t.One, row)
	}
}

// Flush inserts the rows that were collected, and returns what failed, with the name of its table.
func (r *Inserting) Flush() error {
	for t, columns := range r.columns {
		if r.err == nil {
			r.exec(t, t.many, each.Of(columns, columnValues.array))
		}
	}
	return r.err
}

func (r *Inserting) exec(t *Table, query string, args []any) {
	if err := Exec(r.ctx, r.q, query, args...); err != nil {
		r.err = fmt.Errorf("insert into %s: %w", t.name, err)
	}
}
