package engine

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"waybill/internal/each"
)

// copyKind is the type of a column. Both engines have the same kinds, under several names of types.
type copyKind string

const (
	copyInteger copyKind = "integer"
	copyText    copyKind = "text"
	copyBlob    copyKind = "bytes"
)

// copyKinds are the types of columns, in lower case.
var copyKinds = map[string]copyKind{
	"integer": copyInteger, "bigint": copyInteger, "smallint": copyInteger, "text": copyText, "json": copyText,
	"blob": copyBlob, "bytea": copyBlob,
}

// copyTable is a table to copy.
type copyTable struct {
	name     string
	columns  []copyColumn
	key      []string // of the primary key
	identity string   // column whose values the database counts; "" for none
}

// copyColumn is a column of a table.
type copyColumn struct {
	name string
	kind copyKind
}

// names are the names of the columns.
func (t copyTable) names() []string {
	return each.Of(t.columns, func(c copyColumn) string { return c.name })
}

// column is the place of a column.
func (t copyTable) column(name string) int { return slices.Index(t.names(), name) }

// copyTables returns the tables of both databases, those first to which others refer. It returns an error if the two
// do not have the same tables and columns, or a column whose kind Copy does not know.
func copyTables(ctx context.Context, a, b *DB) ([]copyTable, error) {
	tables, err := a.Dialect.copyTables(ctx, a.Reads)
	if err != nil {
		return nil, fmt.Errorf("list the tables of %s: %w", a.Engine(), err)
	}
	others, err := b.Dialect.copyTables(ctx, b.Reads)
	if err != nil {
		return nil, fmt.Errorf("list the tables of %s: %w", b.Engine(), err)
	}
	for _, t := range slices.Concat(tables, others) {
		if one, other := layoutOf(t.name, tables), layoutOf(t.name, others); one != other {
			return nil, fmt.Errorf("the table %s differs: on %s it has (%s), on %s (%s)", t.name, a.Engine(), one, b.Engine(), other)
		}
	}
	slices.SortFunc(tables, func(a, b copyTable) int { return strings.Compare(a.rank(), b.rank()) })
	return tables, nil
}

// rank sorts tables: others refer to accounts.
func (t copyTable) rank() string {
	if t.name == "accounts" {
		return ""
	}
	return t.name
}

// layoutOf describes the columns of a table, in any order, "" if there is no such table. The primary keys may differ.
func layoutOf(name string, tables []copyTable) string {
	i := slices.IndexFunc(tables, func(t copyTable) bool { return t.name == name })
	if i < 0 {
		return ""
	}
	t := tables[i].sorted()
	return strings.Join(each.Of(t.columns, func(c copyColumn) string {
		return c.name + " " + string(c.kind) + map[bool]string{true: " counted"}[c.name == t.identity]
	}), ", ")
}

// catalogColumn is a column of a table, as the catalog of an engine has it.
type catalogColumn struct {
	table, name, kind string
	keyPosition       int // in the primary key, from 1; 0: it is not in it
	identity          bool
}

// gatherTables makes tables of the columns that a query selects, in their order. It leaves out tables that describe a database.
func gatherTables(ctx context.Context, q Querier, query string) ([]copyTable, error) {
	var tables []copyTable
	columns, err := Collect(ctx, q, func(row Scanner, c *catalogColumn) error {
		return row.Scan(&c.table, &c.name, &c.kind, &c.keyPosition, &c.identity)
	}, query)
	if err != nil {
		return nil, err
	}
	keys := map[string]map[int]string{}
	for _, c := range columns {
		if c.table == "schema_migrations" || c.table == "copy_progress" {
			continue
		}
		kind, known := copyKinds[strings.ToLower(c.kind)]
		if !known {
			return nil, fmt.Errorf("the column %s.%s has the type %q, which cannot be copied", c.table, c.name, c.kind)
		}
		i := slices.IndexFunc(tables, func(t copyTable) bool { return t.name == c.table })
		if i < 0 {
			tables, i = append(tables, copyTable{name: c.table}), len(tables)
			keys[c.table] = map[int]string{}
		}
		t := &tables[i]
		t.columns = append(t.columns, copyColumn{c.name, kind})
		if c.keyPosition > 0 {
			keys[c.table][c.keyPosition] = c.name
		}
		if c.identity {
			t.identity = c.name
		}
	}
	for i := range tables {
		t := &tables[i]
		for position := range len(keys[t.name]) {
			t.key = append(t.key, keys[t.name][position+1])
		}
		if len(t.key) == 0 {
			return nil, fmt.Errorf("the table %s has no primary key, so it cannot be copied", t.name)
		}
	}
	return tables, nil
}

