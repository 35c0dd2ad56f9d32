package request

import (
	"context"

	"waybill/internal/shipment"
)

// ordersField is the field of a create or return request that lists its orders.
const ordersField = "orders"

var (
	createShape = bodyShape(blockingField.Name).withList(ordersField, MaxOrders, orderShape(&createTable))
	returnShape = bodyShape().withList(ordersField, MaxOrders, orderShape(&returnTable))
)

func orderShape(t *table[shipment.Order]) *Shape {
	return newShape(t.keys...).withList(itemsField, MaxItems, newShape(itemTable.keys...))
}

// CreateShape is the shape of a create request.
func CreateShape() *Shape { return createShape }

// ReturnShape is the shape of a return request.
func ReturnShape() *Shape { return returnShape }

// Orders are the valid orders of a create or return request.
type Orders struct {
	Orders   []shipment.Order
	Blocking bool // respond when the labels are there
}

// ReadCreate reads and validates the orders of a create request. Either nothing is wrong, or the
// problems are the body of the 400. The error is that of Rules.Taken.
func ReadCreate(ctx context.Context, f *Form, rules Rules) (Orders, Problems, error) {
	if problems := ordersObjectProblem(f.top()); problems != nil {
		return Orders{}, problems, nil
	}
	var blocking bool
	problems := Problems(nil).with(blockingField.Name, blockingField.check(f.get(blockingField.Name), &blocking).node())
	orders, wrong, err := validate(ctx, f, &createTable, rules)
	if err != nil {
		return Orders{}, nil, err
	}
	if wrong == nil && problems != nil {
		wrong = noProblems(len(orders))
	}
	if wrong != nil {
		return Orders{}, problems.with(ordersField, wrong), nil
	}
	return Orders{orders, blocking}, nil, nil
}

// ReadReturns reads and validates the orders of a return request. Either nothing is wrong, or the
// problems are the body of the 400. The error is that of Rules.Forward.
func ReadReturns(ctx context.Context, f *Form, rules Rules) (Orders, Problems, error) {
	if problems := ordersObjectProblem(f.top()); problems != nil {
		return Orders{}, problems, nil
	}
	orders, wrong, err := validate(ctx, f, &returnTable, rules)
	if err != nil || wrong != nil {
		return Orders{}, Problems(nil).with(ordersField, wrong), err
	}
	return Orders{Orders: orders}, nil, nil
}

// blockingField is the field of a create request beside its orders.
var blockingField = column[bool]{
	Field: Field{Name: "blocking", Type: Type{Name: TypeBoolean}, About: "Whether the response waits for the labels, default false."},
	read: func(v Value, to *bool) (problems Messages) {
		*to, problems = readBoolean(v, nil)
		return problems
	},
}

// BlockingField is the field of the create request beside its orders.
func BlockingField() Field { return blockingField.Field }
