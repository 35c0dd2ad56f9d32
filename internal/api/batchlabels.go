package api

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"waybill/internal/label"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// missingHeader lists the requested orders whose labels are not in the file.
const missingHeader = "Waybill-Labels-Missing"

// printBatch prints the labels of a batch, or of some tracking numbers, in the order of the request into
// one file. The file is sent while it is drawn.
func (a *API) printBatch(ctx context.Context, c call) (response, error) {
	query := request.ParseQuery(c.req.URL.RawQuery)
	format := cmp.Or(label.Format(request.LastValue(query, "format")), label.PDF)
	if format != label.PDF && format != label.ZPL { // a picture has only one page
		return response{}, &problem{status: http.StatusBadRequest, detail: "format must be pdf or zpl."}
	}
	options, err := printOptions(label.Document(request.LastValue(query, "document")), format, query)
	if err != nil {
		return response{}, err
	}
	requested, err := a.requestedOrders(ctx, c.caller.AccountID, query)
	if err != nil {
		return response{}, err
	}
	file := newBatchFile(requested)
	header := http.Header{
		"Content-Type":           {mediaTypes[format]},
		"Cache-Control":          {"private, no-cache"},
		"X-Content-Type-Options": noSniff,
		"Etag":                   {a.batchTag(file.orders, options)},
	}
	if len(file.orders) > 0 && slices.Contains(strings.Split(c.req.Header.Get("If-None-Match"), ", "), header.Get("Etag")) {
		return response{status: http.StatusNotModified, header: header}, nil
	}
	if cmp.Or(options.Document, label.Parcel) == label.Parcel {
		if err := a.addPartnerLabels(ctx, c.caller.AccountID, file, format); err != nil {
			return response{}, err
		}
	}
	if len(file.orders) == 0 {
		return response{}, errNotFound
	}
	if len(file.missing) > 0 {
		header[missingHeader] = []string{strings.Join(file.missing, ",")}
	}
	services, err := a.allServices(ctx)
	if err != nil {
		return response{}, err
	}
	if err := a.chargeMore(ctx, mostItemBytes); err != nil {
		return response{}, err
	}
	header["Trailer"] = []string{warningsHeader}
	return response{status: http.StatusOK, header: header, stream: func(w io.Writer, trailer http.Header) error {
		report, err := a.draw(c.req.Context(), w, a.shipments(c.req.Context(), file, services, format), options)
		trailer[warningsHeader] = warnings(report)
		return err
	}}, nil
}

// batchFile is the content of a file of many labels.
type batchFile struct {
	orders        []shipment.Order      // of one account, whose labels are in the file
	partnerLabels map[int64]partnerPart // those that partners drew, by order id
	missing       []string              // tracking numbers of orders whose labels are not in the file
}

func newBatchFile(requested []shipment.Order) *batchFile {
	var f batchFile
	for _, o := range requested {
		if o.HasLabel {
			f.orders = append(f.orders, o)
		} else {
			f.missing = append(f.missing, o.TrackingNo)
		}
	}
	return &f
}

// requestedOrders finds the orders that a query names, without their items. An unknown order has only
// its tracking number.
func (a *API) requestedOrders(ctx context.Context, accountID int64, query url.Values) ([]shipment.Order, error) {
	filter, problems := request.ReadFilter(query)
	switch {
	case problems != nil:
		return nil, &validationError{problems}
	case filter.UploadBatchNo != "":
		return a.Store.BatchOrders(ctx, accountID, filter.UploadBatchNo)
	case len(filter.TrackingNos) == 0:
		return nil, &problem{status: http.StatusBadRequest, detail: "Send upload_batch_no, or tracking_no with commas between the numbers."}
	}
	found := make(map[string]shipment.Order, len(filter.TrackingNos))
	var after store.Cursor
	for more := true; more; {
		var page []shipment.Order
		var err error
		page, more, err = a.Store.OrdersAfter(ctx,
			store.OrderFilter{AccountID: accountID, Filter: shipment.Filter{TrackingNos: filter.TrackingNos}}, after)
		if err != nil {
			return nil, err
		}
		for _, o := range page {
			found[o.TrackingNo] = o
			after = store.Cursor{CreatedOn: o.CreatedOn.UnixMicro(), OrderID: o.OrderID}
		}
	}
	orders := make([]shipment.Order, 0, len(filter.TrackingNos))
	seen := make(map[string]bool, len(filter.TrackingNos))
	for _, trackingNo := range filter.TrackingNos {
		if seen[trackingNo] {
			continue
		}
		seen[trackingNo] = true
		o := found[trackingNo]
		o.TrackingNo = trackingNo
		orders = append(orders, o)
	}
	return orders, nil
}

// batchTag is the entity tag of a file of labels. It covers everything that the file depends on.
func (a *API) batchTag(orders []shipment.Order, options label.Options) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %+v\n", a.Version, options)
	for i := range orders {
		fmt.Fprintf(h, "%s %d\n", orders[i].TrackingNo, orders[i].UpdatedOn.UnixMicro())
	}
	return `"` + hex.EncodeToString(h.Sum(nil)[:16]) + `"`
}

// shipments reads orders of one account with their items, some at a time, and the labels that partners
// drew, one at a time.
func (a *API) shipments(ctx context.Context, f *batchFile, services map[int64]shipment.Service, format label.Format,
) iter.Seq2[label.Shipment, error] {
	return func(yield func(label.Shipment, error) bool) {
		for o, err := range a.withItems(ctx, f.orders) {
			var partnerLabel []byte
			if err == nil {
				partnerLabel, err = a.partnerContent(ctx, f, o.OrderID, format)
			}
			if err != nil {
				yield(label.Shipment{}, err)
				return
			}
			if !yield(label.Shipment{Order: *o, Service: services[o.ServiceID], PartnerLabel: partnerLabel}, nil) {
				return
			}
		}
	}
}
