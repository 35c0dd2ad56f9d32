package orders

import (
	"net/http"

	"waybill/internal/console/web"
	"waybill/internal/jobs"
	"waybill/internal/shipment"
)

// holdOrders asks why the selected orders are held, shows what would come of it, and holds them.
func holdOrders(v *web.Visit, c chosen) error { return changeHolds(v, jobs.Hold, c) }

// releaseOrders shows what would come of a release of the selected orders, and releases them.
func releaseOrders(v *web.Visit, c chosen) error { return changeHolds(v, jobs.Release, c) }

func changeHolds(v *web.Visit, kind jobs.Kind, c chosen) error {
	p, fields := newHoldPage(v, kind, newChangePage(v, c, string(kind)))
	var err error
	switch action := v.FormValue("action"); {
	case action == string(kind):
		if err = startJob(v, jobs.New{Kind: kind, Fields: fields}); web.ProblemsOf(err) == nil {
			return err
		}
	case action != "" || kind == jobs.Release:
		p.Tried = true
		err = p.do(v, kind, fields)
	}
	return p.showHold(v, err)
}

// newHoldPage makes a page one that holds or releases orders, and the fields of that request.
func newHoldPage(v *web.Visit, kind jobs.Kind, p *changePage) (page *changePage, fields map[string]any) {
	p.Form, p.Release = web.NewForm(v.Request.PostForm).Label("reason", v.T("Reason")), kind == jobs.Release
	return p, map[string]any{"reason": v.FormValue("reason")}
}

// showHold shows the page, with what was refused.
func (p *changePage) showHold(v *web.Visit, err error) error {
	if err := v.FailWith(p.Form, err); err != nil {
		return err
	}
	status := http.StatusOK
	if p.Form.Failed() {
		status, p.Tried = http.StatusUnprocessableEntity, false
	}
	return v.Render(status, "orders_hold.html", p)
}

// holdOrder asks why an order is held, and holds it.
func holdOrder(v *web.Visit, d orderDetail) error {
	return changeHold(v, jobs.Hold, d.TrackingNo, v.T("The order is held."))
}

// releaseOrder releases an order. It asks why, if that is needed.
func releaseOrder(v *web.Visit, d orderDetail) error {
	return changeHold(v, jobs.Release, d.TrackingNo, v.T("The order is released."))
}

func changeHold(v *web.Visit, kind jobs.Kind, no, done string) error {
	path := orderURL(v, no)
	p, fields := newHoldPage(v, kind, &changePage{Action: path + "/" + string(kind), chosen: oneChosen(no), Back: path, One: true})
	if v.Request.Method != http.MethodPost {
		return p.showHold(v, nil)
	}
	err := p.do(v, kind, fields)
	for _, kept := range p.Outcomes {
		p.Form.Fail("reason", kept.Message)
	}
	if err == nil && !p.Form.Failed() {
		return v.Done(nil, done, path)
	}
	return p.showHold(v, err)
}

// actorName is who did something: an e-mail address, a key, or a rule.
func actorName(v *web.Visit, kind, name string) string {
	switch kind {
	case "key":
		return v.KeyNamed(name)
	case shipment.HeldByRule:
		return v.T("rule %s", name)
	}
	return name
}

// addHolds adds to the timeline when the order was held and released. A rule may have held it from the beginning.
func addHolds(v *web.Visit, p *orderPage) {
	was := &shipment.Hold{}
	if p.Hold != nil {
		p.HeldBy, was = actorName(v, p.Hold.ActorKind, p.Hold.Actor), p.Hold
	}
	reason, first := was.Reason, int64(1)
	for _, c := range p.Changes { // the newest first
		first = c.Version
		if len(c.Fields) == 0 || c.Fields[0].Field != shipment.HoldField {
			continue
		}
		from, to := decoded(c.Fields[0].From).Text("value"), decoded(c.Fields[0].To).Text("value")
		entry := web.TimelineEntry{Tone: "warn", Text: v.T("Held"), Note: to, On: c.ChangedOn, By: actorName(v, c.ActorKind, c.Actor)}
		if reason = from; to == "" {
			entry.Tone, entry.Text, entry.Note = "", v.T("Released"), from
			for _, f := range c.Fields[1:] { // why
				entry.Note += " · " + decoded(f.To).Text("value")
			}
		}
		p.Timeline = append(p.Timeline, entry)
	}
	if reason == "" || first > 1 {
		return
	}
	entry := web.TimelineEntry{Tone: "warn", Text: v.T("Held"), Note: reason, On: p.CreatedOn, By: v.T("by a rule")}
	if was.ActorKind == shipment.HeldByRule {
		entry.By = p.HeldBy
	}
	p.Timeline = append(p.Timeline, entry)
}
