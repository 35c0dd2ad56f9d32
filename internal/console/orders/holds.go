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
	query, action := v.Request.URL.Query(), v.FormValue("action")
	p := &changePage{chosen: c, Action: v.URL("orders/"+string(kind)) + "?" + query.Encode(), Back: ordersPath(v, query)}
	if action != string(kind) {
		p.Tried = action != "" || kind == jobs.Release
		if err := p.doHold(v, kind); err != nil {
			return err
		}
		p.Tried = p.Tried && !p.Form.Failed()
		return p.showHold(v)
	}
	err := startJob(v, jobs.New{Kind: kind, Fields: p.holdFields(v, kind)})
	if web.ProblemsOf(err) == nil {
		return err
	}
	_ = v.FailWith(p.Form, err) // these are its problems
	return p.showHold(v)
}

// holdFields makes the form of the page, and the fields of the request that holds or releases orders.
func (p *changePage) holdFields(v *web.Visit, kind jobs.Kind) map[string]any {
	p.Form, p.Release = web.NewForm(v.Request.PostForm).Label("reason", v.T("Reason")), kind == jobs.Release
	return map[string]any{"reason": v.FormValue("reason")}
}

// doHold holds or releases the orders of the page if it is asked to, or tries it.
func (p *changePage) doHold(v *web.Visit, kind jobs.Kind) error {
	fields := p.holdFields(v, kind)
	if !p.Done && !p.Tried {
		return nil
	}
	return v.FailWith(p.Form, p.do(v, kind, fields))
}

func (p *changePage) showHold(v *web.Visit) error {
	status := http.StatusOK
	if p.Form.Failed() {
		status = http.StatusUnprocessableEntity
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
	page := orderURL(v, no)
	p := &changePage{Action: page + "/" + string(kind), chosen: oneChosen(no), Back: page, One: true}
	p.Done = v.Request.Method == http.MethodPost
	if err := p.doHold(v, kind); err != nil {
		return err
	}
	for _, kept := range p.Outcomes {
		p.Form.Fail("reason", kept.Message)
	}
	if !p.Done || p.Form.Failed() {
		return p.showHold(v)
	}
	return v.Done(nil, done, p.Back)
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
