package api

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
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
	if err != nil {
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
	var e jx.Encoder
	e.ObjStart()
	e.FieldStart("orders")
	e.ArrStart()
	for i, node := range orders {
		e.ObjStart()
		e.FieldStart("errors")
		e.Raw(request.Said(node, say).AppendJSON(nil))
		if forPrograms {
			e.FieldStart("problems")
			shell.WriteErrors(&e, node, say)
		}
		writeWarnings(&e, append(unknownKeys(unknown[i]), warnings.of(i)...), say, forPrograms)
		e.ObjEnd()
	}
	e.ArrEnd()
	e.ObjEnd()
	return shell.Response{Status: http.StatusOK, Header: language, Body: e.Bytes()}, nil
}

// unknownFields stands for the rule of the warnings about keys that no order has.
const unknownFields = "unknown-field"

func unknownKeys(found []request.FieldProblem) []ruleset.Warning {
	warnings := make([]ruleset.Warning, len(found))
	for i, f := range found {
		warnings[i] = ruleset.Warning{FieldProblem: f, RuleID: unknownFields}
	}
	return warnings
}
