package console

// ordersRoutes are the list of orders, and what is done with several of them.
func (c *Console) ordersRoutes() []route {
	return []route{
		{"GET", accountPath + "orders", viewOrders, (*visit).listOrders, 0},
		{"POST", accountPath + "orders/print", viewOrders, (*visit).printLabels, 0},
		{"POST", accountPath + "orders/printed", editOrders, (*visit).markPrinted, 0},
		{"POST", accountPath + "orders/not-printed", editOrders, (*visit).unmarkPrinted, 0},
		{"POST", accountPath + "orders/export", viewOrders, (*visit).exportOrders, 0},
		{"POST", accountPath + "orders/cancel", editOrders, (*visit).cancelOrders, 0},
	}
}
