package web

import (
	"errors"
	"net/http"

	"waybill/internal/admission"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/store"
)

// SendDocument sends a document to the browser, or returns why there is none.
func (v *Visit) SendDocument(d orders.Document, err error) error {
	if err == nil {
		v.Console.SendDocument(v.Writer, v.Request, d)
		return nil
	}
	none, is := errors.AsType[*orders.NoDocument](err)
	switch {
	case errors.Is(err, admission.ErrBusy): // no memory is free, or no renderer
		return v.NotDone(http.StatusServiceUnavailable, v.Words().Say("", problem.Overload))
	case !is:
		text, err := v.Refused(err)
		if err != nil {
			return err
		}
		return v.NotDone(http.StatusBadRequest, text)
	case none.Missing:
		return store.ErrNotFound
	case none.Again != 0:
		return v.NotDone(http.StatusServiceUnavailable, v.Words().Say("", none.Message))
	}
	return v.NotDone(http.StatusBadRequest, v.Words().Say("", none.Message))
}
