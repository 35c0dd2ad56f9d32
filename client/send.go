package client

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// call is one request to the API. All its attempts are the same byte for byte.
type call struct {
	method         string
	path           string // below the base URL
	address        string // of a document, instead of path: absolute, and requested without the key
	query          url.Values
	body           []byte
	idempotencyKey string    // "": a random one, if the operation is repeated by key
	accept         string    // media type of the response; "": JSON
	contentType    string    // of the body; "": JSON
	ifMatch        string    // "": none
	into           io.Writer // that gets the body of a successful response; nil: response.body. Such a call has no time limit but its context
}

// response is a successful response to a call.
type response struct {
	body   []byte
	header http.Header
}

// replayed reports whether an earlier request was already done, and this is its response.
func (r response) replayed() bool { return r.header.Get("Idempotency-Replayed") == "true" }

// get requests path and decodes the response.
func get[T any](ctx context.Context, c *Client, doing, path string, query url.Values) (T, error) {
	return ask[T](ctx, c, doing, call{method: http.MethodGet, path: path, query: query}, nil)
}

// ask makes a call as fetch does, and decodes the response.
func ask[T any](ctx context.Context, c *Client, doing string, cl call, request any) (result T, err error) {
	result, _, err = askOnce[T](ctx, c, doing, cl, request)
	return result, err
}

// askOnce is ask, and reports whether the response is that of an earlier request with the same key.
func askOnce[T any](ctx context.Context, c *Client, doing string, cl call, request any) (result T, replayed bool, err error) {
	a, err := c.fetch(ctx, doing, cl, request)
	if err != nil {
		return result, false, err
	}
	if err := json.Unmarshal(a.body, &result); err != nil {
		return *new(T), false, fmt.Errorf("waybill: %s: reading the response: %w", doing, err)
	}
	return result, a.replayed(), nil
}

// fetch makes a call. One other than GET and DELETE that has no body sends request as JSON. doing describes the call in an
// error.
func (c *Client) fetch(ctx context.Context, doing string, cl call, request any) (a response, err error) {
	if cl.body == nil && cl.contentType == "" && cl.method != http.MethodGet && cl.method != http.MethodDelete {
		if cl.body, err = json.Marshal(request); err != nil {
			return response{}, fmt.Errorf("waybill: %s: encoding the request: %w", doing, err)
		}
	}
	if a, err = c.do(ctx, cl); err != nil {
		return response{}, fmt.Errorf("waybill: %s: %w", doing, err)
	}
	return a, nil
}

// send makes one attempt. It returns a *ConnectionError when there is no response, or a part of one, and the service's own error for a
// response outside 2xx.
func (c *Client) send(ctx context.Context, cl call) (response, error) {
	req, err := c.newRequest(ctx, cl)
	if err != nil {
		return response{}, err
	}
	httpClient := *c.http
	if cl.into != nil {
		httpClient.Timeout = 0 // of the whole file
	}
	resp, err := httpClient.Do(req)
	if err != nil {
		if _, untrusted := errors.AsType[*tls.CertificateVerificationError](err); untrusted {
			return response{}, err
		}
		return response{}, &ConnectionError{err, cl.idempotencyKey}
	}
	defer func() { _ = resp.Body.Close() }() // it was read to its end, or is abandoned
	if cl.into != nil && resp.StatusCode == http.StatusOK {
		if _, err := io.Copy(cl.into, resp.Body); err != nil {
			return response{}, fmt.Errorf("reading the response, of which a part was written: %w", err)
		}
		return response{header: resp.Header}, nil
	}
	body, err := c.readAll(resp.Body, cl.idempotencyKey)
	if err != nil {
		return response{}, err
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return response{}, responseError(resp, body, cl.idempotencyKey)
	}
	return response{body, resp.Header}, nil
}

func (c *Client) newRequest(ctx context.Context, cl call) (*http.Request, error) {
	for step := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(cl.path, "/"), "/"), "/") {
		if cl.address == "" && (step == "" || step == "." || step == "..") {
			return nil, fmt.Errorf("%q is a step of the path %s: an argument is empty, or of dots alone", step, cl.path)
		}
	}
	address := cmp.Or(cl.address, c.baseURL+cl.path)
	if len(cl.query) > 0 {
		address += "?" + cl.query.Encode()
	}
	req, err := http.NewRequestWithContext(ctx, cl.method, address, bytes.NewReader(cl.body))
	if err != nil {
		return nil, err
	}
	if cl.address == "" {
		req.Header.Set("Authorization", c.authorization())
	}
	req.Header.Set("Accept", cmp.Or(cl.accept, "application/json")+", application/problem+json")
	req.Header.Set("User-Agent", "waybill-go/"+Version)
	if cl.body != nil {
		req.Header.Set("Content-Type", cmp.Or(cl.contentType, "application/json"))
	}
	if cl.ifMatch != "" {
		req.Header.Set("If-Match", cl.ifMatch)
	}
	if cl.idempotencyKey != "" {
		req.Header.Set("Idempotency-Key", cl.idempotencyKey)
	}
	return req, nil
}

// fileType is the media type of a file of a spreadsheet.
func fileType(file []byte) string {
	if bytes.HasPrefix(file, []byte("PK\x03\x04")) {
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return "text/csv"
}

func (c *Client) readAll(r io.Reader, key string) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, c.maxResponse+1))
	if err != nil {
		return nil, &ConnectionError{fmt.Errorf("reading the response: %w", err), key}
	}
	if int64(len(body)) > c.maxResponse {
		return nil, fmt.Errorf("the response is larger than %d bytes", c.maxResponse)
	}
	return body, nil
}
