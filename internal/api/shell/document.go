package shell

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"

	"waybill/internal/orders"
)

// warningsHeader has a value for each field that could not be printed as it was written.
const warningsHeader = "Waybill-Label-Warnings"

// maxWarnings and maxWarningBytes keep the headers of a response below the limit of proxies, 4 to 8 kB.
const (
	maxWarnings     = 20
	maxWarningBytes = 2 << 10
)

// DocumentResponse is the response with a document, which may be written with ctx, or the error of one that could not be made.
func DocumentResponse(ctx context.Context, d orders.Document, err error) (Response, error) {
	if err != nil {
		return Response{}, err
	}
	res := Response{Status: http.StatusOK, Header: documentHeader(&d), Body: d.Body}
	switch {
	case d.IsSame:
		res.Status = http.StatusNotModified
	case d.Content != nil:
		res.Content = d.Content
	case d.Write != nil:
		res.Stream = func(w io.Writer) error { return d.Write(ctx, w) }
	}
	return res, nil
}

// SendDocument sends a document as the response to a request that is not of the API.
func (s *Shell) SendDocument(w http.ResponseWriter, r *http.Request, d orders.Document) {
	res, err := DocumentResponse(r.Context(), d, nil)
	s.Respond(w, r, res, err)
}

func documentHeader(d *orders.Document) http.Header {
	header := http.Header{
		"Content-Type": {d.MediaType}, "Cache-Control": {"no-store"}, "X-Content-Type-Options": {"nosniff"},
		warningsHeader: warnings(d.Warnings, d.MoreWarnings),
	}
	switch d.Kind {
	case orders.Print: // has an address that opens it for everyone, so no search engine lists it and no page learns it
		header.Set("Cache-Control", "private, no-store")
		header.Set("X-Robots-Tag", "noindex")
		header.Set("Referrer-Policy", "no-referrer")
		// Without sandbox, with which browsers other than new versions of Chromium may show no PDF.
		header.Set("Content-Security-Policy", "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'")
	case orders.Picture:
		header.Set("Cache-Control", "private, no-cache")
		header.Set("Content-Security-Policy", "default-src 'none'; sandbox")
		header.Set("Content-Disposition", "inline")
	case orders.Facts, orders.Table:
	}
	switch {
	case d.Name == "":
	case d.Kind == orders.Table: // its name may be that of a file that somebody has sent
		header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": d.Name}))
	case d.Saved:
		header.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", d.Name))
	default:
		header.Set("Content-Disposition", fmt.Sprintf("inline; filename=%q", d.Name))
	}
	if d.Tag != "" {
		header.Set("Cache-Control", "private, no-cache") // a cache asks whether it is still the same
		header.Set("Etag", d.Tag)
	}
	if d.Printed > 0 { // proxies and clients limit the size of headers, so the status of each label is an operation of its own
		header.Set("Waybill-Labels-Printed", strconv.Itoa(d.Printed))
		header.Set("Waybill-Labels-Missing", strconv.Itoa(d.Missing))
	}
	return header
}

// warnings are the values of the warnings header. There are more than those of all.
func warnings(all []string, more int) (values []string) {
	bytes := 0
	for _, value := range all[:min(len(all), maxWarnings)] {
		if bytes += len(warningsHeader) + len(value); bytes > maxWarningBytes {
			break
		}
		values = append(values, value)
	}
	if more += len(all) - len(values); more > 0 {
		values = append(values, fmt.Sprintf("and %d more", more))
	}
	return values
}

// noDocument is what the caller sees of a document that there is not.
func noDocument(err *orders.NoDocument) *Problem {
	switch {
	case err.Missing:
		return &Problem{Status: http.StatusNotFound, Detail: err.Message}
	case err.Again != 0:
		return Later(http.StatusServiceUnavailable, err.Message, err.Again)
	}
	return &Problem{Status: http.StatusBadRequest, Detail: err.Message}
}
