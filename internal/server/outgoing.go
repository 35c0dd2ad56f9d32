package server

import (
	"context"
	"time"

	"waybill/internal/config"
	"waybill/internal/store"
)

// outgoingEvery is the time between two looks whether outgoing calls are paused.
const outgoingEvery = 2 * time.Second

// pauseOf says why no outgoing calls are made, by the settings and the data.
func pauseOf(c config.Config, o store.Outgoing) store.Pause {
	if c.NoOutgoing {
		return "the setting no-outgoing"
	}
	return o.Pause
}

// checkOutgoing pauses outgoing calls or lets them go on, as the settings and the data say.
func (p *process) checkOutgoing(ctx context.Context) error {
	o, err := p.store.CheckDatabase(ctx)
	if err != nil {
		return err
	}
	reason := pauseOf(p.Config, o)
	paused := reason != store.NotPaused
	p.metrics.OutgoingPaused(paused)
	if paused == p.outgoing.Paused() {
		return nil
	}
	p.outgoing.SetPaused(paused)
	if paused {
		p.Log.ErrorContext(ctx, "outgoing calls are paused: no partner calls, no webhooks, no mail; orders are stored and wait. "+
			"`waybill resume` ends a pause of the data, when no other server works with them", "reason", reason)
	} else {
		p.Log.InfoContext(ctx, "outgoing calls go on")
	}
	return nil
}
