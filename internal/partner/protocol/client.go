package protocol

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"waybill/internal/netguard"
	"waybill/internal/partner"
	"waybill/internal/shipment"
	"waybill/internal/signature"
	"waybill/internal/tracing"
)

// Config describes an adapter and how to reach it. All fields but the last three are required.
type Config struct {
	BaseURL        string         // http(s)://host[:port][/path]
	Secrets        signature.Keys // the new one first
	PrivateNetwork bool           // the adapter may be in a private network
	Now            func() time.Time
	Nonce          func() string // a new nonce at each call; see signature.Key.SignRequest
	// Customs returns the facts for customs that count for an order which does not say them; nil: there are none.
	Customs func(ctx context.Context, o *shipment.Order) (shipment.Customs, error)
	Paused  func() bool  // whether the adapter is not asked for its capabilities now; nil: never
	Log     *slog.Logger // gets what is wrong with the capabilities; nil: nobody
}

// Client is the partner behind an adapter. It is safe for concurrent use.
type Client struct {
	Config
	http     *http.Client
	declared declared
}

const (
	// maxResponse bounds a response in JSON, maxLabel one that holds a label in base 64.
	maxResponse = 64 << 10
	maxLabel    = shipment.MaxPartnerLabel/3*4 + maxResponse
	// maxUnverified is how many characters of a response that failed verification are recorded for the operator.
	maxUnverified = 512
	// idleConnections is how many idle connections to an adapter are kept.
	idleConnections = 32
	connectTimeout  = 10 * time.Second
)

