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

// printAction is an action of the page that changes nothing: each account has a file of labels.
const printAction = "print"

// correctedLost is the value of the form for a parcel that is lost.
const correctedLost = "LOST"

// changePage is the page that changes parcels of many accounts.
type changePage struct {
	Form                *web.Form
	Kind, Title, Action string
	Kinds, Statuses     []web.Option
	Countries           []web.Option
	Chosen              Chosen
	Size                int
	Parts               []shownPart
	Sent                url.Values // selects the same parcels in the next form
	Tried               bool
	Started, Busy       bool // jobs are shown
	Path                string
}

// Unknown are codes that no order has.
func (p *changePage) Unknown() string { return strings.Join(p.Chosen.Unknown, ", ") }

// Several are codes that several orders have.
func (p *changePage) Several() string { return strings.Join(p.Chosen.Several, ", ") }

// shownPart is an account of the page, and what comes of its parcels.
type shownPart struct {
	jobPart
	Account, Print string
	Numbers        []string
	Changed, Same  int64
	Reasons        []shownReason
	Badge          web.StatusView
	Busy           bool
}

type shownReason struct{ Account, TrackingNo, Text string }

func actionOptions(v *web.Visit) []web.Option {
	options := each.Of(request.ParcelActions(), func(a string) web.Option {
		return web.Option{Value: a, Text: v.T(consoleorders.JobKinds[a])}
	})
	return append(options, web.Option{Value: printAction, Text: v.T("Print labels")})
}

// newChangePage makes the page of the form that was sent.
func newChangePage(v *web.Visit) *changePage {
	form := v.Request.PostForm
	p := &changePage{
		Form: web.NewForm(form).Label("tracking_nos", v.T("Numbers or references")).Label("reason", v.T("Reason")).Label("status", v.T("Status")),
		Kind: form.Get("kind"), Kinds: actionOptions(v), Action: strings.TrimSuffix(changePath+"?"+v.Request.URL.RawQuery, "?"),
	}
	if p.Kind != printAction && !slices.Contains(request.ParcelActions(), p.Kind) {
		p.Kind = ""
	}
	p.Title = v.T(consoleorders.JobKinds[p.Kind])
	if p.Kind == printAction {
		p.Title = v.T("Print labels")
	}
	return p
}

// changeParcels asks what is done with parcels of any account, shows by account what would come of it, and starts the jobs that do it.
func (pg *pages) changeParcels(v *web.Visit) error {
	form, p := v.Request.PostForm, newChangePage(v)
	if v.Request.Method == http.MethodPost {
		if err := v.FailWith(p.Form, pg.choose(v, p)); err != nil {
			return err
		}
	}
	ctx, done := v.Writing()
	defer done()
	if p.Size > 0 && !p.Form.Failed() && p.Kind != "" && p.Kind != printAction {
		var err error
		switch fields := fieldsOf(p.Form, p.Kind); {
		case form.Get("action") == "do":
			err = pg.Start(ctx, p.Chosen.Groups, jobs.Kind(p.Kind), fields, []string{v.Language.Tag})
			if err == nil {
				return pg.showStarted(v, p)
			}
		case form.Get("action") != "" || p.Kind == string(jobs.Release) || p.Kind == string(jobs.Cancel):
			err = pg.Try(ctx, p.Chosen.Groups, jobs.Kind(p.Kind), fields)
			p.Tried = err == nil
		}
		if err := v.FailWith(p.Form, err); err != nil {
			return err
		}
	}
	return pg.showChange(v, p)
}

// fieldsOf are the fields of a form that an action takes.
func fieldsOf(f *web.Form, kind string) map[string]any {
	fields := map[string]any{}
	for _, name := range request.FieldsOfAction(kind) {
		if value := strings.TrimSpace(f.Value(name)); value != "" {
			fields[name] = value
		}
	}
	if fields["status"] == correctedLost {
		fields["status"], fields["lost"] = string(shipment.Exception), true
	}
	return fields
}

