package shell

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"waybill/internal/admission"
	"waybill/internal/request"
	"waybill/internal/store/masterdata"
	"waybill/internal/tracing"
)

// exchange collects what the log line and the metrics of a request need. Only the goroutine that
// serves the request uses it.
type exchange struct {
	Route // its path is "" if no route has that of the request

	id      string
	client  netip.Addr // see clientaddr.Proxies.Client
	ownPath bool       // no operation of the original interface has the path; set if none has the method
	caller  masterdata.Caller
	status  int
	err     error
	held    *admission.Hold // of the budget; nil while it is nothing
	private bool            // the log has no query
	record  record
}

type exchangeKey struct{}

// RequestID is the id of the request that ctx serves, "" outside of one.
func RequestID(ctx context.Context) string { return exchangeOf(ctx).id }

// StatusOf is the status of the response that was sent to the request that ctx serves, 0 before.
func StatusOf(ctx context.Context) int { return exchangeOf(ctx).status }

func exchangeOf(ctx context.Context) *exchange {
	e, ok := ctx.Value(exchangeKey{}).(*exchange)
	if !ok {
		return &exchange{} // outside a request nothing is recorded
	}
	return e
}

func noteCaller(ctx context.Context, c masterdata.Caller) { exchangeOf(ctx).caller = c }

// NoteError adds an error to the log line of the request.
func NoteError(ctx context.Context, err error) { exchangeOf(ctx).err = err }

// Observe gives every request an id, the version header, a log line and metrics, and turns a panic
// into a 500.
func (s *Shell) Observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := s.Now()
		e := &exchange{id: saneRequestID(r.Header.Get("X-Request-ID")), client: s.Proxies.Client(r)}
		e.Operation = "none"
		ctx, span := s.Tracer.Serve(r)
		r = r.WithContext(context.WithValue(ctx, exchangeKey{}, e))
		w.Header().Set("X-Request-ID", e.id)
		w.Header().Set("Waybill-Version", s.Version)
		if s.draining.Load() {
			w.Header().Set("Connection", "close")
		}
		recorder := &statusRecorder{ResponseWriter: w, exchange: e}
		defer func() {
			panicked := recover()
			aborted := panicked == http.ErrAbortHandler //nolint:errorlint // the sentinel itself, compared as net/http does
			if panicked != nil && !aborted {
				s.recovered(recorder, r, panicked)
			}
			e.held.Release()
			took := s.Now().Sub(start)
			s.Metrics.Request(e.Operation, e.status, took)
			tracing.EndRequest(span, r.Method, e.Path, e.id, e.status)
			s.log(r, e, took)
			s.recordRequest(r, e, took)
			if aborted {
				panic(http.ErrAbortHandler)
			}
		}()
		next.ServeHTTP(recorder, r)
	})
}

// recovered responds to a request whose handler panicked because of a programming error.
func (s *Shell) recovered(w *statusRecorder, r *http.Request, p any) {
	err := fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	if w.exchange.status == 0 {
		s.Respond(w, r, Response{}, err)
	}
	NoteError(r.Context(), err)
}

func (s *Shell) log(r *http.Request, e *exchange, took time.Duration) {
	level := slog.LevelInfo
	if e.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if !s.Log.Enabled(r.Context(), level) {
		return
	}
	attrs := []slog.Attr{
		slog.String("method", r.Method),
		slog.String("path", withoutSignature(r.URL.Path)),
		slog.Int("status", e.status),
		slog.Float64("took_ms", float64(took.Microseconds())/1000),
		slog.String("remote", remote(r, e)),
	}
	if r.URL.RawQuery != "" && !e.private {
		attrs = append(attrs, slog.String("query", withoutSecrets(request.ParseQuery(r.URL.RawQuery))))
	}
	if e.caller.AccountID != 0 {
		attrs = append(attrs, slog.Int64("account_id", e.caller.AccountID))
	}
	if e.caller.KeyID != 0 {
		attrs = append(attrs, slog.Int64("key_id", e.caller.KeyID))
	}
	if e.err != nil {
		attrs = append(attrs, slog.Any("error", e.err))
	}
	s.Log.LogAttrs(r.Context(), level, "request", attrs...)
}

// remote is the client's address, or what the listener calls a peer that has none.
func remote(r *http.Request, e *exchange) string {
	if e.client.IsValid() {
		return e.client.String()
	}
	return r.RemoteAddr
}

// withoutSecrets is a query string for the log. Values of keys and secrets are replaced, also under a misspelled name. So are values that
// may be personal: searched words and metadata.
func withoutSecrets(query url.Values) string {
	for name := range query {
		lower := strings.ToLower(name)
		if lower == "q" || slices.ContainsFunc([]string{"key", "secret", "search", "metadata"}, func(word string) bool {
			return strings.Contains(lower, word)
		}) {
			query.Set(name, "REDACTED")
		}
	}
	return query.Encode()
}

// linkPath is the begin of the paths of links that sign a user in.
const linkPath = "/console/link/"

// withoutSignature is a path without the signature of a document's name, or the token of a link.
func withoutSignature(path string) string {
	if strings.HasPrefix(path, linkPath) {
		return linkPath + "REDACTED"
	}
	i := strings.LastIndexByte(path, '-')
	if i < 0 || !strings.HasPrefix(path, "/labels/") && !strings.HasPrefix(path, "/documents/") {
		return path
	}
	return path[:i] + "-REDACTED"
}

// saneRequestID is the caller's request id if it has 1 to 128 plain characters, else a new one.
func saneRequestID(sent string) string {
	const plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
	if sent != "" && len(sent) <= 128 && strings.Trim(sent, plain) == "" {
		return sent
	}
	return rand.Text()
}

// statusRecorder records the status of a response.
type statusRecorder struct {
	http.ResponseWriter
	exchange *exchange
}

// WriteHeader records the first status.
func (w *statusRecorder) WriteHeader(status int) {
	if w.exchange.status == 0 {
		w.exchange.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap returns the writer below, for http.ResponseController.
func (w *statusRecorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }
