package console

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"waybill/internal/console/orderform"
)

// checked is what the interface says about an order that is not created.
type checked struct{ problems, warnings []orderform.Problem }

// check lets the interface check the order of a form.
func (v *visit) check(f *orderform.Form) (checked, error) {
	sent := f.Order(v.names())
	answer, err := v.api(http.MethodPost, "/api/order/validate/", map[string]any{"orders": []any{sent.Order}})
	if err != nil {
		return checked{}, err
	}
	var result struct {
		Orders []struct {
			Errors   json.RawMessage     `json:"errors"`
			Warnings []orderform.Warning `json:"warnings"`
		} `json:"orders"`
	}
	if !answer.ok() {
		return checked{problems: sent.Problems(f, answer.problems(), v.words())}, nil
	}
	if err := answer.decode(&result); err != nil {
		return checked{}, err
	}
	found := checked{problems: v.repeated(f)}
	for _, o := range result.Orders {
		var tree any
		if err := json.Unmarshal(o.Errors, &tree); err != nil {
			return checked{}, err
		}
		byPath := map[string][]string{}
		addProblems(byPath, "", tree)
		found.problems = append(found.problems, sent.Problems(f, byPath, v.words())...)
		found.warnings = sent.Warnings(f, o.Warnings, v.words())
	}
	return found, nil
}

// showChecked shows a form with all that is wrong, and creates nothing.
func (v *visit) showChecked(f *orderform.Form) error {
	if err := v.suggest(f); err != nil {
		return err
	}
	found, err := v.check(f)
	if err != nil {
		return err
	}
	if len(found.problems) > 0 {
		return v.showForm(http.StatusUnprocessableEntity, f, found.problems, found.warnings, "")
	}
	return v.showForm(http.StatusOK, f, nil, found.warnings, v.t("Nothing is missing. The order is not created yet."))
}

// checkOrder answers a script that sends the form as one types: with the problems of the fields that were touched, the
// warnings, and the services if the countries changed.
func (v *visit) checkOrder() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := orderform.Parse(orderform.Create, v.r.PostForm)
	if err := v.suggest(f); err != nil {
		return err
	}
	found, err := v.check(f)
	if err != nil {
		return err
	}
	p, err := v.newFormPage(f, found.problems, found.warnings)
	if err != nil {
		return err
	}
	touched := strings.Fields(v.form("touched"))
	var shown, services []inputView
	for _, g := range p.Groups {
		for _, row := range g.Rows {
			shown = append(append(shown, row.Inputs...), row.More...)
		}
		shown = append(shown, g.Inputs...)
	}
	if p.Lane != v.form("lane") {
		services = slices.DeleteFunc(slices.Clone(shown), func(i inputView) bool { return i.Services == nil })
	}
	shown = slices.DeleteFunc(shown, func(i inputView) bool { return i.Value == "" && !slices.Contains(touched, i.Name) })
	return v.fragment(http.StatusOK, "order_form.html", "check", map[string]any{
		"Inputs": shown, "Lane": p.Lane, "Services": services, "Problems": len(found.problems),
	})
}
