package floor

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/feature"
	"waybill/internal/jobs"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

const (
	// mostChosen is how many parcels of a list a change takes, and pageOfChosen how many of them are read at once.
	mostChosen   = 10_000
	pageOfChosen = 1000
	// mostGroups is of how many accounts the parcels of a change are at most.
	mostGroups = 200
	// mostTried is how many parcels are tried before a change.
	mostTried = request.MaxParcels
	// startTime is for how long the jobs of a change have their first turn when they are started.
	startTime = 2 * time.Second
)

// newService makes a Service that starts jobs.
func newService(c feature.Core) *Service {
	s := New(c.Orders)
	s.Jobs = jobs.NewService(c.Orders.Store, c.Orders, c.Log)
	return s
}

// Group is the chosen parcels of an account, and the job that changes them.
type Group struct {
	AccountID int64
	Numbers   []string
	Counts    map[string]int64 // of a trial: parcels by what would come of them
	Kept      []orders.Result  // of a trial: what would not be changed
	Job       jobs.Job         // zero: it is not started
	Refused   problem.Message  // why
}

// Chosen are parcels that are to be changed.
type Chosen struct {
	Groups  []Group // by account
	Unknown []string
	Several []string // codes that several orders have: none of these is chosen
}

// Size is how many parcels are chosen.
func (c *Chosen) Size() (n int) {
	for i := range c.Groups {
		n += len(c.Groups[i].Numbers)
	}
	return n
}

func (c *Chosen) add(all map[int64][]string) {
	for _, account := range slices.Sorted(maps.Keys(all)) {
		c.Groups = append(c.Groups, Group{AccountID: account, Numbers: all[account]})
	}
}

// Choose returns the parcels that codes name, in all accounts.
func (s *Service) Choose(ctx context.Context, codes []string) (c Chosen, err error) {
	named, err := s.orders.Store.OrdersOfCodes(ctx, codes)
	all, known := map[int64][]string{}, map[string]bool{}
	for _, code := range codes {
		found := named[code]
		if exact := slices.IndexFunc(found, func(o shipment.Order) bool { return o.TrackingNo == shipment.TrackingKey(code) }); exact >= 0 {
			found = found[exact : exact+1]
		}
		switch {
		case len(found) == 0:
			c.Unknown = append(c.Unknown, code)
		case len(found) > 1:
			c.Several = append(c.Several, code)
		case !known[found[0].TrackingNo]:
			known[found[0].TrackingNo] = true
			all[found[0].AccountID] = append(all[found[0].AccountID], found[0].TrackingNo)
		}
	}
	c.add(all)
	return c, err
}

// ChooseAll returns all parcels that f selects and that were created until a time. Returns a *request.InvalidError if they are more than
// mostChosen.
func (s *Service) ChooseAll(ctx context.Context, f request.ParcelFilter, until time.Time) (c Chosen, err error) {
	if f.To.IsZero() || until.Before(f.To) {
		f.To = until
	}
	all, n := map[int64][]string{}, 0
	for place, more := "", true; more; {
		found, next, ok, err := s.page(ctx, f, place, pageOfChosen)
		if n += len(found); err != nil || !ok || n > mostChosen {
			return c, cmp.Or(err, request.Wrong(request.NonFieldErrors, problem.ManyChosen.With(mostChosen)))
		}
		for i := range found {
			all[found[i].AccountID] = append(all[found[i].AccountID], found[i].TrackingNo)
		}
		place, more = next, next != ""
	}
	c.add(all)
	return c, nil
}

// caller is the caller of operations on the orders of a group. A message is why there is none.
func (s *Service) caller(ctx context.Context, g *Group, kind jobs.Kind, languages []string) (orders.Caller, error) {
	a, err := s.orders.Store.MasterData.Account(ctx, g.AccountID)
	if err == nil && !a.SuspendedOn.IsZero() && !kind.WhileSuspended() {
		g.Refused = problem.AccountSuspended
	}
	return orders.Caller{Caller: a.Caller(), Languages: languages}, err
}

