package api

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
)

// validateOrders responds with the problems and the warnings of each order of a create request, and stores nothing.
func (a *API) validateOrders(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
	checked, err := a.Orders.Check(ctx, a.By(c), sent)
	if err != nil {
		return shell.Response{}, err
	}
	language, say := a.PlainWords(c.Req)
	forPrograms := shell.WantsProblem(c.Req)
	if forPrograms {
		_, say = a.WordsFor(c.Req)
	}
	return answer.Object(http.StatusOK, &checked, writeChecked(say, forPrograms)).With(language), nil
}

func writeChecked(say func(field string, m problem.Message) string, forPrograms bool) func(*openapi.Object, *[]orders.Checked) {
	return func(o *openapi.Object, checked *[]orders.Checked) {
		openapi.List(o, "orders", *checked, writeCheckedOrder(say, forPrograms)).Of("CheckedOrder").MinItems(1).MaxItems(request.MaxOrders)
	}
}

func writeCheckedOrder(say func(field string, m problem.Message) string, forPrograms bool) func(*openapi.Object, *orders.Checked) {
	return func(o *openapi.Object, c *orders.Checked) {
		o.Value("errors", "object", func(e *jx.Encoder) { e.Raw(request.InWords(c.Problems, say).AppendJSON(nil)) }).Is("CreateOrderProblems")
		o.If(forPrograms).Value("problems", "array", func(e *jx.Encoder) { shell.WriteErrors(e, c.Problems, say) }).Of("FieldError").
			About("The same errors with codes, if the caller accepts `application/problem+json`. A path begins at the order.")
		openapi.List(o, "warnings", c.Warnings, writeWarning(say, forPrograms)).Is("OrderWarnings").
			About("Of rules that do not refuse the order. Empty if its fields are invalid.")
	}
}
