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

// errFilesUnavailable means that the blob store cannot be reached or written or has lost a file, or
// that no process can be started to inspect one.
var errFilesUnavailable = &problem{
	status: http.StatusServiceUnavailable,
	detail: "The service cannot reach the files of partners' labels. Try again shortly.", header: retryAfter(5 * time.Second),
}

// errOtherFormat means that a partner's label exists in its own format only.
func errOtherFormat(format shipment.LabelFormat) *problem {
	return &problem{
		status: http.StatusNotFound,
		detail: fmt.Sprintf("The partner of this order draws its label as %s: ask for .%s.", strings.ToUpper(string(format)), format),
	}
}

// partnerLabel is the label that an order's partner drew: its file, or a PDF made of its picture.
// The partner decides the size of the page.
func (a *API) partnerLabel(ctx context.Context, o *shipment.Order, format label.Format) (printed, error) {
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
	pages, err := a.partnerPart(ctx, record, format)
	if err != nil {
		return printed{}, err
	}
	if pages == nil {
		return printed{}, errOtherFormat(record.Format)
	}
	var page bytes.Buffer
	_, err = a.printer.Print(&page, label.Shipment{Order: *o, PartnerLabel: pages}, label.Options{Format: format})
	return printed{content: bytes.NewReader(page.Bytes()), size: page.Len(), tag: tag}, err
}

// partnerPart reads a partner's label in the form that a file of many labels needs. It is nil when the
// label is in another format, or was stored by an earlier version and cannot be inspected.
func (a *API) partnerPart(ctx context.Context, record store.PartnerLabel, format label.Format) ([]byte, error) {
	switch {
	case format == label.ZPL && record.Format == shipment.LabelZPL:
		content, err := a.Labels.File(ctx, record.Blob)
		return content, unavailable(err)
	case format != label.PDF || record.Format == shipment.LabelZPL:
		return nil, nil
	}
	pages, err := a.Labels.Pages(ctx, record.Partner, record.Format, record.Blob)
	if refused, ok := errors.AsType[*partnerlabel.RefusedError](err); ok {
		a.Log.WarnContext(ctx, "a partner's label has no pages", "blob", record.Blob, "partner", record.Partner, "error", refused)
		return nil, nil
	}
	return pages, unavailable(err)
}

// unavailable wraps an error of the blob store in errFilesUnavailable.
func unavailable(err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%w: %w", errFilesUnavailable, err)
}
