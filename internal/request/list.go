package request

import "waybill/internal/problem"

// listProblem is the message about a list as a whole, the zero one when only its elements can be wrong.
func listProblem(l list, limit int) problem.Message {
	switch {
	case l.Kind == Absent:
		return problem.Required
	case l.Kind == Null:
		return problem.Null
	case l.Kind != Array:
		return problem.NotList.With(l.TypeName())
	case l.count == 0:
		return problem.EmptyList
	case l.count > limit:
		return problem.MaxElements.With(int64(limit))
	}
	return problem.Message{}
}

// listNode is the problem of the list of orders or of items, nil when there is none. It is an array with
// one object, because clients read an array of objects under these two keys.
func listNode(l list, limit int) Node {
	if wrong := listProblem(l, limit); !wrong.IsZero() {
		return List{nonField(wrong)}
	}
	return nil
}

// objectProblem is the problem of a body that is not an object, nil when it is one.
func objectProblem(v Value) Problems { return notObject(v, problem.NoData) }

// elementProblem is objectProblem for an element of a list.
func elementProblem(v Value) Node { return asNode(notObject(v, problem.Null)) }

func notObject(v Value, null problem.Message) Problems {
	switch v.Kind {
	case Object:
		return nil
	case Null:
		return Problems{{NonFieldErrors, Messages{null}}}
	default:
		return Problems{{NonFieldErrors, Messages{problem.NotObject.With(v.TypeName())}}}
	}
}

// readList reads a body that has nothing but a list.
func readList[T any](f *Form, read func(entry, *T) Node) ([]T, Problems) {
	if problems := objectProblem(f.top()); problems != nil {
		return nil, problems
	}
	elements, wrong := readElements(f, read)
	return elements, Problems(nil).with(f.levels[0].shape.listKey(), wrong)
}

// readElements reads a T from each element of the list of a form.
func readElements[T any](f *Form, read func(entry, *T) Node) ([]T, Node) {
	l := f.list()
	if message := listProblem(l, f.levels[0].shape.limit); !message.IsZero() {
		if l.Kind == Absent || l.Kind == Null {
			return nil, Messages{message}
		}
		return nil, nonField(message)
	}
	elements := make([]T, l.last-l.first)
	var wrong List
	for i := range elements {
		if node := read(entry{f, 1, l.first + i}, &elements[i]); node != nil {
			wrong = wrong.put(i, len(elements), node)
		}
	}
	if wrong != nil {
		return nil, wrong
	}
	return elements, nil
}

// numberTable are the fields of an element that names an order.
var numberTable = tableOf[string]("tracking_number")

// readNumberElement reads an element that names an order: its tracking number, or an object
// that has it.
func readNumberElement(e entry, no *string) Node {
	if v := e.value(); v.Kind != Object {
		return numberTable.columns[0].check(v, no)
	}
	return asNode(numberTable.read(e, no))
}
