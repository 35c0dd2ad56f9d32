package rules

import (
	"waybill/internal/each"
	"waybill/internal/problem"
	"waybill/internal/shipment"
)

// compileRubbish finds texts that are rubbish.
func compileRubbish(r *Rule) (check, *Problem) {
	checks := each.Of(r.fields(), func(f *field) check {
		return eachText(f, func(value string) problem.Message {
			if shipment.IsRubbish(value) {
				return problem.RubbishValue.With(value)
			}
			return problem.Message{}
		})
	})
	return func(v *visit) {
		for _, check := range checks {
			check(v)
		}
	}, nil
}
