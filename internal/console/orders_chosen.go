package console

import (
	"net/http"
	"slices"
	"strings"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// chosenOrders calls visit with the orders that a form has selected, some at a time: those whose numbers it has, or all
// that its address selects. It returns a notice if there are none, or more than most.
func (v *visit) chosenOrders(most int, visit func([]shipment.Order) error) error {
	filter := v.readOrdersQuery().filter
	if v.r.PostForm.Get("all") == "" {
		filter = store.OrderFilter{AccountID: v.account.AccountID, Filter: shipment.Filter{TrackingNos: v.selectedNumbers()}}
	}
	filter.PageSize = min(200, most+1)
	total, after := 0, store.Cursor{}
	for more := true; more; {
		page, err := v.console.Store.BrowseOrders(v.ctx(), filter, after)
		if err != nil {
			return err
		}
		if total += len(page.Found); total > most {
			return &notice{http.StatusUnprocessableEntity, v.t("These are too many orders"), v.t(
				"At most %s at a time. Nothing was done: narrow the list by days, a service or a batch.", v.number(most))}
		}
		if len(page.Found) > 0 {
			if err := visit(page.Found); err != nil {
				return err
			}
		}
		after, more = page.Next, page.More
	}
	if total == 0 {
		return &notice{
			http.StatusUnprocessableEntity, v.t("No order is selected"),
			v.t("Nothing was done: go back, select orders by the boxes before their numbers, and choose again."),
		}
	}
	return nil
}

// selectedNumbers are the tracking numbers of a form's boxes.
func (v *visit) selectedNumbers() []string {
	numbers := make([]string, 0, len(v.r.PostForm["selected"]))
	for _, no := range v.r.PostForm["selected"] {
		numbers = append(numbers, shipment.TrackingKey(no))
	}
	return numbers
}

// chosenNumbers returns the tracking numbers of the selected orders, at most request.MaxPrinted, that keep is true for, or all without it.
func (v *visit) chosenNumbers(keep func(*shipment.Order) bool) (numbers []string, err error) {
	if err := v.parse(); err != nil {
		return nil, err
	}
	err = v.chosenOrders(request.MaxPrinted, func(orders []shipment.Order) error {
		for i := range orders {
			if keep == nil || keep(&orders[i]) {
				numbers = append(numbers, orders[i].TrackingNo)
			}
		}
		return nil
	})
	return numbers, err
}

// back leads to the list from which a form was sent.
func (v *visit) back() error { return v.redirect(v.ordersPath(v.r.URL.Query())) }

// printLabels sends the labels of the selected orders as one file, and notes that they were printed.
func (v *visit) printLabels() error {
	numbers, err := v.chosenNumbers(func(o *shipment.Order) bool { return o.HasLabel })
	if err != nil {
		return err
	}
	if len(numbers) == 0 {
		return &notice{
			http.StatusUnprocessableEntity, v.t("No label is ready"),
			v.t("Labels are ready when the partner has accepted the orders. Nothing was printed."),
		}
	}
	format := "pdf"
	if v.r.PostForm.Get("format") == "zpl" {
		format = "zpl"
	}
	v.w.Header().Set("Content-Disposition", `inline; filename="labels.`+format+`"`)
	if err := v.pass("/api/order/labels/?format=" + format + "&tracking_no=" + strings.Join(numbers, ",")); err != nil {
		v.w.Header().Del("Content-Disposition")
		return err
	}
	v.noteSent(func() ([]string, error) { return numbers, nil })
	return nil
}

// markPrinted marks the labels of the selected orders as printed.
func (v *visit) markPrinted() error {
	numbers, err := v.chosenNumbers(nil)
	if err != nil {
		return err
	}
	if err := v.notePrinted(numbers); err != nil {
		return err
	}
	v.toast(v.t("%d labels are marked as printed.", len(numbers)))
	return v.back()
}

// unmarkPrinted marks the labels of the selected orders as not printed.
func (v *visit) unmarkPrinted() error {
	numbers, err := v.chosenNumbers(nil)
	if err != nil {
		return err
	}
	if err := v.noteNotPrinted(numbers); err != nil {
		return err
	}
	v.toast(v.t("%d labels are marked as not printed.", len(numbers)))
	return v.back()
}

// cancelledOrder is the outcome for an order, as the interface returns it.
type cancelledOrder struct {
	TrackingNo string `json:"tracking_no"`
	Result     string `json:"result"`
	Message    string `json:"message"`
}

// cancelOrders cancels the selected orders, and shows the outcome of each.
func (v *visit) cancelOrders() error {
	numbers, err := v.chosenNumbers(nil)
	if err != nil {
		return err
	}
	if ok, err := v.confirm(v.t("Cancel %d orders?", len(numbers)), v.t("Cancel %d orders", len(numbers))); !ok {
		return err
	}
	var outcomes []cancelledOrder
	counts := map[string]int{}
	for some := range slices.Chunk(numbers, request.MaxCancelled) {
		answer, err := v.api(http.MethodPost, "/api/order/cancel/", map[string]any{"tracking_nos": some})
		if err != nil {
			return err
		}
		var results struct{ Orders []cancelledOrder }
		if err := answer.decode(&results); err != nil {
			return err
		}
		outcomes = append(outcomes, results.Orders...)
	}
	for i := range outcomes {
		counts[outcomes[i].Result]++
		outcomes[i].Message = v.cancelMessage(outcomes[i])
	}
	slices.SortStableFunc(outcomes, func(a, b cancelledOrder) int { return cancelRank(a.Result) - cancelRank(b.Result) })
	return v.render(http.StatusOK, "orders_cancelled.html", map[string]any{
		"Outcomes": outcomes, "Cancelled": counts["cancelled"], "Cancelling": counts["cancelling"],
		"Kept": len(outcomes) - counts["cancelled"] - counts["cancelling"], "Back": v.ordersPath(v.r.URL.Query()),
	})
}

// cancelRank sorts first what was not cancelled.
func cancelRank(result string) int {
	return slices.Index([]string{"refused", "not_found", "cancelling", "cancelled"}, result)
}

// cancelMessage is the outcome of a cancellation in the user's words, or in those of the partner.
func (v *visit) cancelMessage(o cancelledOrder) string {
	switch {
	case o.Result == "cancelled":
		return v.t("Cancelled")
	case o.Result == "cancelling":
		return v.t("The partner is asked to give the order back.")
	case o.Message == "The parcel was picked up, so the order cannot be cancelled.":
		return v.t("The parcel was picked up, so the order cannot be cancelled.")
	}
	return v.words().Plain("", o.Message)
}
