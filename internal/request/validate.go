package request

import (
	"context"
	"slices"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// Lookups are the data and functions that the validation of orders needs.
type Lookups struct {
	// Services by id. Disabled ones count as absent.
	Services map[int64]shipment.Service
	// Prefixes of issued tracking numbers. A shipper's own number cannot have their form.
	Prefixes []string
	// Taken returns which of some tracking numbers, in upper case, are in use. It is called at
	// most once for a request, and only if an order has its own number.
	Taken func(ctx context.Context, trackingNos []string) (map[string]bool, error)
	// Forward finds the account's orders that returns name, by tracking number, with items
	// where a ref asks for them. It is called at most once for a request, with a ref for each
	// return that names a forward order, and only if one does. The orders may be changed.
	Forward func(ctx context.Context, refs []shipment.ForwardRef) (map[string]*shipment.Order, error)
	// Rules returns what rules that are data find wrong with the order at an index of the request. It is called for
	// each order whose fields are all valid. Nil is no rules.
	Rules func(index int, o *shipment.Order) []FieldProblem
	// Phone completes a phone number without a country code, in a field of the order at an index: it returns the number with the
	// code of the country, or the number unchanged. Nil leaves all numbers.
	Phone func(index int, field, number string, of shipment.Country) string
}

// validate applies every rule to every order. Either all orders are valid, or the node has all their
// problems; it stands under the key orders of the response. There are no orders when the list as a whole
// is wrong; of an invalid order only its place counts. The error is that of Lookups.Taken or Lookups.Forward.
func validate(ctx context.Context, f *Form, t *table[shipment.Order], lookups Lookups) ([]shipment.Order, Node, error) {
	if wrong := objectProblem(f.top()); wrong != nil {
		return nil, List{wrong}, nil
	}
	if wrong := listNode(f.list(), MaxOrders); wrong != nil {
		return nil, wrong, nil
	}
	v := validator{Lookups: lookups, table: t, orders: &f.levels[1], items: &f.levels[2]}
	var err error
	if v.clashes, err = v.findClashes(ctx); err != nil {
		return nil, nil, err
	}
	if v.forwards, err = v.findForwards(ctx); err != nil {
		return nil, nil, err
	}
	orders := make([]shipment.Order, len(v.orders.elements))
	var wrong List
	messages := 0
	for i := range orders {
		v.brief, v.taken = messages >= MaxMessages, 0
		node := v.order(i, &orders[i])
		if node == nil {
			continue
		}
		if v.brief {
			node = furtherProblems
		}
		v.block = v.block[:len(v.block)-v.taken] // the items of an invalid order are not kept
		messages += count(node)
		wrong = wrong.put(i, len(orders), node)
	}
	return orders, asNode(wrong), nil
}

// validator reads the orders of a form.
type validator struct {
	Lookups
	table    *table[shipment.Order]
	orders   *level
	items    *level
	clashes  map[int]bool
	forwards map[int]*shipment.Order // of returns, nil for one that is not found; the parties are swapped
	brief    bool                    // the first problem of an order is enough
	block    []shipment.Item         // of items, as far as it is used
	taken    int                     // of them by the current order
	row      row                     // of the current order
	itemRow  row                     // of the current item
}

// furtherProblems stands for the problems of an invalid order beyond MaxMessages.
var furtherProblems = nonField(problem.MoreProblems)

// itemBlock is the number of items that are allocated at once, of some 100 bytes each.
const itemBlock = 1024

// nextItems allocates the next n of the items that are left to read. They are allocated in blocks,
// since invalid orders give theirs back: 600 kB of empty items would take 20 MB.
func (v *validator) nextItems(n, left int) []shipment.Item {
	used := len(v.block)
	if cap(v.block)-used < n {
		v.block, used = make([]shipment.Item, 0, max(n, min(left, itemBlock))), 0
	}
	v.block, v.taken = v.block[:used+n], n
	items := v.block[used : used+n : used+n]
	clear(items)
	return items
}

// isReturn reports whether the orders are in a return request.
func (v *validator) isReturn() bool { return v.table == &returnTable }

// order reads order i into o and returns its problems, nil if there are none.
func (v *validator) order(i int, o *shipment.Order) Node {
	if node := elementProblem(v.orders.elements[i].Value); node != nil {
		return node
	}
	o.Return = v.isReturn()
	fill(&v.row, v.table, v.orders.sent(i))
	forward := v.forwards[i]
	if forward != nil {
		o.ForwardOrderID = forward.OrderID
		v.row.inherit(v.table, forward)
	}
	if v.Phone != nil {
		v.completePhones(i)
	}
	var problems Problems
	for slot := range v.table.columns {
		c := &v.table.columns[slot]
		if slot == v.orders.shape.listSlot {
			problems = problems.with(c.Name, v.itemsOf(i, forward, o))
		} else {
			problems = problems.with(c.Name, v.field(slot, i, o))
		}
		if v.brief && problems != nil {
			break
		}
	}
	if problems == nil {
		problems = v.whole(i, o)
	}
	return asNode(problems)
}

// phoneFields are the fields of phone numbers, and those of their countries.
var phoneFields = [][2]string{{"consignee_number", "consignee_country"}, {"pickup_contact_number", "pickup_country"}}

// completePhones adds the country code to the phone numbers of order i that have none.
func (v *validator) completePhones(i int) {
	for _, names := range phoneFields {
		slot, of := v.table.slots[names[0]], v.table.slots[names[1]]
		sent := v.row[slot]
		if v.table.columns[slot].Type.Name != TypePhone || sent.Kind != String && sent.Kind != Number {
			continue
		}
		country, known := shipment.CountryByName(v.row[of].Text)
		if number := strings.TrimSpace(sent.Text); known && number != "" && all(TidyPhone(number), isDigit) {
			v.row[slot] = Text(v.Phone(i, names[0], number, country))
		}
	}
}

// whole checks order i, whose fields are all valid, across fields and against the rules.
func (v *validator) whole(i int, o *shipment.Order) Problems {
	var found []FieldProblem
	if !o.Return {
		found = createCheck{o, v.Services[o.ServiceID], v.row[codAmountSlot].given()}.problems()
	}
	if v.Rules != nil {
		found = append(found, v.Rules(i, o)...)
	}
	return v.tree(found, o)
}

// field reads a field of order i into o and returns its problems.
func (v *validator) field(slot, i int, o *shipment.Order) Node {
	c := &v.table.columns[slot]
	if wrong := c.check(v.row[slot], o); wrong != nil {
		return wrong
	}
	return asNode(v.known(c.Type.Name, i, o))
}

// known checks a value against other orders and the data of the service.
func (v *validator) known(t TypeName, i int, o *shipment.Order) Messages {
	switch t {
	case TypeService:
		if s, ok := v.Services[o.ServiceID]; !ok || s.Disabled {
			return Messages{problem.UnknownID.With(o.ServiceID)}
		}
	case TypeTrackingNo:
		switch {
		case v.isReserved(o.TrackingNo):
			return Messages{problem.Reserved}
		case v.clashes[i]:
			return Messages{problem.NotUnique}
		}
	default:
	}
	return nil
}

func (v *validator) isReserved(number string) bool {
	return slices.ContainsFunc(v.Prefixes, func(prefix string) bool { return shipment.HasIssuedForm(number, prefix) })
}

// itemsOf reads the items of an order, or copies the items of its forward order, and returns their
// problems.
func (v *validator) itemsOf(i int, forward, o *shipment.Order) Node {
	l := v.orders.lists[i]
	if forward != nil && !l.given() {
		o.Items = forward.Items
		return nil
	}
	if wrong := listNode(l, MaxItems); wrong != nil {
		return wrong
	}
	o.Items = v.nextItems(l.last-l.first, len(v.items.elements)-l.first)
	var wrong List
	for i := range o.Items {
		node := v.item(l.first+i, &o.Items[i])
		if node != nil && v.brief {
			return node
		}
		if node != nil {
			wrong = wrong.put(i, len(o.Items), node)
		}
	}
	return asNode(wrong)
}

func (v *validator) item(i int, item *shipment.Item) Node {
	if node := elementProblem(v.items.elements[i].Value); node != nil {
		return node
	}
	fill(&v.itemRow, &itemTable, v.items.sent(i))
	var problems Problems
	for slot := range itemTable.columns {
		c := &itemTable.columns[slot]
		problems = problems.with(c.Name, c.check(v.itemRow[slot], item))
	}
	return asNode(problems)
}
