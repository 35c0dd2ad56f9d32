package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// LabelQuery selects the orders to print, by their batch or by their tracking numbers, and the form. Zero
// fields have the service's defaults.
type LabelQuery struct {
	UploadBatchNo string   // in submitted order
	TrackingNos   []string // or these, at most 200, in their order
	Document      string   // label (the default), cn22, cn23, invoice
	Format        string   // pdf (the default), zpl
	Size          string   // 100x150 (mm, the default), a6, 4x6 (inches), a4 (four to a sheet)
	DPI           int      // 203 (the default), 300, 600
}

// LabelFile is a file of many labels or other documents.
type LabelFile struct {
	MediaType string
	Content   []byte
	Missing   []string // tracking numbers without a label
	Warnings  []string // texts that could not be printed as written, at most 20
}

// Labels prints orders into one file. It returns ErrNotFound when none of them has a label, a
// *ValidationError for invalid parameters, and an *Error of status 400 for an unknown document, format or
// size.
func (c *Client) Labels(ctx context.Context, q LabelQuery) (LabelFile, error) {
	a, err := c.do(ctx, call{method: http.MethodGet, path: "/order/labels/", query: q.values(), accept: "*/*"})
	if err != nil {
		return LabelFile{}, fmt.Errorf("waybill: printing labels: %w", err)
	}
	file := LabelFile{
		MediaType: a.header.Get("Content-Type"), Content: a.body,
		Warnings: a.trailer["Waybill-Label-Warnings"], // sent after the file
	}
	if missing := a.header.Get("Waybill-Labels-Missing"); missing != "" {
		file.Missing = strings.Split(missing, ",")
	}
	return file, nil
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
	if q.DPI != 0 {
		values.Set("dpi", strconv.Itoa(q.DPI))
	}
	return values
}
