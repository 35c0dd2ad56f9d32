package request

import "slices"

// Form is a decoded body that no rule has looked at yet: the values that its Shape keeps. Of values
// that were sent twice the last counts. A Form is not safe for concurrent use.
//
// Values are kept by level: that of the body, that of the elements of its list, and that of the
// elements of their lists. A level has one slice for the values of all its elements, so that
// decoding a thousand orders allocates no more than decoding one.
type Form struct {
	levels    []level
	maxValues int // of the text
	unknown   []unknownKey
	ignored   []string // the names of unknown keys
}

// level has the elements of one depth. The body is the only element of the first level.
type level struct {
	shape       *Shape
	elements    []element
	lists       []list // of the elements; none when the shape has no list
	values      []sent // of the elements
	likely      int    // the slot of the next key, when keys come in the order of the shape
	maxElements int
}

// element is the body, or what stands at one place of a list: an Object if all is well.
type element struct {
	Value
	first, last int     // its values
	seen        slotSet // their slots
}

// list is the value in the place of a list: an Array if it is valid.
type list struct {
	Value
	count       int // elements, also those over the limit
	first, last int // its elements in the next level; none when there are too many
}

// sent is a value that was sent for the field with a slot.
type sent struct {
	text string
	kind Kind
	slot uint8
}

// maxSlots bounds the keys of a shape, so that a set of them is two words.
const maxSlots = 128

// slotSet is a set of slots.
type slotSet [maxSlots / 64]uint64

func (s *slotSet) has(slot int) bool { return s[slot/64]&(1<<(slot%64)) != 0 }

func (s *slotSet) add(slot int) { s[slot/64] |= 1 << (slot % 64) }

// bytesPerElement is the size of a full order with one item, as clients send it.
const bytesPerElement = 1000

// newForm makes the form of an absent body, with memory for a text of a size.
func newForm(shape *Shape, size Size) *Form {
	f := &Form{maxValues: size.Fields()}
	elements, limit := 1, 1
	for s := shape; s != nil; s = s.element {
		l := level{
			shape: s, maxElements: min(size.Elements(), limit), elements: make([]element, 0, elements),
			values: make([]sent, 0, min(elements*len(s.keys), f.maxValues)),
		}
		if s.element != nil {
			l.lists = make([]list, 0, elements)
			limit *= s.limit
			elements = min(size.Bytes/bytesPerElement+1, size.Elements(), limit)
		}
		f.levels = append(f.levels, l)
	}
	f.levels[0].add(Value{})
	return f
}

// SecretKey is the key that came in the body, Absent when there is none.
func (f *Form) SecretKey() Value { return f.get(secretKey) }

// top is the value of the whole body.
func (f *Form) top() Value { return f.levels[0].elements[0].Value }

// get is the value of the body under a key.
func (f *Form) get(key string) Value { return entry{f, 0, 0}.get(key) }

// list is the list of the body.
func (f *Form) list() list { return f.levels[0].lists[0] }

// entry is an element of a form.
type entry struct {
	form  *Form
	level int
	index int
}

// get is the value of the element under a key of its shape.
func (e entry) get(key string) Value {
	l := &e.form.levels[e.level]
	slot, known := l.shape.slots[key]
	if !known {
		return Value{}
	}
	return l.value(e.index, slot)
}

// value is the value of the element.
func (e entry) value() Value { return e.form.levels[e.level].elements[e.index].Value }

// value is the value of element i in a slot.
func (l *level) value(i, slot int) Value {
	e := &l.elements[i]
	if e.seen.has(slot) {
		for _, v := range l.values[e.first:e.last] {
			if int(v.slot) == slot {
				return Value{v.kind, v.text}
			}
		}
	}
	return Value{}
}

// sent are the values of element i.
func (l *level) sent(i int) []sent { return l.values[l.elements[i].first:l.elements[i].last] }

// begin begins the list of the last element of a level. The elements that it had before are
// forgotten.
func (f *Form) begin(at int, v Value) {
	l := &f.levels[at].lists[len(f.levels[at].lists)-1]
	next := len(f.levels[at+1].elements)
	if l.Kind != Absent {
		f.truncate(at+1, l.first)
		next = l.first
	}
	*l = list{Value: v, first: next, last: next}
}

// add adds an element to the last list of the level above. It is false when there are too many, so
// that neither this one nor the others matter.
func (f *Form) add(at int, v Value) bool {
	above := &f.levels[at-1]
	l := &above.lists[len(above.lists)-1]
	l.count++
	if l.count > above.shape.limit {
		f.truncate(at, l.first)
		l.last = l.first
		return false
	}
	f.levels[at].add(v)
	l.last = len(f.levels[at].elements)
	return true
}

func (l *level) add(v Value) {
	first := len(l.values)
	l.elements = append(withRoom(l.elements, l.maxElements), element{Value: v, first: first, last: first})
	if l.shape.element != nil {
		l.lists = append(l.lists, list{})
	}
	l.likely = 0
}

// truncate forgets the elements of a level from one on, the last of their lists and all below.
func (f *Form) truncate(at, from int) {
	l := &f.levels[at]
	if from == len(l.elements) {
		return
	}
	if l.lists != nil {
		if i := slices.IndexFunc(l.lists[from:], func(below list) bool { return below.Kind != Absent }); i >= 0 {
			f.truncate(at+1, l.lists[from+i].first)
		}
		l.lists = l.lists[:from]
	}
	l.values = l.values[:l.elements[from].first]
	l.elements = l.elements[:from]
	f.unknown = slices.DeleteFunc(f.unknown, func(u unknownKey) bool { return u.level == at && u.element >= from })
}

// slot finds the slot of a key of the last element, -1 for an unknown one.
func (l *level) slot(key []byte) int {
	slot := l.shape.slot(key, l.likely)
	l.likely = slot + 1
	return slot
}

// set stores a value of the last element of a level, in place of an earlier one in the slot.
func (f *Form) set(at, slot int, v Value) {
	l := &f.levels[at]
	e := &l.elements[len(l.elements)-1]
	s := sent{v.Text, v.Kind, uint8(slot)}
	if !e.seen.has(slot) {
		e.seen.add(slot)
		l.values = append(withRoom(l.values, f.maxValues), s)
		e.last = len(l.values)
		return
	}
	for i := e.first; i < e.last; i++ {
		if l.values[i].slot == s.slot {
			l.values[i] = s
		}
	}
}

// withRoom is s with room for one element at least. What it grows to first is the most that
// it can become: to double it again and again would take up to three times as much.
func withRoom[T any](s []T, most int) []T {
	if len(s) < cap(s) {
		return s
	}
	return slices.Grow(s, max(1, most-len(s)))
}

// row is an element laid out by slot.
type row [maxSlots]Value

// fill lays out an element whose values are those given; a present alias of an absent
// field takes its place.
func fill[T any](r *row, t *table[T], values []sent) {
	clear(r[:len(t.keys)])
	for i := range values {
		v := &values[i]
		r[v.slot] = Value{v.kind, v.text}
	}
	for _, a := range t.aliases {
		if r[a.column].Kind == Absent {
			r[a.column] = r[a.alias]
		}
	}
}
