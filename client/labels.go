package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
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
func (c *Client) Labels(ctx context.Context, q LabelQuery) (file LabelFile, err error) {
	a, err := c.document(ctx, "printing labels", call{path: "/order/labels/", query: q.values()}, map[string]*int{
		"Waybill-Labels-Printed": &file.Printed, "Waybill-Labels-Missing": &file.Missing,
	})
	if err != nil {
		return LabelFile{}, err
	}
	file.MediaType, file.Content = a.header.Get("Content-Type"), a.body
	return file, nil
}

// document gets a file that is printed, whose header has counts.
func (c *Client) document(ctx context.Context, doing string, cl call, counts map[string]*int) (response, error) {
	cl.method, cl.accept = http.MethodGet, "*/*"
	a, err := c.fetch(ctx, doing, cl, nil)
	if err != nil {
		return response{}, err
	}
	for name, count := range counts {
		if *count, err = strconv.Atoi(a.header.Get(name)); err != nil {
			return response{}, fmt.Errorf("waybill: %s: reading the counts: %w", doing, err)
		}
	}
	return a, nil
}

// RevokeAddresses revokes the addresses of the label and the documents of an order, and returns the new address of its label, "" while
// there is none. It returns ErrNotFound when the account has no such order. A repeated call revokes the new address too.
func (c *Client) RevokeAddresses(ctx context.Context, trackingNo string) (labelURL string, err error) {
	order, err := post[struct {
		OrderLabelURL string `json:"order_label_url"`
	}](ctx, c, "revoking the addresses of an order", viewPath+url.PathEscape(trackingNo)+"/revoke-addresses/", struct{}{})
	return order.OrderLabelURL, err
}

// The statuses of a label in a file of many.
const (
	LabelReady       = "ready"        // the file has it
	LabelOtherFormat = "other_format" // it exists in another format
	LabelPending     = "pending"      // the partner has not accepted the order, or not sent its label
	LabelRefused     = "refused"      // the partner refused the order, or its label
	LabelCancelled   = "cancelled"    // the order is cancelled
	LabelUnknown     = "unknown"      // the account has no such order
	LabelNotUsed     = "not_used"     // by customs_forms, the service of the order does not use the document
)

// LabelStatuses says for each order of a query whether Labels has its label, why not, and what does not print as
// it was written. It returns ErrNotFound for an unknown batch, and the errors of Labels.
func (c *Client) LabelStatuses(ctx context.Context, q LabelQuery) (LabelStatuses, error) {
	return get[LabelStatuses](ctx, c, "reading the status of labels", "/order/labels/status/", q.values())
}

func (q LabelQuery) values() url.Values {
	return parameters(map[string]any{
		"upload_batch_no": q.UploadBatchNo, "import_id": q.ImportID, "tracking_no": q.TrackingNos,
		"document": q.Document, "format": q.Format, "size": q.Size, "dpi": q.DPI,
	})
}
