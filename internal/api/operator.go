package api

import (
	"context"
	"net/http"

	"waybill/internal/request"
)

// reportTracking records what an operator's people saw of parcels, of any account. All
// reports are recorded, or none because one is invalid; a number that no order has is no
// mistake of the others.
func (a *API) reportTracking(ctx context.Context, c call, sent *request.Form) (response, error) {
	if !c.caller.Operator {
		return response{}, errForbidden
	}
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
