package api

import (
	"context"
	"net/http"

	"waybill/internal/request"
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
