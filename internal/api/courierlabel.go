package api

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"path"
	"strings"
	"time"

	"waybill/internal/label"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// errFilesUnavailable: the blob store cannot be reached or written, or has lost a file.
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

// courierLabel reads the label that an order's courier drew. Its size is the courier's.
func (a *API) courierLabel(ctx context.Context, o *shipment.Order, format label.Format) (printed, error) {
	record, err := a.Store.CourierLabel(ctx, o.AccountID, o.OrderID)
	if err != nil {
		return printed{}, err
	}
	content, err := a.courierFile(ctx, record, format)
	return printed{content: bytes.NewReader(content), size: len(content), tag: path.Base(record.Blob) + string(format)}, err
}

// courierFile reads a courier's label from the blob store, in a format. A picture is also
// to be had as a page.
func (a *API) courierFile(ctx context.Context, record store.CourierLabel, format label.Format) ([]byte, error) {
	asPage := record.Format == shipment.LabelPNG && format == label.PDF
	if string(record.Format) != string(format) && !asPage {
		return nil, errOtherFormat(record.Format)
	}
	content, err := a.Blobs.Get(ctx, record.Blob)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errFilesUnavailable, record.Blob, err)
	}
	if !asPage {
		return content, nil
	}
	var page []byte
	err = a.withPDFs(ctx, func() (err error) {
		page, err = label.PageOf(content)
		return err
	})
	if err != nil && ctx.Err() == nil { // it never will be
		a.Log.WarnContext(ctx, "a courier's picture cannot be printed", "blob", record.Blob, "partner", record.Partner, "error", err)
		return nil, errOtherFormat(record.Format)
	}
	return page, err
}
