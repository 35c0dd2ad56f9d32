package orders

import (
	"net/http"

	"waybill/internal/console/web"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// The changes of what holds orders, as the API names them.
const (
	hold    = "hold"
	release = "release"
)

// holdOrders asks why the selected orders are held, shows what would come of it, and holds them.
func holdOrders(v *web.Visit, numbers []string) error { return changeHolds(v, hold, numbers) }

// releaseOrders shows what would come of a release of the selected orders, and releases them.
func releaseOrders(v *web.Visit, numbers []string) error { return changeHolds(v, release, numbers) }

func changeHolds(v *web.Visit, change string, numbers []string) error {
	query := v.Request.URL.Query()
	p := &changePage{
		Action: v.URL("orders/"+change) + "?" + query.Encode(), Numbers: numbers, Back: ordersPath(v, query), Release: change == release,
	}
	action := v.FormValue("action")
	p.Done = action == change
	p.Tried = !p.Done && (action != "" || p.Release)
	if err := p.sendHold(v, change); err != nil {
		return err
	}
	if p.Done && !p.Form.Failed() {
		p.Values = map[string]string{"action": action, "reason": v.FormValue("reason")}
		return v.Render(http.StatusOK, "orders_changed.html", p)
	}
	p.Tried = p.Tried && !p.Form.Failed()
	return p.showHold(v)
}

// sendHold holds or releases the orders of the page if it is asked to, or tries it.
func (p *changePage) sendHold(v *web.Visit, change string) error {
	p.Form = web.NewForm(v.Request.PostForm).Label("reason", v.T("Reason"))
	if !p.Done && !p.Tried {
		return nil
	}
	body, do, fields := &request.ReleaseOrders, v.Console.Orders.Release, map[string]any{"dry_run": p.Tried, "reason": v.FormValue("reason")}
	if change == hold {
		body, do = &request.HoldOrders, v.Console.Orders.Hold
	}
	return v.FailWith(p.Form, p.send(v, nil, operationOf(body, fields, do)))
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
	return changeHold(v, hold, d.TrackingNo, v.T("The order is held."))
}

// releaseOrder releases an order. It asks why, if that is needed.
func releaseOrder(v *web.Visit, d orderDetail) error {
	return changeHold(v, release, d.TrackingNo, v.T("The order is released."))
}

func changeHold(v *web.Visit, change, no, done string) error {
	page := orderURL(v, no)
	p := &changePage{Action: page + "/" + change, Numbers: []string{no}, Back: page, One: true, Release: change == release}
	p.Done = v.Request.Method == http.MethodPost
	if err := p.sendHold(v, change); err != nil {
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
