package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// LabelQuery selects the orders to print, by their batch, their import or their tracking numbers, and the form. Zero
// fields have the service's defaults.
type LabelQuery struct {
	UploadBatchNo string   // in submitted order
	ImportID      int64    // or of an import of at most 10,000 orders, in the order of its file
	TrackingNos   []string // or these, at most 200, in their order
	Document      string   // label (the default), cn22, cn23, invoice, proforma
	Format        string   // pdf (the default), zpl
	Size          string   // 100x150 (mm, the default), a6, 4x6 (inches, also of cn22), a4 (four to a sheet)
	DPI           int      // 203 (the default), 300, 600
}

// LabelFile is a file of many labels or other documents.
type LabelFile struct {
	MediaType string
	Content   []byte
	Printed   int // orders whose label is in the file
	Missing   int // requested orders whose label is not: LabelStatuses says why
}

// Labels prints orders into one file. It returns ErrNotFound when none of them has a label for it, a
// *ValidationError for invalid parameters, and an *Error of status 400 for an unknown document, format or
// size.
func (c *Client) Labels(ctx context.Context, q LabelQuery) (LabelFile, error) {
	a, err := c.do(ctx, call{method: http.MethodGet, path: "/order/labels/", query: q.values(), accept: "*/*"})
	if err != nil {
		return LabelFile{}, fmt.Errorf("waybill: printing labels: %w", err)
	}
	file := LabelFile{MediaType: a.header.Get("Content-Type"), Content: a.body}
	var printedErr, missingErr error
	file.Printed, printedErr = strconv.Atoi(a.header.Get("Waybill-Labels-Printed"))
	file.Missing, missingErr = strconv.Atoi(a.header.Get("Waybill-Labels-Missing"))
	if err := errors.Join(printedErr, missingErr); err != nil {
		return LabelFile{}, fmt.Errorf("waybill: printing labels: reading the counts: %w", err)
	}
	return file, nil
}

// RevokeAddresses revokes the addresses of the label and the documents of an order, and returns the new address of its label, "" while
// there is none. It returns ErrNotFound when the account has no such order. A repeated call revokes the new address too.
func (c *Client) RevokeAddresses(ctx context.Context, trackingNo string) (labelURL string, err error) {
	var order struct {
		OrderLabelURL string `json:"order_label_url"`
	}
	if err := c.post(ctx, viewPath+url.PathEscape(trackingNo)+"/revoke-addresses/", struct{}{}, &order); err != nil {
		return "", fmt.Errorf("waybill: revoking the addresses of an order: %w", err)
	}
	return order.OrderLabelURL, nil
}

// The statuses of a label in a file of many.
const (
	LabelReady       = "ready"        // the file has it
	LabelOtherFormat = "other_format" // it exists in another format
	LabelPending     = "pending"      // the partner has not accepted the order, or not sent its label
	LabelRefused     = "refused"      // the partner refused the order, or its label
	LabelCancelled   = "cancelled"    // the order is cancelled
	LabelUnknown     = "unknown"      // the account has no such order
)

// LabelStatuses is the status of each label of a query.
type LabelStatuses struct {
	Document string         `json:"document"`
	Format   string         `json:"format"`
	Counts   map[string]int `json:"counts"` // of labels, by status
	Labels   []LabelStatus  `json:"labels"` // as Labels would print them
}

// LabelStatus is the status of the label of one order.
type LabelStatus struct {
	TrackingNo     string         `json:"tracking_no"`
	ShipperOrderID string         `json:"shipper_order_id"`
	Status         string         `json:"status"`   // one of the constants
	Formats        []string       `json:"formats"`  // in which it can be fetched: pdf, png, zpl
	Message        string         `json:"message"`  // why it is not ready; of the partner if it refused
	Warnings       []LabelWarning `json:"warnings"` // at most 100
}

// LabelWarning is a field that does not print as it was written.
type LabelWarning struct {
	Field      string   `json:"field"`
	Problem    string   `json:"problem"`    // left out, transliterated, cut off
	Characters []string `json:"characters"` // such as U+1F338, at most 10; none if cut off
}

// LabelStatuses says for each order of a query whether Labels has its label, why not, and what does not print as
// it was written. It returns ErrNotFound for an unknown batch, and the errors of Labels.
func (c *Client) LabelStatuses(ctx context.Context, q LabelQuery) (statuses LabelStatuses, err error) {
	err = c.get(ctx, "/order/labels/status/", q.values(), &statuses)
	if err != nil {
		return LabelStatuses{}, fmt.Errorf("waybill: reading the status of labels: %w", err)
	}
	return statuses, nil
}

func (q LabelQuery) values() url.Values {
	values := url.Values{}
	for name, value := range map[string]string{
		"upload_batch_no": q.UploadBatchNo, "tracking_no": strings.Join(q.TrackingNos, ","),
		"document": q.Document, "format": q.Format, "size": q.Size,
	} {
		if value != "" {
			values.Set(name, value)
		}
	}
	if q.ImportID != 0 {
		values.Set("import_id", strconv.FormatInt(q.ImportID, 10))
	}
	if q.DPI != 0 {
		values.Set("dpi", strconv.Itoa(q.DPI))
	}
	return values
}
