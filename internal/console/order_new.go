package console

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"waybill/internal/console/orderform"
)

func queryOf(name, value string) string { return "?" + url.Values{name: {value}}.Encode() }

// newOrder shows the form of a new order: like another one, from a template, or with the pickup address of the last one.
func (v *visit) newOrder() error {
	f, err := v.firstForm()
	if err != nil {
		return err
	}
	if err := v.suggest(f); err != nil {
		return err
	}
	return v.showForm(http.StatusOK, f, nil, nil, "")
}

func (v *visit) firstForm() (*orderform.Form, error) {
	if from := strings.TrimSpace(v.form("from")); from != "" {
		d, err := v.orderDetail(from)
		return orderform.CopyOf(d.fields, v.names()), err
	}
	if name := v.form("template"); name != "" {
		return v.templateForm(name)
	}
	f, err := v.formAfterLast()
	if err != nil {
		return nil, err
	}
	f.Set(orderform.Input(orderform.Items, 0, "item_quantity"), "1")
	f.Set("payment_type", "prepaid")
	return f, nil
}

// templateForm is the form of a template, with the pickup address of the last order if the template has none.
func (v *visit) templateForm(name string) (*orderform.Form, error) {
	template, err := v.console.Store.OrderTemplate(v.ctx(), v.account.AccountID, name)
	if err != nil {
		return nil, err
	}
	order, err := orderform.Decode([]byte(template.Order))
	if err != nil {
		return nil, err
	}
	f := orderform.New(orderform.Create)
	f.Fill(order, v.names())
	if f.Value("pickup_address") != "" {
		return f, nil
	}
	last, err := v.formAfterLast()
	for input, value := range last.Values() {
		f.SetIfEmpty(input, value)
	}
	return f, err
}

// formAfterLast is a form with the pickup address of the account's last order.
func (v *visit) formAfterLast() (*orderform.Form, error) {
	answer, err := v.api(http.MethodGet, "/api/order/order/?cursor=&page_size=1&is_return=false&with_items=true", nil)
	if err != nil {
		return orderform.New(orderform.Create), err
	}
	page, err := orderform.Decode(answer.body)
	if err != nil {
		return orderform.New(orderform.Create), err
	}
	for _, last := range page.List("results") {
		return orderform.After(last, v.names()), nil
	}
	return orderform.New(orderform.Create), nil
}

// createOrder does what the button of the form of a new order says: it adds or removes a row, checks the form, keeps it as
// a template, or creates the order.
func (v *visit) createOrder() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := orderform.Parse(orderform.Create, v.r.PostForm)
	switch action := v.form("action"); action {
	case "template":
		return v.saveTemplate(f)
	case "create", "print":
		return v.sendOrder(f, action == "print")
	case "check":
		return v.showChecked(f)
	default:
		v.changeRows(f, action)
		return v.showForm(http.StatusOK, f, nil, nil, "")
	}
}

// changeRows adds a row to a list, or removes one: add:items, remove:items:2.
func (v *visit) changeRows(f *orderform.Form, action string) {
	parts := strings.Split(action, ":")
	switch {
	case len(parts) == 2 && parts[0] == "add":
		f.AddRow(parts[1])
	case len(parts) == 3 && parts[0] == "remove":
		if row, err := strconv.Atoi(parts[2]); err == nil {
			f.RemoveRow(parts[1], row)
		}
	}
}

// sendOrder creates an order, and leads to its page.
func (v *visit) sendOrder(f *orderform.Form, printed bool) error {
	if err := v.suggest(f); err != nil {
		return err
	}
	if problems := v.repeated(f); problems != nil {
		return v.showForm(http.StatusUnprocessableEntity, f, problems, nil, "")
	}
	sent := f.Order(v.names())
	answer, err := v.sendOnce("/api/order/orders/", map[string]any{"orders": []any{sent.Order}, "blocking": printed})
	if err != nil {
		return err
	}
	if !answer.ok() {
		return v.showRefused(f, sent, answer)
	}
	var created struct {
		TrackingNos []string `json:"tracking_nos"`
		Orders      []struct {
			TrackingNo string  `json:"tracking_no"`
			LabelURL   *string `json:"order_label_url"`
			Message    string  `json:"message"`
		} `json:"orders"`
	}
	if err := answer.decode(&created); err != nil {
		return err
	}
	for _, o := range created.Orders {
		created.TrackingNos = append(created.TrackingNos, o.TrackingNo)
		printed = o.LabelURL != nil
	}
	v.toast(v.t("Order %s is created.", created.TrackingNos[0]))
	if printed {
		return v.toPrint(created.TrackingNos[0])
	}
	return v.redirect(v.orderURL(created.TrackingNos[0]))
}

