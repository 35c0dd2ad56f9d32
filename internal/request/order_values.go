package request

import (
	"context"
	"errors"
	"fmt"

	"waybill/internal/each"
	"waybill/internal/shipment"
)

// FieldValue is the value that was sent for a field.
type FieldValue struct {
	Field string // the key, as in CreateFields and ItemFields
	Value Value
}

// OrderValues are the values of an order that does not come as JSON, for example from a spreadsheet. The list of
// items may be empty; then the order has none.
type OrderValues struct {
	Fields []FieldValue
	Items  [][]FieldValue
}

// ReadOrderValues validates orders as in a create request. It returns an order and a node of the list for
// each of them, at its place: the node is an empty Problems if the order is valid, and the order counts only then.
// There may be 1 to MaxOrders orders with at most MaxItems items each. It panics for a field that is not one of an
// order or an item. The error is that of Lookups.Taken, or says that there are too few or too many orders.
func ReadOrderValues(ctx context.Context, all []OrderValues, lookups Lookups) ([]shipment.Order, List, error) {
	if len(all) == 0 || len(all) > MaxOrders {
		return nil, nil, fmt.Errorf("%d orders were given: 1 to %d are checked at a time", len(all), MaxOrders)
	}
	orders, wrong, err := validate(ctx, formOf(all), &createTable, lookups)
	if err != nil {
		return nil, nil, err
	}
	if wrong == nil {
		return orders, noProblems(len(orders)), nil
	}
	list, ok := wrong.(List)
	if !ok || len(list) != len(all) {
		return nil, nil, errors.New("the problems are not those of the orders")
	}
	return orders, list, nil
}

// formOf makes the form of a create request with these orders.
func formOf(all []OrderValues) *Form {
	return FormOf(createShape, map[string]any{ordersField: each.Of(all, func(o OrderValues) map[string]any {
		order := valuesBy(o.Fields)
		order[itemsField] = each.Of(o.Items, valuesBy)
		return order
	})})
}

func valuesBy(fields []FieldValue) map[string]any {
	values := make(map[string]any, len(fields))
	for _, f := range fields {
		values[f.Field] = f.Value
	}
	return values
}
