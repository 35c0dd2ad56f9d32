package floor

import (
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	consoleorders "waybill/internal/console/orders"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/jobs"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

const (
	changePath = parcelsPath + "/change"
	jobsPath   = parcelsPath + "/jobs"
)

// printAction is an action of the page that changes nothing: each account has files of labels and orders.
const printAction = "print"

// correctedLost is the value of the form for a parcel that is lost.
const correctedLost = "LOST"

// changePage is the page that changes parcels of many accounts.
type changePage struct {
	Chosen
	Form                       *web.Form
	Kind, Title, Action, Path  string
	Kinds, Statuses, Countries []web.Option
	Accounts                   map[int64]string
	Sent                       url.Values // selects the same parcels in the next form
	Tried, Started, Busy       bool       // Started: jobs are shown
	visit                      *web.Visit
}

func newChangePage(v *web.Visit) (*changePage, error) {
	names, err := v.AccountNames()
	return &changePage{
		Form: web.NewForm(v.Request.PostForm).Label("tracking_nos", v.T("Numbers or references")).Label("reason", v.T("Reason")).
			Label("status", v.T("Status")),
		Kinds: actionOptions(v), Action: strings.TrimSuffix(changePath+"?"+v.Request.URL.RawQuery, "?"), Accounts: names, visit: v,
	}, err
}

// Join are texts in one line.
func (p *changePage) Join(texts []string) string { return strings.Join(texts, ", ") }

// Badge is how far a job is.
func (p *changePage) Badge(state jobs.State) web.StatusView {
	return web.Badge(consoleorders.JobStates, state)
}

// Why says why a parcel is not changed.
func (p *changePage) Why(o jobs.Outcome) string {
	return consoleorders.KeptMessage(p.visit, o.Problems())
}

func actionOptions(v *web.Visit) []web.Option {
	options := each.Of(request.ParcelActions(), func(a string) web.Option {
		return web.Option{Value: a, Text: v.T(consoleorders.JobKinds[a])}
	})
	return append(options, web.Option{Value: printAction, Text: v.T("Print labels or export")})
}

// changeParcels asks what is done with parcels of any account, shows by account what would come of it, and starts the jobs that do it.
func (pg *pages) changeParcels(v *web.Visit) error {
	form := v.Request.PostForm
	sent := fieldsOf(form)
	p, err := newChangePage(v)
	if i := slices.IndexFunc(p.Kinds, func(o web.Option) bool { return o.Value == sent.Kind }); i >= 0 {
		p.Kind, p.Title = sent.Kind, p.Kinds[i].Text
	}
	ctx, done := v.Writing()
	defer done()
	if err == nil && v.Request.Method == http.MethodPost {
		err = pg.choose(v, p, &sent)
	}
	action := form.Get("action")
	sent.DryRun = action != "do"
	asks := action != "" || p.Kind == string(jobs.Release) || p.Kind == string(jobs.Cancel)
	if err == nil && p.Size() > 0 && p.Kind != "" && p.Kind != printAction && asks {
		err = pg.Change(ctx, p.Groups, &sent, []string{v.Language.Tag})
		p.Tried = err == nil
	}
	if err = v.FailWith(p.Form, err); err == nil && p.Tried && !sent.DryRun {
		return pg.showStarted(v, p)
	}
	if err != nil {
		return err
	}
	return pg.showChange(v, p)
}

// fieldsOf is the change that a form asks for, without its parcels.
func fieldsOf(form url.Values) request.ParcelChange {
	sent := request.ParcelChange{Kind: form.Get("kind"), Fields: map[string]any{}}
	for _, name := range request.FieldsOfAction(sent.Kind) {
		if value := strings.TrimSpace(form.Get(name)); value != "" {
			sent.Fields[name] = value
		}
	}
	if sent.Fields["status"] == correctedLost {
		sent.Fields["status"], sent.Fields["lost"] = string(shipment.Exception), true
	}
	return sent
}

// choose chooses the parcels of the boxes or numbers of the form, or all that its address selects and that exist now. Returns a
// *request.InvalidError.
func (pg *pages) choose(v *web.Visit, p *changePage, sent *request.ParcelChange) (err error) {
	form := v.Request.PostForm
	if form.Get("all") != "" {
		until := v.Console.Now()
		if micros, err := strconv.ParseInt(form.Get("until"), 10, 64); err == nil && micros < until.UnixMicro() {
			until = time.UnixMicro(micros)
		}
		f, problems := request.ReadParcelFilter(filterOfPage(v.Request.URL.Query()))
		if problems != nil {
			return &request.InvalidError{Problems: problems}
		}
		if f.To.IsZero() || until.Before(f.To) {
			f.To = until
		}
		sent.Filter = &f
		p.Sent = url.Values{"all": {"1"}, "until": {strconv.FormatInt(until.UnixMicro(), 10)}}
	} else {
		codes := strings.Fields(strings.Join(form["selected"], " ") + " " + form.Get("tracking_nos"))
		if len(codes) > request.MaxParcels {
			return request.Wrong("tracking_nos", problem.ManyChosen.With(request.MaxParcels))
		}
		sent.Codes = engine.KeepText(codes)
		p.Sent = url.Values{"tracking_nos": {strings.Join(codes, " ")}}
	}
	if p.Chosen, err = pg.Choose(v.Context(), sent); err == nil && p.Size() == 0 {
		p.Form.Fail("tracking_nos", v.T("No order is selected"))
	}
	return err
}

func (pg *pages) showChange(v *web.Visit, p *changePage) (err error) {
	p.Countries = v.CountryOptions()
	for _, s := range shipment.TrackerStatuses() {
		if s != shipment.Cancelled && (p.Kind != string(jobs.Report) || s != shipment.OrderCreated) {
			p.Statuses = append(p.Statuses, web.Option{Value: string(s), Text: v.T(web.StatusOf(s).Text)})
		}
	}
	if p.Kind == string(jobs.Correct) {
		p.Statuses = append(p.Statuses, web.Option{Value: correctedLost, Text: v.T("The parcel is lost")})
	}
	p.Statuses = web.Options(v.T("Choose one."), p.Statuses, func(o web.Option) web.Option { return o })
	return p.show("layout")
}

// show shows a template of the page.
func (p *changePage) show(name string) error {
	status := http.StatusOK
	if p.Form.Failed() {
		status = http.StatusUnprocessableEntity
	}
	return p.visit.Fragment(status, "parcels_change.html", name, p)
}

// showStarted shows the jobs of a change. A toast says for which accounts there is none, and why.
func (pg *pages) showStarted(v *web.Visit, p *changePage) error {
	query, refusals := url.Values{}, []string(nil)
	for i := range p.Groups {
		if g := &p.Groups[i]; g.Job.JobID != 0 {
			query.Add("job", strconv.FormatInt(g.AccountID, 10)+"-"+strconv.FormatInt(g.Job.JobID, 10))
		} else {
			refusals = append(refusals, p.Accounts[g.AccountID]+": "+p.Why(g.Kept[0]))
		}
	}
	if len(query) == 0 {
		return pg.showChange(v, p)
	}
	return v.Done(nil, strings.Join(refusals, " "), jobsPath+"?"+query.Encode())
}

// viewJobs shows how far the jobs of a change are.
func (pg *pages) viewJobs(v *web.Visit) error {
	query := v.Request.URL.Query()
	p, err := newChangePage(v)
	for _, name := range query["job"][:min(len(query["job"]), mostGroups)] {
		account, job, _ := strings.Cut(name, "-")
		accountID, _ := strconv.ParseInt(account, 10, 64)
		jobID, _ := strconv.ParseInt(job, 10, 64)
		if err == nil {
			var g Group
			g, err = pg.Follow(v.Context(), accountID, jobID)
			p.Groups = append(p.Groups, g)
		}
	}
	if err != nil {
		return err
	}
	p.Busy = slices.ContainsFunc(p.Groups, func(g Group) bool { return g.Job.State.IsOpen() })
	kept := maps.Clone(query)
	kept.Set("part", "jobs")
	p.Started, p.Path = true, jobsPath+"?"+kept.Encode()
	return p.show(map[bool]string{true: "jobs", false: "layout"}[query.Has("part")])
}
