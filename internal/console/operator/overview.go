package operator

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/store/masterdata"
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

// queueView is a kind of work that waits.
type queueView struct {
	report.QueueFact
	Name, Text string // keys of texts
	Path       string
	Late       bool
}

// queueWords are the names of the kinds of queues, those that the page of the system has, and the pages about them.
var queueWords = map[string]struct{ name, text, path string }{
	"submissions":   {web.Key("Orders to partners"), web.Key("Orders for partners"), "submissions"},
	"cancellations": {web.Key("Cancellations to partners"), web.Key("Cancellations"), "submissions"},
	"labels":        {web.Key("Labels of partners"), web.Key("Labels of partners"), "submissions"},
	"deliveries":    {web.Key("Webhooks"), web.Key("Webhook deliveries"), "endpoints"},
	"imports":       {web.Key("Imports"), web.Key("Imports"), "accounts"},
	"jobs":          {web.Key("Changes and exports"), web.Key("Changes and exports"), "accounts"},
	"search":        {web.Key("Search index"), web.Key("Search index"), "system"},
}

// overview shows the operator which parcels need attention, and what fails.
func overview(v *web.Visit) error {
	ctx, s := v.Context(), v.Console.Store
	var r web.Reading
	parts := each.Of(v.Console.Overview, func(part func(*web.Visit) (web.OverviewPart, error)) web.OverviewPart {
		return web.Read1(&r, part, v)
	})
	accounts := web.Read1(&r, s.MasterData.Accounts, ctx)
	problems := failingPartners(v, web.Read1(&r, allPartners, v))
	facts := web.Read1(&r, v.Console.Reports.Facts, ctx)
	if n := len(systemProblems(v, &r, queuesOf(v, facts))); n > 0 {
		text := v.T("%d matters of the system need attention", n)
		problems = append(problems, web.Attention{Tone: "warn", Text: text, Path: v.Allowed(web.OperatorPath + "system")})
	}
	steps := web.Read2(&r, setup, v, accounts)
	suspended := each.Count(accounts, func(a masterdata.Account) bool { return !a.SuspendedOn.IsZero() })
	return v.Show(r.Err, http.StatusOK, "overview.html", map[string]any{
		"Setup": steps, "Parts": parts, "Attention": problems, "Count": len(accounts), "Suspended": suspended,
		"Accounts": accounts[:min(len(accounts), overviewAccounts)], "AllPath": v.Allowed(web.OperatorPath + "accounts"),
	})
}

func queuesOf(v *web.Visit, facts report.Facts) []queueView {
	shown := slices.DeleteFunc(facts.Queues, func(q report.QueueFact) bool { return queueWords[q.Kind].name == "" })
	return each.Of(shown, func(q report.QueueFact) queueView { return newQueueView(v, q) })
}

// systemProblems says which queues are late, and how many endpoints fail.
func systemProblems(v *web.Visit, r *web.Reading, queues []queueView) (problems []web.Attention) {
	failing := web.Read2(r, v.Console.Store.Webhooks.FailingEndpoints, v.Context(), overviewEndpoints)
	for _, q := range queues {
		if q.Late {
			text := v.T("%s: %d wait, the oldest was due %s", v.T(q.Name), q.Waiting, v.Ago(q.OldestDue))
			problems = append(problems, web.Attention{Tone: "warn", Text: text, Path: q.Path})
		}
	}
	if n := len(failing); n > 0 {
		text := v.T("%d webhook endpoints fail", n)
		problems = append(problems, web.Attention{Tone: "bad", Text: text, Path: v.Allowed(web.OperatorPath + "endpoints")})
	}
	return problems
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

func newQueueView(v *web.Visit, q report.QueueFact) queueView {
	words := queueWords[q.Kind]
	return queueView{
		QueueFact: q, Name: cmp.Or(words.name, strings.ToUpper(q.Kind[:1])+q.Kind[1:]), Text: words.text,
		Path: v.Allowed(web.OperatorPath + words.path), Late: !q.OldestDue.IsZero() && v.Console.Now().Sub(q.OldestDue) > overviewLate,
	}
}
