package desk

import (
	"context"
	"net/http"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/feature"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// routes serve the operations of the JSON API.
type routes struct {
	feature.Core
	desk *Service
}

func newRoutes(c feature.Core) []shell.Route {
	r := &routes{c, New(c.Orders)}
	const list = "/api/handovers/{number}/"
	return append(r.runs(), []shell.Route{
		shell.PostBody(r.Shell, "/api/packings/", "pack_parcel", shipment.WriteParcels, &request.PackParcel, r.pack),
		r.Delete("/api/packings/{tracking_no}/", "undo_packing", shipment.WriteParcels, r.undoPacking),
		r.Get("/api/handovers/", "list_handovers", shipment.ReadOrders, answer.ByNumber(
			func(ctx context.Context, c shell.Call, before int64, limit int) ([]parcels.Handover, error) {
				return r.desk.Parcels.Handovers(ctx, c.Caller.AccountID, before, limit)
			}, func(h *parcels.Handover) int64 { return h.HandoverID }, func(o *openapi.Object, h *parcels.Handover) {
				writeHandover(o, &shownHandover{Handover: *h, isCounted: h.State != parcels.Open})
			})),
		shell.PostBody(r.Shell, "/api/handovers/", "open_handover", shipment.WriteParcels, &request.OpenHandover, r.open),
		r.Get(list, "view_handover", shipment.ReadOrders, shell.With(r.list, r.view)),
		r.Get(list+"parcels/", "list_handover_parcels", shipment.ReadOrders, shell.With(r.list, r.parcels)),
		shell.PostBody(r.Shell, list+"parcels/", "add_to_handover", shipment.WriteParcels, &request.AddToHandover, r.add),
		r.Delete(list+"parcels/{tracking_no}/", "remove_from_handover", shipment.WriteParcels, r.remove),
		shell.PostBody(r.Shell, list+"close/", "close_handover", shipment.WriteParcels, &request.CloseHandover, r.onList(r.desk.CloseHandover)),
		shell.PostBody(r.Shell, list+"reopen/", "reopen_handover", shipment.WriteParcels, &request.ReopenHandover,
			r.onList(r.desk.ReopenHandover)),
		r.Get(list+"pdf/", "print_handover", shipment.PrintLabels, r.print),
		shell.PostBody(r.Shell, "/api/print/jobs/", "queue_print", shipment.PrintLabels, &request.QueuePrint, r.queuePrint),
		shell.PostBody(r.Shell, "/api/print/take/", "take_print", shipment.PrintLabels, &request.TakePrint, r.takePrint),
		shell.PostBody(r.Shell, "/api/print/report/", "report_print", shipment.PrintLabels, &request.ReportPrint, r.reportPrint),
		shell.PostBody(r.Shell, "/api/print/scale/", "report_scale", shipment.PrintLabels, &request.ReportScale, r.reportScale),
		shell.PostBody(r.Shell, "/api/print/answer/", "answer_print", shipment.PrintLabels, &request.AnswerPrint, r.answerPrint),
	}...)
}

// pack packs the parcel of a number or reference, or puts it on the station of the caller, or says why not.
func (r *routes) pack(ctx context.Context, c shell.Call, sent request.PackRequest) (shell.Response, error) {
	scan, err := r.desk.Scanned(ctx, c.Caller, sent.Code, sent.OrderID, func(o *shipment.Order) (parcels.Scan, error) {
		return r.desk.Pack(ctx, c.Caller, o, sent)
	})
	return r.scanned(c, &scan, true), err
}

// scanned responds with what came of a scan, in the language of the caller.
func (r *routes) scanned(c shell.Call, scan *parcels.Scan, toPack bool) shell.Response {
	header, say := r.PlainWords(c.Req)
	return answer.Object(http.StatusOK, scan, func(o *openapi.Object, scan *parcels.Scan) {
		code, args := shell.CodeOf(scan.Message)
		o.Text("result", scan.Outcome)
		o.If(code != "").Text("code", code)
		o.If(code != "").Raw("args", "object", args)
		o.Text("message", problem.Say(say, "", scan.Message))
		o.TextOrNull("tracking_no", scan.TrackingNo)
		o.If(toPack).TimeOrNull("packed_on", scan.Packing.On)
		o.If(toPack).TextOrNull("packed_by", scan.Packing.By)
	}).With(header)
}

// undoPacking makes the parcel of an order that the caller packed one that is not packed.
func (r *routes) undoPacking(ctx context.Context, c shell.Call) (shell.Response, error) {
	return shell.Response{Status: http.StatusNoContent}, r.desk.UndoPacking(ctx, c.Caller, c.Req.PathValue("tracking_no"))
}
