package orders

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// version is that of the order, as If-Match names it.
func (d *orderDetail) version() string {
	if len(d.Changes) == 0 {
		return versionOf(0)
	}
	return versionOf(d.Changes[0].Version)
}

func versionOf(version int64) string { return strconv.Quote(strconv.FormatInt(version, 10)) }

// canEdit reports whether the order can be changed, as far as its page shows.
func (d *orderDetail) canEdit() bool {
	entry, submitted := d.entry("submission")
	waits := entry.State == string(store.SubmissionPending) || entry.State == string(store.SubmissionFailed)
	return d.here() && d.text("consignee_name") != "" && (!submitted || waits)
}

// canReplace reports whether another order may take the place of this one, which cannot be changed.
func (d *orderDetail) canReplace() bool {
	return (d.here() || d.TrackerStatus == shipment.Cancelled) && !d.canEdit() && d.ReplacedBy == "" && d.text("consignee_name") != ""
}

// editForm is the form of an order with its values.
func editForm(v *web.Visit, d *orderDetail) *orderform.Form {
	kind := orderform.Edit
	if d.Return {
		kind = orderform.EditReturn
	}
	f := orderform.New(kind)
	f.Fill(d.fields, v.Names())
	return f
}

// editing is what a form does with an order: change it, or replace it.
type editing struct {
	path  string // of the form, below the page of the order
	title string
	send  func(v *web.Visit, d *orderDetail, patch json.RawMessage) (goOn func() error, err error)
}

var (
	changing  = editing{"/edit", web.Key("Change order %s"), change}
	replacing = editing{"/replace", web.Key("Cancel and replace order %s"), replace}
)

// askForCancellation is how long a replacement waits for the partner to cancel the order: most need less than a second.
const askForCancellation = 3 * time.Second

// open shows the form of an order with its values, and with its warnings at their fields.
func (e editing) open(v *web.Visit, d orderDetail) error {
	f := editForm(v, &d)
	return e.show(v, http.StatusOK, &d, f, nil, f.Order(v.Names()).Warnings(f, d.Warnings, v.Words()))
}

func (e editing) show(v *web.Visit, status int, d *orderDetail, f *orderform.Form,
	problems, warnings []orderform.Problem, notices ...string,
) error {
	needsAnother := e.path != replacing.path && slices.ContainsFunc(problems, func(p orderform.Problem) bool {
		return p.Input == "consignee_country" || p.Input == "service_id"
	})
	card := f.Card(v.FormValue("card"))
	elsewhere := func(p orderform.Problem) bool { return p.Input != "" && card.GroupOf(p.Input) < 0 }
	if card != nil && e.path == changing.path && !needsAnother && !slices.ContainsFunc(problems, elsewhere) {
		f.Kind = card
	}
	p, err := NewFormPage(v, f, problems, warnings)
	if err != nil {
		return err
	}
	p.Notice = strings.Join(notices, " ")
	p.Title, p.Action, p.Edited, p.Version = v.T(e.title, d.TrackingNo), orderURL(v, d.TrackingNo)+e.path, d.TrackingNo, d.version()
	p.Replaced = e.path == replacing.path
	p.Refused = d.StatusCode == shipment.StatusSubmissionFailed && !p.Replaced
	p.NeedsAnother = needsAnother
	if f.Kind == card {
		p.Card = v.FormValue("card")
		for i := range p.Groups {
			p.Groups[i].Folded = false
		}
		return showOrder(v, status, *d, nil, web.NewForm(nil), p)
	}
	if p.Fillers, err = fillers(v, len(problems) > 0); err != nil {
		return err
	}
	return v.Render(status, "order_form.html", p)
}

