package api

import (
	"cmp"
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// validateOrders responds with the problems and the warnings of each order of a create request, and stores nothing.
func (a *API) validateOrders(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
	services, err := a.Store.MasterData.LiveServices(ctx)
	if err != nil {
		return shell.Response{}, err
	}
	lookups, err := a.lookups(ctx, c, services)
	if err != nil {
		return shell.Response{}, err
	}
	checker, err := a.checker(ctx, c)
	if err != nil {
		return shell.Response{}, err
	}
	warnings, at := newFoundWarnings(), a.Now()
	phones := &phones{use: true}
	if c.Caller.Phones == masterdata.PhonesComplete {
		lookups.Phone = phones.complete
	}
	lookups.Rules = func(i int, o *shipment.Order) []request.FieldProblem {
		o.AccountID = c.Caller.AccountID
		refused, found := checker.All(o, at)
		missing, ofPartner := checker.Partner(o)
		warnings.add(i, append(found, ofPartner...))
		return append(refused, missing...)
	}
	orders, problems, err := request.CheckCreate(ctx, sent, lookups)
	if err := cmp.Or(err, checker.Err()); err != nil {
		return shell.Response{}, err
	}
	if problems != nil {
		return shell.Response{}, &shell.ValidationError{Problems: problems}
	}
	for _, found := range phones.completed {
		warnings.add(found.order, append(warnings.of(found.order), ruleset.Warning{FieldProblem: found.FieldProblem, RuleID: completedPhones}))
	}
	unknown := sent.UnknownInOrders()
	language, say := a.PlainWords(c.Req)
	forPrograms := shell.WantsProblem(c.Req)
	if forPrograms {
		_, say = a.WordsFor(c.Req)
	}
	checked := make([]checkedOrder, len(orders))
	for i, node := range orders {
		checked[i] = checkedOrder{node, append(warningsOf(unknown[i], unknownFields), warnings.of(i)...)}
	}
	return respond(http.StatusOK, &checked, writeChecked(say, forPrograms)).With(language), nil
}

// checkedOrder has the problems and warnings of an order.
type checkedOrder struct {
	problems request.Node
	warnings []ruleset.Warning
}

func writeChecked(say func(field string, m problem.Message) string, forPrograms bool) func(*openapi.Object, *[]checkedOrder) {
	return func(o *openapi.Object, checked *[]checkedOrder) {
		openapi.List(o, "orders", *checked, writeCheckedOrder(say, forPrograms)).Of("CheckedOrder").MinItems(1).MaxItems(request.MaxOrders)
	}
}

func writeCheckedOrder(say func(field string, m problem.Message) string, forPrograms bool) func(*openapi.Object, *checkedOrder) {
	return func(o *openapi.Object, c *checkedOrder) {
		o.Value("errors", "object", func(e *jx.Encoder) { e.Raw(request.Said(c.problems, say).AppendJSON(nil)) }).Is("CreateOrderProblems")
		o.If(forPrograms).Value("problems", "array", func(e *jx.Encoder) { shell.WriteErrors(e, c.problems, say) }).Of("FieldError").
			About("The same errors with codes, if the caller accepts `application/problem+json`. A path begins at the order.")
		openapi.List(o, "warnings", c.warnings, writeWarning(say, forPrograms)).Is("OrderWarnings").
			About("Of rules that do not refuse the order. Empty if its fields are invalid.")
	}
}

// unknownFields stands for the rule of the warnings about keys that no order has.
const unknownFields = "unknown-field"

// warningsOf are problems that refuse nothing, as warnings of what stands for a rule.
func warningsOf(found []request.FieldProblem, rule string) []ruleset.Warning {
	return each.Of(found, func(f request.FieldProblem) ruleset.Warning { return ruleset.Warning{FieldProblem: f, RuleID: rule} })
}
