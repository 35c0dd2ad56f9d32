package api

import (
	"context"
	"time"

	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store/report"

	"github.com/go-faster/jx"
)

// toDo says what a shipper may do about an obstacle of each kind: while it is tried again, and when it is not.
var toDo = map[string]struct{ tried, ended string }{
	"hold":         {"", "Release the order when it may go on."},
	"outgoing":     {"", "Wait until the operator resumes the calls."},
	"submission":   {"Wait: it is tried again.", "Correct the order: it is submitted again. Or ask the operator to repeat it."},
	"label":        {"Wait: it is tried again.", "Ask the operator to request the label again."},
	"cancellation": {"Wait: it is tried again.", "The order is not cancelled. Ask the operator what is possible."},
	"webhook":      {"Check the endpoint and its receiver: it is tried again.", "Repair the receiver, then replay the events."},
}

// explainOrder shows what one of the account's orders waits for, what of it failed, and what to do.
func (a *viewing) explainOrder(ctx context.Context, c shell.Call) (shell.Response, error) {
	o, err := a.api.Store.OrderByTrackingNo(ctx, shipment.TrackingKey(c.Req.PathValue("tracking_no")))
	if err == nil && o.AccountID != c.Caller.AccountID {
		err = shell.ErrNotFound
	}
	if err != nil {
		return shell.Response{}, err
	}
	obstacles, err := report.Reader{Store: a.api.Store}.Obstacles(ctx, &o)
	return rowsOf(func(w *shell.Rows) {
		text(w.Encoder, "tracking_no", o.TrackingNo)
		nullable(w.Encoder, "status_code", string(o.StatusCode))
		text(w.Encoder, "tracker_status_code", string(o.TrackerStatus))
		writeList(w, "obstacles", obstacles, writeObstacle)
	}), err
}

// writeObstacle leaves out the cause, which is for the operator.
func writeObstacle(e *jx.Encoder, o *report.Obstacle) {
	text(e, "kind", o.What)
	nullable(e, "target", o.Target)
	text(e, "state", o.State)
	timestamp(e, "since", o.Since)
	integer(e, "attempts", int64(o.Attempts))
	moment(e, "next_attempt_on", o.Next)
	nullable(e, "message", o.Message)
	if o.Next.IsZero() {
		text(e, "to_do", toDo[o.What].ended)
	} else {
		text(e, "to_do", toDo[o.What].tried)
	}
}

// statsLimit limits the counts of an account, which read the rows of all its orders of these days.
var statsLimit = shell.RateLimit{PerSecond: 1, Burst: 5}

// statsRowBytes is the memory of a count.
const statsRowBytes = 128

// viewStats counts the account's orders of the last days by day, service and state.
func (a *viewing) viewStats(ctx context.Context, c shell.Call, days int) (shell.Response, error) {
	if _, err := a.api.stats.Take(c.Caller.AccountID, statsLimit, 1); err != nil {
		return shell.Response{}, err
	}
	last := a.api.Now().UTC().Truncate(24 * time.Hour)
	first := last.AddDate(0, 0, 1-days)
	counts, err := report.Reader{Store: a.api.Store}.Stats(ctx, c.Caller.AccountID, first, last.AddDate(0, 0, 1),
		[]report.StatsKey{report.StatsDay, report.StatsService, report.StatsState})
	if err != nil {
		return shell.Response{}, err
	}
	if err := a.api.Charge(ctx, int64(len(counts))*statsRowBytes); err != nil {
		return shell.Response{}, err
	}
	return rowsOf(func(w *shell.Rows) {
		text(w.Encoder, "from", first.Format(time.DateOnly))
		text(w.Encoder, "to", last.Format(time.DateOnly))
		writeList(w, "results", counts, func(e *jx.Encoder, n *report.StatsRow) {
			text(e, "day", n.Day.Format(time.DateOnly))
			integer(e, "service_id", n.ServiceID)
			text(e, "tracker_status_code", string(n.State))
			integer(e, "orders", n.Orders)
		})
	}), nil
}