// New returns the partner behind an adapter.
func New(c Config) *Client {
	transport := netguard.NewTransport(netguard.Config{PrivateNetwork: c.PrivateNetwork, Timeout: connectTimeout})
	transport.MaxIdleConnsPerHost = idleConnections
	c.Log = cmp.Or(c.Log, slog.New(slog.DiscardHandler))
	return &Client{Config: c, http: &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Close closes the idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Submit hands an order over under its key; see partner.Partner. If no connection can be made, or its certificate is
// wrong, the adapter does not have the order.
func (c *Client) Submit(ctx context.Context, key string, order shipment.Order) (partner.Acceptance, error) {
	if err := c.fill(ctx, &order); err != nil {
		return partner.Acceptance{}, &partner.TemporaryError{Message: "The facts for customs could not be read.", Cause: err}
	}
	sent := NewOrder(order)
	response, err := c.ask(ctx, http.MethodPut, submission(key), sent, sent.withoutPersonalData())
	if netguard.NothingSent(err) {
		return partner.Acceptance{}, &partner.TemporaryError{Message: "The partner cannot be reached at present.", Cause: err}
	}
	if err != nil {
		return partner.Acceptance{}, fmt.Errorf("submit to %s: %w", c.BaseURL, err)
	}
	return response.acceptance()
}

// fill has an order say what its account or service states for customs.
func (c *Client) fill(ctx context.Context, o *shipment.Order) error {
	if c.Customs == nil {
		return nil
	}
	facts, err := c.Customs(ctx, o)
	facts.Fill(o)
	return err
}

// Find returns the result of the submission with a key; see partner.Partner.
func (c *Client) Find(ctx context.Context, key string) (partner.Acceptance, error) {
	response, err := c.ask(ctx, http.MethodGet, submission(key), nil, nil)
	if err != nil {
		return partner.Acceptance{}, fmt.Errorf("ask %s: %w", c.BaseURL, err)
	}
	return response.acceptance()
}

// Cancel takes back the order that was submitted with a key; see partner.Partner.
func (c *Client) Cancel(ctx context.Context, key string, _ shipment.Order) error {
	response, err := c.ask(ctx, http.MethodPost, submission(key)+"/cancel", struct{}{}, struct{}{})
	if err != nil {
		return fmt.Errorf("cancel at %s: %w", c.BaseURL, err)
	}
	_, err = response.acceptance()
	return err
}

// Label fetches the partner's label of a submission; see partner.Partner.
func (c *Client) Label(ctx context.Context, key string) (shipment.PartnerLabel, error) {
	path := submission(key) + "/label"
	partner.NoteRequest(ctx, http.MethodGet+" "+path)
	status, content, err := c.do(ctx, http.MethodGet, path, nil, maxLabel)
	if err != nil {
		return shipment.PartnerLabel{}, fmt.Errorf("fetch a label from %s: %w", c.BaseURL, err)
	}
	var response Label
	if err := json.Unmarshal(content, &response); err != nil {
		partner.NoteResponse(ctx, unverified(status, content))
		return shipment.PartnerLabel{}, fmt.Errorf("response %d is not JSON: %w", status, err)
	}
	partner.NoteResponse(ctx, fmt.Sprintf("%s\n%s label of %d bytes %s %s", statusLine(status), response.Format,
		len(response.Content), response.Error, response.Message))
	if err := contradiction(status, response.Error); err != nil {
		return shipment.PartnerLabel{}, err
	}
	return shipment.PartnerLabel{Format: response.Format, Content: response.Content}, response.Error.err(response.Message)
}

func submission(key string) string { return "/submissions/" + url.PathEscape(key) }

// acceptance classifies a response.
func (r Response) acceptance() (partner.Acceptance, error) {
	if err := r.Error.err(r.Message); err != nil {
		return partner.Acceptance{}, err
	}
	return partner.Acceptance{HAWBNo: r.HAWBNo, Label: LabelSources[r.Label]}, nil
}

// err returns the error that a code stands for, nil if there is no code.
func (code ErrorCode) err(message string) error {
	message = partner.Clip(message)
	switch code {
	case "":
		return nil
	case CodeRefused:
		return &partner.RefusedError{Message: cmp.Or(message, "The partner refused.")}
	case CodeTemporary:
		return &partner.TemporaryError{Message: cmp.Or(message, "The partner is not able to at present.")}
	case CodeNotFound:
		return partner.ErrNotSubmitted
	case CodeNotReady:
		return partner.ErrLabelNotReady
	}
	return fmt.Errorf("the adapter responds with an unknown error %q: %s", code, message)
}

// ask makes one call and returns its signed response. body is sent as JSON unless it is nil; noted is the
// part of it that is recorded.
func (c *Client) ask(ctx context.Context, method, path string, body, noted any) (Response, error) {
	partner.NoteRequest(ctx, partner.Describe(method+" "+path, noted, "  "))
	status, content, err := c.do(ctx, method, path, body, maxResponse)
	if err != nil {
		return Response{}, err
	}
	response, err := readResponse(status, content)
	if err != nil {
		partner.NoteResponse(ctx, unverified(status, content))
		return Response{}, err
	}
	partner.NoteResponse(ctx, partner.Describe(statusLine(status), response, "  "))
	return response, nil
}

// do makes one signed call and returns the status and content of the response, after checking its signature. If that is wrong, it returns
// an error with the status.
func (c *Client) do(ctx context.Context, method, path string, body any, limit int64) (status int, content []byte, err error) {
	var sent []byte
	if body != nil {
		if sent, err = json.Marshal(body); err != nil {
			return 0, nil, fmt.Errorf("encode: %w", err)
		}
	}
	req, err := http.NewRequestWithContext(ctx, method, strings.TrimSuffix(c.BaseURL, "/")+path, bytes.NewReader(sent))
	if err != nil {
		return 0, nil, err
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	tracing.Inject(ctx, req.Header)
	nonce := c.Nonce()
	c.Secrets.SignRequest(req.Header, method, req.URL.RequestURI(), nonce, sent, c.Now())
	res, err := c.http.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	content, err = io.ReadAll(io.LimitReader(res.Body, limit+1))
	if err != nil {
		return 0, nil, fmt.Errorf("read the response: %w", err)
	}
	if int64(len(content)) > limit {
		partner.NoteResponse(ctx, unverified(res.StatusCode, content))
		return 0, nil, fmt.Errorf("the response has more than %d bytes", limit)
	}
	if err := c.Secrets.VerifyResponse(res.Header, res.StatusCode, nonce, content, c.Now()); err != nil {
		partner.NoteResponse(ctx, unverified(res.StatusCode, content))
		return res.StatusCode, nil, fmt.Errorf("response %d: %w", res.StatusCode, err)
	}
	return res.StatusCode, content, nil
}

// readResponse decodes a response. One that contradicts itself is an error: it may not mean what it seems to
// say.
func readResponse(status int, content []byte) (Response, error) {
	var r Response
	if err := json.Unmarshal(content, &r); err != nil {
		return Response{}, fmt.Errorf("response %d is not JSON: %w", status, err)
	}
	if err := contradiction(status, r.Error); err != nil {
		return Response{}, err
	}
	_, known := LabelSources[r.Label]
	switch {
	case !shipment.IsHAWBNo(r.HAWBNo):
		return Response{}, errors.New("the response's hawb_no is not 0 to 64 printable ASCII characters")
	case !known:
		return Response{}, fmt.Errorf("the response's label is %q: not ready, later or left out", r.Label)
	}
	return r, nil
}

// contradiction returns an error if the status and the error code of a response disagree.
func contradiction(status int, code ErrorCode) error {
	succeeded := status == http.StatusOK || status == http.StatusCreated
	if succeeded == (code == "") {
		return nil
	}
	return fmt.Errorf("response %d has the error %q", status, code)
}

func statusLine(status int) string { return fmt.Sprintf("%d %s", status, http.StatusText(status)) }

// unverified formats the beginning of a response that failed verification.
func unverified(status int, content []byte) string {
	return statusLine(status) + "\n" + shipment.CutText(string(content[:min(len(content), utf8.UTFMax*maxUnverified)]), maxUnverified)
}
