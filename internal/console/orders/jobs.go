package orders

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/importer"
	"waybill/internal/jobs"
	"waybill/internal/orderfile"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// listedJobs is how many jobs the list of them has.
const listedJobs = 50

// JobStates are the badges of jobs.
var JobStates = web.Badges[jobs.State]("job state")

// JobKinds is what jobs do, in words.
var JobKinds = web.Texts[string]("job kind")

// jobPage is the data of the page of a job.
type jobPage struct {
	jobs.Job
	Text                      string // a key of texts
	Path                      string
	Badge                     web.StatusView
	Busy, HasFile, MayStop    bool
	Percent                   int64
	Changed, Cancelling, Same int64
	Reason                    string // why it failed
	Done                      bool   // Outcomes are no preview
	Outcomes                  []outcome
}

// Release reports whether the job releases orders.
func (p *jobPage) Release() bool { return p.Kind == jobs.Release }

func newJobPage(v *web.Visit, j jobs.Job) *jobPage {
	p := &jobPage{
		Job: j, Text: JobKinds[string(j.Kind)], Path: v.URL("jobs/" + strconv.FormatInt(j.JobID, 10)), Badge: web.Badge(JobStates, j.State),
		Busy: j.State.IsOpen(), Percent: 100 * j.Finished / max(j.Orders, 1), Cancelling: j.Counts[orders.Cancelling],
		Same: j.Counts["unchanged"], Done: true,
	}
	p.Changed = -p.Cancelling - p.Same - j.Kept()
	for _, n := range j.Counts {
		p.Changed += n
	}
	p.MayStop = p.Busy && !j.Stopping && (j.Kind == jobs.Export || v.Can(shipment.WriteOrders))
	if j.Message != (problem.Message{}) {
		p.Reason = v.Words().Say("", j.Message)
	}
	return p
}

// readJob reads the job of the path.
func readJob(v *web.Visit, id int64) (*jobPage, error) {
	j, err := v.Console.Jobs.Job(v.Context(), v.Account.AccountID, id)
	p := newJobPage(v, j)
	if err == nil {
		p.HasFile, err = v.Console.Jobs.HasFile(v.Context(), &j)
	}
	return p, err
}

// viewJob shows how far a job is, or what came of it.
func viewJob(v *web.Visit, p *jobPage) error {
	if !p.Busy && p.Kept() > 0 {
		err := v.Console.Jobs.Kept(v.Context(), &p.Job, func(o jobs.Outcome) error {
			p.Outcomes = append(p.Outcomes, outcome{o.TrackingNo, o.Outcome, KeptMessage(v, o.Problems())})
			return nil
		})
		if err != nil && !errors.Is(err, store.ErrNotFound) { // the reasons are deleted with personal data of the orders
			return err
		}
	}
	if v.FormValue("part") != "" {
		return v.Fragment(http.StatusOK, "job.html", "job", p)
	}
	return v.Render(http.StatusOK, "job.html", p)
}

// listJobs lists the last jobs of the account.
func listJobs(v *web.Visit) error {
	all, err := v.Console.Jobs.List(v.Context(), v.Account.AccountID, listedJobs)
	rows := each.Of(all, func(j jobs.Job) *jobPage { return newJobPage(v, j) })
	return v.Show(err, http.StatusOK, "jobs.html", rows)
}

// stopJob ends a job before its next part.
func stopJob(v *web.Visit, p *jobPage) error {
	if !p.MayStop {
		return v.Redirect(p.Path)
	}
	return v.Done(v.Console.Jobs.Stop(v.Context(), p.AccountID, p.JobID), v.T("It stops. What is done stays done."), p.Path)
}

// sendJobFile sends the file of an export.
func sendJobFile(v *web.Visit, p *jobPage) error {
	if !p.HasFile {
		return store.ErrNotFound
	}
	name := p.File.Form + "-" + p.StartedOn().In(v.Zone).Format(time.DateOnly)
	d := orders.Spreadsheet(name, string(p.File.Format), func(ctx context.Context, w io.Writer) error {
		return v.Console.Jobs.WriteFile(ctx, &p.Job, w)
	})
	d.Kind, d.Saved = orders.Facts, true // its name is ours
	return v.SendDocument(d, nil)
}

// exportOrders writes a file of the selected orders.
func exportOrders(v *web.Visit) error {
	file := jobs.File{Form: orderfile.Orders, Format: importer.CSV}
	switch v.Request.PostForm.Get("format") {
	case string(importer.XLSX):
		file.Format = importer.XLSX
	case orderfile.Tracking:
		file.Form = orderfile.Tracking
	}
	return startJob(v, jobs.New{Kind: jobs.Export, File: file, Base: v.Base()})
}

// startJob starts a job with the selected orders, and shows it.
func startJob(v *web.Visit, n jobs.New) error {
	n.Filter = chosenFilter(v)
	count, exact, err := v.Console.Store.CountUpTo(v.Context(), n.Filter, 1)
	if err == nil && count == 0 && exact {
		err = noneChosen(v)
	}
	if err != nil {
		return err
	}
	start := func(ctx context.Context, by orders.Caller) (jobs.Job, error) { return v.Console.Jobs.Start(ctx, by, n) }
	var j jobs.Job
	if n.Kind == jobs.Export { // which a suspended account may have done
		ctx, done := v.Writing()
		defer done()
		j, err = start(ctx, v.Reader())
	} else {
		j, err = web.AsCaller(v, start)
	}
	if errors.Is(err, store.ErrTooMany) {
		return v.NotDone(http.StatusTooManyRequests,
			v.T("%d changes and exports of this account are under way. Wait, or stop one.", jobs.MaxOpen))
	}
	return v.Done(err, "", newJobPage(v, j).Path)
}
