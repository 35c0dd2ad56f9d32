package console

import (
	"net/http"
	"strings"
	"time"

	"waybill/internal/store"
)

const (
	// overviewEndpoints is how many failing endpoints the overview counts.
	overviewEndpoints = 100
	// overviewLate is how long work may be due before the overview asks to look at it.
	overviewLate = 10 * time.Minute
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
	"submissions":   {key("Orders to partners"), "submissions"},
	"cancellations": {key("Cancellations to partners"), "submissions"},
	"labels":        {key("Labels of partners"), "submissions"},
	"deliveries":    {key("Webhooks"), "endpoints"},
	"imports":       {key("Imports"), "accounts"},
}

// overview shows the operator what waits and what fails.
func (v *visit) overview() error {
	ctx, s := v.ctx(), v.console.Store
	facts, err := s.Facts(ctx)
	if err != nil {
		return err
	}
	failing, err := s.FailingEndpoints(ctx, overviewEndpoints)
	if err != nil {
		return err
	}
	accounts, err := s.Accounts(ctx)
	if err != nil {
		return err
	}
	var problems []attention
	var queues []overviewQueue
	for _, q := range facts.Queues {
		view := v.overviewQueue(q)
		queues = append(queues, view)
		if view.Late {
			text := v.t("%s: %d wait, the oldest was due %s", v.t(view.Name), q.Waiting, v.ago(q.OldestDue))
			problems = append(problems, attention{"warn", text, view.Path})
		}
	}
	if n := len(failing); n > 0 {
		problems = append(problems, attention{"bad", v.t("%d webhook endpoints fail", n), v.operatorPage("endpoints")})
	}
	suspended := 0
	for _, a := range accounts {
		if !a.SuspendedOn.IsZero() {
			suspended++
		}
	}
	return v.render(http.StatusOK, "overview.html", map[string]any{
		"Attention": problems, "Queues": queues, "Count": len(accounts), "Suspended": suspended,
		"Accounts": accounts[:min(len(accounts), newestOrders)], "AllPath": v.operatorPage("accounts"),
	})
}

// operatorPage is the path of a page of the operator, "" if there is none or the user may not use it.
func (v *visit) operatorPage(name string) string {
	if !v.mayOpen(operatorPath + name) {
		return ""
	}
	return operatorPath + name
}

func (v *visit) overviewQueue(q store.QueueFact) overviewQueue {
	page, known := queuePages[q.Kind]
	if !known {
		page.name = strings.ToUpper(q.Kind[:1]) + q.Kind[1:]
	}
	return overviewQueue{
		Name: page.name, Waiting: q.Waiting, OldestDue: q.OldestDue, Path: v.operatorPage(page.path),
		Late: !q.OldestDue.IsZero() && v.console.Now().Sub(q.OldestDue) > overviewLate,
	}
}
