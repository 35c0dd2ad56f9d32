package api

import (
	"context"

	"waybill/internal/api/shell"
	"waybill/internal/orders"
	"waybill/internal/request"
)

// replaceOrder cancels an order, and creates another one in its place: the order with a merge patch.
func (a *API) replaceOrder(ctx context.Context, c shell.Call, _ *request.Form) (shell.Response, error) {
	return a.answer(ctx, c, acceptedOrders, func(by orders.Caller, once *orders.Once) (orders.Answer, error) {
		return a.Orders.Replace(ctx, by, c.Req.PathValue("tracking_no"), c.Body, once)
	})
}
