package api

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/go-faster/jx"

	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// simulateJourney lets one of the account's orders walk through a journey: what is
// reported of it is recorded, and told, as what couriers report. Production refuses.
func (a *API) simulateJourney(ctx context.Context, c call, sent *request.Form) (response, error) {
	if !a.Simulate {
		return response{}, errNoSimulation
	}
	wanted, problems := request.ReadJourney(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	journey, _ := shipment.JourneyByName(wanted.Journey) // the form allows no other
	pause := time.Duration(wanted.Pause) * time.Millisecond
	err := a.Store.StartJourney(ctx, c.caller.AccountID, shipment.TrackingKey(wanted.TrackingNo), journey, pause)
	if errors.Is(err, store.ErrNotFound) {
		return response{}, errNotFound
	}
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
