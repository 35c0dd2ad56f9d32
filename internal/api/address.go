package api

import (
	"context"
	"strings"

	"github.com/go-faster/jx"

	"waybill/internal/address"
	"waybill/internal/api/shell"
	"waybill/internal/request"
)

// checkAddresses suggests how addresses are better written. It reads and stores nothing.
func (a *API) checkAddresses(_ context.Context, _ shell.Call, addresses []request.SentAddress) (shell.Response, error) {
	return listOf(request.AddressesField, addresses, writeAddressCheck), nil
}

// writeAddressCheck writes what is said about an address, by the fields under which it was sent.
func writeAddressCheck(e *jx.Encoder, sent *request.SentAddress) {
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
		e.FieldStart(field)
		e.ObjStart()
		text(e, "sent", f.Sent)
		if f.HasSuggestion() {
			text(e, "suggested", f.Suggested)
		} else {
			nullable(e, "suggested", "")
		}
		text(e, "result", string(f.Result))
		nullable(e, "reason", f.Reason)
		e.ObjEnd()
	}
}
