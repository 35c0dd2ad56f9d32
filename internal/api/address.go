package api

import (
	"context"
	"net/http"
	"strings"

	"waybill/internal/address"
	"waybill/internal/api/shell"
	"waybill/internal/request"
)

// checkAddresses suggests how addresses are better written. It reads and stores nothing.
func (a *API) checkAddresses(_ context.Context, _ shell.Call, addresses []request.SentAddress) (shell.Response, error) {
	return shell.Response{Status: http.StatusOK, Rows: func(w *shell.Rows) error {
		w.ObjStart()
		w.FieldStart(request.AddressesField)
		w.ArrStart()
		for _, one := range addresses {
			writeAddressCheck(w, one)
			w.Flush()
		}
		w.ArrEnd()
		w.ObjEnd()
		return nil
	}}, nil
}

// writeAddressCheck writes what is said about an address, by the fields under which it was sent.
func writeAddressCheck(w *shell.Rows, sent request.SentAddress) {
	prefix := ""
	for _, text := range sent {
		if strings.HasPrefix(text.Field, request.ConsigneePrefix) {
			prefix = request.ConsigneePrefix
		}
	}
	e := w.Encoder
	e.ObjStart()
	for _, f := range address.Check(address.Of(sent)) {
		field := sent[f.Field].Field
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
	e.ObjEnd()
}
