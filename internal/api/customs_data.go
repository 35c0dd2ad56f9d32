package api

import (
	"context"
	"net/http"
	"strings"

	"waybill/internal/api/shell"
	"waybill/internal/label"
)

// customsData serves what the customs declarations and invoices of an order print, as JSON. Its name is signed
// as theirs are.
func (a *Printing) customsData(ctx context.Context, r *http.Request) (shell.Response, error) {
	name, isJSON := strings.CutSuffix(r.PathValue("file"), "."+customsFormat)
	if !isJSON {
		return shell.Response{}, shell.ErrNotFound
	}
	of, err := a.api.issued(ctx, label.CustomsData, name)
	if err != nil {
		return shell.Response{}, err
	}
	if limited, err := a.takeDocument(r, label.CustomsData); err != nil {
		return shell.Response{Header: limited}, err
	}
	ctx, cancel := context.WithTimeout(ctx, shell.ReadTimeout)
	defer cancel()
	order, err := a.orderWithLabel(ctx, of)
	if err != nil {
		return shell.Response{}, err
	}
	settings, err := a.printSettings(ctx, order.AccountID, label.CustomsData, order)
	if err != nil {
		return shell.Response{}, err
	}
	// The JSON, and the buffer in which it is made.
	if err := a.api.Charge(ctx, 3*mostItemBytes); err != nil {
		return shell.Response{}, err
	}
	body, err := label.CustomsJSON(new(settings.shipment(&order)))
	return shell.Response{Status: http.StatusOK, Body: body}, err
}

// customsFormat is the only format of customs data.
const customsFormat = "json"
