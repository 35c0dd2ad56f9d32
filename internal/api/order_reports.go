package api

import (
	"context"
	"time"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/shipment"
	"waybill/internal/store/report"
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
func (a *API) explainOrder(ctx context.Context, c shell.Call) (shell.Response, error) {
	o, err := a.Store.OrderByTrackingNo(ctx, c.TrackingNo())
	if err == nil && o.AccountID != c.Caller.AccountID {
		err = shell.ErrNotFound
	}
	if err != nil {
		return shell.Response{}, err
	}
	obstacles, err := report.Reader{Store: a.Store}.Obstacles(ctx, &o)
	return answer.Stream(&explainedOrder{o, obstacles}, writeExplained), err
}

// explainedOrder is an order, and what it waits for.
type explainedOrder struct {
	order     shipment.Order
	obstacles []report.Obstacle
}

func writeExplained(o *openapi.Object, explained *explainedOrder) {
	o.Text("tracking_no", explained.order.TrackingNo)
	o.TextOrNull("status_code", string(explained.order.StatusCode)).IsOrNull("StatusCode")
	o.Text("tracker_status_code", string(explained.order.TrackerStatus)).Is("TrackerStatus")
	openapi.List(o, "obstacles", explained.obstacles, writeObstacle)
}

// writeObstacle leaves out the cause, which is for the operator.
func writeObstacle(o *openapi.Object, found *report.Obstacle) {
	do := toDo[found.What].tried
	if found.Next.IsZero() {
		do = toDo[found.What].ended
	}
	o.Text("kind", found.What).Enum("hold", "outgoing", "submission", "label", "cancellation", "webhook")
	o.TextOrNull("target", found.Target).About("The partner, the event and the endpoint, or the rule that holds the order.")
	o.Text("state", found.State)
	o.Time("since", found.Since)
	o.Int("attempts", int64(found.Attempts)).Minimum(0)
	o.TimeOrNull("next_attempt_on", found.Next)
	o.TextOrNull("reason", found.Reason.String()).About("Why the order has no label yet, in words; null of cancellations and webhooks.")
	o.TextOrNull("message", found.Message).About("What the last attempt ended with.")
	o.Text("to_do", do).About("What you may do, in words.")
}

// statsLimit limits the counts of an account, which read the rows of all its orders of these days.
var statsLimit = shell.RateLimit{PerSecond: 1, Burst: 5}

// statsRowBytes is the memory of a count.
const statsRowBytes = 128

// viewStats counts the account's orders of the last days by day, service and state.
func (a *API) viewStats(ctx context.Context, c shell.Call, days int) (shell.Response, error) {
	if _, err := a.counted.Take(c.Caller.AccountID, statsLimit, 1); err != nil {
		return shell.Response{}, err
	}
	last := a.Now().UTC().Truncate(24 * time.Hour)
	first := last.AddDate(0, 0, 1-days)
	counts, err := report.Reader{Store: a.Store}.Stats(ctx, c.Caller.AccountID, first, last.AddDate(0, 0, 1),
		[]report.StatsKey{report.StatsDay, report.StatsService, report.StatsState})
	if err == nil {
		err = a.Charge(ctx, int64(len(counts))*statsRowBytes)
	}
	return answer.Stream(&stats{first, last, counts}, writeStats), err
}

// stats are the counts of some days.
type stats struct {
	first, last time.Time
	counts      []report.StatsRow
}

func writeStats(o *openapi.Object, s *stats) {
	o.Text("from", s.first.Format(time.DateOnly)).Format("date").About("The first day.")
	o.Text("to", s.last.Format(time.DateOnly)).Format("date").About("The last day, which is today.")
	openapi.List(o, "results", s.counts, func(o *openapi.Object, n *report.StatsRow) {
		o.Text("day", n.Day.Format(time.DateOnly)).Format("date")
		o.Int64("service_id", n.ServiceID).Minimum(0).About("0 is a return without a lane.")
		o.Text("tracker_status_code", string(n.State)).Is("TrackerStatus")
		o.Int64("orders", n.Orders).Minimum(1)
	})
}
