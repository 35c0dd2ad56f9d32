package client

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path"
	"strconv"
	"strings"
)

// LabelFile is a file of many labels or other documents.
type LabelFile struct {
	MediaType string
	Content   []byte
	Printed   int // orders whose label is in the file
	Missing   int // requested orders whose label is not: LabelStatuses says why
}

// LabelForm is the form of a label. "" and 0 are the format that the address ends in, and the service's defaults.
type LabelForm struct {
	Format string // pdf, png or zpl
	Size   string // 100x150, a6, 4x6 or a4
	DPI    int    // of PNG and ZPL: 203, 300 or 600
}

// Label returns one label, or another document, by its address: the LabelURL of an order, or the URL of a Document. The address needs no
// key, and the key is not sent to it. It returns ErrNotFound when there is none, and an *Error of status 400 for an unknown form.
func (c *Client) Label(ctx context.Context, labelURL string, f LabelForm) ([]byte, error) {
	address, err := url.Parse(labelURL)
	if err != nil || address.Host == "" || address.Scheme != "https" && address.Scheme != "http" {
		return nil, fmt.Errorf("waybill: reading a label: %q is no address of a label, https://…", labelURL)
	}
	if f.Format != "" {
		address.Path = strings.TrimSuffix(address.Path, path.Ext(address.Path)) + "." + f.Format
	}
	query := address.Query()
	maps.Copy(query, parameters(map[string]any{"size": f.Size, "dpi": f.DPI}))
	address.RawQuery = ""
	a, err := c.fetch(ctx, "reading a label", call{method: http.MethodGet, address: address.String(), query: query, accept: "*/*"}, nil)
	return a.body, err
}

// Labels prints orders into one file. It returns ErrNotFound when none of them has a label for it, a
// *ValidationError for invalid parameters, and an *Error of status 400 for an unknown document, format or
// size.
func (c *Client) Labels(ctx context.Context, q LabelQuery) (file LabelFile, err error) {
	a, err := c.document(ctx, "printing labels", call{path: "/order/labels/", query: q.query()}, map[string]*int{
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
