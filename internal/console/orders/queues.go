package orders

import (
	"waybill/internal/console/web"
	"waybill/internal/shipment"
)

// queues are the queues of orders in words, as tabs and as badges; "" are all orders.
var queues = map[shipment.Queue]web.StatusView{
	"":                     {Text: web.Key("All")},
	shipment.QueuePrint:    {Text: web.Key("To print")},
	shipment.QueuePack:     {Tone: "active", Text: web.Key("To pack")},
	shipment.QueueHandOver: {Tone: "active", Text: web.Key("To hand over")},
	shipment.QueuePartner:  {Text: web.Key("Waiting for a partner")},
	shipment.QueueProblem:  {Tone: "bad", Text: web.Key("Problem")},
	shipment.QueueOnTheWay: {Tone: "active", Text: web.Key("On the way")},
	shipment.QueueDone:     {Tone: "good", Text: web.Key("Done")},
}

// queueTab is a queue, and how many orders it has, in words.
type queueTab struct {
	web.NavLink
	Count string
}

// queueTabs are the queues of the account.
func queueTabs(v *web.Visit, q ordersQuery) (tabs []queueTab, err error) {
	counts, err := v.Console.Glances.Queues(v.Context(), v.Account.AccountID)
	for _, queue := range append([]shipment.Queue{""}, v.Console.Store.Queues()...) {
		tab := queueTab{web.NavLink{Path: v.URL("orders"), Text: v.T(queues[queue].Text)}, v.AtLeast(counts[queue])}
		if queue != "" {
			tab.Path = v.OrdersBehind("queue", string(queue))
		}
		tab.Current = queue == q.filter.Queue && !q.filter.None
		tabs = append(tabs, tab)
	}
	return tabs, err
}
