package webhook

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"
)

const (
	// readAtMost is what is read of an answer, to reuse the connection and to quote it.
	readAtMost = 16 << 10
	// quoteAtMost is how much of an answer a Result quotes.
	quoteAtMost = 200
	// maxHeaderBytes bounds the header of an answer.
	maxHeaderBytes = 64 << 10
	// idleFor keeps a connection for the next event of a busy endpoint.
	idleFor = 30 * time.Second
)

// Options are what a Sender works with. All but AllowPrivate are required.
type Options struct {
	// AllowPrivate lets requests reach addresses that are not public.
	AllowPrivate bool
	Timeout      time.Duration // of one request, from the name's resolution to the answer's end
	UserAgent    string
	Now          func() time.Time
}

// Sender posts signed events. Safe for concurrent use.
type Sender struct {
	Options
	client *http.Client
}

// NewSender makes a Sender. It follows no redirect, uses no proxy of the environment,
// which would resolve names itself, and asks for no compression, which could hide a
// large answer in a small one.
func NewSender(o Options) *Sender {
	dialer := &net.Dialer{Timeout: o.Timeout}
	if !o.AllowPrivate {
		dialer.Control = publicOnly
	}
	return &Sender{o, &http.Client{
		Transport: &http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, DisableCompression: true,
			TLSHandshakeTimeout: o.Timeout, IdleConnTimeout: idleFor, MaxIdleConns: 256,
			MaxResponseHeaderBytes: maxHeaderBytes,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Timeout:       o.Timeout,
	}}
}

// Request is one attempt to deliver one event.
type Request struct {
	URL                string
	Secrets            []string // whsec_…; each signs
	Username, Password string   // Basic credentials; "" and "" for none
	ID                 string   // of the event: the same on every attempt
	Body               []byte   // JSON
}

// Verdict is what became of an attempt.
type Verdict int

// The verdicts.
const (
	Delivered Verdict = iota // answered with 2xx
	Failed                   // anything else: another attempt may succeed
	Gone                     // 410: the receiver wants no more events
)

// Result is a verdict and what it rests on.
type Result struct {
	Verdict    Verdict
	Status     int           // of the answer; 0 if there was none
	Detail     string        // for people, one line; "" when delivered
	RetryAfter time.Duration // that the receiver asked for; 0 if it did not
}

// Send makes one attempt. It holds neither secrets nor credentials in the Result.
func (s *Sender) Send(ctx context.Context, r Request) Result {
	req, err := s.request(ctx, r)
	if err != nil {
		return Result{Verdict: Failed, Detail: err.Error()}
	}
	res, err := s.client.Do(req)
	if err != nil {
		return Result{Verdict: Failed, Detail: reason(err)}
	}
	defer res.Body.Close()
	// That it ends early is no concern: the status has been said.
	text, _ := io.ReadAll(io.LimitReader(res.Body, readAtMost))
	return s.judge(res, text)
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
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", s.UserAgent)
	req.Header.Set(headerID, r.ID)
	req.Header.Set(headerTimestamp, unix(at))
	req.Header.Set(headerSignature, signature)
	if r.Username != "" || r.Password != "" {
		req.SetBasicAuth(r.Username, r.Password)
	}
	return req, nil
}

// judge says what an answer means.
func (s *Sender) judge(res *http.Response, text []byte) Result {
	result := Result{Verdict: Failed, Status: res.StatusCode, RetryAfter: retryAfter(res.Header, s.Now())}
	switch {
	case res.StatusCode >= 200 && res.StatusCode < 300:
		return Result{Verdict: Delivered, Status: res.StatusCode}
	case res.StatusCode == http.StatusGone:
		result.Verdict = Gone
	case res.StatusCode >= 300 && res.StatusCode < 400:
		result.Detail = fmt.Sprintf("answered %d, and redirects are not followed", res.StatusCode)
		return result
	}
	result.Detail = fmt.Sprintf("answered %d", res.StatusCode)
	if quoted := quote(text); quoted != "" {
		result.Detail += ": " + quoted
	}
	return result
}

// quote is the beginning of an answer on one line.
func quote(text []byte) string {
	printable := strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != unicode.ReplacementChar {
			return r
		}
		return ' '
	}, string(text))
	runes := []rune(strings.Join(strings.Fields(printable), " "))
	if len(runes) > quoteAtMost {
		return string(runes[:quoteAtMost]) + "…"
	}
	return string(runes)
}

// reason says why there was no answer, without the URL, which the reader knows and which
// may hold a token.
func reason(err error) string {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		if wrapped.Timeout() {
			return "did not answer in time"
		}
		err = wrapped.Err
	}
	return quote([]byte(err.Error()))
}
