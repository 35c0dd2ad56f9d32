package floor

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"time"

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

// The states of groups without a job.
const (
	tried   jobs.State = "tried"
	refused jobs.State = "refused"
)

// newService makes a Service that starts jobs.
func newService(c feature.Core) *Service {
	s := New(c.Orders)
	s.Jobs = jobs.NewService(c.Orders.Store, c.Orders, c.Log)
	return s
}

// Group is parcels of an account that are to be changed, and what comes of them.
type Group struct {
	AccountID int64
	Numbers   []string       // that were chosen
	Job       jobs.Job       // that changes them. Without an id it was not started: it has a state and counts
	Kept      []jobs.Outcome // what is not changed, and why; without a number: nothing is
}

// Parcels is how many there are.
func (g *Group) Parcels() int64 { return max(int64(len(g.Numbers)), g.Job.Orders) }

// Same is how many were before what they should become.
func (g *Group) Same() int64 { return g.Job.Counts["unchanged"] }

// Changed is how many became something else.
func (g *Group) Changed() int64 {
	changed := -g.Same() - g.Job.Kept()
	for _, count := range g.Job.Counts {
		changed += count
	}
	return changed
}

// end notes what came of the parcels without a job.
func (g *Group) end(state jobs.State, results []orders.Result) {
	g.Job = jobs.Job{State: state, Progress: jobs.Progress{Counts: map[string]int64{}}}
	for i := range results {
		if g.Job.Counts[results[i].Outcome]++; results[i].Outcome == orders.Refused || results[i].Outcome == orders.NotFound {
			g.Kept = append(g.Kept, jobs.OutcomeOf(&results[i]))
		}
	}
}

func (g *Group) refuse(why problem.Message) {
	g.end(refused, []orders.Result{{Outcome: orders.Refused, Message: why}})
	g.Job.Counts[orders.Refused] = int64(len(g.Numbers))
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

// Choose returns the parcels that a change is about. Returns a *request.InvalidError if they are more than mostChosen, or of more than
// mostGroups accounts.
func (s *Service) Choose(ctx context.Context, sent *request.ParcelChange) (c Chosen, err error) {
	all := map[int64][]string{}
	switch f := sent.Filter; {
	case f == nil:
		err = s.chooseCodes(ctx, sent.Codes, all, &c)
	case f.Code != "" && f.AccountID == 0: // several shippers may have it
		err = s.chooseCodes(ctx, []string{f.Code}, all, &c)
	default:
		err = s.chooseAll(ctx, *f, all)
	}
	if len(all) > mostGroups {
		err = cmp.Or(err, request.Wrong(request.NonFieldErrors, problem.ManyAccounts.With(mostGroups)))
	}
	if err != nil {
		return Chosen{}, err
	}
	for _, account := range slices.Sorted(maps.Keys(all)) {
		c.Groups = append(c.Groups, Group{AccountID: account, Numbers: all[account]})
	}
	return c, nil
}

func (s *Service) chooseCodes(ctx context.Context, codes []string, all map[int64][]string, c *Chosen) error {
	named, err := s.orders.Store.OrdersOfCodes(ctx, codes)
	known := map[string]bool{}
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
	return err
}

func (s *Service) chooseAll(ctx context.Context, f request.ParcelFilter, all map[int64][]string) error {
	n := 0
	for place, more := "", true; more; more = place != "" {
		found, next, ok, err := s.page(ctx, f, place, pageOfChosen)
		if n += len(found); err != nil || !ok || n > mostChosen {
			return cmp.Or(err, request.Wrong(request.NonFieldErrors, problem.ManyChosen.With(mostChosen)))
		}
		for i := range found {
			all[found[i].AccountID] = append(all[found[i].AccountID], found[i].TrackingNo)
		}
		place = next
	}
	return nil
}

// Change starts a job for each group, or says in the group why not, or with DryRun what would come of the first mostTried parcels. A report
// has one time for all. Returns a *request.InvalidError, and nothing is started. An error after a job was started leaves those before: they
// may be started again.
func (s *Service) Change(ctx context.Context, groups []Group, sent *request.ParcelChange, languages []string) error {
	left, end, kind, fields := mostTried, time.Now().Add(startTime), jobs.Kind(sent.Kind), maps.Clone(sent.Fields)
	if fields["occurred_on"] == nil && kind == jobs.Report {
		fields["occurred_on"] = shipment.FormatTime(s.orders.Now())
	}
	if sent.DryRun {
		fields["dry_run"] = true
	}
	for i := range groups {
		g := &groups[i]
		a, err := s.orders.Store.MasterData.Account(ctx, g.AccountID)
		by := orders.Caller{Caller: a.Caller(), Languages: languages}
		switch {
		case err != nil:
		case !a.SuspendedOn.IsZero() && !kind.WhileSuspended():
			g.refuse(problem.AccountSuspended)
		case sent.DryRun:
			n := min(len(g.Numbers), left)
			left -= n
			err = s.try(ctx, by, g, kind, fields, g.Numbers[:n])
		default:
			err = s.start(ctx, by, g, jobs.New{Kind: kind, Fields: fields, Later: time.Now().After(end)})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) try(ctx context.Context, by orders.Caller, g *Group, kind jobs.Kind, fields map[string]any, numbers []string) error {
	var all []orders.Result
	for some := range slices.Chunk(numbers, request.MaxEdited) {
		results, err := s.Jobs.Do(ctx, by, kind, fields, some)
		if err != nil {
			return err
		}
		all = append(all, results...)
	}
	g.end(tried, all)
	return nil
}

func (s *Service) start(ctx context.Context, by orders.Caller, g *Group, n jobs.New) (err error) {
	n.Filter = store.OrderFilter{AccountID: g.AccountID, Filter: shipment.Filter{TrackingNos: g.Numbers}}
	g.Job, err = s.Jobs.Start(ctx, by, n)
	if errors.Is(err, store.ErrTooMany) {
		g.refuse(problem.ManyJobs.With(jobs.MaxOpen))
		return nil
	}
	if err == nil {
		err = s.readKept(ctx, g)
	}
	return err
}

// Follow returns the group of a job that changes parcels, without their numbers. Returns store.ErrNotFound.
func (s *Service) Follow(ctx context.Context, accountID, jobID int64) (g Group, err error) {
	g.AccountID = accountID
	g.Job, err = s.Jobs.Job(ctx, accountID, jobID)
	if err == nil && !slices.Contains(request.ParcelActions(), string(g.Job.Kind)) {
		err = store.ErrNotFound
	}
	if err == nil {
		err = s.readKept(ctx, &g)
	}
	return g, err
}

// readKept reads what a job did not change, at most jobs.MaxKept parcels.
func (s *Service) readKept(ctx context.Context, g *Group) error {
	if g.Job.Kept() == 0 {
		return nil
	}
	err := s.Jobs.Kept(ctx, &g.Job, func(o jobs.Outcome) error {
		g.Kept = append(g.Kept, o)
		return nil
	})
	if errors.Is(err, store.ErrNotFound) { // deleted with personal data of the orders
		return nil
	}
	return err
}
