package request

import (
	"net/url"
	"slices"

	"waybill/internal/each"
)

// table is a list of columns with their keys. Each key has a slot: the columns first,
// in their order, then the aliases.
type table[T any] struct {
	columns []column[T]
	keys    []string       // by slot
	slots   map[string]int // by key
	aliases []aliasSlot
}

type aliasSlot struct{ alias, column int }

func newTable[T any](columns ...column[T]) table[T] {
	t := table[T]{columns: columns, slots: make(map[string]int, len(columns))}
	t.keys = each.Of(columns, func(c column[T]) string { return c.Name })
	for i, c := range columns {
		if c.Alias != "" {
			t.aliases = append(t.aliases, aliasSlot{alias: len(t.keys), column: i})
			t.keys = append(t.keys, c.Alias)
		}
	}
	for slot, key := range t.keys {
		t.slots[key] = slot
	}
	return t
}

// shape is the shape of an object with the fields of the table.
func (t *table[T]) shape() *Shape {
	s := newShape(t.keys...)
	for slot := range t.columns {
		if t.columns[slot].readWhole != nil {
			s.whole.add(slot)
		}
	}
	return s
}

// within makes columns of a whole of the table of a part.
func within[W, P any](t table[P], part func(*W) *P) []column[W] {
	return each.Of(t.columns, func(c column[P]) column[W] {
		return column[W]{Field: c.Field, read: func(v Value, to *W) Messages { return c.read(v, part(to)) }}
	})
}

// without is the table without some columns.
func (t table[T]) without(names ...string) table[T] {
	return newTable(slices.DeleteFunc(slices.Clone(t.columns), func(c column[T]) bool { return slices.Contains(names, c.Name) })...)
}

func (t *table[T]) fields() []Field {
	return each.Of(t.columns, func(c column[T]) Field { return c.Field })
}

// values are the sent values of the fields of an object.
type values interface{ get(key string) Value }

// valueMap are values by key.
type valueMap map[string]Value

func (m valueMap) get(key string) Value { return m[key] }

// Query is the parameters of a query, which are read into a T.
type Query[T any] struct {
	table  table[T]
	absent T // what a query without parameters is
}

// Fields are the parameters of the query.
func (q *Query[T]) Fields() []Field { return q.table.fields() }

// Read reads the query.
func (q *Query[T]) Read(query url.Values) (T, Problems) {
	sent := q.absent
	problems := q.table.read(queryValues(query), &sent)
	return sent, problems
}

// readObject reads an element of a list, which must be an object.
func (t *table[T]) readObject(e entry, to *T) Node {
	if node := elementProblem(e.value()); node != nil {
		return node
	}
	return asNode(t.read(e, to))
}

// read fills to from values, and says what is wrong with them.
func (t *table[T]) read(from values, to *T) Problems {
	var problems Problems
	for i := range t.columns {
		c := &t.columns[i]
		problems = problems.with(c.Name, c.check(from.get(c.Name), to))
	}
	return problems
}
