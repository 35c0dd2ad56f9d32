package orders

import (
	"context"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/orders"
	"waybill/internal/request"
)

// changedAtOnce are the inputs of the form that changes many orders: those of fields that orders often have in common.
var changedAtOnce = []string{
	orderform.Input(orderform.Items, 0, "item_hs_code"), orderform.Input(orderform.Items, 0, "item_origin_country"), "service_id",
	"order_weight", "order_length", "order_width", "order_height", "pickup_date",
}

// changePage is the page that changes many orders: what they get, what would come of it, or what came of it.
type changePage struct {
	Form     *web.Form
	Action   string
	Inputs   []inputView
	Choices  template.HTML
	Numbers  []string
	Tags     []string // of the account
	Tried    bool     // Outcomes are of a dry run
	Done     bool
	Changed  int
	Same     int
	Kept     int
	Outcomes []outcome         // that were not, or cannot be, changed
	Left     []string          // were not tried
	Values   map[string]string // what was typed, to go on with these
	Back     string
	Release  bool // the orders are released; else, on its page, held
	One      bool // of an order's page
}

// changeOrders asks what the selected orders get, shows what would come of it, and changes them.
func changeOrders(v *web.Visit, numbers []string) error {
	query := v.Request.URL.Query()
	p := &changePage{
		Form: web.NewForm(nil), Action: v.URL("orders/change") + "?" + query.Encode(), Numbers: numbers, Back: ordersPath(v, query),
	}
	f := orderform.Parse(orderform.Edit, v.Request.PostForm)
	action := v.FormValue("action")
	changes := changesOf(v, f)
	var problems []orderform.Problem
	if action != "" && len(changes) == 0 {
		problems = append(problems, orderform.Problem{Message: v.T("Fill in what the orders get. What is left empty stays as it is.")})
	}
	if action != "" && len(problems) == 0 {
		p.Done, p.Tried = action == "change", action != "change"
		fields := map[string]any{"changes": map[string]any(changes), "dry_run": !p.Done}
		err := p.send(v, f, operationOf(&request.EditOrders, fields, v.Console.Orders.EditMany))
		if err != nil && web.ProblemsOf(err) == nil {
			return err
		}
		if p.Done {
			p.Values = f.Values()
			p.Values["action"] = action
			return v.Render(http.StatusOK, "orders_changed.html", p)
		}
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

// send has an operation done with the orders, some at a time, until one request is refused as a whole, and notes what came of each order.
// If Waybill cannot go on, the orders that are left were not tried.
func (p *changePage) send(v *web.Visit, f *orderform.Form, do operation) error {
	for some := range slices.Chunk(p.Numbers, request.MaxEdited) {
		if p.Left != nil {
			p.Left = append(p.Left, some...)
			continue
		}
		results, err := web.AsCaller(v, func(ctx context.Context, by orders.Caller) ([]orders.Result, error) { return do(ctx, by, some) })
		for i := range results {
			p.note(v, f, &results[i])
		}
		if tried := p.Changed + p.Same + p.Kept; err != nil && tried > 0 && p.Done {
			v.Console.Log.WarnContext(v.Context(), "change many orders", "error", err)
			p.Left = append(p.Left, some[len(results):]...)
		} else if err != nil {
			return err
		}
	}
	return nil
}

// operation is done with orders of the account, and returns the result of each that it has tried.
type operation func(ctx context.Context, by orders.Caller, numbers []string) ([]orders.Result, error)

// operationOf is the operation that takes the numbers and some fields of a page as the body of a request.
func operationOf[T any](
	body *request.Body[T], fields map[string]any, do func(context.Context, orders.Caller, T) ([]orders.Result, error),
) operation {
	return func(ctx context.Context, by orders.Caller, numbers []string) ([]orders.Result, error) {
		fields["tracking_nos"] = numbers
		sent, err := web.Sent(body, fields)
		if err != nil {
			return nil, err
		}
		return do(ctx, by, sent)
	}
}

// note counts what came of an order.
func (p *changePage) note(v *web.Visit, f *orderform.Form, r *orders.Result) {
	switch r.Outcome {
	case "changed", "held", "released":
		p.Changed++
	case "unchanged":
		p.Same++
	default:
		p.Kept++
		p.Outcomes = append(p.Outcomes, outcome{r.TrackingNo, r.Outcome, changeMessage(v, f, r)})
	}
}

// outcome is what came of an order, in the user's words.
type outcome struct{ TrackingNo, Result, Message string }

// changeMessage says in the user's words why an order is not changed.
func changeMessage(v *web.Visit, f *orderform.Form, r *orders.Result) string {
	if r.Problems == nil {
		return v.Words().Say("", r.Message)
	}
	var messages []string
	for _, found := range f.Order(v.Names()).Problems(f, web.PathsOf(r.Problems), v.Words()) {
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
