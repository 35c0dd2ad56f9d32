package client

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// ImportFile is a file of results.
type ImportFile struct {
	Name      string
	MediaType string
	Content   []byte
}

// CreateImport uploads a file. The orders are created in the background: see WaitForImport. It returns a
// *ValidationError when a field is invalid or the account has too many imports, and an *Error for any other refusal.
func (c *Client) CreateImport(ctx context.Context, r ImportRequest) (Import, error) {
	body, contentType := r.form()
	return ask[Import](ctx, c, "creating an import", call{
		method: http.MethodPost, path: "/order/import/", body: body, contentType: contentType, idempotencyKey: r.IdempotencyKey,
	}, nil)
}

// form is a request as a form. Writing to a buffer does not fail.
func (r ImportRequest) form() (body []byte, contentType string) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	fields := r.query()
	if r.Defaults != nil {
		fields.Set("defaults", encoded(r.Defaults))
	}
	for name := range fields {
		_ = form.WriteField(name, fields.Get(name))
	}
	file, _ := form.CreateFormFile("file", r.FileName)
	_, _ = file.Write(r.File)
	_ = form.Close()
	return b.Bytes(), form.FormDataContentType()
}

// encoded is texts and numbers as JSON.
func encoded(value any) string {
	text, _ := json.Marshal(value) // it fails for other types alone
	return string(text)
}

// importPoll is the time between two looks at an import.
const importPoll = 500 * time.Millisecond

// WaitForImport waits until an import needs a decision or is at an end, and returns it. watch, unless it is nil,
// receives it after each look.
func (c *Client) WaitForImport(ctx context.Context, id int64, watch func(Import)) (Import, error) {
	for {
		found, err := c.Import(ctx, id)
		if err != nil {
			return Import{}, err
		}
		if watch != nil {
			watch(found)
		}
		if found.State != ImportChecking && found.State != ImportCreating {
			return found, nil
		}
		if !pause(ctx, importPoll) {
			return found, ctx.Err()
		}
	}
}

// ImportCheck says how the file of an import is read when it is checked again. Zero fields stay as they are.
type ImportCheck struct {
	ServiceID int64
	Mapping   json.RawMessage
	Defaults  map[string]string
	Charset   string
	Delimiter string
	Sheet     string

	HeadingRow int64

	Corrections []CellCorrection // at most 1,000, of rows that have problems; they stay with the import
}

// CellCorrection is the text of a cell that counts instead of that of the file.
type CellCorrection struct {
	Row    int64  `json:"row"`
	Column string `json:"column"` // its letter
	Value  string `json:"value"`
}

// CheckImport checks the file of an import again, as a dry run: ConfirmImport creates the orders. It returns an *Error of
// status 409 when the import is under way, is at another end than a check or a failure, or has created orders.
func (c *Client) CheckImport(ctx context.Context, id int64, how ImportCheck) (Import, error) {
	body := recheckRequest{
		ServiceID: how.ServiceID, Mapping: string(how.Mapping), Charset: how.Charset, Delimiter: how.Delimiter, Sheet: how.Sheet,
		HeadingRow: how.HeadingRow,
	}
	if how.Defaults != nil {
		body.Defaults = encoded(how.Defaults)
	}
	if len(how.Corrections) > 0 {
		body.Corrections = encoded(how.Corrections)
	}
	return c.recheck(ctx, id, body)
}

// ImportedOrders returns the created orders of an import as CSV, with their tracking numbers. It returns ErrNotFound
// when there are none.
func (c *Client) ImportedOrders(ctx context.Context, id int64) (ImportFile, error) {
	return c.importFile(ctx, fmt.Sprintf("/order/import/%d/orders/", id), nil)
}

// RefusedRows returns the refused rows of an import in the format of the uploaded file, with a column of errors: when
// they are corrected, the file can be uploaded again. It returns ErrNotFound when there are none.
func (c *Client) RefusedRows(ctx context.Context, id int64) (ImportFile, error) {
	return c.importFile(ctx, fmt.Sprintf("/order/import/%d/refused/", id), nil)
}

// ImportTemplate returns an empty file for orders of a service, with an example. The format is csv or xlsx, which "" is too.
func (c *Client) ImportTemplate(ctx context.Context, serviceID int64, format string) (ImportFile, error) {
	query := url.Values{"service_id": {strconv.FormatInt(serviceID, 10)}, "format": {cmp.Or(format, "xlsx")}}
	return c.importFile(ctx, "/order/import/template/", query)
}

func (c *Client) importFile(ctx context.Context, path string, query url.Values) (ImportFile, error) {
	const doing = "fetching a file of an import"
	a, err := c.fetch(ctx, doing, call{method: http.MethodGet, path: path, query: query, accept: "*/*"}, nil)
	if err != nil {
		return ImportFile{}, err
	}
	_, params, err := mime.ParseMediaType(a.header.Get("Content-Disposition"))
	if err != nil {
		return ImportFile{}, fmt.Errorf("waybill: %s: reading its name: %w", doing, err)
	}
	return ImportFile{Name: params["filename"], MediaType: a.header.Get("Content-Type"), Content: a.body}, nil
}
