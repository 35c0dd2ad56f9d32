package request

import (
	"context"
	"fmt"
)

// findClashes finds the orders whose own tracking number is in use, or belongs to an earlier order of
// the request, valid or not.
func (v *validator) findClashes(ctx context.Context, lookups Lookups) (map[int]bool, error) {
	var clashes map[int]bool
	own := v.ownTrackingNos()
	if len(own) == 0 {
		return clashes, nil
	}
	clashes = make(map[int]bool)
	numbers := make([]string, 0, len(own))
	seen := make(map[string]bool, len(own))
	for _, o := range own {
		if seen[o.number] {
			clashes[o.index] = true
			continue
		}
		seen[o.number] = true
		numbers = append(numbers, o.number)
	}
	taken, err := lookups.Taken(ctx, numbers)
	if err != nil {
		return nil, fmt.Errorf("look up tracking numbers: %w", err)
	}
	for _, o := range own {
		if taken[o.number] {
			clashes[o.index] = true
		}
	}
	return clashes, nil
}

type ownNumber struct {
	index  int
	number string
}

// ownTrackingNos are the shippers' own tracking numbers that are well formed.
func (v *validator) ownTrackingNos() []ownNumber {
	slot, ok := v.table.slots["tracking_no"]
	if !ok {
		return nil
	}
	var own []ownNumber
	for i := range v.orders.elements {
		value := v.orders.value(i, slot)
		if !value.given() {
			continue
		}
		if number, problems := readTrackingNo(value, &v.table.columns[slot].Field); problems == nil {
			own = append(own, ownNumber{i, number})
		}
	}
	return own
}
