package rules

import (
	"strings"

	"waybill/internal/problem"
)

// compileCEL: an expression about a field of items is checked for each item.
func compileCEL(r *Rule) (check, *Problem) {
	f := fieldsByName[r.Field]
	e, err := compileExpression(r.Expression, f.isOfItem())
	if err != nil {
		return nil, &Problem{Key: "expression", Message: problem.RuleWrong.With(err)}
	}
	judgesValue := f.Name == fieldItemPrice &&
		(strings.Contains(r.Expression, "."+declaredValue) || strings.Contains(r.Expression, "."+functionOneAbove))
	one := func(v *visit, index int) bool {
		holds, err := e.holds(&v.variables)
		switch {
		case v.failed(err, f.Name, index, ""):
			return false
		case !holds && judgesValue:
			v.find(v.item.ValueField(), index, problem.NotAccepted)
		case !holds:
			v.find(f.Name, index, problem.NotAccepted)
		}
		return true
	}
	if !f.isOfItem() {
		return func(v *visit) { one(v, -1) }, nil
	}
	return func(v *visit) {
		defer func() { v.item = nil }()
		for i := range v.order.Items {
			v.item = &v.order.Items[i]
			if !one(v, i) {
				return // a fault of each item would say the same
			}
		}
	}, nil
}
