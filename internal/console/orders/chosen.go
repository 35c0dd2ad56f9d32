package orders

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/jobs"
	"waybill/internal/printing"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// EachChosen calls visit with the orders that a form has selected, some at a time: those whose numbers it has, or all that its address
// selects. It returns a notice if there are none.
func EachChosen(v *web.Visit, visit func([]shipment.Order) error) error {
	filter, after, none := chosenFilter(v), store.Cursor{}, true
	for more := true; more; {
		page, err := v.Console.Store.BrowseOrders(v.Context(), filter, after)
		if err == nil && len(page.Found) > 0 {
			err, none = visit(page.Found), false
		}
		if err != nil {
			return err
		}
		after, more = page.Next, page.More
	}
	if none {
		return noneChosen(v)
	}
	return nil
}

// chosenFilter selects the orders that a form has selected. If these are all that match, it leaves out orders that are newer than the first
// question.
func chosenFilter(v *web.Visit) store.OrderFilter {
	if v.Request.PostForm.Get("all") != "" {
		filter := readOrdersQuery(v).filter
		until, err := strconv.ParseInt(v.Request.PostForm.Get("until"), 10, 64)
		if at := time.UnixMicro(until); err == nil && (filter.To.IsZero() || at.Before(filter.To)) {
			filter.To = at
		}
		return filter
	}
	numbers := each.Of(v.Request.PostForm["selected"], shipment.TrackingKey)
	return store.OrderFilter{AccountID: v.Account.AccountID, Filter: shipment.Filter{TrackingNos: numbers}}
}

// listOf is the path of the list from which a form was sent.
func listOf(v *web.Visit) string { return ordersPath(v, v.Request.URL.Query()) }

// printLabels sends the labels of the selected orders as one file, and notes that they were printed.
func printLabels(v *web.Visit, c chosen) error {
	if len(c.labelled) == 0 {
		return web.Notice(http.StatusUnprocessableEntity, v.T("No label is ready"),
			v.T("Labels are ready when the partner has accepted the orders. Nothing was printed."))
	}
	format := "pdf"
	if v.Request.PostForm.Get("format") == "zpl" {
		format = "zpl"
	}
	of := printing.Selection{Filter: shipment.Filter{TrackingNos: c.labelled}}
	return SendLabels(v, of, "labels."+format, format)
}

// markPrinted marks the labels of the selected orders as printed.
func markPrinted(v *web.Visit, c chosen) error {
	return v.Done(notePrinted(v, c.Numbers), v.T("%d labels are marked as printed.", len(c.Numbers)), listOf(v))
}

// unmarkPrinted marks the labels of the selected orders as not printed.
func unmarkPrinted(v *web.Visit, c chosen) error {
	err := notePrints(v, v.Console.Orders.UnmarkPrinted, c.Numbers)
	return v.Done(err, v.T("%d labels are marked as not printed.", len(c.Numbers)), listOf(v))
}

// chosen is what a form has selected.
type chosen struct {
	Numbers []string   // of the first orders of the list, at most request.MaxPrinted
	Whole   bool       // these are all
	Count   string     // of all, in words
	Sent    url.Values // selects the same orders in the next form

	labelled []string // those of Numbers that have a label
}

// oneChosen is an order, on its page.
func oneChosen(trackingNo string) chosen { return chosen{Numbers: []string{trackingNo}, Whole: true} }

// readChosen reads what a form has selected: the orders of its boxes, or all of its address that exist now. It returns a notice if there
// are none.
func readChosen(v *web.Visit) (c chosen, err error) {
	form := v.Request.PostForm
	if form.Get("all") != "" && form.Get("until") == "" {
		form.Set("until", strconv.FormatInt(v.Console.Now().UnixMicro(), 10))
	}
	c.Sent = url.Values{"selected": form["selected"], "all": form["all"], "until": form["until"]}
	filter, after := chosenFilter(v), store.Cursor{}
	filter.PageSize = request.MaxPrinted
	for more := true; more && len(c.Numbers) < request.MaxPrinted; c.Whole = !more {
		page, err := v.Console.Store.BrowseRecords(v.Context(), filter, after)
		if err != nil {
			return c, err
		}
		for _, r := range page.Found {
			c.Numbers = append(c.Numbers, r.TrackingNo)
			if r.HasLabel {
				c.labelled = append(c.labelled, r.TrackingNo)
			}
		}
		after, more = page.Next, page.More
	}
	if len(c.Numbers) == 0 {
		return c, noneChosen(v)
	}
	c.Count, _, err = countOrders(v, ordersQuery{filter: filter}, store.Browsed[shipment.Order]{More: true})
	return c, err
}

// noneChosen is the notice that no order is selected.
func noneChosen(v *web.Visit) error {
	return web.Notice(http.StatusUnprocessableEntity, v.T("No order is selected"),
		v.T("Nothing was done: go back, select orders by the boxes before their numbers, and choose again."))
}

// fewChosen is readChosen for what is done at once. It returns a notice if there are more than request.MaxPrinted.
func fewChosen(v *web.Visit) (c chosen, err error) {
	if c, err = readChosen(v); err == nil && !c.Whole {
		err = &web.NoticeError{Status: http.StatusUnprocessableEntity, Title: v.T("These are too many orders"), Text: v.T(
			"At most %s at a time. Nothing was done: narrow the list by days, a service or a batch.", v.Number(request.MaxPrinted))}
	}
	return c, err
}

// cancelOrders asks, and cancels the selected orders.
func cancelOrders(v *web.Visit, c chosen) error {
	question, button := v.T("Cancel orders")+": "+c.Count, v.T("Cancel orders")
	if c.Whole {
		question, button = v.T("Cancel %d orders?", len(c.Numbers)), v.T("Cancel %d orders", len(c.Numbers))
	}
	if ok, err := v.Confirm(question, button); !ok {
		return err
	}
	return startJob(v, jobs.New{Kind: jobs.Cancel})
}
