package printing

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"

	"waybill/internal/each"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// ErrNothing means that no requested order has a label for this file.
var ErrNothing = &orders.NoDocument{Message: problem.NothingToPrint, Missing: true}

// maxImportLabels is how many labels of an import a file has at most.
const maxImportLabels = 10_000

// Selection names the orders of a file of many labels: those of an import, of a batch, or of some tracking numbers.
type Selection struct {
	ImportID string // the number of an import as it was sent; "": the filter selects the orders
	shipment.Filter
}

// batch is what a request for many labels asks for.
type batch struct {
	options       label.Options
	orders        []shipment.Order // as requested; an unknown one has only its tracking number
	services      map[int64]shipment.Service
	partnerLabels map[int64]partnerPart // of labels that partners drew and that a file can have, by order id
}

// ids are the ids of some orders of the batch.
func (b *batch) ids(some func(o *shipment.Order) bool) (ids []int64) {
	for i := range b.orders {
		if some(&b.orders[i]) {
			ids = append(ids, b.orders[i].OrderID)
		}
	}
	return ids
}

// unused returns an *orders.NoDocument if the service of an order does not use the document of the batch.
func (b *batch) unused(o *shipment.Order) error {
	return printProblem(b.options.Document.CheckUse(new(b.services[o.ServiceID])))
}

// allUnused is what unused returns if no order that exists uses the document.
func (b *batch) allUnused() (unused error) {
	for i := range b.orders {
		if o := &b.orders[i]; o.OrderID != 0 {
			if unused = b.unused(o); unused == nil {
				return nil
			}
		}
	}
	return unused
}

// prints reports whether the file of the batch has the label of an order.
func (b *batch) prints(o *shipment.Order) bool {
	if !b.isPartners(o) {
		return o.HasLabel && b.unused(o) == nil
	}
	_, usable := b.partnerLabels[o.OrderID]
	return o.HasLabel && usable
}

// CheckMany returns an *orders.NoDocument for a format in which there is no file of many labels. The default is PDF.
func CheckMany(format label.Format) error {
	if format != "" && format != label.PDF && format != label.ZPL { // a picture has only one page
		return &orders.NoDocument{Message: problem.NotBatchFormat}
	}
	return nil
}

// Labels are the labels, or other documents, of many orders of the caller's account in one file, in the order of the selection. It is
// drawn while it is sent. If has contains its tag, nothing is drawn, and IsSame is true. Returns an *orders.NoDocument, or
// store.ErrNotFound if the account has no such batch or import.
func (s *Service) Labels(
	ctx context.Context, by orders.Caller, of Selection, options label.Options, has []string,
) (orders.Document, error) {
	ctx, cancel := context.WithTimeout(ctx, s.ReadWithin)
	defer cancel()
	b, settings, err := s.readBatch(ctx, by.AccountID, of, options)
	if err != nil {
		return orders.Document{}, err
	}
	d := orders.Document{MediaType: label.MediaTypes[b.options.Format], Tag: s.batchTag(b, settings)}
	if d.IsSame = slices.Contains(has, d.Tag); d.IsSame {
		return d, nil
	}
	if err := s.addPartnerLabels(ctx, by.AccountID, b, heldPartnerFiles); err != nil {
		return orders.Document{}, err
	}
	requested, unused := len(b.orders), b.allUnused()
	b.orders = slices.DeleteFunc(b.orders, func(o shipment.Order) bool { return !b.prints(&o) })
	if d.Printed = len(b.orders); d.Printed == 0 {
		return orders.Document{}, cmp.Or(unused, error(ErrNothing))
	}
	d.Missing, d.Numbers = requested-d.Printed, each.Of(b.orders, func(o shipment.Order) string { return o.TrackingNo })
	d.Write = func(ctx context.Context, w io.Writer) error {
		return s.draw(ctx, w, s.shipments(ctx, b, settings), b.options)
	}
	return d, s.charge(ctx, MostItemBytes)
}

// readBatch reads the orders of a file of many labels, and what they need to be printed.
func (s *Service) readBatch(
	ctx context.Context, accountID int64, of Selection, options label.Options,
) (b *batch, settings printSettings, err error) {
	if err := cmp.Or(CheckMany(options.Format), Check(options)); err != nil {
		return nil, settings, err
	}
	options.Format, options.Document = cmp.Or(options.Format, label.PDF), cmp.Or(options.Document, label.Parcel)
	var chosen []shipment.Order
	if of.ImportID != "" {
		chosen, err = s.ordersOfImport(ctx, accountID, of.ImportID)
	} else {
		chosen, err = s.requestedOrders(ctx, accountID, &of.Filter)
	}
	if err == nil && len(chosen) == 0 {
		err = store.ErrNotFound
	}
	if err == nil {
		settings, err = s.settings(ctx, accountID, options.Document, chosen...)
	}
	options.Size = settings.size(options)
	return &batch{options: options, orders: chosen, services: settings.services}, settings, err
}