// save does what the button of the form of an order says.
func (e editing) save(v *web.Visit) error {
	d, err := orderOfPath(v)
	if err != nil {
		return err
	}
	before := editForm(v, &d)
	f := orderform.Parse(before.Kind, v.Request.PostForm)
	if card := before.Card(v.FormValue("card")); card != nil { // the rest is as it was when it was opened
		part := f
		f, part.Kind = editForm(v, d.at(v.FormValue("version"))), card
		f.Take(part)
	}
	f, changed := rebaseForm(v, &d, f)
	notice := ""
	if fillsForm(v) {
		var problems []orderform.Problem
		if notice, problems, err = fillForm(v, f); err != nil {
			return err
		}
		changed = append(changed, problems...)
	}
	switch {
	case !savesForm(v):
		changeRows(f, v.FormValue("action"))
		return e.show(v, http.StatusOK, &d, f, changed, nil, notice)
	case changed != nil:
		return e.show(v, http.StatusPreconditionFailed, &d, f, changed, nil)
	}
	if problems := repeated(v, f); len(problems) > 0 {
		return e.show(v, http.StatusUnprocessableEntity, &d, f, problems, nil)
	}
	sent := f.Order(v.Names())
	patch, err := json.Marshal(patchOf(before.Order(v.Names()).Order, sent.Order))
	if err != nil {
		return err
	}
	goOn, err := e.send(v, &d, patch)
	if errors.Is(err, orders.ErrVersion) { // it was changed just now: it is another version then
		return e.save(v)
	}
	refusal, isRefusal := orders.Refusal(err)
	switch problems := web.ProblemsOf(err); {
	case isRefusal:
		return e.show(v, http.StatusConflict, &d, f, []orderform.Problem{wholeForm(v.Words().Say("", refusal))}, nil)
	case errors.Is(err, store.ErrOtherRequest):
		message := v.Words().Say("", problem.OtherRequest)
		return e.show(v, http.StatusUnprocessableEntity, &d, f, []orderform.Problem{wholeForm(message)}, nil)
	case problems != nil:
		return e.show(v, http.StatusUnprocessableEntity, &d, f, sent.Problems(f, problems, v.Words()), nil)
	case err != nil:
		return err
	}
	return goOn()
}

// change changes an order of the version that the form shows.
func change(v *web.Visit, d *orderDetail, patch json.RawMessage) (goOn func() error, err error) {
	edit := orders.Edit{TrackingNo: d.TrackingNo, Patch: patch}
	if shown := v.Request.PostForm.Get("version"); shown != "" {
		edit.Matches = func(version int64) bool { return shown == versionOf(version) }
	}
	_, err = web.AsCaller(v, func(ctx context.Context, by orders.Caller) (orders.Edited, error) {
		return v.Console.Orders.Edit(ctx, by, edit)
	})
	return func() error {
		path := orderURL(v, d.TrackingNo)
		if card := v.FormValue("card"); card != "" {
			path += "#card-" + url.PathEscape(card)
		}
		return v.Done(nil, v.T("Order %s is changed.", d.TrackingNo), path)
	}, err
}

// replace replaces an order. It waits for the partner that has to cancel the order first.
func replace(v *web.Visit, d *orderDetail, patch json.RawMessage) (goOn func() error, err error) {
	c, err := create(v, askForCancellation, patch, func(ctx context.Context, by orders.Caller, once *orders.Once) (orders.Answer, error) {
		return v.Console.Orders.Replace(ctx, by, d.TrackingNo, patch, once)
	})
	return func() error {
		return v.Done(nil, v.T("Order %s is cancelled. This order replaces it.", d.TrackingNo), orderURL(v, c.TrackingNo))
	}, err
}

// rebaseForm makes a form that shows an earlier version of the order one of this version, with what was typed, and
// returns the problems to show: none if nothing of the form was changed since.
func rebaseForm(v *web.Visit, d *orderDetail, f *orderform.Form) (*orderform.Form, []orderform.Problem) {
	opened := v.FormValue("version")
	if opened == d.version() {
		return f, nil
	}
	names, now := v.Names(), editForm(v, d)
	before, merged := editForm(v, d.at(opened)).Order(names).Order, now.Order(names).Order
	typed, others := patchOf(before, f.Order(names).Order), patchOf(before, merged)
	if len(others) == 0 { // it was held or released: the request is about this version
		v.Request.PostForm.Set("version", d.version())
		return f, nil
	}
	var places []string
	problems := []orderform.Problem{{}}
	for _, name := range slices.Sorted(maps.Keys(others)) {
		places = append(places, cmp.Or(placeOf(v, f, f.InputOf(name)), name))
		if mine, both := typed[name]; both && !reflect.DeepEqual(mine, others[name]) {
			problems = append(problems, orderform.Problem{
				Input: f.InputOf(name), Message: v.T("Somebody else changed this to: %s", cmp.Or(now.Value(name), shownValue(others[name]))),
			})
		}
	}
	problems[0].Message = v.T(
		"Somebody else changed this since you opened the order: %s. It is in the form now. Save again to add your changes.",
		strings.Join(places, "; "))
	apply(merged, typed)
	form := orderform.New(f.Kind)
	form.Fill(merged, names)
	return form, problems
}

