package orders

import (
	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// queueTab is a queue, and how many orders it has, in words.
type queueTab struct {
	web.NavLink
	Count string
}

// queueTabs are the queues of the account.
func queueTabs(v *web.Visit, q ordersQuery) (tabs []queueTab, err error) {
	counts, err := v.Console.Glances.Queues(v.Context(), v.Account.AccountID)
	for _, queue := range append([]shipment.Queue{""}, v.Console.Store.Queues()...) {
		tab := queueTab{web.NavLink{Path: v.URL("orders"), Text: v.T(web.Queues[queue].Text)}, v.AtLeast(counts[queue])}
		if queue != "" {
			tab.Path = v.OrdersBehind("queue", string(queue))
		}
		tab.Current = queue == q.filter.Queue && !q.filter.None
		tabs = append(tabs, tab)
	}
	return tabs, err
}