// selectFrom selects all columns of all rows.
func (t copyTable) selectFrom(engine string) string {
	columns := t.names()
	for i, c := range t.columns {
		if engine == Postgres { // whose integers have several sizes
			columns[i] += map[copyKind]string{copyInteger: "::bigint", copyText: "::text"}[c.kind]
		}
	}
	return `SELECT ` + strings.Join(columns, ", ") + ` FROM ` + t.name
}

// scan reads a row, and returns its size in bytes.
func (t copyTable) scan(row Scanner) (values []any, size int, err error) {
	values, targets := make([]any, len(t.columns)), make([]any, len(t.columns))
	integers, texts, blobs := make([]int64, len(t.columns)), make([]string, len(t.columns)), make([][]byte, len(t.columns))
	for i, c := range t.columns {
		switch c.kind {
		case copyInteger:
			targets[i] = &integers[i]
		case copyText:
			targets[i] = &texts[i]
		case copyBlob:
			targets[i] = &blobs[i]
		}
	}
	if err := row.Scan(targets...); err != nil {
		return nil, 0, err
	}
	for i, c := range t.columns {
		switch c.kind {
		case copyInteger:
			values[i] = integers[i]
		case copyText:
			values[i] = texts[i]
		case copyBlob:
			values[i] = blobs[i]
		}
		size += 8 + len(texts[i]) + len(blobs[i])
	}
	return values, size, nil
}

// keyOf returns the primary key of a row.
func (t copyTable) keyOf(row []any) []any {
	return each.Of(t.key, func(name string) any { return row[t.column(name)] })
}

// tableSum is a digest of a table. It does not depend on the order of the rows: the engines sort texts differently.
type tableSum struct {
	rows      int64
	high, low uint64 // sums of halves of the hashes of the rows
}

// reportRows is after how many rows the progress of a comparison is reported.
const reportRows = 5000

// sumOf reads a table, and reports the rows that it has read from time to time.
func sumOf(ctx context.Context, s *DB, t copyTable, read func(rows int64)) (sum tableSum, err error) {
	t = t.sorted()
	var line []byte
	err = Each(ctx, s.Reads, func(row Scanner) error {
		values, _, err := t.scan(row)
		if err != nil {
			return err
		}
		line = line[:0]
		for _, value := range values {
			line = appendValue(line, value)
		}
		hash := sha256.Sum256(line)
		sum.high += binary.BigEndian.Uint64(hash[:])
		sum.low += binary.BigEndian.Uint64(hash[8:])
		if sum.rows++; sum.rows%reportRows == 0 {
			read(reportRows)
		}
		return nil
	}, t.selectFrom(s.Engine()))
	read(sum.rows % reportRows)
	return sum, err
}

// sorted returns the table with its columns sorted by name.
func (t copyTable) sorted() copyTable {
	t.columns = slices.SortedFunc(slices.Values(t.columns), func(a, b copyColumn) int { return strings.Compare(a.name, b.name) })
	return t
}

func appendValue(line []byte, value any) []byte {
	switch v := value.(type) {
	case int64:
		return binary.BigEndian.AppendUint64(append(line, 'i'), uint64(v))
	case string:
		return append(binary.AppendUvarint(append(line, 't'), uint64(len(v))), v...)
	case []byte:
		if v == nil {
			return append(line, 'n')
		}
		return append(binary.AppendUvarint(append(line, 'b'), uint64(len(v))), v...)
	}
	panic(fmt.Sprintf("a %T is no value of a column", value))
}
