package api

import (
	"context"
	"net/http"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// reportTracking records an operator's reports on parcels of any account. If one report is invalid,
// none is recorded. An unknown tracking number does not affect the other reports.
func (a *API) reportTracking(ctx context.Context, _ call, sent *request.Form) (response, error) {
	reports, problems := request.ReadReports(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	outcomes, err := a.Store.AddTrackingEvents(ctx, reports)
	if err != nil {
		return response{}, err
	}
	body := outcomeList("events", "result", outcomes, func(i int) (trackingNo, message string) { return reports[i].TrackingNo, "" })
	return response{status: http.StatusOK, body: body}, nil
}

// reportProof stores an operator's proof that a parcel was delivered.
func (a *API) reportProof(ctx context.Context, _ call, sent *request.Form) (response, error) {
	if err := a.chargeMore(ctx, shipment.MaxProofImage); err != nil {
		return response{}, err
	}
	proof, problems := request.ReadProof(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	err := a.Store.PutProof(ctx, proof.TrackingNo, proof.Proof)
	return response{status: http.StatusNoContent}, err
}

// viewProof shows the picture of a proof of delivery to the account of the order and to operators.
func (a *API) viewProof(ctx context.Context, c call) (response, error) {
	account := c.caller.AccountID
	if c.caller.Operator {
		account = 0
	}
	if err := a.chargeMore(ctx, 2*shipment.MaxProofImage); err != nil { // the driver holds a copy, too
		return response{}, err
	}
	proof, err := a.Store.Proof(ctx, account, shipment.TrackingKey(c.req.PathValue("tracking_no")))
	if err != nil {
		return response{}, err
	}
	a.hold(ctx).ShrinkTo(a.Budget.Request + int64(len(proof.Image)))
	return response{status: http.StatusOK, body: proof.Image, header: http.Header{
		"Content-Type":            {proof.MediaType},
		"Content-Disposition":     {"inline"},
		"Content-Security-Policy": {"default-src 'none'; sandbox"}, // the file is not trusted
		"X-Content-Type-Options":  {"nosniff"},
		"Cache-Control":           {"private, no-cache"},
	}}, nil
}
