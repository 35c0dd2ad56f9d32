package api

import (
	"context"
	"net/http"

	"waybill/internal/api/shell"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// reportTracking records an operator's reports on parcels of any account. If one report is invalid,
// none is recorded. An unknown tracking number does not affect the other reports.
func (a *operating) reportTracking(ctx context.Context, _ shell.Call, reports []shipment.TrackingReport) (shell.Response, error) {
	outcomes, err := a.api.Store.AddTrackingEvents(ctx, reports)
	return outcomeList("events", "result", outcomes, func(i int) (trackingNo, message string) { return reports[i].TrackingNo, "" }), err
}

// reportProof stores an operator's proof that a parcel was delivered.
func (a *operating) reportProof(ctx context.Context, _ shell.Call, sent *request.Form) (shell.Response, error) {
	if err := a.api.Charge(ctx, shipment.MaxProofImage); err != nil {
		return shell.Response{}, err
	}
	proof, problems := request.ReportProof.Read(sent)
	if problems != nil {
		return shell.Response{}, &shell.ValidationError{Problems: problems}
	}
	err := a.api.Store.PutProof(ctx, proof.TrackingNo, proof.Proof)
	return shell.Response{Status: http.StatusNoContent}, err
}

// viewProof shows the picture of a proof of delivery to the account of the order and to operators.
func (a *viewing) viewProof(ctx context.Context, c shell.Call) (shell.Response, error) {
	if err := a.api.Charge(ctx, 2*shipment.MaxProofImage); err != nil { // the driver holds a copy, too
		return shell.Response{}, err
	}
	proof, err := a.api.Store.Proof(ctx, c.Caller.Reads(), shipment.TrackingKey(c.Req.PathValue("tracking_no")))
	if err != nil {
		return shell.Response{}, err
	}
	a.api.Hold(ctx).ShrinkTo(a.api.Budget.Request + int64(len(proof.Image)))
	return shell.Response{Status: http.StatusOK, Body: proof.Image, Header: http.Header{
		"Content-Type":            {proof.MediaType},
		"Content-Disposition":     {"inline"},
		"Content-Security-Policy": {"default-src 'none'; sandbox"}, // the file is not trusted
		"X-Content-Type-Options":  {"nosniff"},
		"Cache-Control":           {"private, no-cache"},
	}}, nil
}
