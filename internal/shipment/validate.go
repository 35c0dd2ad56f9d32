package shipment

import (
	"context"
	"fmt"
)

// Rules are what the validation of orders needs to know of the service.
type Rules struct {
	// Services by id; disabled ones are as good as absent.
	Services map[int64]Service
	// Taken says which of some tracking numbers, in upper case, are in use. It is
	// asked at most once a request, and not at all when no order brings its own.
	Taken func(ctx context.Context, trackingNos []string) (map[string]bool, error)
	// Forward finds the account's orders that returns name, by tracking number, with items
	// where a ref asks for them. It is asked at most once a request, with a ref for each
	// return that names one, and not at all when none does. The caller may change the orders.
	Forward func(ctx context.Context, refs []ForwardRef) (map[string]*Order, error)
}

// Validate applies every rule to every order. Either the orders are all valid, or the
// node says all that is wrong with them: what stands under the key orders of the
// answer. The error is that of Rules.Taken or Rules.Forward.
func (d *Draft) Validate(ctx context.Context, rules Rules) ([]Order, Node, error) {
	if wrong := listProblem(d.list, d.count, MaxOrders); wrong != nil {
		return nil, wrong, nil
	}
	clashes, err := d.clashes(ctx, rules)
	if err != nil {
		return nil, nil, err
	}
	forwards, err := d.forwards(ctx, rules)
	if err != nil {
		return nil, nil, err
	}
	v := validator{draft: d, services: rules.Services, clashes: clashes, forwards: forwards, items: make([]Item, len(d.items))}
	orders := make([]Order, len(d.orders))
	var wrong List
	for i := range orders {
		if node := v.order(i, &orders[i]); node != nil {
			wrong = wrong.put(i, len(orders), node)
		}
	}
	if wrong != nil {
		return nil, wrong, nil
	}
	return orders, nil, nil
}

// put sets element i of a list of n, which is made when it is nil.
func (l List) put(i, n int, node Node) List {
	if l == nil {
		l = make(List, n)
		for j := range l {
			l[j] = Problems(nil)
		}
	}
	l[i] = node
	return l
}

// listProblem says what is wrong with a list as a whole; nil lets its elements speak.
func listProblem(list Value, count int, limit int64) Node {
	switch {
	case list.Kind == Absent:
		return msgRequired
	case list.Kind == Null:
		return msgNull
	case list.Kind != Array:
		return nonField(textNotList(list))
	case count == 0:
		return nonField(textEmptyList)
	case int64(count) > limit:
		return nonField(textTooMany(limit))
	}
	return nil
}

// ObjectProblem says that v is no object where one is needed; nil when it is one.
func ObjectProblem(v Value) Problems {
	switch v.Kind {
	case Object:
		return nil
	case Null:
		return Problems{{nonFieldErrors, Messages{textNoData}}}
	default:
		return Problems{{nonFieldErrors, Messages{textNotObject(v)}}}
	}
}

// elementProblem is ObjectProblem for an element of a list.
func elementProblem(v Value) Node {
	switch v.Kind {
	case Object:
		return nil
	case Null:
		return msgNull
	default:
		return nonField(textNotObject(v))
	}
}

// validator walks the orders of a draft.
type validator struct {
	draft    *Draft
	services map[int64]Service
	clashes  map[int]bool
	forwards map[int]*Order // of returns; the parties are swapped
	items    []Item         // of all orders
	row      row            // of the order under way
	itemRow  row            // of the item under way
}

// order reads order i into o and says what is wrong with it, nil if nothing.
func (v *validator) order(i int, o *Order) Node {
	d := v.draft
	f := &d.orders[i]
	if node := elementProblem(f.element); node != nil {
		return node
	}
	o.Return = d.returning
	fill(&v.row, d.table, d.values[f.first:f.last])
	forward := v.forwards[i]
	if forward != nil {
		o.ForwardOrderID = forward.OrderID
		v.row.inherit(d.table, forward)
	}
	var problems Problems
	for slot := range d.table.columns {
		c := &d.table.columns[slot]
		if slot == d.itemsSlot {
			problems = problems.with(c.Name, v.itemsOf(f, forward, o))
			continue
		}
		messages := c.check(v.row[slot], o)
		if messages == nil {
			messages = v.known(c.Type.Name, i, o)
		}
		if messages != nil {
			problems = append(problems, Problem{c.Name, messages})
		}
	}
	if problems == nil && !d.returning {
		problems = crossFieldProblems(createCheck{o, v.services[o.ServiceID], v.row[codAmountSlot].given()})
	}
	if problems == nil {
		return nil
	}
	return problems
}

// known checks what depends on more than the value: other orders and the service's data.
func (v *validator) known(t TypeName, i int, o *Order) Messages {
	switch t {
	case TypeService:
		if s, ok := v.services[o.ServiceID]; !ok || s.Disabled {
			return Messages{fmt.Sprintf("Invalid pk \"%d\" - object does not exist.", o.ServiceID)}
		}
	case TypeTrackingNo:
		if v.clashes[i] {
			return msgNotUnique
		}
	default:
	}
	return nil
}

// itemsOf reads the items of an order, or takes those of its forward order, and says what is
// wrong with them.
func (v *validator) itemsOf(f *draftOrder, forward, o *Order) Node {
	if forward != nil && !f.list.given() {
		o.Items = forward.Items
		return nil
	}
	if wrong := listProblem(f.list, f.count, MaxItems); wrong != nil {
		return wrong
	}
	o.Items = v.items[f.items:f.after:f.after]
	var wrong List
	for i := range o.Items {
		if node := v.item(&v.draft.items[f.items+i], &o.Items[i]); node != nil {
			wrong = wrong.put(i, len(o.Items), node)
		}
	}
	if wrong == nil {
		return nil
	}
	return wrong
}

func (v *validator) item(f *form, item *Item) Node {
	if node := elementProblem(f.element); node != nil {
		return node
	}
	fill(&v.itemRow, &itemTable, v.draft.lines[f.first:f.last])
	var problems Problems
	for slot := range itemTable.columns {
		c := &itemTable.columns[slot]
		if messages := c.check(v.itemRow[slot], item); messages != nil {
			problems = append(problems, Problem{c.Name, messages})
		}
	}
	if problems == nil {
		return nil
	}
	return problems
}

// blockingField is the field of the create envelope beside its orders.
var blockingField = column[bool]{
	Field: Field{Name: "blocking", Type: Type{Name: TypeBoolean}, About: "Answer when the labels are there; false when absent."},
	read: func(v Value, to *bool) (problems Messages) {
		*to, problems = readBoolean(v, nil)
		return problems
	},
}

// BlockingField is the field of the create request beside its orders.
func BlockingField() Field { return blockingField.Field }

// ReadBlocking reads what was sent as blocking, false when nothing was.
func ReadBlocking(v Value) (bool, Messages) {
	var blocking bool
	problems := blockingField.check(v, &blocking)
	return blocking, problems
}
