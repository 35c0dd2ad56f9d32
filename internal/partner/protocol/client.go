package protocol

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"waybill/internal/netguard"
	"waybill/internal/partner"
	"waybill/internal/shipment"
	"waybill/internal/signature"
)

// Config is an adapter and how to reach it. All fields are required.
type Config struct {
	BaseURL        string // http(s)://host[:port][/path]
	Secret         signature.Key
	PrivateNetwork bool // it may be in a private network
	Now            func() time.Time
	Nonce          func() string // a new one each time, as signature wants it
}

// Client is an adapter, as a courier. Safe for concurrent use.
type Client struct {
	Config
	http *http.Client
}

const (
	// maxAnswer bounds an answer in JSON, maxLabel one with a label in base 64.
	maxAnswer = 64 << 10
	maxLabel  = shipment.MaxCourierLabel/3*4 + maxAnswer
	// maxStrange is how much of an answer that cannot be believed is kept for the operator.
	maxStrange = 512
	// idleConnections are kept open to an adapter.
	idleConnections = 32
)

// New makes a courier of an adapter.
func New(c Config) *Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	if !c.PrivateNetwork {
		dialer.Control = netguard.PublicOnly
	}
	return &Client{c, &http.Client{
		Transport: &http.Transport{
			DialContext:            dialer.DialContext, // and no proxy: it would resolve names past the guard
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			ForceAttemptHTTP2:      true,
			MaxIdleConnsPerHost:    idleConnections,
			IdleConnTimeout:        time.Minute,
			TLSHandshakeTimeout:    10 * time.Second,
			MaxResponseHeaderBytes: 64 << 10,
			DisableCompression:     true, // the signature is over what is sent
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Close ends the idle connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Submit hands an order over under its key; see partner.Partner. An adapter that no
// connection can be made to does not have it.
func (c *Client) Submit(ctx context.Context, key string, order shipment.Order) (partner.Acceptance, error) {
	sent := NewOrder(order)
	answer, err := c.ask(ctx, http.MethodPut, submission(key), sent, sent.withoutPersonalData())
	if isDialError(err) {
		return partner.Acceptance{}, &partner.TemporaryError{Message: "The courier cannot be reached at present."}
	}
	if err != nil {
		return partner.Acceptance{}, fmt.Errorf("submit to %s: %w", c.BaseURL, err)
	}
	return answer.acceptance()
}

// Find asks what became of the submission with a key; see partner.Partner.
func (c *Client) Find(ctx context.Context, key string) (partner.Acceptance, error) {
	answer, err := c.ask(ctx, http.MethodGet, submission(key), nil, nil)
	if err != nil {
		return partner.Acceptance{}, fmt.Errorf("ask %s: %w", c.BaseURL, err)
	}
	return answer.acceptance()
}

// Cancel takes an order back that was submitted with a key. Cancelling twice is
// cancelling once. Returns partner.ErrNotSubmitted, a *partner.RefusedError when the
// courier goes on with the order; after any other error it may be asked again.
func (c *Client) Cancel(ctx context.Context, key string, _ shipment.Order) error {
	answer, err := c.ask(ctx, http.MethodPost, submission(key)+"/cancel", struct{}{}, struct{}{})
	if err != nil {
		return fmt.Errorf("cancel at %s: %w", c.BaseURL, err)
	}
	_, err = answer.acceptance()
	return err
}

// Label fetches the courier's own label of a submission; see partner.Partner.
func (c *Client) Label(ctx context.Context, key string) (shipment.CourierLabel, error) {
	path := submission(key) + "/label"
	partner.NoteRequest(ctx, http.MethodGet+" "+path)
	status, content, err := c.do(ctx, http.MethodGet, path, nil, maxLabel)
	if err != nil {
		return shipment.CourierLabel{}, fmt.Errorf("fetch a label from %s: %w", c.BaseURL, err)
	}
	var answer Label
	if err := json.Unmarshal(content, &answer); err != nil {
		partner.NoteAnswer(ctx, strange(status, content))
		return shipment.CourierLabel{}, fmt.Errorf("answer %d is not JSON: %w", status, err)
	}
	partner.NoteAnswer(ctx, fmt.Sprintf("%s\n%s label of %d bytes %s %s", statusLine(status), answer.Format, len(answer.Content), answer.Error, answer.Message))
	if err := contradiction(status, answer.Error); err != nil {
		return shipment.CourierLabel{}, err
	}
	return shipment.CourierLabel{Format: answer.Format, Content: answer.Content}, answer.Error.err(answer.Message)
}

func submission(key string) string { return "/submissions/" + url.PathEscape(key) }

// acceptance is what an answer means for whoever asked.
func (a Answer) acceptance() (partner.Acceptance, error) {
	if err := a.Error.err(a.Message); err != nil {
		return partner.Acceptance{}, err
	}
	return partner.Acceptance{HAWBNo: a.HAWBNo, Label: LabelSources[a.Label]}, nil
}

// err is what a code means for whoever asked; nil when there is none.
func (code ErrorCode) err(message string) error {
	message = partner.Clip(message)
	switch code {
	case "":
		return nil
	case CodeRefused:
		return &partner.RefusedError{Message: cmp.Or(message, "The courier refused.")}
	case CodeTemporary:
		return &partner.TemporaryError{Message: cmp.Or(message, "The courier is not able to at present.")}
	case CodeNotFound:
		return partner.ErrNotSubmitted
	case CodeNotReady:
		return partner.ErrLabelNotReady
	}
	return fmt.Errorf("the adapter answers with an unknown error %q: %s", code, message)
}

// ask makes one call with a JSON body, none if it is nil, and returns its signed answer.
// noted is the body as it may be kept.
func (c *Client) ask(ctx context.Context, method, path string, body, noted any) (Answer, error) {
	partner.NoteRequest(ctx, describe(method+" "+path, noted))
	status, content, err := c.do(ctx, method, path, body, maxAnswer)
	if err != nil {
		return Answer{}, err
	}
	answer, err := readAnswer(status, content)
	if err != nil {
		partner.NoteAnswer(ctx, strange(status, content))
		return Answer{}, err
	}
	partner.NoteAnswer(ctx, describe(statusLine(status), answer))
	return answer, nil
}

// do makes one signed call and returns the status and content of the answer, whose
// signature is right.
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
	nonce := c.Nonce()
	c.Secret.SignRequest(req.Header, method, req.URL.RequestURI(), nonce, sent, c.Now())
	res, err := c.http.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	content, err = io.ReadAll(io.LimitReader(res.Body, limit+1))
	if err != nil {
		return 0, nil, fmt.Errorf("read the answer: %w", err)
	}
	if int64(len(content)) > limit {
		partner.NoteAnswer(ctx, strange(res.StatusCode, content))
		return 0, nil, fmt.Errorf("the answer has more than %d bytes", limit)
	}
	if err := c.Secret.VerifyAnswer(res.Header, res.StatusCode, nonce, content, c.Now()); err != nil {
		partner.NoteAnswer(ctx, strange(res.StatusCode, content))
		return 0, nil, fmt.Errorf("answer %d: %w", res.StatusCode, err)
	}
	return res.StatusCode, content, nil
}

// readAnswer reads an answer and refuses one that contradicts itself: whoever wrote it
// may not have meant what it seems to say.
func readAnswer(status int, content []byte) (Answer, error) {
	var a Answer
	if err := json.Unmarshal(content, &a); err != nil {
		return Answer{}, fmt.Errorf("answer %d is not JSON: %w", status, err)
	}
	if err := contradiction(status, a.Error); err != nil {
		return Answer{}, err
	}
	_, known := LabelSources[a.Label]
	switch {
	case !shipment.IsHAWBNo(a.HAWBNo):
		return Answer{}, errors.New("the answer's hawb_no is not 0 to 64 printable ASCII characters")
	case !known:
		return Answer{}, fmt.Errorf("the answer's label is %q: not ready, later or left out", a.Label)
	}
	return a, nil
}

// contradiction is an answer whose status and error say different things.
func contradiction(status int, code ErrorCode) error {
	succeeded := status == http.StatusOK || status == http.StatusCreated
	if succeeded == (code == "") {
		return nil
	}
	return fmt.Errorf("answer %d has the error %q", status, code)
}

// isDialError reports whether no connection was made, so that nothing was sent.
func isDialError(err error) bool {
	op, ok := errors.AsType[*net.OpError](err)
	return ok && op.Op == "dial"
}

// describe is a line of HTTP and a body, if there is one, for the operator.
func describe(line string, body any) string {
	if body == nil {
		return line
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(body); err != nil {
		return line + "\n" + err.Error()
	}
	return line + "\n" + strings.TrimSuffix(text.String(), "\n")
}

func statusLine(status int) string { return fmt.Sprintf("%d %s", status, http.StatusText(status)) }

// strange is an answer that cannot be believed, or its beginning.
func strange(status int, content []byte) string {
	return statusLine(status) + "\n" + string(content[:min(len(content), maxStrange)])
}
