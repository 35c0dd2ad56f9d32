package request

// Shape says what matters in the body of a request that is no create: the keys of its
// object, and perhaps a list in it.
type Shape struct {
	Keys map[string]bool // of the values that are kept
	List string          // key of the list, "" for none
	Max  int             // elements of the list that are kept
	// ElementKeys are those of the values that are kept of an element that is an object.
	ElementKeys map[string]bool
}

// Form is what a caller sent in a Shape, before any rule has looked at it. Of values sent
// twice the last wins.
type Form struct {
	Top      Value
	Values   map[string]Value // by key
	List     Value            // what stands where the list should
	Elements []Element        // of it, at most Shape.Max
	Count    int              // of elements, also those over the limit
}

// Element is one of a list: what stands there and, of an object, its values by key.
type Element struct {
	Value
	Values map[string]Value
}

// newShape makes the shape of an object with a list whose elements have the keys given.
// The secret key may stand in any form.
func newShape(keys []string, list string, limit int, elementKeys ...string) Shape {
	shape := Shape{Keys: setOf(keys), List: list, Max: limit, ElementKeys: setOf(elementKeys)}
	shape.Keys[secretKey] = true
	return shape
}

// EmptyShape is the shape of a request that says nothing but who sends it.
func EmptyShape() Shape { return newShape(nil, "", 0) }

func setOf(keys []string) map[string]bool {
	set := make(map[string]bool, len(keys))
	for _, key := range keys {
		set[key] = true
	}
	return set
}

// The keys that several forms have.
const (
	secretKey       = "secret_key"
	trackingNos     = "tracking_nos"
	trackingNoField = "tracking_no"
)

// SecretKey is the key that came in the form.
func (f *Form) SecretKey() Value { return f.Values[secretKey] }

// read fills to from the values of a form or an element, and says what is wrong with them.
func (t *table[T]) read(values map[string]Value, to *T) Problems {
	var problems Problems
	for i := range t.columns {
		c := &t.columns[i]
		problems = problems.with(c.Name, c.check(values[c.Name], to).node())
	}
	return problems
}

// readElements fills a T from each element of the form's list, which has limit at most.
func readElements[T any](f *Form, limit int, read func(Element, *T) Node) ([]T, Node) {
	if text := listProblem(f.List, f.Count, int64(limit)); text != "" {
		if f.List.Kind == Absent || f.List.Kind == Null {
			return nil, Messages{text}
		}
		return nil, nonField(text)
	}
	elements := make([]T, len(f.Elements))
	var wrong List
	for i, e := range f.Elements {
		if node := read(e, &elements[i]); node != nil {
			wrong = wrong.put(i, len(elements), node)
		}
	}
	if wrong != nil {
		return nil, wrong
	}
	return elements, nil
}

// numberTable are the fields of an element that names an order.
var numberTable = newTable(
	text(trackingNoField, required, textMax, "Tracking number of an order.", func(no *string) *string { return no }),
)

// readNumberElement reads an element that names an order: its tracking number, or an object
// that has it.
func readNumberElement(e Element, no *string) Node {
	if e.Kind == Object {
		if problems := numberTable.read(e.Values, no); problems != nil {
			return problems
		}
		return nil
	}
	return numberTable.columns[0].check(e.Value, no).node()
}
