package api

import (
	"context"
	"net/http"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// reportTracking records an operator's reports on parcels of any account. If one report is invalid,
// none is recorded. An unknown tracking number does not affect the other reports.
func (a *API) reportTracking(
	ctx context.Context, _ shell.Call, reports []shipment.TrackingReport,
) ([]reportResult, error) {
	outcomes, err := a.Orders.Record(ctx, reports)
	results := make([]reportResult, len(outcomes))
	for i := range outcomes {
		results[i] = reportResult{reports[i].TrackingNo, outcomes[i]}
	}
	return results, err
}

// reportResult is what came of a report on a parcel.
type reportResult struct {
	trackingNo string
	outcome    store.TrackingOutcome
}

func writeReportResults(o *openapi.Object, results *[]reportResult) {
	openapi.List(o, "events", *results, func(o *openapi.Object, r *reportResult) {
		o.Text("tracking_no", r.trackingNo).MinLength(1)
		o.Text("result", string(r.outcome)).Enum("moved", "recorded", "duplicate", "unknown", "full")
	}).MinItems(1)
}

// correctTracking gives an order of any account another status than the one that was reported.
func (a *API) correctTracking(ctx context.Context, _ shell.Call, sent shipment.Correction) (correction, error) {
	before, err := a.Orders.Correct(ctx, sent)
	return correction{sent, before}, err
}

// correction is a correction with the status that the order had.
type correction struct {
	shipment.Correction
	before shipment.TrackerStatus
}

func writeCorrection(o *openapi.Object, c *correction) {
	o.Text("tracking_no", c.TrackingNo).MinLength(1)
	o.Text("status", string(c.Status)).Is("TrackerStatus")
	o.Text("corrects", string(c.before)).Is("TrackerStatus").About("The status that the order had.")
}

// reportProof stores an operator's proof that a parcel was delivered.
func (a *API) reportProof(ctx context.Context, _ shell.Call, proof request.ProofRequest) (shell.Response, error) {
	return shell.Response{Status: http.StatusNoContent}, a.Orders.Prove(ctx, proof)
}

// viewProof shows the picture of a proof of delivery to the account of the order and to operators.
func (a *API) viewProof(ctx context.Context, c shell.Call) (shell.Response, error) {
	d, err := a.Printing.Proof(ctx, a.By(c), c.Req.PathValue("tracking_no"))
	return shell.DocumentResponse(ctx, d, err)
}
