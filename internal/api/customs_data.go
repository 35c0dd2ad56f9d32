package api

import (
	"context"
	"net/http"
	"strings"

	"waybill/internal/label"
)

// customsData serves what the customs declarations and invoices of an order print, as JSON. Its name is signed
// as theirs are.
func (a *Printing) customsData(ctx context.Context, r *http.Request) (response, error) {
	name, isJSON := strings.CutSuffix(r.PathValue("file"), "."+customsFormat)
	trackingNo, issued := a.api.documentKey.verify(label.CustomsData, name)
	if !isJSON || !issued {
		return response{}, errNotFound
	}
	if limited, err := a.takeDocument(r, label.CustomsData); err != nil {
		return response{header: limited}, err
	}
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	order, err := a.orderWithLabel(ctx, trackingNo)
	if err != nil {
		return response{}, err
	}
	services, err := a.allServices(ctx)
	if err != nil {
		return response{}, err
	}
	// The JSON, and the buffer in which it is made.
	if err := a.api.chargeMore(ctx, 3*mostItemBytes); err != nil {
		return response{}, err
	}
	body, err := label.CustomsJSON(&label.Shipment{Order: order, Service: services[order.ServiceID]})
	return response{status: http.StatusOK, body: body}, err
}

// customsFormat is the only format of customs data.
const customsFormat = "json"
