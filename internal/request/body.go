package request

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
	return Body[T]{table: t, shape: ownShape(t.keys...)}
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

// lenient makes unknown fields no problems, as in the original interface.
func (b Body[T]) lenient() Body[T] {
	b.shape.strict = false
	return b
}

// Fields are the columns of the body.
func (b *Body[T]) Fields() []Field { return b.table.fields() }

// Shape is the shape of the body.
func (b *Body[T]) Shape() *Shape { return b.shape }

// Read reads the body.
func (b *Body[T]) Read(f *Form) (T, Problems) {
	sent := b.absent
	if problems := objectProblem(f.top()); problems != nil {
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
