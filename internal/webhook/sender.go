package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	"waybill/internal/netguard"
	"waybill/internal/tracing"
)

const (
	// readAtMost is how many bytes of a response are read, to reuse the connection and to quote it.
	readAtMost = 16 << 10
	// quoteAtMost is how many characters of a response a Result quotes.
	quoteAtMost = 200
	// idleFor is how long a connection is kept for the next event of a busy endpoint.
	idleFor = 30 * time.Second
	// maxIdle is how many idle connections are kept, to all endpoints together.
	maxIdle = 256
)

// Options configure a Sender. All but AllowPrivate are required.
type Options struct {
	// AllowPrivate allows requests to addresses that are not public, and requests without TLS.
	AllowPrivate bool
	Timeout      time.Duration // of one request, from resolving the name to the end of the response
	UserAgent    string
	Now          func() time.Time
}

// Sender posts signed events. It is safe for concurrent use.
type Sender struct {
	Options
	client *http.Client
}

// NewSender returns a Sender. It follows no redirects; see netguard.NewTransport for the rest.
func NewSender(o Options) *Sender {
	transport := netguard.NewTransport(netguard.Config{PrivateNetwork: o.AllowPrivate, Timeout: o.Timeout})
	transport.MaxIdleConns, transport.IdleConnTimeout = maxIdle, idleFor
	return &Sender{o, &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       o.Timeout,
	}}
}

// Request is one attempt to deliver an event.
type Request struct {
	URL                string
	Secrets            []string // whsec_…; each signs the body
	Username, Password string   // Basic credentials; "" and "" for none
	ID                 string   // of the event: the same on every attempt
	Body               []byte   // JSON
}

// Verdict is the outcome of an attempt.
type Verdict int

// The verdicts.
const (
	Delivered Verdict = iota // a response of 2xx
	Failed                   // anything else: another attempt may succeed
	Gone                     // a response of 410: the receiver wants no more events
)

// Result is the outcome of an attempt and its reason.
type Result struct {
	Verdict    Verdict
	Status     int           // of the response; 0 if there was none
	Detail     string        // for people, one line; "" when delivered
	RetryAfter time.Duration // as the receiver asked for; 0 if it did not
	// Response is the beginning of the response as text: at most 2 KiB, of a delivered event 256 bytes.
	Response string
	Cause    string // why there was no response, for the operator only: it may name hosts of the operator's network
}

// Send makes one attempt. The Result holds neither secrets nor credentials.
func (s *Sender) Send(ctx context.Context, r Request) Result {
	req, err := s.request(ctx, r)
	if err != nil {
		return Result{Verdict: Failed, Detail: err.Error()}
	}
	res, err := s.client.Do(req)
	if err != nil {
		return noResponse(err)
	}
	defer res.Body.Close()
	// A body that ends early does not matter: the status decides.
	text, _ := io.ReadAll(io.LimitReader(res.Body, readAtMost))
	answer := withoutSecrets(text, r)
	result := s.judge(res, answer)
	most := responseAtMost
	if result.Verdict == Delivered {
		most = deliveredResponseAtMost
	}
	result.Response = clean(answer, most)
	return result
}

func (s *Sender) request(ctx context.Context, r Request) (*http.Request, error) {
	at := s.Now()
	signature, err := Sign(r.Secrets, r.ID, at, r.Body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, r.URL, bytes.NewReader(r.Body))
	if err != nil {
		return nil, errors.New("the endpoint's URL is malformed") // err may quote a password
	}
	if req.URL.Scheme != "https" && !s.AllowPrivate {
		return nil, errors.New("its URL is not https, so the network could read the event: nothing is sent")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", s.UserAgent)
	req.Header.Set(headerID, r.ID)
	req.Header.Set(headerTimestamp, unix(at))
	req.Header.Set(headerSignature, signature)
	tracing.Inject(ctx, req.Header)
	if r.Username != "" || r.Password != "" {
		req.SetBasicAuth(r.Username, r.Password)
	}
	return req, nil
}

// judge classifies a response.
func (s *Sender) judge(res *http.Response, text string) Result {
	result := Result{Verdict: Failed, Status: res.StatusCode, RetryAfter: retryAfter(res.Header, s.Now())}
	switch {
	case res.StatusCode >= 200 && res.StatusCode < 300:
		return Result{Verdict: Delivered, Status: res.StatusCode}
	case res.StatusCode == http.StatusGone:
		result.Verdict = Gone
	case res.StatusCode >= 300 && res.StatusCode < 400:
		result.Detail = fmt.Sprintf("responded with %d, and redirects are not followed", res.StatusCode)
		return result
	}
	result.Detail = fmt.Sprintf("responded with %d", res.StatusCode)
	if quoted := quote(text); quoted != "" {
		result.Detail += ": " + quoted
	}
	return result
}

// quote returns the beginning of a response on one line.
func quote(text string) string {
	printable := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != unicode.ReplacementChar {
			return r
		}
		return ' '
	}, text)
	runes := []rune(strings.Join(strings.Fields(printable), " "))
	if len(runes) > quoteAtMost {
		return string(runes[:quoteAtMost]) + "…"
	}
	return string(runes)
}

// noResponse is the Result of a request without a response. Its Detail is one of a few sentences: the reader may not know
// the operator's network, so a name that does not exist gives the same one as a name inside.
func noResponse(err error) Result {
	r := Result{Verdict: Failed, Detail: "cannot be reached"}
	// The URL is left out, because it may have a token.
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err
	}
	_, lookup := errors.AsType[*net.DNSError](err)
	timeout, _ := errors.AsType[net.Error](err)
	_, certificate := errors.AsType[*tls.CertificateVerificationError](err)
	_, plain := errors.AsType[tls.RecordHeaderError](err)
	switch {
	case lookup || errors.Is(err, netguard.ErrNotPublic):
	case timeout != nil && timeout.Timeout():
		r.Detail = "did not answer in time"
	case certificate:
		r.Detail = "its certificate is not valid"
	case plain || errors.Is(err, http.ErrSchemeMismatch):
		r.Detail = "does not speak TLS"
	case !netguard.NothingSent(err):
		r.Detail = "ended the connection without a valid response"
	}
	r.Cause = quote(err.Error())
	return r
}
