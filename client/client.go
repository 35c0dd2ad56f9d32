package client

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// requestTimeout is the time limit of one attempt, its response included. The service responds to a blocking
// create within its own budget, 25 s by default.
const requestTimeout = 60 * time.Second

// maxResponseBytes is above the largest page: 50 orders of 200 items each.
const maxResponseBytes = 64 << 20

// Client calls one Waybill service with one secret key. It is safe for concurrent use. Make one and keep it,
// because it holds the connections.
type Client struct {
	baseURL       string        // without a trailing slash
	authorization func() string // a closure, so that a printed Client does not show the key
	http          *http.Client
	maxRetries    int
	maxResponse   int64 // bytes
}

// Option is an option of New.
type Option func(*Client)

// WithHTTPClient sends every request through h. The Timeout of h limits one attempt: give blocking creates
// more than the service's budget (25 s by default). h should follow no redirects: the service sends none, and
// a redirected POST would become a GET.
func WithHTTPClient(h *http.Client) Option {
	return func(c *Client) { c.http = h }
}

// WithMaxRetries sets how often a request is repeated after the first attempt (default 6). With 0 or less
// nothing is repeated.
func WithMaxRetries(n int) Option {
	return func(c *Client) { c.maxRetries = n }
}

// New returns a client of the service at baseURL, http(s)://HOST/api with or without a trailing slash; a proxy
// may add folders before /api. It does not connect. It returns an error when baseURL has another form, or when
// secretKey cannot be sent in a header, for example because it ends in a line break.
func New(baseURL, secretKey string, opts ...Option) (*Client, error) {
	if err := checkBaseURL(baseURL); err != nil {
		return nil, err
	}
	if secretKey == "" || !printable(secretKey) {
		return nil, errors.New("waybill: the secret key is empty or contains a character that keys never have")
	}
	c := &Client{
		baseURL:       strings.TrimRight(baseURL, "/"),
		authorization: func() string { return "Bearer " + secretKey },
		http:          newHTTPClient(),
		maxRetries:    defaultMaxRetries,
		maxResponse:   maxResponseBytes,
	}
	for _, opt := range opts {
		opt(c)
	}
	return c, nil
}

func checkBaseURL(text string) error {
	u, err := url.Parse(text)
	if err != nil {
		return fmt.Errorf("waybill: parsing the base URL: %w", err)
	}
	if (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("waybill: the base URL must have the form https://HOST/api")
	}
	if !strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/api") {
		return fmt.Errorf("waybill: the base URL %q does not end in /api: the form is https://HOST/api", text)
	}
	return nil
}

// printable reports whether s is ASCII without spaces and control characters, which net/http accepts as a
// header value.
func printable(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

func newHTTPClient() *http.Client {
	dialer := net.Dialer{Timeout: 10 * time.Second}
	return &http.Client{
		Timeout: requestTimeout,
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         dialer.DialContext,
			ForceAttemptHTTP2:   true,
			TLSHandshakeTimeout: 10 * time.Second,
			MaxIdleConnsPerHost: 64, // one host; the default of 2 would reconnect under load
			IdleConnTimeout:     90 * time.Second,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
