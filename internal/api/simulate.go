package api

import (
	"context"
	"net/http"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/request"
	"waybill/internal/shipment"
)

// simulateJourney starts a test journey of one of the account's orders. Its steps are recorded and
// sent to endpoints like the reports of partners. Production refuses it.
func (a *API) simulateJourney(ctx context.Context, c call, sent *request.Form) (response, error) {
	if !a.Simulate {
		return response{}, errNoSimulation
	}
	wanted, problems := request.ReadJourney(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	journey, _ := shipment.JourneyByName(wanted.Journey) // the field table allows known names only
	pause := time.Duration(wanted.Pause) * time.Millisecond
	err := a.Store.StartJourney(ctx, c.caller.AccountID, shipment.TrackingKey(wanted.TrackingNo), journey, pause)
	if err != nil {
		return response{}, err
	}
	var e jx.Encoder
	e.ObjStart()
	text(&e, "tracking_no", shipment.TrackingKey(wanted.TrackingNo))
	text(&e, "journey", journey.Name)
	decimal(&e, "pause", wanted.Pause)
	e.FieldStart("statuses")
	e.ArrStart()
	for _, step := range journey.Steps {
		e.Str(string(step.Status))
	}
	e.ArrEnd()
	e.ObjEnd()
	return response{status: http.StatusAccepted, body: e.Bytes()}, nil
}
