package client

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
)

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
