package floor

import (
	"context"
	"slices"
	"strings"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/jobs"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
)

// changeParcels starts the jobs that change parcels of any account, or says what would come of them.
func (r *routes) changeParcels(ctx context.Context, _ shell.Call, sent request.ParcelChange) (Chosen, error) {
	// It is made here: the routes are also made to describe them, and draw no random names.
	floor := newService(r.Core)
	if sent.Kind == string(jobs.Report) && sent.Fields["occurred_on"] == nil { // else a request that is sent again reports it twice
		return Chosen{}, request.Wrong("occurred_on", problem.Required)
	}
	c, err := floor.Choose(ctx, &sent)
	if err == nil {
		err = floor.Change(ctx, c.Groups, &sent, nil)
	}
	return c, err
}

// followJob says how far a job is that changes parcels.
func (r *routes) followJob(ctx context.Context, c shell.Call) (Group, error) {
	return newService(r.Core).Follow(ctx, c.IDIn("account_id"), c.ID())
}

func writeChosen(o *openapi.Object, c *Chosen) {
	openapi.List(o, "jobs", c.Groups, writeGroup).Of("ParcelJob").About("One of each account.")
	openapi.Texts(o, "not_found", c.Unknown).About("What no order has, as it was sent.")
	openapi.Texts(o, "ambiguous", c.Several).About("What several orders have: none of them is changed. Send tracking numbers.")
}

func writeGroup(o *openapi.Object, g *Group) {
	o.Int64("account_id", g.AccountID)
	o.OrNull(g.Job.JobID != 0).Int("job_id", g.Job.JobID).Format("int64").About("Null if no job was started.")
	o.Text("state", string(g.Job.State)).Enum(string(tried), string(refused), "choosing", "running", "done", "stopped", "failed").
		About("`tried`: by `dry_run`. `refused`: the account takes no change, see `not_changed`. It goes on while it is `choosing` or `running`.")
	o.Int64("parcels", g.Parcels())
	o.Int64("changed", g.Changed())
	o.Int64("unchanged", g.Same()).About("They were so before.")
	o.Int64("refused", g.Job.Kept())
	openapi.List(o, "not_changed", g.Kept, func(o *openapi.Object, k *jobs.Outcome) {
		o.TextOrNull("tracking_no", k.TrackingNo).About("Null: all.")
		o.Text("result", k.Outcome).Enum(orders.Refused, orders.NotFound)
		o.Text("message", english(k)).MinLength(1)
	}).About("Why, of at most 1,000 parcels.")
}

// english says why a parcel was not changed.
func english(o *jobs.Outcome) string {
	var said []string
	for _, messages := range o.Problems() {
		said = append(said, each.Of(messages, problem.Message.String)...)
	}
	slices.Sort(said)
	return strings.Join(said, " ")
}
