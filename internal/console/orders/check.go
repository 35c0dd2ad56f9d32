package orders

import (
	"net/http"
	"slices"
	"strings"

	"waybill/internal/console/orderform"
	"waybill/internal/console/web"
	"waybill/internal/request"
)

// checked is the result of validating an order.
type checked struct{ problems, warnings []orderform.Problem }

// check checks the order of a form, in which it suggests a service.
func check(v *web.Visit, f *orderform.Form) (checked, error) {
	if err := suggest(v, f); err != nil {
		return checked{}, err
	}
	sent := f.Order(v.Names())
	by, err := v.By()
	if err != nil {
		return checked{}, err
	}
	fields := map[string]any{"orders": []any{map[string]any(sent.Order)}}
	results, err := v.Console.Orders.Check(v.Context(), by, request.FormOf(request.CreateShape(), fields))
	if problems := web.ProblemsOf(err); problems != nil {
		return checked{problems: sent.Problems(f, problems, v.Words())}, nil
	}
	found := checked{problems: repeated(v, f)}
	for _, o := range results {
		found.problems = append(found.problems, sent.Problems(f, web.PathsOf(o.Problems), v.Words())...)
		found.warnings = sent.Warnings(f, o.Warnings, v.Words())
	}
	return found, err
}

// showChecked shows a form with all that is wrong, and creates nothing.
func showChecked(v *web.Visit, f *orderform.Form) error {
	found, err := check(v, f)
	if err != nil {
		return err
	}
	if len(found.problems) > 0 {
		return showForm(v, http.StatusUnprocessableEntity, f, found.problems, found.warnings, "")
	}
	return showForm(v, http.StatusOK, f, nil, found.warnings, v.T("Nothing is missing. The order is not created yet."))
}

// checkOrder answers a script that sends the form as one types: with the problems of the fields that were touched, the
// warnings, and the services if the countries changed.
func checkOrder(v *web.Visit) error {
	f := orderform.Parse(orderform.Create, v.Request.PostForm)
	found, err := check(v, f)
	if err != nil {
		return err
	}
	p, err := NewFormPage(v, f, found.problems, found.warnings)
	if err != nil {
		return err
	}
	read, _ := pastedInto(v, f)
	touched := strings.Fields(v.FormValue("touched"))
	var services, hints []inputView
	shown := p.inputs()
	if p.Lane != v.FormValue("lane") {
		services = slices.DeleteFunc(slices.Clone(shown), func(i inputView) bool { return i.Services == nil })
		hints = slices.DeleteFunc(slices.Clone(shown), func(i inputView) bool { return i.List != hsCodeList })
	}
	shown = slices.DeleteFunc(shown, func(i inputView) bool { return i.Value == "" && !slices.Contains(touched, i.Name) })
	return v.Fragment(http.StatusOK, "order_form.html", "check", map[string]any{
		"Inputs": shown, "Lane": p.Lane, "Services": services, "Hints": hints,
		"Problems": len(found.problems), "HSCodes": p.HSCodes, "Pasted": read,
	})
}
