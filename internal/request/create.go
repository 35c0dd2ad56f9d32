package request

import (
	"context"

	"waybill/internal/shipment"
)

// ordersField is the field of a create or return request that lists its orders.
const ordersField = "orders"

var (
	createShape = bodyShape(createOptions.keys...).withList(ordersField, MaxOrders, orderShape(&createTable)).noting()
	returnShape = bodyShape().withList(ordersField, MaxOrders, orderShape(&returnTable)).noting()
)

func orderShape(t *table[shipment.Order]) *Shape {
	return t.shape().withList(itemsField, MaxItems, itemTable.shape())
}

// CreateShape is the shape of a create request.
func CreateShape() *Shape { return createShape }

// ReturnShape is the shape of a return request.
func ReturnShape() *Shape { return returnShape }

// Orders are the valid orders of a create or return request.
type Orders struct {
	Orders      []shipment.Order
	Blocking    bool // respond when the labels are there
	AcceptValid bool // create the valid orders although others are invalid
	// CompletedPhones is how many phone numbers got a country code; the caller of the read sets it.
	CompletedPhones int
	// Refused has the problems of the orders that are left out, in the place of each order of the request:
	// a valid order has none. It is nil when all orders are valid.
	Refused List
}

// ReadCreate reads and validates the orders of a create request. Either nothing is wrong, or the
// problems are the body of the 400. If the request accepts the valid orders and there are some, the
// problems of the others are Orders.Refused. The error comes from Lookups.Taken.
func ReadCreate(ctx context.Context, f *Form, lookups Lookups) (Orders, Problems, error) {
	var read Orders
	problems := createOptions.read(f, &read)
	orders, wrong, err := validate(ctx, f, &createTable, lookups)
	if err != nil {
		return Orders{}, nil, err
	}
	if wrong == nil && problems != nil {
		wrong = noProblems(len(orders))
	}
	if problems == nil && read.AcceptValid {
		read.Refused, wrong = leaveOut(&orders, wrong)
	}
	if wrong != nil {
		return Orders{}, problems.with(ordersField, wrong), nil
	}
	read.Orders = orders
	return read, nil, nil
}

// CheckCreate validates the orders of a create request. Either the request as a whole is wrong, and the problems
// are the body of the 400, or the list has the problems of each order, none for a valid one; of another order only
// its place counts. The error comes from Lookups.Taken.
func CheckCreate(ctx context.Context, f *Form, lookups Lookups) ([]shipment.Order, List, Problems, error) {
	orders, wrong, err := validate(ctx, f, &createTable, lookups)
	switch {
	case err != nil:
		return nil, nil, nil, err
	case wrong == nil:
		return orders, noProblems(len(orders)), nil, nil
	case orders == nil:
		return nil, nil, Problems{{ordersField, wrong}}, nil
	}
	list, _ := wrong.(List)
	return orders, list, nil, nil
}

// leaveOut removes the invalid orders of a list and returns the problems as those of the orders that are left
// out. If none is left, or the list as a whole is wrong, the problems stay wrong.
func leaveOut(orders *[]shipment.Order, wrong Node) (refused List, stillWrong Node) {
	if wrong == nil || *orders == nil {
		return nil, wrong
	}
	refused, _ = wrong.(List)
	valid := make([]shipment.Order, 0, len(*orders))
	for i := range *orders {
		if !refused.Refuses(i) {
			valid = append(valid, (*orders)[i])
		}
	}
	if len(valid) == 0 {
		return nil, wrong
	}
	*orders = valid
	return refused, nil
}

// ReadReturns reads and validates the orders of a return request. Either nothing is wrong, or the
// problems are the body of the 400. The error comes from Lookups.Forward.
func ReadReturns(ctx context.Context, f *Form, lookups Lookups) (Orders, Problems, error) {
	orders, wrong, err := validate(ctx, f, &returnTable, lookups)
	if err != nil || wrong != nil {
		return Orders{}, Problems(nil).with(ordersField, wrong), err
	}
	return Orders{Orders: orders}, nil, nil
}

// createOptions are the fields of a create request beside its orders. Null is a problem.
var createOptions = newTable(
	flag("blocking", "Whether the response waits for the labels, default false.", func(o *Orders) *bool { return &o.Blocking }),
	flag("accept_valid", "Whether the valid orders are created when others are invalid, default false: then none is created.",
		func(o *Orders) *bool { return &o.AcceptValid }),
)

func flag(name, about string, at func(*Orders) *bool) column[Orders] {
	c := boolean(name, about, at)
	c.Nullable = false
	return c
}

// CreateOptions are the fields of a create request beside its orders.
func CreateOptions() []Field { return createOptions.fields() }
