package orders

import (
	"cmp"
	"net/http"
	"net/url"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/printing"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// batchesPerPage is how many batches a page shows. The labels of each of their orders are counted.
const batchesPerPage = 20

func listBatches(v *web.Visit) error {
	last, ok := store.ReadBatchCursor(v.Request.URL.Query().Get("after"))
	if !ok {
		return store.ErrNotFound
	}
	batches, more, err := v.Console.Store.Batches(v.Context(), v.Account.AccountID, last, batchesPerPage)
	next := web.Next(batches, more, func(last store.BatchSummary) string { return v.URL("batches?after=" + last.Cursor()) })
	return v.Show(err, http.StatusOK, "batches.html", map[string]any{
		"Batches": batches, "Next": next, "MayCreate": v.MayOpen(web.AccountPath + "orders/new"),
	})
}

// viewBatch shows a batch with its orders, which are at most request.MaxOrders.
func viewBatch(v *web.Visit) error {
	number := v.Request.PathValue("batch")
	orders, err := v.Console.Store.BatchOrders(v.Context(), v.Account.AccountID, number)
	if err != nil || len(orders) == 0 {
		return cmp.Or(err, store.ErrNotFound)
	}
	labels := each.Count(orders, func(o shipment.Order) bool { return o.HasLabel })
	cancelled := each.Count(orders, func(o shipment.Order) bool { return o.TrackerStatus == shipment.Cancelled })
	const shown = 200
	path := v.URL("batches/" + url.PathEscape(number))
	return v.Render(http.StatusOK, "batch.html", map[string]any{
		"Number": number, "Orders": orders[:min(len(orders), shown)], "Count": len(orders), "Labels": labels, "Cancelled": cancelled,
		"CreatedOn": orders[0].CreatedOn, "Path": path, "Hidden": len(orders) - min(len(orders), shown),
		"All": v.URL("orders?batch=" + url.QueryEscape(number)), "MayList": v.MayOpen(web.AccountPath + "orders"),
	})
}

// printBatchLabels sends the labels of a batch as one file, which a POST marks as printed.
func printBatchLabels(v *web.Visit) error {
	batch := v.Request.PathValue("batch")
	filter, problems := request.ReadPrintFilter(url.Values{"upload_batch_no": {batch}})
	if problems != nil {
		text, _ := v.Refused(&request.InvalidError{Problems: problems}) // it has no other error
		return v.NotDone(http.StatusBadRequest, text)
	}
	return SendLabels(v, printing.Selection{Filter: filter}, "", v.FormValue("format"))
}
