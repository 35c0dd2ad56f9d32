package desk

import (
	"context"
	"net/http"
	"strconv"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/feature/desk/parcels"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// runs are the routes of pickup runs, for operators.
func (r *routes) runs() []shell.Route {
	const runs, run = "/api/operator/runs/", "/api/operator/runs/{id}/"
	view := answer.View(shell.ByID(r.desk.Parcels.Run), writeRun(true))
	return []shell.Route{
		r.Get(runs, "list_runs", shipment.ReadFloor, answer.ByNumber(
			func(ctx context.Context, _ shell.Call, before int64, limit int) ([]parcels.Run, error) {
				return r.desk.Parcels.Runs(ctx, before, limit)
			}, func(run *parcels.Run) int64 { return run.RunID }, writeRun(false))),
		shell.PostBody(r.Shell, runs, "open_run", shipment.ScanParcels, &request.OpenRun, answer.Create(
			func(ctx context.Context, c shell.Call, sent request.Run) (parcels.Run, error) {
				return r.desk.OpenRun(ctx, c.Caller, sent)
			}, writeRun(true))),
		r.Get(run, "view_run", shipment.ReadFloor, view),
		shell.PostBody(r.Shell, run+"parcels/", "add_to_run", shipment.ScanParcels, &request.AddToHandover, r.scanToRun),
		r.Delete(run+"parcels/{tracking_no}/", "remove_from_run", shipment.ScanParcels, r.removeFromRun),
		r.PostAction(run+"count/", "count_run", shipment.ScanParcels, shell.ToID(r.desk.Parcels.CountRun), view),
		r.PostAction(run+"reopen/", "reopen_run", shipment.ScanParcels, shell.ToID(r.desk.Parcels.ResumeRun), view),
		shell.PostBody(r.Shell, run+"sign/", "sign_run", shipment.ScanParcels, &request.CloseHandover, answer.Change(
			func(ctx context.Context, c shell.Call, sent request.HandoverRequest) (parcels.Run, error) {
				return r.desk.SignRun(ctx, c.Caller, c.ID(), sent)
			}, writeRun(true))),
		r.Get(run+"pdf/", "print_run", shipment.ReadFloor, r.printRun),
		r.Get(run+"receipts/{account_id}/", "print_receipt", shipment.ReadFloor, r.printReceipt),
	}
}

// scanToRun puts the parcel of a number or reference on a run, or says why not.
func (r *routes) scanToRun(ctx context.Context, c shell.Call, sent request.HandoverRequest) (shell.Response, error) {
	scan, err := r.desk.ScanToRun(ctx, c.ID(), sent)
	return r.scanned(c, &scan, false), err
}

// removeFromRun takes a parcel off a run that is open.
func (r *routes) removeFromRun(ctx context.Context, c shell.Call) (shell.Response, error) {
	return shell.Response{Status: http.StatusNoContent}, r.desk.RemoveFromRun(ctx, c.ID(), c.Req.PathValue("tracking_no"))
}

// printRun sends the sheet of a run as PDF.
func (r *routes) printRun(ctx context.Context, c shell.Call) (shell.Response, error) {
	sheet, err := r.desk.sheet(ctx, r.Printing, c.ID())
	return shell.DocumentResponse(c.Req.Context(), sheet, err)
}

// printReceipt sends what a run takes from one shipper as PDF.
func (r *routes) printReceipt(ctx context.Context, c shell.Call) (shell.Response, error) {
	account, _ := strconv.ParseInt(c.Req.PathValue("account_id"), 10, 64) // else no account has it
	receipt, err := r.desk.receipt(ctx, r.Printing, c.ID(), account)
	return shell.DocumentResponse(c.Req.Context(), receipt, err)
}

// writeRun writes a run, with its stops if it is whole.
func writeRun(isWhole bool) func(*openapi.Object, *parcels.Run) {
	return func(o *openapi.Object, run *parcels.Run) {
		o.Int64("run_id", run.RunID)
		o.Text("number", run.Number()).Pattern("^PR-[0-9]{5,}$")
		o.Text("van", run.Van)
		o.Text("driver", run.Driver)
		o.Text("place", run.Place)
		o.Text("date", run.Date).Format("date")
		o.Text("state", string(run.State)).Enum("open", "counting", "counted", "signed", "carried").
			About("`counting`: it takes no scans, and its lists are counted. `signed`: its parcels become picked up. `carried`: all are.")
		o.Time("opened_on", run.OpenedOn)
		o.Text("opened_by", run.OpenedBy).About("E-mail address of a user, or id of a key.")
		o.TimeOrNull("signed_on", run.SignedOn)
		o.TextOrNull("signed_by", run.SignedBy).About("As `opened_by`.")
		o.TextOrNull("given_by", run.GivenBy).About("Who handed the parcels over.")
		o.TextOrNull("taken_by", run.TakenBy).About("Name of the driver who signed.")
		isCounted := isWhole || run.State != parcels.RunOpen && run.State != parcels.RunCounting
		o.OrNull(isCounted).Int("parcels", run.Parcels).Minimum(0).
			About("How many parcels it has; once counted, the number that is signed. Null for one that is not counted among others.")
		o.OrNull(isCounted).Decimal("weight", run.Weight).Format("double").About("Of its parcels, in kg. Null as `parcels`.")
		o.If(isWhole).TextOrNull("signature", run.Signature).
			About("As that of a hand-over list. This and what follows is not in a list of runs.")
		o.If(isWhole).Int("picked_up", run.Carried).Minimum(0).About("How many of its parcels became picked up because it was signed.")
		openapi.List(o.If(isWhole), "stops", run.Stops, writeRunStop).About("Its shippers, by account.")
	}
}

func writeRunStop(o *openapi.Object, stop *parcels.RunStop) {
	o.Int64("account_id", stop.AccountID)
	o.Text("place", stop.Place)
	openapi.List(o, "lists", stop.Lists, func(o *openapi.Object, h *parcels.Handover) {
		o.Text("number", h.Number()).Pattern("^HL-[0-9]{5,}$")
		o.Int64("service_id", h.ServiceID)
		o.Text("state", string(h.State)).Is("HandoverState")
		o.Int("parcels", h.Parcels).Minimum(0)
		o.Decimal("weight", h.Weight).Format("double")
		o.Int("picked_up", h.Carried).Minimum(0)
	}).About("The hand-over lists of the shipper, one for each service.")
}
