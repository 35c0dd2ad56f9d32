package request

import (
	"cmp"
	"slices"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// FieldProblem is a message about a field of an order, with the place of the field in lists.
type FieldProblem struct {
	Field string // of an order, or of an item
	// Index is the place of the item, or of the tax id whose number is wrong if Field is tax_ids. It is -1 for a field of
	// the order, and for a list as a whole.
	Index   int
	Message problem.Message
}

// merge adds found to the problems of an order whose fields are all valid. They come in the order of the field table.
// A field that the order does not have is left out.
func (v *validator) merge(problems Problems, found []FieldProblem, o *shipment.Order) Problems {
	slot := func(f FieldProblem) int {
		name := f.Field
		if _, ofItem := itemTable.slots[name]; ofItem {
			name = itemsField
		}
		if s, known := v.table.slots[name]; known {
			return s
		}
		return -1
	}
	for _, f := range found {
		at := slot(f)
		if at < 0 {
			continue
		}
		name := v.table.columns[at].Name
		i := slices.IndexFunc(problems, func(p Problem) bool { return v.table.slots[p.Field] >= at })
		switch {
		case i < 0:
			i = len(problems)
			problems = append(problems, Problem{Field: name})
		case problems[i].Field != name:
			problems = slices.Insert(problems, i, Problem{Field: name})
		}
		problems[i].Node = f.addTo(problems[i].Node, name, o)
	}
	return problems
}

// addTo adds the problem to the problems of a field of an order, which may be nil.
func (f FieldProblem) addTo(node Node, field string, o *shipment.Order) Node {
	var size int
	key, t := f.Field, itemTable.slots
	switch field {
	case itemsField:
		size = len(o.Items)
	case taxIDsField:
		size = len(cmp.Or(o.Trade, new(shipment.OrderTrade)).TaxIDs)
		key, t = "number", taxIDTable.slots
	default:
		messages, _ := node.(Messages)
		return append(slices.Clip(messages), f.Message)
	}
	list, _ := node.(List)
	if f.Index < 0 {
		return list.ofWhole(f.Message)
	}
	return list.sized(size).add(f.Index, t, key, f.Message)
}

// ofWhole adds a problem of the list as a whole: to its first element, which is the only one if no other has problems.
func (l List) ofWhole(message problem.Message) List {
	if len(l) == 0 {
		l = List{Problems(nil)}
	}
	first, _ := l[0].(Problems)
	if len(first) > 0 && first[0].Field == NonFieldErrors {
		messages, _ := first[0].Node.(Messages)
		first[0].Node = append(slices.Clip(messages), message)
		return l
	}
	l[0] = slices.Insert(slices.Clip(first), 0, Problem{NonFieldErrors, Messages{message}})
	return l
}

// sized is the list with n elements. A list about the whole has one.
func (l List) sized(n int) List {
	if len(l) >= n {
		return l
	}
	return append(slices.Clip(l), noProblems(n-len(l))...)
}

// add adds a problem of the field key of element i, in the order of the field table that has the slots.
func (l List) add(i int, slots map[string]int, key string, message problem.Message) List {
	problems, _ := l[i].(Problems)
	at := slices.IndexFunc(problems, func(p Problem) bool { return p.Field != NonFieldErrors && slots[p.Field] >= slots[key] })
	switch {
	case at < 0:
		l[i] = append(slices.Clip(problems), Problem{key, Messages{message}})
	case problems[at].Field == key:
		messages, _ := problems[at].Node.(Messages)
		problems[at].Node = append(slices.Clip(messages), message)
	default:
		l[i] = slices.Insert(slices.Clip(problems), at, Problem{key, Messages{message}})
	}
	return l
}
