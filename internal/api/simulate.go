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
	wanted, problems := request.ReadJourney(sent)
	if problems != nil {
		return shell.Response{}, &shell.ValidationError{Problems: problems}
	}
	journey, _ := shipment.JourneyByName(wanted.Journey) // the field table allows known names only
	pause := time.Duration(wanted.Pause) * time.Millisecond
	err := a.Store.StartJourney(ctx, c.Caller.AccountID, shipment.TrackingKey(wanted.TrackingNo), journey, pause)
	if err != nil {
		return shell.Response{}, err
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
	return shell.Response{Status: http.StatusAccepted, Body: e.Bytes()}, nil
}
