package orders

import (
	"context"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/jobs"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
)

// changedAtOnce are the inputs of the form that changes many orders: those of fields that orders often have in common.
var changedAtOnce = []string{
	orderform.Input(orderform.Items, 0, "item_hs_code"), orderform.Input(orderform.Items, 0, "item_origin_country"), "service_id",
	"order_weight", "order_length", "order_width", "order_height", "pickup_date",
}

// changePage is the page that changes many orders, or one: what they get, and what would come of it.
type changePage struct {
	chosen
	Form     *web.Form
	Action   string
	Inputs   []inputView
	Choices  template.HTML
	Tags     []string // of the account
	Tried    bool     // Outcomes are of a dry run
	Done     bool     // no page of changes has it
	Changed  int
	Same     int
	Kept     int
	Outcomes []outcome // that cannot be changed
	Back     string
	Release  bool // the orders are released; else, on its page, held
	One      bool // of an order's page
}

// newChangePage makes the page of a change of selected orders, which is sent to the end of a path below the list.
func newChangePage(v *web.Visit, c chosen, path string) *changePage {
	return &changePage{chosen: c, Action: v.URL("orders/"+path) + "?" + v.Request.URL.Query().Encode(), Back: listOf(v)}
}

// changeOrders asks what the selected orders get, shows what would come of it, and changes them.
func changeOrders(v *web.Visit, c chosen) error {
	p := newChangePage(v, c, "change")
	f := orderform.Parse(orderform.Edit, v.Request.PostForm)
	changes := changesOf(v, f)
	fields := map[string]any{"changes": map[string]any(changes)}
	var problems []orderform.Problem
	var err error
	switch action := v.FormValue("action"); {
	case action == "":
	case len(changes) == 0:
		problems = append(problems, orderform.Problem{Message: v.T("Fill in what the orders get. What is left empty stays as it is.")})
	case action == "change":
		if err = startJob(v, jobs.New{Kind: jobs.Change, Fields: fields}); web.ProblemsOf(err) == nil {
			return err
		}
	default:
		p.Tried = true
		err = p.do(v, jobs.Change, fields)
	}
	if err != nil && web.ProblemsOf(err) == nil {
		return err
	}
	return p.show(v, f, problems)
}

// changesOf are the fields of a form that are filled in, for the API.
func changesOf(v *web.Visit, f *orderform.Form) orderform.Order {
	sent, changes := f.Order(v.Names()), orderform.Order{}
	var item map[string]any
	if items, _ := sent.Order[orderform.Items].([]any); len(items) > 0 {
		item, _ = items[0].(map[string]any)
	}
	for _, input := range changedAtOnce {
		name, of := input, map[string]any(sent.Order)
		if i := strings.LastIndex(input, "."); i >= 0 {
			name, of = input[i+1:], item
		}
		if value, given := of[name]; given {
			changes[name] = value
		}
	}
	return changes
}

// do does with the orders of the page what a job does with many, or tries it, and notes what came of each.
func (p *changePage) do(v *web.Visit, kind jobs.Kind, fields map[string]any) error {
	if p.Tried {
		fields["dry_run"] = true
	}
	for some := range slices.Chunk(p.Numbers, request.MaxEdited) {
		results, err := web.AsCaller(v, func(ctx context.Context, by orders.Caller) ([]orders.Result, error) {
			return v.Console.Jobs.Do(ctx, by, kind, fields, some)
		})
		if err != nil {
			return err
		}
		for i := range results {
			p.note(v, &results[i])
		}
	}
	return nil
}

// note counts what came of an order.
func (p *changePage) note(v *web.Visit, r *orders.Result) {
	switch r.Outcome {
	case "changed", "held", "released":
		p.Changed++
	case "unchanged":
		p.Same++
	default:
		p.Kept++
		problems := web.PathsOf(r.Problems)
		if r.Problems == nil {
			problems = map[string][]problem.Message{"": {r.Message}}
		}
		p.Outcomes = append(p.Outcomes, outcome{r.TrackingNo, r.Outcome, KeptMessage(v, problems)})
	}
}

// outcome is what came of an order, in the user's words.
type outcome struct{ TrackingNo, Result, Message string }

// KeptMessage says in the user's words why an order is not changed, by the paths of its fields.
func KeptMessage(v *web.Visit, problems map[string][]problem.Message) string {
	f := orderform.Parse(orderform.Edit, url.Values{})
	var messages []string
	for _, found := range f.Order(v.Names()).Problems(f, problems, v.Words()) {
		if !slices.Contains(messages, found.Message) {
			messages = append(messages, found.Message)
		}
	}
	return strings.Join(messages, " ")
}

// show shows the form, with what would come of it if that was asked.
func (p *changePage) show(v *web.Visit, f *orderform.Form, problems []orderform.Problem) error {
	full, err := NewFormPage(v, f, problems, nil)
	if err != nil {
		return err
	}
	p.Form, p.Choices = full.Form, full.Choices
	for _, name := range changedAtOnce {
		for _, input := range full.inputs() {
			if input.Name == name {
				input.Optional, input.Hint, input.Focus = false, "", false
				p.Inputs = append(p.Inputs, input)
			}
		}
	}
	status := http.StatusOK
	if len(problems) > 0 {
		status = http.StatusUnprocessableEntity
	}
	return v.Render(status, "orders_change.html", p)
}