// ordersOfImport are the orders that an import has created, without items, in the order of the file.
func (s *Service) ordersOfImport(ctx context.Context, accountID int64, number string) ([]shipment.Order, error) {
	importID, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil, &orders.NoDocument{Message: problem.NotImportID}
	}
	batches, count, err := s.Store.BatchesOfImport(ctx, accountID, importID)
	if err != nil {
		return nil, err
	}
	if count > maxImportLabels {
		return nil, &orders.NoDocument{Message: problem.ManyLabels.With(count, maxImportLabels, importID)}
	}
	created := make([]shipment.Order, 0, count)
	for _, uploadBatchNo := range batches {
		group, err := s.Store.BatchOrders(ctx, accountID, uploadBatchNo)
		if err != nil {
			return nil, err
		}
		created = append(created, group...)
	}
	return created, nil
}

// requestedOrders finds the orders that a filter names, without their items. An unknown order has only
// its tracking number and the account.
func (s *Service) requestedOrders(ctx context.Context, accountID int64, filter *shipment.Filter) ([]shipment.Order, error) {
	switch {
	case filter.UploadBatchNo != "":
		return s.Store.BatchOrders(ctx, accountID, filter.UploadBatchNo)
	case len(filter.TrackingNos) == 0:
		return nil, &orders.NoDocument{Message: problem.NoPrintFilter}
	}
	found := make(map[string]shipment.Order, len(filter.TrackingNos))
	var after store.Cursor
	for more := true; more; {
		var page []shipment.Order
		var err error
		page, more, err = s.Store.OrdersAfter(ctx,
			store.OrderFilter{AccountID: accountID, Filter: shipment.Filter{TrackingNos: filter.TrackingNos}}, after)
		if err != nil {
			return nil, err
		}
		for _, o := range page {
			found[o.TrackingNo] = o
			after = store.Cursor{CreatedOn: o.CreatedOn.UnixMicro(), OrderID: o.OrderID}
		}
	}
	chosen := make([]shipment.Order, 0, len(filter.TrackingNos))
	seen := make(map[string]bool, len(filter.TrackingNos))
	for _, trackingNo := range filter.TrackingNos {
		if seen[trackingNo] {
			continue
		}
		seen[trackingNo] = true
		o := found[trackingNo]
		o.TrackingNo, o.AccountID = trackingNo, accountID
		chosen = append(chosen, o)
	}
	return chosen, nil
}

// batchTag is the entity tag of a file of labels. It covers everything that the file depends on.
func (s *Service) batchTag(b *batch, settings printSettings) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s %+v %d %v\n", s.Version, b.options, settings.account.Revision, settings.customs)
	for i := range b.orders {
		if b.orders[i].HasLabel && b.unused(&b.orders[i]) == nil {
			revision := settings.labels[b.orders[i].ServiceID].Revision
			fmt.Fprintf(h, "%s %d %d\n", b.orders[i].TrackingNo, b.orders[i].UpdatedOn.UnixMicro(), revision)
		}
	}
	return `"` + hex.EncodeToString(h.Sum(nil)[:16]) + `"`
}

// shipments reads orders of one account with their items, some at a time, and the labels that partners
// drew, one at a time.
func (s *Service) shipments(ctx context.Context, b *batch, settings printSettings) iter.Seq2[label.Shipment, error] {
	return func(yield func(label.Shipment, error) bool) {
		for o, err := range s.withItems(ctx, b.orders) {
			var partnerLabel []byte
			if err == nil {
				partnerLabel, err = s.partnerContent(ctx, b, o.OrderID)
			}
			if err != nil {
				yield(label.Shipment{}, err)
				return
			}
			parcel := settings.shipment(o)
			parcel.PartnerLabel = partnerLabel
			if partnerLabel != nil {
				parcel.PartnerLabelAs = kindOf(b.partnerLabels[o.OrderID].record, b.options)
			}
			if !yield(parcel, nil) {
				return
			}
		}
	}
}
