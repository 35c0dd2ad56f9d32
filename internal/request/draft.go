package request

import (
	"slices"

	"waybill/internal/shipment"
)

// Draft collects what a caller sent as the orders of one request, before any rule has
// looked at it: for every order and item a form of values by field. Of values sent
// twice the last wins. It holds at most MaxOrders orders of MaxItems items and is not
// safe for concurrent use.
type Draft struct {
	table     *table[shipment.Order]
	returning bool
	itemsSlot int

	list   Value // what stood where the orders should: an Array if all is well
	count  int   // elements of it, also those over the limit
	orders []draftOrder
	items  []draftElement
	values []sent // of orders
	lines  []sent // values of items
	likely int    // the slot of the next key, when keys come in table order

	size Size
}

// NewCreate is an empty draft of a create request.
func NewCreate(size Size) *Draft { return newDraft(&createTable, size) }

// NewReturn is an empty draft of a return request.
func NewReturn(size Size) *Draft {
	d := newDraft(&returnTable, size)
	d.returning = true
	return d
}

func newDraft(t *table[shipment.Order], size Size) *Draft {
	orders := min(size.Bytes/bytesPerOrder+1, size.Elements(), MaxOrders)
	return &Draft{
		size:      size,
		table:     t,
		itemsSlot: t.slots["items"],
		orders:    make([]draftOrder, 0, orders),
		items:     make([]draftElement, 0, orders),
		values:    make([]sent, 0, min(orders*len(t.columns), size.Fields())),
		lines:     make([]sent, 0, min(orders*len(itemTable.columns), size.Fields())),
	}
}

// bytesPerOrder is the size of a full order with one item, as clients send it.
const bytesPerOrder = 1000

// sent is a value that was sent for the field with a slot.
type sent struct {
	text string
	kind Kind
	slot uint8
}

// draftElement is one element of a list: what stood there and, of an object, its values.
type draftElement struct {
	element     Value
	first, last int    // of the values in their slice
	seen        uint64 // the slots of those
}

type draftOrder struct {
	draftElement
	list         Value // what stood where the items should
	count        int   // elements of it, also those over the limit
	items, after int   // the first of them in Draft.items, and the one after the last
}

// SetOrders begins the orders with the value that holds them; what was collected
// before is forgotten.
func (d *Draft) SetOrders(list Value) {
	d.list, d.count = list, 0
	d.orders, d.items, d.values, d.lines = d.orders[:0], d.items[:0], d.values[:0], d.lines[:0]
}

// AddOrder begins the next order with what stands in its place. It is false when there
// are too many, so that this one and its values do not matter.
func (d *Draft) AddOrder(element Value) bool {
	d.count++
	if d.count > MaxOrders {
		d.orders, d.items, d.values, d.lines = nil, nil, nil, nil
		return false
	}
	d.likely = 0
	first := len(d.values)
	d.orders = append(d.orders, draftOrder{draftElement: draftElement{element: element, first: first, last: first}})
	return true
}

// Slot finds the field of a key of the order under way, -1 for an unknown one.
func (d *Draft) Slot(key []byte) int { return slotOf(d.table, key, &d.likely) }

// IsItems reports whether a slot holds the items.
func (d *Draft) IsItems(slot int) bool { return slot == d.itemsSlot }

// Set stores a value of the order under way.
func (d *Draft) Set(slot int, v Value) {
	o := &d.orders[len(d.orders)-1]
	d.values = o.set(withRoom(d.values, d.size.Fields()), slot, v)
}

// SetItems begins the items of the order under way with the value that holds them;
// those that it had before are forgotten.
func (d *Draft) SetItems(list Value) {
	o := &d.orders[len(d.orders)-1]
	if o.list.Kind == Absent {
		o.items = len(d.items)
	} else {
		d.dropItems(o)
	}
	o.list, o.count, o.after = list, 0, o.items
}

// AddItem begins the next item. It is false when there are too many.
func (d *Draft) AddItem(element Value) bool {
	o := &d.orders[len(d.orders)-1]
	o.count++
	if o.count > MaxItems {
		d.dropItems(o)
		return false
	}
	d.likely = 0
	first := len(d.lines)
	d.items = append(withRoom(d.items, min(d.size.Elements(), MaxOrders*MaxItems)), draftElement{element: element, first: first, last: first})
	o.after = len(d.items)
	return true
}

// dropItems forgets the items of o, the last order.
func (d *Draft) dropItems(o *draftOrder) {
	if o.items < o.after {
		d.lines = d.lines[:d.items[o.items].first]
	}
	d.items = d.items[:o.items]
	o.after = o.items
}

// ItemSlot finds the field of a key of the item under way, -1 for an unknown one.
func (d *Draft) ItemSlot(key []byte) int { return slotOf(&itemTable, key, &d.likely) }

// SetItem stores a value of the item under way.
func (d *Draft) SetItem(slot int, v Value) {
	d.lines = d.items[len(d.items)-1].set(withRoom(d.lines, d.size.Fields()), slot, v)
}

// withRoom is s with room for one element at least. What it grows to first is the most that
// it can become: to double it again and again would take up to three times as much.
func withRoom[T any](s []T, most int) []T {
	if len(s) < cap(s) {
		return s
	}
	return slices.Grow(s, max(1, most-len(s)))
}

func slotOf[T any](t *table[T], key []byte, likely *int) int {
	slot := t.slot(key, *likely)
	*likely = slot + 1
	return slot
}

// set appends a value to those of the form, or replaces the one with its slot.
func (f *draftElement) set(values []sent, slot int, v Value) []sent {
	s := sent{v.Text, v.Kind, uint8(slot)}
	bit := uint64(1) << slot
	if f.seen&bit == 0 {
		f.seen |= bit
		f.last = len(values) + 1
		return append(values, s)
	}
	for i := f.first; i < f.last; i++ {
		if values[i].slot == s.slot {
			values[i] = s
		}
	}
	return values
}

// value is the one that the form has in a slot.
func (f *draftElement) value(values []sent, slot int) Value {
	if f.seen&(1<<slot) != 0 {
		for _, v := range values[f.first:f.last] {
			if int(v.slot) == slot {
				return Value{v.kind, v.text}
			}
		}
	}
	return Value{}
}

// row is a form laid out by slot.
type row [maxSlots]Value

// fill lays out a form whose values are those given; a present alias of an absent
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
