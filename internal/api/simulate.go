package api

import (
	"context"
	"net/http"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
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
	return objectOf(http.StatusAccepted, func(e *jx.Encoder) {
		text(e, "tracking_no", shipment.TrackingKey(wanted.TrackingNo))
		text(e, "journey", journey.Name)
		decimal(e, "pause", wanted.Pause)
		array(e, "statuses", journey.Steps, func(e *jx.Encoder, step *shipment.JourneyStep) { e.Str(string(step.Status)) })
	}), err
}
