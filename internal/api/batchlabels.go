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
	"strconv"
	"strings"

	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// The headers of a file of many labels: how many labels it has, and how many of the requested ones it does not
// have. Proxies and clients limit the size of headers, so the status of each label is an operation of its own.
const (
	printedHeader = "Waybill-Labels-Printed"
	missingHeader = "Waybill-Labels-Missing"
)

// errNothingToPrint means that no requested order has a label for this file.
var errNothingToPrint = &shell.Problem{
	Status: http.StatusNotFound, Detail: problem.NothingToPrint,
}

// batch is what a request for many labels asks for.
type batch struct {
	options       label.Options
	orders        []shipment.Order      // as requested; an unknown one has only its tracking number
	partnerLabels map[int64]partnerPart // of labels that partners drew and that a file can have, by order id
}

// prints reports whether the file of the batch has the label of an order.
func (b *batch) prints(o *shipment.Order) bool {
	if !b.isPartners(o) {
		return o.HasLabel
	}
	_, usable := b.partnerLabels[o.OrderID]
	return o.HasLabel && usable
}

// printBatch prints the labels of a batch, or of some tracking numbers, in the order of the request into
// one file. The file is sent while it is drawn.
func (a *Printing) printBatch(ctx context.Context, c shell.Call) (shell.Response, error) {
	b, settings, err := a.readBatch(ctx, c)
	if err != nil {
		return shell.Response{}, err
	}
	tag := a.batchTag(b, settings)
	header := documentHeader(b.options.Format, http.Header{"Cache-Control": {"private, no-cache"}, "Etag": {tag}})
	if slices.Contains(strings.Split(c.Req.Header.Get("If-None-Match"), ", "), tag) {
		return shell.Response{Status: http.StatusNotModified, Header: header}, nil
	}
	if err := a.addPartnerLabels(ctx, c.Caller.AccountID, b, heldPartnerFiles); err != nil {
		return shell.Response{}, err
	}
	requested := len(b.orders)
	b.orders = slices.DeleteFunc(b.orders, func(o shipment.Order) bool { return !b.prints(&o) })
	if len(b.orders) == 0 {
		return shell.Response{}, errNothingToPrint
	}
	header[printedHeader] = []string{strconv.Itoa(len(b.orders))}
	header[missingHeader] = []string{strconv.Itoa(requested - len(b.orders))}
	if err := a.api.Charge(ctx, mostItemBytes); err != nil {
		return shell.Response{}, err
	}
	return shell.Response{Status: http.StatusOK, Header: header, Stream: func(w io.Writer) error {
		return a.draw(c.Req.Context(), w, a.shipments(c.Req.Context(), b, settings), b.options)
	}}, nil
}

// readBatch reads the parameters of a request for many labels, the orders that it names, and what they need to be printed. Returns
// shell.ErrNotFound if the account has no such batch.
func (a *Printing) readBatch(ctx context.Context, c shell.Call) (b *batch, settings printSettings, err error) {
	query := request.ParseQuery(c.Req.URL.RawQuery)
	format := cmp.Or(label.Format(request.LastValue(query, "format")), label.PDF)
	if format != label.PDF && format != label.ZPL { // a picture has only one page
		return nil, settings, &shell.Problem{Status: http.StatusBadRequest, Detail: problem.NotBatchFormat}
	}
	document := cmp.Or(label.Document(request.LastValue(query, "document")), label.Parcel)
	options, err := printOptions(document, format, query)
	if err != nil {
		return nil, settings, err
	}
	orders, err := a.ordersToPrint(ctx, c.Caller.AccountID, query)
	if err == nil && len(orders) == 0 {
		err = shell.ErrNotFound
	}
	if err == nil {
		settings, err = a.printSettings(ctx, c.Caller.AccountID, document, orders...)
	}
	options.Size = settings.size(options)
	return &batch{options: options, orders: orders}, settings, err
}

// ordersToPrint finds the orders of an import, or the orders that the filters of a query select.
func (a *Printing) ordersToPrint(ctx context.Context, accountID int64, query url.Values) ([]shipment.Order, error) {
	if id := request.LastValue(query, "import_id"); id != "" {
		return a.api.importing.ordersOfImport(ctx, accountID, id)
	}
	return a.requestedOrders(ctx, accountID, query)
}

// requestedOrders finds the orders that a query names, without their items. An unknown order has only
// its tracking number and the account.
func (a *Printing) requestedOrders(ctx context.Context, accountID int64, query url.Values) ([]shipment.Order, error) {
	filter, problems := request.ReadPrintFilter(query)
	switch {
	case problems != nil:
		return nil, &request.InvalidError{Problems: problems}
	case filter.UploadBatchNo != "":
		return a.api.Store.BatchOrders(ctx, accountID, filter.UploadBatchNo)
	case len(filter.TrackingNos) == 0:
		return nil, &shell.Problem{Status: http.StatusBadRequest, Detail: problem.NoPrintFilter}
	}
	found := make(map[string]shipment.Order, len(filter.TrackingNos))
	var after store.Cursor
	for more := true; more; {
		var page []shipment.Order
		var err error
		page, more, err = a.api.Store.OrdersAfter(ctx,
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
		o.TrackingNo, o.AccountID = trackingNo, accountID
		orders = append(orders, o)
	}
	return orders, nil
}

// batchTag is the entity tag of a file of labels. It covers everything that the file depends on.
func (a *Printing) batchTag(b *batch, settings printSettings) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %+v %d %v\n", a.api.Version, b.options, settings.account.Revision, settings.customs)
	for i := range b.orders {
		if b.orders[i].HasLabel {
			revision := settings.labels[b.orders[i].ServiceID].Revision
			fmt.Fprintf(h, "%s %d %d\n", b.orders[i].TrackingNo, b.orders[i].UpdatedOn.UnixMicro(), revision)
		}
	}
	return `"` + hex.EncodeToString(h.Sum(nil)[:16]) + `"`
}

// shipments reads orders of one account with their items, some at a time, and the labels that partners
// drew, one at a time.
func (a *Printing) shipments(ctx context.Context, b *batch, settings printSettings) iter.Seq2[label.Shipment, error] {
	return func(yield func(label.Shipment, error) bool) {
		for o, err := range a.api.viewing.withItems(ctx, b.orders) {
			var partnerLabel []byte
			if err == nil {
				partnerLabel, err = a.partnerContent(ctx, b, o.OrderID)
			}
			if err != nil {
				yield(label.Shipment{}, err)
				return
			}
			s := settings.shipment(o)
			s.PartnerLabel = partnerLabel
			if partnerLabel != nil {
				s.PartnerLabelAs = kindOf(b.partnerLabels[o.OrderID].record, b.options)
			}
			if !yield(s, nil) {
				return
			}
		}
	}
}
