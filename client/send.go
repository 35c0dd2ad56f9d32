package client

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// call is one request to the API. All its attempts are the same byte for byte.
type call struct {
	method         string
	path           string // below the base URL
	address        string // of a document, instead of path: absolute, and requested without the key
	query          url.Values
	body           []byte
	idempotencyKey string    // "": none
	once           bool      // a repetition would have a second effect, and no key prevents it
	accept         string    // media type of the response; "": JSON
	contentType    string    // of the body; "": JSON
	ifMatch        string    // "": none
	into           io.Writer // that gets the body of a successful response; nil: response.body. Such a call has no time limit but its context
}

// response is a successful response to a call.
type response struct {
	body     []byte
	header   http.Header
	replayed bool // an earlier request was already done: this is its response
}

// networkError is the error of an attempt that may succeed when repeated: the service was not reached, or its
// response was lost.
type networkError struct{ err error }

func (e *networkError) Error() string { return e.err.Error() }
func (e *networkError) Unwrap() error { return e.err }

// create posts request and decodes the response into result. An empty idempotencyKey is replaced by a random
// one of at least 128 bits.
func (c *Client) create(ctx context.Context, path, idempotencyKey string, request, result any) (replayed bool, err error) {
	if idempotencyKey == "" {
		idempotencyKey = rand.Text()
	}
	if !printable(idempotencyKey) {
		return false, errors.New("the idempotency key holds a space or a character that is not printable ASCII")
	}
	body, err := json.Marshal(request)
	if err != nil {
		return false, fmt.Errorf("encoding the request: %w", err)
	}
	a, err := c.do(ctx, call{method: http.MethodPost, path: path, body: body, idempotencyKey: idempotencyKey})
	if err != nil {
		return false, err
	}
	return a.replayed, decode(a, result)
}

// post sends request, which may be repeated without a key, and decodes the response into result.
func (c *Client) post(ctx context.Context, path string, request, result any) error {
	return c.exchange(ctx, call{method: http.MethodPost, path: path}, request, result)
}

// exchange sends request as the body of cl and decodes the response into result, unless result is nil.
func (c *Client) exchange(ctx context.Context, cl call, request, result any) (err error) {
	if cl.body, err = json.Marshal(request); err != nil {
		return fmt.Errorf("encoding the request: %w", err)
	}
	a, err := c.do(ctx, cl)
	if err != nil || result == nil {
		return err
	}
	return decode(a, result)
}

// get requests path and decodes the response into result.
func (c *Client) get(ctx context.Context, path string, query url.Values, result any) error {
	a, err := c.do(ctx, call{method: http.MethodGet, path: path, query: query})
	if err != nil {
		return err
	}
	return decode(a, result)
}

// results returns all of a list that has one page. what names the list in an error.
func results[T any](ctx context.Context, c *Client, path, what string) ([]T, error) {
	var page struct {
		Results []T `json:"results"`
	}
	if err := c.get(ctx, path, nil, &page); err != nil {
		return nil, fmt.Errorf("waybill: listing %s: %w", what, err)
	}
	return page.Results, nil
}

func decode(r response, result any) error {
	if err := json.Unmarshal(r.body, result); err != nil {
		return fmt.Errorf("reading the response: %w", err)
	}
	return nil
}

// send makes one attempt. It returns a *networkError when the attempt may be repeated without a response, and
// the service's own error for a response outside 2xx.
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
		return response{}, &networkError{err}
	}
	defer func() { _ = resp.Body.Close() }() // it was read to its end, or is abandoned
	if cl.into != nil && resp.StatusCode == http.StatusOK {
		if _, err := io.Copy(cl.into, resp.Body); err != nil {
			return response{}, fmt.Errorf("reading the response, of which a part was written: %w", err)
		}
		return response{header: resp.Header}, nil
	}
	body, err := c.readAll(resp.Body)
	if err != nil {
		return response{}, err
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		return response{}, responseError(resp, body)
	}
	return response{
		body: body, header: resp.Header,
		replayed: resp.Header.Get("Idempotency-Replayed") == "true",
	}, nil
}

func (c *Client) newRequest(ctx context.Context, cl call) (*http.Request, error) {
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
	req.Header.Set("Accept", cmp.Or(cl.accept, "application/json"))
	req.Header.Set("User-Agent", "waybill-go")
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

func (c *Client) readAll(r io.Reader) ([]byte, error) {
	body, err := io.ReadAll(io.LimitReader(r, c.maxResponse+1))
	if err != nil {
		return nil, &networkError{fmt.Errorf("reading the response: %w", err)}
	}
	if int64(len(body)) > c.maxResponse {
		return nil, fmt.Errorf("the response is larger than %d bytes", c.maxResponse)
	}
	return body, nil
}
