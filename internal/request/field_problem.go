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

// ofWhole is the Index of a problem that is about no element of a list.
const ofWhole = -1

// tree is the problems that were found in an order whose fields are all valid, in the order of the field table. A field that the order
// does not have is left out.
func (v *validator) tree(found []FieldProblem, o *shipment.Order) (problems Problems) {
	column := func(f FieldProblem) int {
		name := f.Field
		if _, ofItem := itemTable.slots[name]; ofItem {
			name = itemsField
		}
		slot, known := v.table.slots[name]
		if !known {
			return -1
		}
		return slot
	}
	slices.SortStableFunc(found, func(a, b FieldProblem) int {
		if order := cmp.Or(cmp.Compare(column(a), column(b)), cmp.Compare(a.Index, b.Index)); order != 0 || a.Index == ofWhole {
			return order
		}
		return cmp.Compare(itemTable.slots[a.Field], itemTable.slots[b.Field])
	})
	for _, f := range found {
		at := column(f)
		if at < 0 {
			continue
		}
		switch name := v.table.columns[at].Name; name {
		case itemsField:
			problems = problems.addTo(name, len(o.Items), f.Index, f.Field, f.Message)
		case taxIDsField:
			problems = problems.addTo(name, len(cmp.Or(o.Trade, new(shipment.OrderTrade)).TaxIDs), f.Index, "number", f.Message)
		default:
			problems = problems.add(name, f.Message)
		}
	}
	return problems
}

// addTo adds a message about the key of an element of a list with size elements behind the others. What is about the list as a whole
// comes first, in its first element, which is the only one if no other has problems.
func (p Problems) addTo(list string, size, index int, key string, m problem.Message) Problems {
	if len(p) == 0 || p[len(p)-1].Field != list {
		p = append(p, Problem{list, noProblems(1)})
	}
	last := &p[len(p)-1]
	elements, _ := last.Node.(List)
	if index == ofWhole {
		index, key = 0, NonFieldErrors
	} else {
		elements = append(elements, noProblems(size-len(elements))...)
	}
	element, _ := elements[index].(Problems)
	elements[index] = element.add(key, m)
	last.Node = elements
	return p
}