// Try notes in each group what would come of a change, of the first mostTried parcels. Returns a *request.InvalidError.
func (s *Service) Try(ctx context.Context, groups []Group, kind jobs.Kind, fields map[string]any) error {
	tried := maps.Clone(fields)
	tried["dry_run"] = true
	left := mostTried
	for i := range groups {
		g := &groups[i]
		by, err := s.caller(ctx, g, kind, nil)
		if err != nil {
			return err
		}
		g.Counts = map[string]int64{}
		for some := range slices.Chunk(g.Numbers[:min(len(g.Numbers), left)], request.MaxEdited) {
			results, err := s.Jobs.Do(ctx, by, kind, tried, some)
			if err != nil {
				return err
			}
			for _, r := range results {
				if g.Counts[r.Outcome]++; r.Outcome == orders.Refused || r.Outcome == orders.NotFound {
					g.Kept = append(g.Kept, r)
				}
			}
			left -= len(some)
		}
	}
	return nil
}

// Start starts a job for each group, or says in the group why not. Where the parcels are is reported as of now. Returns a
// *request.InvalidError, and nothing is started. An error after a job was started leaves those before: they may be started again.
func (s *Service) Start(ctx context.Context, groups []Group, kind jobs.Kind, fields map[string]any, languages []string) error {
	if fields["occurred_on"] == nil && kind == jobs.Report {
		fields["occurred_on"] = shipment.FormatTime(s.orders.Now())
	}
	end := time.Now().Add(startTime)
	for i := range groups {
		g := &groups[i]
		by, err := s.caller(ctx, g, kind, languages)
		if err != nil {
			return err
		}
		if !g.Refused.IsZero() {
			continue
		}
		g.Job, err = s.Jobs.Start(ctx, by, jobs.New{Kind: kind, Fields: fields, Later: time.Now().After(end), Filter: store.OrderFilter{
			AccountID: g.AccountID, Filter: shipment.Filter{TrackingNos: g.Numbers},
		}})
		if errors.Is(err, store.ErrTooMany) {
			g.Job, g.Refused, err = jobs.Job{}, problem.ManyJobs.With(jobs.MaxOpen), nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Job returns a job of an account that changes parcels. Returns store.ErrNotFound.
func (s *Service) Job(ctx context.Context, accountID, jobID int64) (jobs.Job, error) {
	j, err := s.Jobs.Job(ctx, accountID, jobID)
	if err == nil && !slices.Contains(request.ParcelActions(), string(j.Kind)) {
		err = store.ErrNotFound
	}
	return j, err
}

// Kept returns what a job did not change, and why, at most jobs.MaxKept parcels.
func (s *Service) Kept(ctx context.Context, j *jobs.Job) (kept []jobs.Outcome, err error) {
	if j.Kept() == 0 {
		return nil, nil
	}
	err = s.Jobs.Kept(ctx, j, func(o jobs.Outcome) error {
		kept = append(kept, o)
		return nil
	})
	if errors.Is(err, store.ErrNotFound) { // deleted with personal data of the orders
		err = nil
	}
	return kept, err
}

// jobPart is how far a job is.
type jobPart struct {
	AccountID, JobID int64
	State            string
	Parcels, Done    int64
	Counts           map[string]int64
	Kept             []jobs.Outcome
	Refused          problem.Message
}

// changed is how many parcels became something else.
func (p *jobPart) changed() (n int64) {
	for outcome, count := range p.Counts {
		if outcome != "unchanged" && outcome != orders.Refused && outcome != orders.NotFound {
			n += count
		}
	}
	return n
}

// partOf is how far the job of a group is, or what was tried.
func (s *Service) partOf(ctx context.Context, g *Group) (p jobPart, err error) {
	p = jobPart{AccountID: g.AccountID, JobID: g.Job.JobID, State: string(g.Job.State), Parcels: int64(len(g.Numbers)), Refused: g.Refused}
	switch {
	case p.JobID != 0:
		p.Parcels, p.Done, p.Counts = max(p.Parcels, g.Job.Orders), g.Job.Finished, g.Job.Counts
		p.Kept, err = s.Kept(ctx, &g.Job)
	case !p.Refused.IsZero():
		p.State = "refused"
	default:
		p.State, p.Counts = "tried", g.Counts
		p.Kept = each.Of(g.Kept, func(r orders.Result) jobs.Outcome { return jobs.OutcomeOf(&r) })
	}
	return p, err
}
