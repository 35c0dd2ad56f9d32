package rules

import (
	"cmp"
	"fmt"
	"slices"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"waybill/internal/shipment"
)

// checkMeaning finds what is right for cel-go and never right in a rule: a value that is made of the type of an order,
// a text that is compared with a country and is not a code, which is never equal, and an argument of a function that it cannot use.
func checkMeaning(checked *cel.Ast) error {
	var wrong, made string
	var unusable error
	ast.PostOrderVisit(checked.NativeRep().Expr(), ast.NewExprVisitor(func(e ast.Expr) {
		if e.Kind() == ast.StructKind {
			made = e.AsStruct().TypeName()
		}
		if e.Kind() != ast.CallKind || wrong != "" {
			return
		}
		call := e.AsCall()
		unusable = cmp.Or(unusable, checkArguments(call))
		compared := []string{operators.Equals, operators.NotEquals, operators.In}
		if args := call.Args(); slices.Contains(compared, call.FunctionName()) && slices.ContainsFunc(args, isCountry) {
			for _, arg := range args {
				wrong = cmp.Or(wrong, notCode(arg))
			}
		}
	}))
	if made != "" {
		return fmt.Errorf("makes a value of the type %s: want only what the order has", made)
	}
	if wrong == "" {
		return unusable
	}
	if country, known := shipment.CountryByName(wrong); known {
		return fmt.Errorf("compares a country with %q: want its code, %q", wrong, country)
	}
	return fmt.Errorf("compares a country with %q: want a code of ISO 3166-1, such as \"KR\"", cutText(wrong))
}

// isCountry reports whether an expression is a country of an order.
func isCountry(e ast.Expr) bool {
	return e.Kind() == ast.SelectKind && (e.AsSelect().FieldName() == "country" || e.AsSelect().FieldName() == "origin_country")
}

// notCode is the first text of a literal, or of a list of literals, that is no code of a country. "" stands for an
// absent country.
func notCode(e ast.Expr) string {
	switch e.Kind() {
	case ast.LiteralKind:
		text, isText := e.AsLiteral().(types.String)
		if country, _ := shipment.CountryByName(string(text)); isText && string(country) != string(text) {
			return string(text)
		}
	case ast.ListKind:
		for _, element := range e.AsList().Elements() {
			if wrong := notCode(element); wrong != "" {
				return wrong
			}
		}
	default:
	}
	return ""
}
