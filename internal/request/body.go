package request

import "waybill/internal/problem"

// Body is a body that is one object of fields.
type Body[T any] struct {
	table   table[T]
	shape   *Shape
	absent  T                                  // what a body without fields is
	numbers func(*T) *[]string                 // the place of its tracking numbers; nil: it has none
	rest    func(*Form, *T, Problems) Problems // reads other lists, and checks across fields; nil: there is no more to do
}

// newBody makes a body whose unknown fields are problems. also comes before withNumbers: messages name its keys first.
func newBody[T any](columns ...column[T]) Body[T] {
	t := newTable(columns...)
	return Body[T]{table: t, shape: t.ownShape()}
}

// ownShape is the shape of a body with the fields of the table. Unknown fields are problems.
func (t *table[T]) ownShape() *Shape {
	s := ownShape(t.keys...)
	s.fields = t.fields
	return s
}

// withNumbers adds a list of tracking numbers, or of objects that have them, to a body.
func (b Body[T]) withNumbers(most int, at func(*T) *[]string) Body[T] {
	b.shape.withList(trackingNos, most, newShape(trackingNoField))
	b.numbers = at
	return b
}

// also adds a function that reads the values that are not columns. keys are those whose whole JSON text the form keeps for it.
func (b Body[T]) also(rest func(*Form, *T, Problems) Problems, keys ...string) Body[T] {
	b.shape.keepWhole(keys...)
	b.rest = rest
	return b
}

// withDefaults sets the values that fields have when they are absent.
func (b Body[T]) withDefaults(absent T) Body[T] {
	b.absent = absent
	return b
}

// lenient makes unknown fields no problems, as in the tracker queries of the original interface.
func (b Body[T]) lenient() Body[T] {
	b.shape.strict = false
	return b
}

// missing lets the body be missing.
func (b Body[T]) missing() Body[T] {
	b.shape.missing()
	return b
}

// Fields are the columns of the body.
func (b *Body[T]) Fields() []Field { return b.table.fields() }

// Shape is the shape of the body.
func (b *Body[T]) Shape() *Shape { return b.shape }

// Read reads the body.
func (b *Body[T]) Read(f *Form) (T, Problems) {
	sent := b.absent
	if problems := objectProblem(f.top()); problems != nil && !b.shape.mayMiss {
		return sent, problems
	}
	var problems Problems
	if b.numbers != nil {
		numbers, wrong := readElements(f, readNumberElement)
		*b.numbers(&sent) = numbers
		problems = problems.with(trackingNos, wrong)
	}
	problems = append(problems, b.table.read(f, &sent)...)
	if b.rest != nil {
		problems = b.rest(f, &sent, problems)
	}
	return sent, problems
}

// Change is a body that changes what is stored: an absent field stays, and null clears it.
type Change[T any] struct {
	table table[T]
	shape *Shape
	final []string // fields that are refused, because they never change
	why   problem.Message
}

// newChange makes a change whose unknown fields are problems.
func newChange[T any](columns ...column[T]) Change[T] {
	t := newTable(columns...)
	return Change[T]{table: t, shape: t.ownShape()}
}

// changed makes required columns those of a change: they may be absent, and are not cleared.
func changed[T any](columns []column[T]) []column[T] {
	for i := range columns {
		columns[i].Required = false
	}
	return columns
}

// refusing adds fields that never change, and the message that says so.
func (c Change[T]) refusing(why problem.Message, final ...string) Change[T] {
	c.shape.keepWhole(final...)
	c.why, c.final = why, final
	return c
}

// Fields are the columns of the change.
func (c *Change[T]) Fields() []Field { return c.table.fields() }

// Shape is the shape of the change.
func (c *Change[T]) Shape() *Shape { return c.shape }

// Read reads the change.
func (c *Change[T]) Read(f *Form) (func(*T), Problems) {
	values, problems := c.table.readChange(f, new(T))
	for _, name := range c.final {
		if f.get(name).Kind != Absent {
			problems = append(problems, Problem{name, Messages{c.why}})
		}
	}
	if problems != nil {
		return nil, problems
	}
	return func(stored *T) { c.table.read(values, stored) }, nil
}

// readChange reads the fields of a request that changes stored ones: an absent field stays, and null becomes the empty
// value of its type. It fills to, and returns the values to read again into what is stored.
func (t *table[T]) readChange(f *Form, to *T) (valueMap, Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return nil, problems
	}
	values := make(valueMap, len(t.columns))
	for i := range t.columns {
		c := &t.columns[i]
		values[c.Name] = f.get(c.Name)
		if values[c.Name].Kind == Null && c.Nullable {
			values[c.Name] = cleared(c.Type)
		}
	}
	return values, t.read(values, to)
}