// at is the order as it was in a version, as far as its history says.
func (d *orderDetail) at(version string) *orderDetail {
	then := *d
	then.fields = maps.Clone(d.fields)
	for _, c := range d.Changes { // the newest first
		if versionOf(c.Version) == version {
			break
		}
		for _, f := range c.Fields {
			then.fields[f.Field] = decoded(f.From)["value"]
		}
	}
	return &then
}

// apply makes the changes of a merge patch.
func apply(order, patch map[string]any) {
	for name, value := range patch {
		is, isObject := order[name].(map[string]any)
		keys, patched := value.(map[string]any)
		switch {
		case value == nil:
			delete(order, name)
		case isObject && patched:
			apply(is, keys)
		default:
			order[name] = value
		}
	}
}

// patchOf are the fields that differ, as a merge patch: a field, or a key of the metadata, that is not there any more is null.
func patchOf(before, after map[string]any) map[string]any {
	patch := map[string]any{}
	for name, value := range after {
		was, isObject := before[name].(map[string]any)
		is, stays := value.(map[string]any)
		switch {
		case reflect.DeepEqual(before[name], value):
		case isObject && stays:
			patch[name] = patchOf(was, is)
		default:
			patch[name] = value
		}
	}
	for name := range before {
		if _, stays := after[name]; !stays {
			patch[name] = nil
		}
	}
	return patch
}

// addChanges adds the changes of an order to its timeline.
func addChanges(v *web.Visit, p *orderPage) {
	form := editForm(v, &p.orderDetail)
	for _, c := range p.Changes {
		if len(c.Fields) > 0 && c.Fields[0].Field == shipment.HoldField {
			continue // addHolds shows it
		}
		changed := make([]string, len(c.Fields))
		for i, f := range c.Fields {
			changed[i] = cmp.Or(placeOf(v, form, form.InputOf(f.Field)), f.Field)
			if from, to := decoded(f.From).Text("value"), decoded(f.To).Text("value"); from+to != "" { // lists are long
				changed[i] += ": " + cmp.Or(from, "–") + " → " + cmp.Or(to, "–")
			}
		}
		p.Timeline = append(p.Timeline, web.TimelineEntry{
			Text: v.T("The order was changed"), Note: strings.Join(changed, " · "), On: c.ChangedOn,
			By: actorName(v, c.ActorKind, c.Actor),
		})
		if c.Refusal != "" {
			p.Timeline = append(p.Timeline, web.TimelineEntry{
				Tone: "bad", Text: v.T("The partner refused the order"), Note: c.Refusal, On: c.ChangedOn,
			})
		}
	}
	slices.SortStableFunc(p.Timeline, func(a, b web.TimelineEntry) int { return b.On.Compare(a.On) })
}

// decoded has a value of the history of an order as its field "value".
func decoded(value json.RawMessage) orderform.Order {
	order, err := orderform.Decode(slices.Concat([]byte(`{"value":`), value, []byte(`}`)))
	if err != nil {
		return nil
	}
	return order
}

// shownValue is a value of an order in words: of a list its rows, of an object its values.
func shownValue(value any) string {
	switch v := value.(type) {
	case []any:
		return strings.Join(each.Of(v, shownValue), "; ")
	case map[string]any:
		return strings.Join(each.Of(slices.Sorted(maps.Keys(v)), func(name string) string { return shownValue(v[name]) }), ", ")
	}
	return cmp.Or(orderform.Order{"value": value}.Text("value"), "–")
}
