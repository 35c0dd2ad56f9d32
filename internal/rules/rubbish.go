package rules

import (
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// compileRubbish finds texts that are rubbish.
func compileRubbish(r *Rule) (check, *Problem) {
	return eachTextOf(r.fields(), func(value string) problem.Message {
		if shipment.IsRubbish(value) {
			return problem.RubbishValue.With(value)
		}
		return problem.Message{}
	}), nil
}
