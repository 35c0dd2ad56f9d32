package desk

import "waybill/internal/console/web"

// Routes are what scans are sent to.
func Routes() []web.Route {
	return []web.Route{
		web.Post(web.AccountPath+"scan", web.ViewOrders, openScanned),
	}
}
