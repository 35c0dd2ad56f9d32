package request

import (
	"context"
	"fmt"
)

// findClashes finds the orders whose own tracking number is in use, or belongs to an earlier order of
// the request, valid or not.
func (v *validator) findClashes(ctx context.Context) (map[int]bool, error) {
	clashes, first := make(map[int]bool), make(map[string]int)
	slot, ok := v.table.slots[trackingNoField]
	if !ok {
		return clashes, nil
	}
	var numbers []string
	for i := range v.orders.elements {
		value := v.orders.value(i, slot)
		if !value.given() {
			continue
		}
		number, problems := readTrackingNo(value, &v.table.columns[slot].Field)
		if problems != nil {
			continue
		}
		if _, clashes[i] = first[number]; !clashes[i] {
			first[number] = i
			numbers = append(numbers, number)
		}
	}
	if len(numbers) == 0 {
		return clashes, nil
	}
	taken, err := v.Taken(ctx, numbers)
	if err != nil {
		return nil, fmt.Errorf("look up tracking numbers: %w", err)
	}
	for number, i := range first {
		clashes[i] = taken[number]
	}
	return clashes, nil
}
