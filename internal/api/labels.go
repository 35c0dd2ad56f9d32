package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strconv"
	"strings"
	"time"

	"waybill/internal/label"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// labelTypes are the media types of the formats that a label can be fetched in.
var labelTypes = map[label.Format]string{
	label.PDF: "application/pdf",
	label.PNG: "image/png",
	label.ZPL: "application/zpl",
}

// serveLabel prints the label that an unguessable name stands for. It is drawn from the
// order at every request: nothing is stored, and what a partner adds shows at once.
func (a *API) serveLabel(w http.ResponseWriter, r *http.Request) {
	file := r.PathValue("file")
	extension := path.Ext(file)
	mediaType, ok := labelTypes[label.Format(strings.TrimPrefix(extension, "."))]
	trackingNo, issued := a.labelKey.verify(strings.TrimSuffix(file, extension))
	if !ok || !issued {
		a.answer(w, r, response{}, errNotFound)
		return
	}
	body, report, err := a.printLabel(r.Context(), trackingNo, r)
	if err != nil {
		a.answer(w, r, response{}, err)
		return
	}
	sum := sha256.Sum256(body)
	header := w.Header()
	header.Set("Content-Type", mediaType)
	header.Set("Content-Disposition", fmt.Sprintf("inline; filename=%q", trackingNo+extension))
	header.Set("Cache-Control", "private, no-cache") // a cache asks whether it is still the same
	header.Set("Etag", `"`+hex.EncodeToString(sum[:16])+`"`)
	header.Set("X-Content-Type-Options", "nosniff")
	for _, warning := range report.Warnings {
		header.Add("Waybill-Label-Warnings", warning.String())
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// printLabel draws an order's label as the request's path and query ask. Returns
// errNotFound when there is no such order, or no label of it yet.
func (a *API) printLabel(ctx context.Context, trackingNo string, r *http.Request) ([]byte, label.Report, error) {
	options, err := labelOptions(r)
	if err != nil {
		return nil, label.Report{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	order, err := a.Store.OrderByTrackingNo(ctx, trackingNo)
	if errors.Is(err, store.ErrNotFound) || err == nil && !order.HasLabel {
		return nil, label.Report{}, errNotFound
	}
	if err != nil {
		return nil, label.Report{}, err
	}
	service, err := a.service(ctx, order.ServiceID)
	if err != nil {
		return nil, label.Report{}, err
	}
	var body bytes.Buffer
	report, err := a.printer.Print(&body, label.Shipment{Order: order, Service: service}, options)
	if errors.Is(err, label.ErrOptions) {
		err = &problem{status: http.StatusBadRequest, detail: err.Error()}
	}
	return body.Bytes(), report, err
}

// service is the service of an order, also when it takes no more orders. A return on no
// lane has none.
func (a *API) service(ctx context.Context, id int64) (shipment.Service, error) {
	services, err := a.Store.Services(ctx)
	if err != nil {
		return shipment.Service{}, err
	}
	for _, s := range services {
		if s.ServiceID == id {
			return s, nil
		}
	}
	return shipment.Service{}, nil
}

// labelOptions reads the format from the path, size and dpi from the query.
func labelOptions(r *http.Request) (label.Options, error) {
	query := parseQuery(r.URL.RawQuery)
	options := label.Options{
		Format: label.Format(strings.TrimPrefix(path.Ext(r.URL.Path), ".")),
		Size:   label.Size(lastValue(query, "size")),
	}
	if dpi := lastValue(query, "dpi"); dpi != "" {
		n, err := strconv.Atoi(dpi)
		if err != nil {
			return options, &problem{status: http.StatusBadRequest, detail: "dpi must be 203, 300 or 600."}
		}
		options.DPI = n
	}
	return options, nil
}
