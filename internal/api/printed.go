package api

import (
	"context"
	"maps"
	"slices"

	"waybill/internal/api/shell"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// markPrinted notes that the labels of orders were printed, so that they are not printed twice.
func (a *Printing) markPrinted(ctx context.Context, c shell.Call, numbers []string) (shell.Response, error) {
	done := orderResult{result: "printed", message: problem.Printed}
	return a.notePrints(ctx, c, numbers, done, func(orders map[string]int64) error {
		return a.api.Store.Parcels.MarkPrinted(ctx, c.Caller.AccountID, slices.Collect(maps.Values(orders)))
	})
}

// unmarkPrinted notes that the labels of orders were not printed.
func (a *Printing) unmarkPrinted(ctx context.Context, c shell.Call, numbers []string) (shell.Response, error) {
	done := orderResult{result: "not_printed", message: problem.NotPrinted}
	return a.notePrints(ctx, c, numbers, done, func(orders map[string]int64) error {
		return a.api.Store.Parcels.UnmarkPrinted(ctx, c.Caller.AccountID, orders)
	})
}

// notePrints calls note with the ids of the orders that a request names, by number, and responds with the result of each.
func (a *Printing) notePrints(
	ctx context.Context, c shell.Call, sentNumbers []string, done orderResult, note func(orders map[string]int64) error,
) (shell.Response, error) {
	numbers := trackingKeys(sentNumbers)
	ids, err := a.orderIDs(ctx, c.Caller.AccountID, numbers)
	if err == nil {
		err = note(ids)
	}
	return orderResults(ctx, sentNumbers, err, func(i int) orderResult {
		if ids[numbers[i]] == 0 {
			return orderResult{result: "not_found", message: problem.NotFound}
		}
		return done
	})
}

// orderIDs returns the ids of the account's orders with the numbers, by number.
func (a *Printing) orderIDs(ctx context.Context, accountID int64, numbers []string) (map[string]int64, error) {
	filter := store.OrderFilter{AccountID: accountID, PageSize: len(numbers), Filter: shipment.Filter{TrackingNos: numbers}}
	records, _, err := a.api.Store.RecordsAfter(ctx, filter, store.Cursor{})
	ids := make(map[string]int64, len(records))
	for i := range records {
		ids[records[i].TrackingNo] = records[i].OrderID
	}
	return ids, err
}
