package imports

import (
	"waybill/internal/api/shell"
	"waybill/internal/feature"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// routes serve the operations of the JSON API.
type routes struct {
	feature.Core
	service *Service
}

func (s *Service) newRoutes(c feature.Core) []shell.Route {
	r := &routes{c, s}
	return []shell.Route{
		r.PostFile("/api/order/import/", "create_import", shipment.WriteOrders, maxUpload, errUploadTooLarge, r.createImport),
		r.Get("/api/order/import/", "list_imports", shipment.ReadOrders, shell.With(shell.NumberCursor, r.listImports)),
		r.Get("/api/order/import/{id}/", "view_import", shipment.ReadOrders, r.viewImport),
		r.Get("/api/order/import/{id}/problems/", "view_import_problems", shipment.ReadOrders,
			shell.With(r.importOf, r.viewImportProblems)),
		r.Get("/api/order/import/{id}/orders/", "import_orders", shipment.ReadOrders, r.importOrders),
		r.Get("/api/order/import/{id}/refused/", "import_refused", shipment.ReadOrders, r.importRefused),
		r.Get("/api/order/import/template/", "import_template", shipment.ReadOrders, r.importTemplate),
		shell.PostBody(r.Shell, "/api/order/import/{id}/check/", "check_import", shipment.WriteOrders, &request.RecheckImport,
			r.checkImport),
		shell.PostBody(r.Shell, "/api/order/import/{id}/confirm/", "confirm_import", shipment.WriteOrders, &request.ConfirmImport,
			r.confirmImport),
		r.Post("/api/order/import/{id}/cancel/", "cancel_import", shipment.WriteOrders, request.ActionShape(), r.cancelImport),
	}
}
