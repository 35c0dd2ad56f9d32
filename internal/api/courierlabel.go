package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strings"
	"time"

	"waybill/internal/label"
	"waybill/internal/partnerlabel"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// errFilesUnavailable: the blob store cannot be reached or written, or has lost a file; or
// there is no process to inspect one.
var errFilesUnavailable = &problem{
	status: http.StatusServiceUnavailable,
	detail: "The service cannot reach the files of couriers' labels. Try again shortly.", header: retryAfter(5 * time.Second),
}

// errOtherFormat: a courier's label is not drawn anew in another format than its own.
func errOtherFormat(format shipment.LabelFormat) *problem {
	return &problem{
		status: http.StatusNotFound,
		detail: fmt.Sprintf("The courier of this order draws its label as %s: ask for .%s.", strings.ToUpper(string(format)), format),
	}
}

// courierLabel is the label that an order's courier drew: its file, or a PDF of a picture. Its
// size is the courier's.
func (a *API) courierLabel(ctx context.Context, o *shipment.Order, format label.Format) (printed, error) {
	if err := a.chargeMore(ctx, costOfPartnerLabel+shipment.MaxPartnerLabel); err != nil { // and a PDF of them
		return printed{}, err
	}
	record, err := a.Store.PartnerLabel(ctx, o.AccountID, o.OrderID)
	if err != nil {
		return printed{}, err
	}
	tag := path.Base(record.Blob) + string(format)
	if string(record.Format) == string(format) {
		content, err := a.Labels.File(ctx, record.Blob)
		return printed{content: bytes.NewReader(content), size: len(content), tag: tag}, unavailable(err)
	}
	pages, err := a.courierPart(ctx, record, format)
	if err != nil {
		return printed{}, err
	}
	if pages == nil {
		return printed{}, errOtherFormat(record.Format)
	}
	var page bytes.Buffer
	_, err = a.printer.Print(&page, label.Shipment{PartnerLabel: pages}, label.Options{Format: format})
	return printed{content: bytes.NewReader(page.Bytes()), size: page.Len(), tag: tag}, err
}

// courierPart reads a courier's label as it may stand in a file of many; nil: it is in another
// format, or of an earlier version and cannot be inspected.
func (a *API) courierPart(ctx context.Context, record store.PartnerLabel, format label.Format) ([]byte, error) {
	switch {
	case format == label.ZPL && record.Format == shipment.LabelZPL:
		content, err := a.Labels.File(ctx, record.Blob)
		return content, unavailable(err)
	case format != label.PDF || record.Format == shipment.LabelZPL:
		return nil, nil
	}
	pages, err := a.Labels.Pages(ctx, record.Partner, record.Format, record.Blob)
	if refused, ok := errors.AsType[*partnerlabel.RefusedError](err); ok {
		a.Log.WarnContext(ctx, "a courier's label has no pages", "blob", record.Blob, "partner", record.Partner, "error", refused)
		return nil, nil
	}
	return pages, unavailable(err)
}

// unavailable is an error of the files, for who asked for them.
func unavailable(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %w", errFilesUnavailable, err)
}
