package storetest

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"waybill/internal/store/engine"
)

// Rows are rows of a SQLite database, by table and key: the values of their columns, as SQL writes them.
type Rows map[string]map[string]Row

// Row has the values of columns.
type Row map[string]string

// RowsOf returns a function that reads tables of a SQLite database: all with a column for an account, an order or a user, except leftOut.
func RowsOf(tb testing.TB, q engine.Querier, leftOut ...string) (read func() Rows) {
	tb.Helper()
	columns := map[string][]string{}
	keys := map[string][]string{}
	type column struct {
		table, name string
		isKey       bool
	}
	all, err := engine.Collect(tb.Context(), q, func(row engine.Scanner, c *column) error { return row.Scan(&c.table, &c.name, &c.isKey) },
		`SELECT t.name, c.name, c.pk > 0 FROM sqlite_master t JOIN pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid`)
	if err != nil {
		tb.Fatal(err)
	}
	for _, c := range all {
		if slices.Contains(leftOut, c.table) {
			continue
		}
		columns[c.table] = append(columns[c.table], c.name)
		if c.isKey {
			keys[c.table] = append(keys[c.table], c.name)
		}
	}
	maps.DeleteFunc(columns, func(_ string, names []string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return name == "account_id" || name == "order_id" || name == "user_id" })
	})
	return func() Rows {
		tb.Helper()
		read := Rows{}
		for table := range columns {
			if read[table], err = readTable(tb.Context(), q, table, columns[table], keys[table]); err != nil {
				tb.Fatalf("%s: %v", table, err)
			}
		}
		return read
	}
}

func readTable(ctx context.Context, q engine.Querier, table string, columns, keys []string) (map[string]Row, error) {
	rows := map[string]Row{}
	err := engine.Each(ctx, q, func(row engine.Scanner) error {
		values, places := make([]string, len(columns)), make([]any, len(columns))
		for i := range values {
			places[i] = &values[i]
		}
		if err := row.Scan(places...); err != nil {
			return err
		}
		read, key := Row{}, ""
		for i, name := range columns {
			read[name] = values[i]
		}
		for _, name := range keys {
			key += read[name] + " "
		}
		rows[cmp.Or(key, strings.Join(values, " "))] = read
		return nil
	}, `SELECT quote(`+strings.Join(columns, "), quote(")+`) FROM `+table)
	return rows, err
}

// Where returns the rows for which a condition is true.
func (r Rows) Where(is func(table string, row Row) bool) Rows {
	found := Rows{}
	for table, rows := range r {
		for key, row := range rows {
			if is(table, row) {
				if found[table] == nil {
					found[table] = map[string]Row{}
				}
				found[table][key] = row
			}
		}
	}
	return found
}

// OfAccounts returns the rows of accounts: by their account, or by the order that they are of.
func (r Rows) OfAccounts(ids ...int64) Rows {
	of, orders := map[string]bool{}, map[string]bool{}
	for _, id := range ids {
		of[fmt.Sprint(id)] = true
	}
	for _, o := range r["orders"] {
		orders[o["order_id"]] = of[o["account_id"]]
	}
	return r.Where(func(_ string, row Row) bool {
		return of[row["account_id"]] || row["account_id"] == "" && orders[row["order_id"]]
	})
}

// Changes says how rows differ from those before: "table -1 +2 ~column,column of 3". A row that changed is the one with the same key.
func (r Rows) Changes(before Rows) string { //nolint:cyclop // it is one loop
	tables := map[string]bool{}
	for table := range r {
		tables[table] = true
	}
	for table := range before {
		tables[table] = true
	}
	var changes []string
	for _, table := range slices.Sorted(maps.Keys(tables)) {
		removed, added, of, changed := 0, 0, 0, map[string]bool{}
		for key, old := range before[table] {
			now, is := r[table][key]
			if !is {
				removed++
				continue
			}
			if !maps.Equal(old, now) {
				of++
			}
			for column := range old {
				if old[column] != now[column] {
					changed[column] = true
				}
			}
		}
		for key := range r[table] {
			if _, was := before[table][key]; !was {
				added++
			}
		}
		text := table
		if removed > 0 {
			text += fmt.Sprintf(" -%d", removed)
		}
		if added > 0 {
			text += fmt.Sprintf(" +%d", added)
		}
		if len(changed) > 0 {
			text += " ~" + strings.Join(slices.Sorted(maps.Keys(changed)), ",")
			if of > 1 {
				text += fmt.Sprintf(" of %d", of)
			}
		}
		if text != table {
			changes = append(changes, text)
		}
	}
	return strings.Join(changes, "; ")
}
