package floor

import (
	"context"
	"maps"
	"slices"
	"strings"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
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
		answer.Why(o, nil, whyNot(k))
	}).About("Why, of at most 1,000 parcels.")
}

// whyNot says why a parcel was not changed.
func whyNot(o *jobs.Outcome) problem.Message {
	all := slices.Concat(slices.Collect(maps.Values(o.Problems()))...)
	slices.SortFunc(all, func(a, b problem.Message) int { return strings.Compare(a.String(), b.String()) })
	return problem.Join(all...)
}
