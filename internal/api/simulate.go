package api

import (
	"context"
	"net/http"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

var errNoSimulation = &shell.Problem{Status: http.StatusForbidden, Detail: problem.NoSimulation}

// simulateJourney starts a test journey of one of the account's orders. Its steps are recorded and
// sent to endpoints like the reports of partners. Production refuses it.
func (a *API) simulateJourney(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
	if !a.Simulate {
		return shell.Response{}, errNoSimulation
	}
	wanted, problems := request.SimulateJourney.Read(sent)
	if problems != nil {
		return shell.Response{}, &request.InvalidError{Problems: problems}
	}
	journey, _ := shipment.JourneyByName(wanted.Journey) // the field table allows known names only
	pause := time.Duration(wanted.Pause) * time.Millisecond
	err := a.Store.Journeys.StartJourney(ctx, c.Caller.AccountID, shipment.TrackingKey(wanted.TrackingNo), journey, pause)
	return answer.Object(http.StatusAccepted, &journey, func(o *openapi.Object, journey *shipment.Journey) {
		o.Text("tracking_no", shipment.TrackingKey(wanted.TrackingNo))
		o.Text("journey", journey.Name)
		o.Decimal("pause", wanted.Pause)
		openapi.Texts(o, "statuses", each.Of(journey.Steps, func(step shipment.JourneyStep) shipment.TrackerStatus { return step.Status }))
	}), err
}
