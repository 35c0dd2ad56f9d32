package imports

import (
	"context"

	"waybill/internal/api/shell"
	"waybill/internal/request"
)

// importOrders sends the created orders as CSV, with their rows in the file and their tracking numbers.
func (r *routes) importOrders(ctx context.Context, c shell.Call) (shell.Response, error) {
	f, err := r.service.OrdersFile(ctx, c.Caller, c.ID())
	return shell.DocumentResponse(c.Req.Context(), f, err)
}

// importRefused sends the refused rows in the format of the uploaded file, with a column of errors.
func (r *routes) importRefused(ctx context.Context, c shell.Call) (shell.Response, error) {
	f, err := r.service.RefusedFile(ctx, c.Caller, c.ID(), r.Hold(ctx))
	return shell.DocumentResponse(c.Req.Context(), f, err)
}

// importTemplate sends an empty file for orders of a service.
func (r *routes) importTemplate(ctx context.Context, c shell.Call) (shell.Response, error) {
	query := c.Query()
	f, err := r.service.Template(ctx, request.LastValue(query, "format"), request.LastValue(query, "service_id"))
	return shell.DocumentResponse(c.Req.Context(), f, err)
}
