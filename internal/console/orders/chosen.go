package orders

import (
	"net/http"
	"slices"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/orders"
	"waybill/internal/printing"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// EachChosen calls visit with the orders that a form has selected, some at a time: those whose numbers it has, or all
// that its address selects. It returns a notice if there are none, or more than most.
func EachChosen(v *web.Visit, most int, visit func([]shipment.Order) error) error {
	filter := chosenFilter(v)
	filter.PageSize = min(200, most+1)
	total, after := 0, store.Cursor{}
	for more := true; more; {
		page, err := v.Console.Store.BrowseOrders(v.Context(), filter, after)
		if err != nil {
			return err
		}
		if total += len(page.Found); total > most {
			break
		}
		if len(page.Found) > 0 {
			if err := visit(page.Found); err != nil {
				return err
			}
		}
		after, more = page.Next, page.More
	}
	return countProblem(v, total, most)
}

// chosenFilter selects the orders that a form has selected.
func chosenFilter(v *web.Visit) store.OrderFilter {
	if v.Request.PostForm.Get("all") != "" {
		return readOrdersQuery(v).filter
	}
	numbers := each.Of(v.Request.PostForm["selected"], shipment.TrackingKey)
	return store.OrderFilter{AccountID: v.Account.AccountID, Filter: shipment.Filter{TrackingNos: numbers}}
}

// countProblem is a notice if no order is selected, or more than most.
func countProblem(v *web.Visit, total, most int) error {
	switch {
	case total > most:
		return &web.NoticeError{Status: http.StatusUnprocessableEntity, Title: v.T("These are too many orders"), Text: v.T(
			"At most %s at a time. Nothing was done: narrow the list by days, a service or a batch.", v.Number(most))}
	case total == 0:
		return web.Notice(http.StatusUnprocessableEntity, v.T("No order is selected"),
			v.T("Nothing was done: go back, select orders by the boxes before their numbers, and choose again."))
	}
	return nil
}

// allChosen returns the tracking numbers of the selected orders.
func allChosen(v *web.Visit) ([]string, error) { return chosenNumbers(v, nil) }

// chosenNumbers returns the tracking numbers of the selected orders, at most request.MaxPrinted, that keep is true for, or all without it.
func chosenNumbers(v *web.Visit, keep func(*shipment.Order) bool) (numbers []string, err error) {
	err = EachChosen(v, request.MaxPrinted, func(found []shipment.Order) error {
		for i := range found {
			if keep == nil || keep(&found[i]) {
				numbers = append(numbers, found[i].TrackingNo)
			}
		}
		return nil
	})
	return numbers, err
}

// listOf is the path of the list from which a form was sent.
func listOf(v *web.Visit) string { return ordersPath(v, v.Request.URL.Query()) }

// printLabels sends the labels of the selected orders as one file, and notes that they were printed.
func printLabels(v *web.Visit) error {
	numbers, err := chosenNumbers(v, func(o *shipment.Order) bool { return o.HasLabel })
	if err != nil {
		return err
	}
	if len(numbers) == 0 {
		return web.Notice(http.StatusUnprocessableEntity, v.T("No label is ready"),
			v.T("Labels are ready when the partner has accepted the orders. Nothing was printed."))
	}
	format := "pdf"
	if v.Request.PostForm.Get("format") == "zpl" {
		format = "zpl"
	}
	of := printing.Selection{Filter: shipment.Filter{TrackingNos: numbers}}
	return SendLabels(v, of, "labels."+format, format, func() ([]string, error) { return numbers, nil })
}

// markPrinted marks the labels of the selected orders as printed.
func markPrinted(v *web.Visit, numbers []string) error {
	return v.Done(notePrinted(v, numbers), v.T("%d labels are marked as printed.", len(numbers)), listOf(v))
}

// unmarkPrinted marks the labels of the selected orders as not printed.
func unmarkPrinted(v *web.Visit, numbers []string) error {
	err := notePrints(v, v.Console.Orders.UnmarkPrinted, numbers)
	return v.Done(err, v.T("%d labels are marked as not printed.", len(numbers)), listOf(v))
}

// cancelOrders cancels the selected orders, and shows the outcome of each.
func cancelOrders(v *web.Visit, numbers []string) error {
	if ok, err := v.Confirm(v.T("Cancel %d orders?", len(numbers)), v.T("Cancel %d orders", len(numbers))); !ok {
		return err
	}
	var outcomes []outcome
	counts := map[string]int{}
	for some := range slices.Chunk(numbers, request.MaxCancelled) {
		results, err := cancel(v, some)
		if err != nil {
			return err
		}
		for i := range results {
			counts[results[i].Outcome]++
			outcomes = append(outcomes, outcome{results[i].TrackingNo, results[i].Outcome, cancelMessage(v, &results[i])})
		}
	}
	slices.SortStableFunc(outcomes, func(a, b outcome) int { return cancelRank(a.Result) - cancelRank(b.Result) })
	return v.Render(http.StatusOK, "orders_cancelled.html", map[string]any{
		"Outcomes": outcomes, "Cancelled": counts[orders.Cancelled], "Cancelling": counts[orders.Cancelling],
		"Kept": len(outcomes) - counts[orders.Cancelled] - counts[orders.Cancelling], "Back": listOf(v),
	})
}

// cancelRank sorts first what was not cancelled.
func cancelRank(result string) int {
	return slices.Index([]string{orders.Refused, orders.NotFound, orders.Cancelling, orders.Cancelled}, result)
}

// cancelMessage is the outcome of a cancellation in the user's words, or in those of the partner.
func cancelMessage(v *web.Visit, r *orders.Result) string {
	if r.Outcome == orders.Cancelled {
		return v.T("Cancelled")
	}
	return v.Words().Say("", r.Message)
}
