package api

import (
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/inforce"
	"waybill/internal/problem"
)

// writeWarning writes a warning: the rule, what it says, in the words of say or else in English, the place that it is about, and for
// programs its code.
func writeWarning(say func(field string, m problem.Message) string, forPrograms bool) func(*openapi.Object, *inforce.Warning) {
	return func(o *openapi.Object, w *inforce.Warning) {
		code, args := shell.CodeOf(w.Message)
		o.Text("rule_id", w.RuleID).About("Id of the rule, or the name of a partner that would refuse the order. Empty if further " +
			"warnings of a request are not listed.")
		o.Text("field", w.Field).About("The field of the request, such as `consignee_postal` or `item_hs_code`. Empty if it is about " +
			"none of them.")
		o.OrNull(w.Index >= 0).Int("index", int64(w.Index)).Minimum(0).About("The place of the item from 0, or of the tax id if the " +
			"field is `tax_ids`. Null for a field of the order, and for `items` and `tax_ids` as a whole.")
		o.Text("message", problem.Say(say, w.Field, w.Message))
		o.Text("source", w.Source).About("Where the requirement is written. Empty if the rule does not say it.")
		o.Text("since", w.Since).About("The day from which the rule applies. Empty if the rule does not say it.")
		o.If(forPrograms && code != "").Text("code", code).Is("ErrorCode").
			About("Of `validate`, for callers that accept `application/problem+json`.")
		o.If(forPrograms && code != "").Raw("args", "object", args).Is("ErrorArgs").
			About("Of `validate`, for callers that accept `application/problem+json`.")
	}
}
