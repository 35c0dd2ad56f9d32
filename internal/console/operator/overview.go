package operator

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/store/report"
)

const (
	// overviewEndpoints is how many failing endpoints the overview counts.
	overviewEndpoints = 100
	// overviewLate is how long work may be due before the overview asks to look at it.
	overviewLate = 10 * time.Minute
	// failuresToSay is how many calls to a partner fail in a row before the overview says so.
	failuresToSay = 3
	// overviewAccounts is how many accounts the overview shows.
	overviewAccounts = 8
)

// overviewQueue is a kind of work that waits.
type overviewQueue struct {
	Name      string // a key of texts
	Waiting   int64
	OldestDue time.Time // zero: nothing is due
	Path      string
	Late      bool
}

// queuePages are the names of the kinds of queues and the pages about them.
var queuePages = map[string]struct{ name, path string }{
	"submissions":   {web.Key("Orders to partners"), "submissions"},
	"cancellations": {web.Key("Cancellations to partners"), "submissions"},
	"labels":        {web.Key("Labels of partners"), "submissions"},
	"deliveries":    {web.Key("Webhooks"), "endpoints"},
	"imports":       {web.Key("Imports"), "accounts"},
	"jobs":          {web.Key("Changes and exports"), "accounts"},
	"search":        {web.Key("Search index"), "system"},
}

// overview shows the operator what waits and what fails.
func overview(v *web.Visit) error {
	ctx, s := v.Context(), v.Console.Store
	var r web.Reading
	facts := web.Read1(&r, v.Console.Reports.Facts, ctx)
	failing := web.Read2(&r, s.Webhooks.FailingEndpoints, ctx, overviewEndpoints)
	accounts := web.Read1(&r, s.MasterData.Accounts, ctx)
	problems := failingPartners(v, web.Read1(&r, allPartners, v))
	var queues []overviewQueue
	for _, q := range facts.Queues {
		view := newOverviewQueue(v, q)
		queues = append(queues, view)
		if view.Late {
			text := v.T("%s: %d wait, the oldest was due %s", v.T(view.Name), q.Waiting, v.Ago(q.OldestDue))
			problems = append(problems, web.Attention{Tone: "warn", Text: text, Path: view.Path})
		}
	}
	if n := len(failing); n > 0 {
		text := v.T("%d webhook endpoints fail", n)
		problems = append(problems, web.Attention{Tone: "bad", Text: text, Path: v.Allowed(web.OperatorPath + "endpoints")})
	}
	for _, of := range web.Read1(&r, s.Unmoved, ctx) {
		text := v.T("Account %[1]d: %[2]d parcels have an event that did not change their status", of[0], of[1])
		problems = append(problems, web.Attention{Tone: "bad", Text: text, Path: web.AccountHome(of[0]) + "orders?status=unmoved"})
	}
	steps := web.Read2(&r, setup, v, accounts)
	suspended := 0
	for _, a := range accounts {
		if !a.SuspendedOn.IsZero() {
			suspended++
		}
	}
	return v.Show(r.Err, http.StatusOK, "overview.html", map[string]any{
		"Setup": steps, "Attention": problems, "Queues": queues, "Count": len(accounts), "Suspended": suspended,
		"Accounts": accounts[:min(len(accounts), overviewAccounts)], "AllPath": v.Allowed(web.OperatorPath + "accounts"),
	})
}

// failingPartners says which partners do not do what they are asked, with the last cause that is known.
func failingPartners(v *web.Visit, all []partnerView) []web.Attention {
	var problems []web.Attention
	for i := range all {
		p := &all[i]
		if p.State.Failures < failuresToSay && !p.State.CircuitOpen {
			continue
		}
		cause := ""
		for _, call := range slices.Backward(p.State.Calls) { // the newest wins
			cause = cmp.Or(call.Message, cause)
		}
		text := v.T("Calls to the partner %s fail: %s", p.Name, cause)
		problems = append(problems, web.Attention{Tone: "bad", Text: text, Path: v.Allowed(web.OperatorPath + "partners")})
	}
	return problems
}

func newOverviewQueue(v *web.Visit, q report.QueueFact) overviewQueue {
	page, known := queuePages[q.Kind]
	if !known {
		page.name = strings.ToUpper(q.Kind[:1]) + q.Kind[1:]
	}
	return overviewQueue{
		Name: page.name, Waiting: q.Waiting, OldestDue: q.OldestDue, Path: v.Allowed(web.OperatorPath + page.path),
		Late: !q.OldestDue.IsZero() && v.Console.Now().Sub(q.OldestDue) > overviewLate,
	}
}
