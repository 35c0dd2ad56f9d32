package api

import (
	"context"
	"strings"

	"waybill/internal/address"
	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/request"
)

// checkAddresses suggests how addresses are better written. It reads and stores nothing.
func (a *API) checkAddresses(_ context.Context, _ shell.Call, addresses []request.SentAddress) (shell.Response, error) {
	return answer.Stream(&addresses, func(o *openapi.Object, addresses *[]request.SentAddress) {
		openapi.List(o, request.AddressesField, *addresses, writeAddressCheck)
	}), nil
}

// writeAddressCheck writes what is said about an address, by the fields under which it was sent.
func writeAddressCheck(o *openapi.Object, sent *request.SentAddress) {
	prefix := ""
	for _, text := range *sent {
		if strings.HasPrefix(text.Field, request.ConsigneePrefix) {
			prefix = request.ConsigneePrefix
		}
	}
	for _, f := range address.Check(address.Of(*sent)) {
		field := (*sent)[f.Field].Field
		if field == "" { // it is missing
			field = prefix + f.Field
		}
		openapi.Nested(o, field, &f, writeFinding)
	}
}

func writeFinding(o *openapi.Object, f *address.Finding) {
	o.Text("sent", f.Sent).About("What was sent, without spaces around it; empty if the field is missing.")
	o.OrNull(f.HasSuggestion()).Text("suggested", f.Suggested).
		About("What to send. It is empty if the field should be left out, and null if there is no suggestion.")
	o.Text("result", string(f.Result)).Enum("unchanged", "suggested", "doubtful").
		About("`unchanged`: nothing speaks against it. `suggested`: another spelling is better. `doubtful`: it is wrong or missing; " +
			"a suggestion is a guess, which a person should confirm.")
	o.TextOrNull("reason", f.Reason).About("Why, in English; null if the result is `unchanged`.")
}