// choose chooses the parcels of the boxes or numbers of the form, or all that its address selects and that exist now. Returns a
// *request.InvalidError.
func (pg *pages) choose(v *web.Visit, p *changePage) (err error) {
	form := v.Request.PostForm
	if form.Get("all") != "" {
		now := v.Console.Now()
		if micros, err := strconv.ParseInt(form.Get("until"), 10, 64); err == nil && micros < now.UnixMicro() {
			now = time.UnixMicro(micros)
		}
		f, problems := request.ReadParcelFilter(filterOfPage(v.Request.URL.Query()))
		if problems != nil {
			return &request.InvalidError{Problems: problems}
		}
		p.Sent = url.Values{"all": {"1"}, "until": {strconv.FormatInt(now.UnixMicro(), 10)}}
		p.Chosen, err = pg.ChooseAll(v.Context(), f, now)
	} else {
		codes := strings.Fields(strings.Join(form["selected"], " ") + " " + form.Get("tracking_nos"))
		if len(codes) > request.MaxParcels {
			return request.Wrong("tracking_nos", problem.ManyChosen.With(request.MaxParcels))
		}
		p.Sent = url.Values{"tracking_nos": {strings.Join(codes, " ")}}
		p.Chosen, err = pg.Choose(v.Context(), slices.DeleteFunc(codes, func(c string) bool { return !engine.IsText(c) }))
	}
	p.Size = p.Chosen.Size()
	switch {
	case err != nil:
		return err
	case len(p.Chosen.Groups) > mostGroups:
		return request.Wrong(request.NonFieldErrors, problem.ManyAccounts.With(mostGroups))
	case p.Size == 0:
		p.Form.Fail("tracking_nos", v.T("No order is selected"))
	}
	return nil
}

func (pg *pages) showChange(v *web.Visit, p *changePage) (err error) {
	if p.Parts, err = pg.partsOf(v, p.Chosen.Groups); err != nil {
		return err
	}
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
	status := http.StatusOK
	if p.Form.Failed() {
		status = http.StatusUnprocessableEntity
	}
	return v.Render(status, "parcels_change.html", p)
}

// partsOf shows what comes of groups, with why parcels stay as they are.
func (pg *pages) partsOf(v *web.Visit, groups []Group) (parts []shownPart, err error) {
	names, err := v.AccountNames()
	for i := range groups {
		if err != nil {
			return nil, err
		}
		g := &groups[i]
		var part jobPart
		part, err = pg.partOf(v.Context(), g)
		shown := shownPart{
			jobPart: part, Account: names[g.AccountID], Numbers: g.Numbers, Changed: part.changed(), Same: part.Counts["unchanged"],
			Print: web.AccountHome(g.AccountID) + "orders/print", Badge: web.Badge(consoleorders.JobStates, g.Job.State), Busy: g.Job.State.IsOpen(),
		}
		if !part.Refused.IsZero() {
			shown.Reasons = []shownReason{{shown.Account, "", v.Words().Say("", part.Refused)}}
		}
		for _, o := range part.Kept {
			shown.Reasons = append(shown.Reasons, shownReason{shown.Account, o.TrackingNo, consoleorders.KeptMessage(v, o.Problems())})
		}
		parts = append(parts, shown)
	}
	return parts, err
}

// showStarted shows the jobs of a change. A toast names the accounts for which no job was started.
func (pg *pages) showStarted(v *web.Visit, p *changePage) error {
	query := url.Values{}
	var refused []string
	names, err := v.AccountNames()
	for i := range p.Chosen.Groups {
		if g := &p.Chosen.Groups[i]; g.Refused.IsZero() {
			query.Add("job", strconv.FormatInt(g.AccountID, 10)+"-"+strconv.FormatInt(g.Job.JobID, 10))
		} else {
			refused = append(refused, names[g.AccountID]+": "+v.Words().Say("", g.Refused))
		}
	}
	if err != nil || len(query) == 0 {
		for _, text := range refused {
			p.Form.Fail("", text)
		}
		p.Chosen.Groups = slices.DeleteFunc(p.Chosen.Groups, func(g Group) bool { return err != nil || !g.Refused.IsZero() })
		return pg.showChange(v, p)
	}
	if refused != nil {
		v.Toast(strings.Join(refused, " "))
	}
	return v.Redirect(jobsPath + "?" + query.Encode())
}

// viewJobs shows how far the jobs of a change are.
func (pg *pages) viewJobs(v *web.Visit) error {
	query := v.Request.URL.Query()
	var groups []Group
	for _, name := range query["job"][:min(len(query["job"]), mostGroups)] {
		account, id, _ := strings.Cut(name, "-")
		g := Group{}
		g.AccountID, _ = strconv.ParseInt(account, 10, 64)
		jobID, _ := strconv.ParseInt(id, 10, 64)
		var err error
		if g.Job, err = pg.Job(v.Context(), g.AccountID, jobID); err != nil {
			return err
		}
		groups = append(groups, g)
	}
	kept := maps.Clone(query)
	kept.Set("part", "jobs")
	parts, err := pg.partsOf(v, groups)
	if err != nil {
		return err
	}
	p := &changePage{Started: true, Path: jobsPath + "?" + kept.Encode(), Form: web.NewForm(nil), Parts: parts}
	p.Busy = slices.ContainsFunc(p.Parts, func(p shownPart) bool { return p.Busy })
	if v.FormValue("part") != "" {
		return v.Fragment(http.StatusOK, "parcels_change.html", "jobs", p)
	}
	return v.Render(http.StatusOK, "parcels_change.html", p)
}
