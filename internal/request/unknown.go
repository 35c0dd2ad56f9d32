package request

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// unknownKey is a key that the shape of its element does not have.
type unknownKey struct {
	level, element int
	key            string
}

// maxUnknown is how many unknown keys a form keeps, and maxUnknownKey how many characters of each. No header has names longer than
// maxIgnored.
const (
	maxUnknown    = 20
	maxUnknownKey = 64
	maxIgnored    = 1 << 10
)

// maxNamed is how many keys a message names if none is near.
const maxNamed = 8

// note keeps an unknown key of the last element of a level, if the shape wants that.
func (f *Form) note(at int, key []byte) {
	l := &f.levels[at]
	if !f.levels[0].shape.notes || len(l.shape.keys) == 0 {
		return
	}
	isNoted := func(name string) bool { return name == string(key) }
	if len(f.ignored) < maxUnknown && len(key) <= maxIgnored && !slices.ContainsFunc(f.ignored, isNoted) {
		f.ignored = append(f.ignored, string(key))
	}
	if len(f.unknown) == maxUnknown {
		return
	}
	name := string(key[:min(len(key), utf8.UTFMax*maxUnknownKey)]) // no copy of a large one
	u := unknownKey{at, len(l.elements) - 1, shipment.CutText(name, maxUnknownKey)}
	if !slices.Contains(f.unknown, u) {
		f.unknown = append(f.unknown, u)
	}
}

// unknownWords are the messages about an unknown name: with the one that it may be for, with all known ones, and with none.
type unknownWords struct{ near, of, none problem.Message }

var (
	unknownField = unknownWords{problem.UnknownNear, problem.UnknownOf, problem.UnknownField}
	unknownQuery = unknownWords{problem.UnknownQueryNear, problem.UnknownQueryOf, problem.UnknownQuery}

	unknownInOrder = unknownWords{near: problem.UnknownInOrderNear, none: problem.UnknownInOrder} // it has many fields
)

// message names the key that an unknown one may be for.
func (f *Form) message(u unknownKey) problem.Message {
	return unknownField.message(u.key, f.levels[u.level].shape.keys)
}

// NearField is the message about an unknown field that may be for one of keys, the zero one if none is near.
func NearField(sent string, keys []string) problem.Message {
	return unknownWords{near: problem.UnknownNear}.message(sent, keys)
}

func (w unknownWords) message(sent string, keys []string) problem.Message {
	keys = slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return key == secretKey })
	names := make(map[string]string, len(keys))
	var begins []string
	for _, key := range keys {
		names[key] = key
		if len(sent) > 2 && (strings.HasPrefix(key, sent) || strings.HasPrefix(sent, key)) {
			begins = append(begins, key)
		}
	}
	near, found := Nearest(strings.ToLower(sent), names)
	switch {
	case found:
		return w.near.With(near)
	case len(begins) == 1:
		return w.near.With(begins[0])
	case !w.of.IsZero() && len(keys) > 0 && len(keys) <= maxNamed:
		return w.of.With(strings.Join(keys, ", "))
	}
	return w.none.With()
}

// Unknown are the problems of keys of the body that the operation does not know, at most maxUnknown. Operations of the original
// interface have none: their clients may send what they like. Operations that take whole orders, items or reports have none either.
func (f *Form) Unknown() (problems Problems) {
	if !f.levels[0].shape.strict {
		return nil
	}
	return f.unknownOf(0, 0)
}

// unknownOf are the problems of unknown keys of an element.
func (f *Form) unknownOf(at, element int) (problems Problems) {
	for _, u := range f.unknown {
		if u.level == at && u.element == element {
			problems = append(problems, Problem{u.key, Messages{f.message(u)}})
		}
	}
	return problems
}

// Ignored are the names of the fields of the orders of a form, and of those beside the orders, that the operation does not know: at most
// maxUnknown different ones of all orders, sorted, and those of tax ids.
func (f *Form) Ignored() []string {
	names := slices.Clone(f.ignored)
	orders := &f.levels[1]
	if slot, known := orders.shape.slots[taxIDsField]; known {
		for i := range orders.elements {
			if !orders.elements[i].seen.has(slot) {
				continue
			}
			if sent, err := decodeList(orders.value(i, slot).Text, listShapes[taxIDsField]); err == nil {
				names = append(names, sent.ignored...)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// UnknownAt yields the unknown keys of a form whose shape keeps them, with their places.
func (f *Form) UnknownAt() iter.Seq2[Place, problem.Message] {
	return func(yield func(Place, problem.Message) bool) {
		for _, u := range f.unknown {
			at, element := Place{{u.key, -1}}, u.element
			for level := u.level; level > 0; level-- {
				above := &f.levels[level-1]
				of := above.listOf(element)
				if of < 0 {
					break
				}
				at = append(Place{{above.shape.listKey(), -1}, {"", element - above.lists[of].first}}, at...)
				element = of
			}
			if !yield(at, f.message(u)) {
				return
			}
		}
	}
}

// listOf is the element whose list has an element of the level below, -1 if that was not kept.
func (l *level) listOf(element int) int {
	return slices.IndexFunc(l.lists, func(l list) bool { return l.first <= element && element < l.last })
}

// listShapes are the shapes of the lists of an order.
var listShapes = map[string]*Shape{
	itemsField:  newShape().withList(itemsField, MaxItems, itemTable.shape()).noting(),
	taxIDsField: newShape().withList(taxIDsField, shipment.MaxTaxIDs, taxIDTable.shape()).noting(),
}

// unknownIn are the problems of keys that elements of a list of an order have, and none has; nil for other fields.
func unknownIn[T ~string | ~[]byte](field string, text T) Node {
	if listShapes[field] == nil || len(text) == 0 {
		return nil
	}
	f, err := decodeList(string(text), listShapes[field])
	if err != nil {
		return nil // it is no list
	}
	var wrong List
	for i := range f.levels[1].elements {
		if problems := f.unknownOf(1, i); problems != nil {
			wrong = wrong.put(i, len(f.levels[1].elements), problems)
		}
	}
	return asNode(wrong)
}

// UnknownInOrders are the unknown keys of the orders of a form of CreateShape, and of their items and tax ids, by the order. Those of
// the body are with the first order.
func (f *Form) UnknownInOrders() map[int][]FieldProblem {
	found := make(map[int][]FieldProblem)
	for at, m := range f.UnknownAt() {
		order := 0
		if len(at) > 1 {
			order, at = at[1].Index, at[2:]
		}
		found[order] = append(found[order], fieldProblem(at, m))
	}
	for i := range f.levels[1].elements {
		for at, m := range Each(unknownIn(taxIDsField, (entry{f, 1, i}).get(taxIDsField).Text)) {
			found[i] = append(found[i], FieldProblem{taxIDsField, at[0].Index, m})
		}
	}
	return found
}
