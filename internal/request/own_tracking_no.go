package request

import (
	"context"
	"fmt"
)

// findClashes finds the orders whose own tracking number is in use, or belongs to an earlier order of
// the request, valid or not.
func (v *validator) findClashes(ctx context.Context) (clashes map[int]bool, err error) {
	slot, ok := v.table.slots["tracking_no"]
	if !ok {
		return clashes, nil
	}
	var numbers []string
	var again []int               // the orders whose number is that of an earlier one
	first := make(map[string]int) // the other orders, by their numbers
	for i := range v.orders.elements {
		value := v.orders.value(i, slot)
		if !value.given() {
			continue
		}
		number, problems := readTrackingNo(value, &v.table.columns[slot].Field)
		switch _, twice := first[number]; {
		case problems != nil:
		case twice:
			again = append(again, i)
		default:
			first[number] = i
			numbers = append(numbers, number)
		}
	}
	if numbers == nil {
		return clashes, nil
	}
	taken, err := v.Taken(ctx, numbers)
	if err != nil {
		return nil, fmt.Errorf("look up tracking numbers: %w", err)
	}
	clashes = make(map[int]bool)
	for _, i := range again {
		clashes[i] = true
	}
	for number, i := range first {
		clashes[i] = taken[number]
	}
	return clashes, nil
}