// printCookie names an order whose page downloads its label once: a page that is loaded again does not.
const printCookie = "waybill_print"

// toPrint leads to the page of a new order, which downloads its label. That it cannot be noted as printed is no reason to
// show an error: the order is created.
func (v *visit) toPrint(trackingNo string) error {
	if err := v.notePrinted([]string{trackingNo}); err != nil {
		v.console.Log.WarnContext(v.r.Context(), "note that a label was printed", "tracking_no", trackingNo, "error", err)
	}
	v.setCookie(printCookie, trackingNo, time.Minute)
	return v.redirect(v.orderURL(trackingNo))
}

// How long, and how often, a form that is sent twice asks for the response to the first one.
const (
	askForResponse = 30 * time.Second
	askEvery       = 250 * time.Millisecond
)

// sendOnce calls the interface with the key of the form. While a request with the same key runs, it waits for its response.
func (v *visit) sendOnce(path string, body any) (apiAnswer, error) {
	until := time.After(askForResponse)
	for {
		answer, err := v.api(http.MethodPost, path, body)
		if err != nil || answer.status != http.StatusConflict {
			return answer, err
		}
		select {
		case <-time.After(askEvery):
		case <-until:
			return answer, nil
		case <-v.r.Context().Done():
			return answer, v.r.Context().Err()
		}
	}
}

// showRefused shows a form with the problems that the interface found.
func (v *visit) showRefused(f *orderform.Form, sent orderform.Sent, answer apiAnswer) error {
	switch answer.status {
	case http.StatusUnprocessableEntity: // the key of the form has made another order
		return v.showForm(answer.status, f, []orderform.Problem{{
			Message: v.t("This form has made an order already, and was changed since. To make another order, send it again."),
		}}, nil, "")
	case http.StatusConflict:
		return v.showForm(answer.status, f, []orderform.Problem{{
			Message: v.t("The order is still being made. Look in the list of orders before you send it again."),
		}}, nil, "")
	}
	return v.showForm(http.StatusUnprocessableEntity, f, sent.Problems(f, answer.problems(), v.words()), nil, "")
}

// repeated are the problems that the JSON of an order cannot show.
func (v *visit) repeated(f *orderform.Form) []orderform.Problem {
	var problems []orderform.Problem
	for _, input := range f.Repeated() {
		problems = append(problems, orderform.Problem{Input: input, Message: v.words().Twice()})
	}
	return problems
}

// saveTemplate keeps a form under a name, and shows it again.
func (v *visit) saveTemplate(f *orderform.Form) error {
	name := strings.TrimSpace(v.form("template_name"))
	if name == "" {
		return v.showForm(http.StatusUnprocessableEntity, f, []orderform.Problem{{Message: v.t("Give the template a name.")}}, nil, "")
	}
	order := f.Order(v.names()).Order
	delete(order, "tracking_no")
	answer, err := v.api(http.MethodPut, "/api/order/templates/"+url.PathEscape(name)+"/", order)
	if err != nil {
		return err
	}
	if !answer.ok() {
		var problems []orderform.Problem
		for _, message := range v.messages(v.t("Name of the template"), answer) {
			problems = append(problems, orderform.Problem{Message: message})
		}
		return v.showForm(http.StatusUnprocessableEntity, f, problems, nil, "")
	}
	return v.showForm(http.StatusOK, f, nil, nil, v.t("The template %s is saved.", name))
}
