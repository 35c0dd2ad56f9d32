package api

import (
	"context"
	"errors"
	"net/http"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// reportProof keeps an operator's proof that a parcel was delivered.
func (a *API) reportProof(ctx context.Context, c call, sent *request.Form) (response, error) {
	if !c.caller.Operator {
		return response{}, errForbidden
	}
	if err := a.chargeMore(ctx, shipment.MaxProofImage); err != nil {
		return response{}, err
	}
	proof, problems := request.ReadProof(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	err := a.Store.PutProof(ctx, proof.TrackingNo, proof.Proof)
	if errors.Is(err, store.ErrNotFound) {
		return response{}, errNotFound
	}
	return response{status: http.StatusNoContent}, err
}

// viewProof shows the picture that proves a delivery: to the account whose order it is,
// and to operators.
func (a *API) viewProof(ctx context.Context, c call) (response, error) {
	account := c.caller.AccountID
	if c.caller.Operator {
		account = 0
	}
	if err := a.chargeMore(ctx, 2*shipment.MaxProofImage); err != nil { // the driver has one, too
		return response{}, err
	}
	proof, err := a.Store.Proof(ctx, account, shipment.TrackingKey(c.req.PathValue("tracking_no")))
	if errors.Is(err, store.ErrNotFound) {
		return response{}, errNotFound
	}
	a.hold(ctx).ShrinkTo(a.Budget.Request + int64(len(proof.Image)))
	return response{status: http.StatusOK, body: proof.Image, header: http.Header{
		"Content-Type":            {proof.MediaType},
		"Content-Disposition":     {"inline"},
		"Content-Security-Policy": {"default-src 'none'; sandbox"}, // a stranger sent it
		"X-Content-Type-Options":  {"nosniff"},
		"Cache-Control":           {"private, no-cache"},
	}}, err
}
