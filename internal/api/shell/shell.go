package shell

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"waybill/internal/admission"
	"waybill/internal/clientaddr"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/spool"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/requestlog"
	"waybill/internal/tracing"
)

// Config is what a Shell needs. Proxies, CORSOrigins and Tracer may be empty.
type Config struct {
	Store          *store.Store
	Budget         *admission.Budget // memory and disk that requests may use
	Spool          spool.Folder      // holds bodies that are too large for memory
	Now            func() time.Time
	Log            *slog.Logger
	Metrics        Metrics
	Proxies        clientaddr.Proxies // trusted to name the client's address
	Version        string             // sent as Waybill-Version
	CORSOrigins    []string           // origins whose pages may read responses in a browser; see allowOrigins
	BlockingBudget time.Duration      // how long a blocking create waits for labels
	RateLimit      RateLimit          // requests of a key, for accounts without a limit of their own
	FailedKeyLimit RateLimit          // keys that are not live, from one address
	Tracer         *tracing.Tracer    // nil: there are no traces
	// Requests has the requests with a key; nil: they are not recorded.
	Requests *requestlog.Writer
	Rehearse bool // carry out what Waybill-Rehearse asks for
	// Say returns the language of a request's Accept-Language, and what puts messages into its words; nil is English.
	Say func(r *http.Request) (tag string, say func(field string, m problem.Message) string)
	// Base is the scheme and host that links in a response to a request start with.
	Base func(r *http.Request) string
}

// Metrics counts requests.
type Metrics interface {
	// Request is called for each request. operation is one of the route table's, or "none".
	Request(operation string, status int, took time.Duration)
}

// Shell serves operations. Safe for concurrent use.
type Shell struct {
	Config
	routes     []Route
	queries    func() map[string][]string
	mounted    []mount
	requests   *Limiters[int64] // by key
	failedKeys *Limiters[LimitKey]
	recorded   *Limiters[recordedKey]
	rehearsal  rehearsal
	draining   atomic.Bool
}

// New makes a Shell without routes. Without Base, links in responses have neither scheme nor host.
func New(c Config) *Shell {
	if c.Base == nil {
		c.Base = func(*http.Request) string { return "" }
	}
	s := &Shell{Config: c, requests: NewLimiters[int64](c.Now), failedKeys: NewLimiters[LimitKey](c.Now)}
	s.recorded = NewLimiters[recordedKey](c.Now)
	return s
}

// Drain makes readiness fail and has every response close its connection, so that load balancers
// stop sending requests before the port closes. Requests that still come are served.
func (s *Shell) Drain() { s.draining.Store(true) }

// Draining reports whether Drain was called.
func (s *Shell) Draining() bool { return s.draining.Load() }

// Call is an authenticated request.
type Call struct {
	Caller masterdata.Caller
	Req    *http.Request
	Body   []byte // of a POST
}

// An operation gets the call, and what was sent in its body, or the plain request if it needs no key.
type (
	withForm    = On[*request.Form]
	withCall    = func(context.Context, Call) (Response, error)
	withRequest = func(context.Context, *http.Request) (Response, error)
)

// ReadTimeout is how long an operation that only reads may take. It is for a database that hangs; a
// database that is down fails at once.
const ReadTimeout = 15 * time.Second

// ResponseMargin is how much longer than its budget a blocking create request may take, before a retry
// with the same Idempotency-Key makes the stored answer.
const ResponseMargin = 10 * time.Second

// Post is the shell of an operation that writes, by a body. It checks in the order of the interface document: size,
// media type, syntax, key. Then it calls serve, as Once says.
func (s *Shell) Post(path, operation string, allow shipment.Permission, shape *request.Shape, serve withForm) Route {
	r := s.PostUnkeyed(path, operation, allow, shape, func(ctx context.Context, c Call, form *request.Form) (Response, error) {
		return s.Once(ctx, c, func(ctx context.Context) (Response, error) { return serve(ctx, c, form) })
	})
	r.Once = true
	return r
}

// PostUnkeyed is Post for an operation that only reads, or stores its response by itself.
func (s *Shell) PostUnkeyed(path, operation string, allow shipment.Permission, shape *request.Shape, serve withForm) Route {
	return s.reading(http.MethodPost, path, operation, allow, shape, serve)
}

// Put is post for PUT.
func (s *Shell) Put(path, operation string, allow shipment.Permission, shape *request.Shape, serve withForm) Route {
	return s.reading(http.MethodPut, path, operation, allow, shape, serve)
}

// Patch is post for PATCH.
func (s *Shell) Patch(path, operation string, allow shipment.Permission, shape *request.Shape, serve withForm) Route {
	return s.reading(http.MethodPatch, path, operation, allow, shape, serve)
}

// reading is the shell of Post, Put and Patch. Like the other shells it is not inlined, because each route would have a copy of it.
//
//go:noinline
func (s *Shell) reading(method, path, operation string, allow shipment.Permission, shape *request.Shape, serve withForm) Route {
	r := route(method, path, operation, allow, s.public(func(ctx context.Context, r *http.Request) (Response, error) {
		b, err := s.receiveJSON(r)
		if err != nil {
			return Response{}, err
		}
		defer b.close()
		ctx, cancel := s.writing(ctx)
		defer cancel()
		var caller masterdata.Caller
		var header http.Header
		if !b.admitted && b.file != nil { // the body is large, and the caller has not shown a live key
			if caller, header, err = s.authenticateLarge(ctx, r, b); err != nil {
				return Response{Header: header}, err
			}
		}
		text, sent, err := s.decode(ctx, r, b, shape)
		if err != nil {
			return Response{}, err
		}
		if caller == (masterdata.Caller{}) {
			if caller, header, err = s.authenticate(ctx, r, sent.SecretKey()); err != nil {
				return Response{Header: header}, err
			}
		}
		if problems := sent.Unknown(); problems != nil {
			s.recordBody(ctx, text, sent, true)
			return Response{}.With(header), &request.InvalidError{Problems: problems}
		}
		var res Response
		if err = s.Charge(ctx, exchangeOf(ctx).Memory); err == nil {
			res, err = serve(asCaller(ctx, caller), Call{Caller: caller, Req: r, Body: text}, sent)
		}
		s.recordBody(ctx, text, sent, err != nil || res.Status >= http.StatusBadRequest)
		return res.With(header), err
	}))
	r.Body = shape
	return r
}

// PostOpen is the shell of an operation with a body that needs no key. With a key that is not live, or
// may not be used from the address of the client, the call has no caller, as without a key.
func (s *Shell) PostOpen(path, operation string, shape *request.Shape, serve withForm) Route {
	return route(http.MethodPost, path, operation, shipment.Anyone, s.public(func(ctx context.Context, r *http.Request) (Response, error) {
		b, err := s.receiveJSON(r)
		if err != nil {
			return Response{}, err
		}
		defer b.close()
		text, sent, err := s.decode(ctx, r, b, shape)
		if err != nil {
			return Response{}, err
		}
		ctx, cancel := context.WithTimeout(ctx, ReadTimeout)
		defer cancel()
		caller, header, err := s.authenticate(ctx, r, sent.SecretKey())
		if err != nil && !errors.Is(err, errNoCredentials) && !errors.Is(err, errInvalidKey) && !errors.Is(err, errElsewhere) {
			return Response{Header: header}, err
		}
		res, err := serve(s.Metered(ctx), Call{Caller: caller, Req: r, Body: text}, sent)
		s.recordBody(ctx, text, sent, err != nil)
		return res, err
	}))
}

// receiveJSON reads a body whose media type must be JSON.
func (s *Shell) receiveJSON(r *http.Request) (*Body, error) {
	b, err := s.receive(r, &Body{most: MaxBody})
	if err == nil && !isJSON(r) {
		s.recordUnread(r, b)
		b.close()
		err = UnsupportedMediaType(r.Header.Get("Content-Type"))
	}
	return b, err
}

// ReadBody reads a body of any media type. The request is charged for it, and for the files that are
// decoded from its base64.
func (s *Shell) ReadBody(ctx context.Context, r *http.Request) ([]byte, error) {
	b, err := s.receive(r, &Body{most: MaxBody})
	if err != nil {
		return nil, err
	}
	defer b.close()
	return s.charged(ctx, b, int64(b.Bytes))
}

// charged is the text of a body. The request is charged what the body may cost, and more. If there is no room for it now,
// and no key was looked for in the end of the body, one that is there admits the caller first.
func (s *Shell) charged(ctx context.Context, b *Body, more int64) ([]byte, error) {
	cost := s.costOf(&b.Size) + more
	if !b.admitted && b.unscanned != nil && !b.held.TryGrowTo(cost) {
		if err := b.scan(ctx, b.unscanned); err != nil {
			return nil, err
		}
	}
	if err := b.held.GrowTo(ctx, cost); err != nil {
		return nil, err
	}
	return b.whole()
}

// decode charges the request what the body may cost, and decodes it.
func (s *Shell) decode(ctx context.Context, r *http.Request, b *Body, shape *request.Shape) (text []byte, sent *request.Form, err error) {
	if text, err = s.charged(ctx, b, 0); err == nil {
		sent, err = request.Decode(text, shape)
	}
	if _, ok := errors.AsType[*request.SyntaxError](err); ok {
		s.recordUnread(r, b)
	}
	return text, sent, err
}

// authenticateLarge finds the caller of a large body by the body's last key, before it is decoded. A
// syntax error takes precedence.
func (s *Shell) authenticateLarge(ctx context.Context, r *http.Request, b *Body) (masterdata.Caller, http.Header, error) {
	if err := request.CheckSyntax(b.Reader()); err != nil {
		if _, ok := errors.AsType[*request.SyntaxError](err); ok {
			s.recordUnread(r, b)
		} else {
			err = fmt.Errorf("%w: read a body from disk: %w", ErrOverload, err)
		}
		return masterdata.Caller{}, nil, err
	}
	return s.authenticate(ctx, r, b.keys.last)
}

// Get is the shell of an operation that reads: its key comes in the query.
func (s *Shell) Get(path, operation string, allow shipment.Permission, serve withCall) Route {
	reading := func(ctx context.Context) (context.Context, context.CancelFunc) {
		return context.WithTimeout(ctx, ReadTimeout)
	}
	return route(http.MethodGet, path, operation, allow, s.keyed(reading, func(ctx context.Context, c Call) (Response, error) {
		return serve(s.Metered(ctx), c)
	}))
}

// Delete is the shell of an operation that deletes: its key comes in the query.
func (s *Shell) Delete(path, operation string, allow shipment.Permission, serve withCall) Route {
	return route(http.MethodDelete, path, operation, allow, s.keyed(s.writing, func(ctx context.Context, c Call) (Response, error) {
		return serve(asCaller(ctx, c.Caller), c)
	}))
}

// PostFile is the shell of an operation with a large body of any media type, of at most most bytes: its key comes in the header
// or the query. A larger body gets tooLarge.
func (s *Shell) PostFile(
	path, operation string, allow shipment.Permission, most int, tooLarge error, serve func(context.Context, Call, *Body) (Response, error),
) Route {
	return route(http.MethodPost, path, operation, allow, s.keyed(context.WithCancel, func(_ context.Context, c Call) (Response, error) {
		var res Response
		err := s.ReceiveFile(c.Req, most, tooLarge, func(ctx context.Context, b *Body) (err error) {
			res, err = serve(asCaller(ctx, c.Caller), c, b)
			s.recordText(ctx, notJSON(b.Bytes), err != nil)
			return err
		})
		return res, err
	}))
}

// TooLarge is the response to a body of more than most bytes.
func TooLarge(most int) *Problem {
	return &Problem{
		Status: http.StatusRequestEntityTooLarge, Detail: problem.UploadTooLarge.With(most >> 20), Header: http.Header{"Connection": {"close"}},
	}
}

// OnceFile is Once for an operation of PostFile that holds the whole file, and so many bytes of memory.
func (s *Shell) OnceFile(
	ctx context.Context, c Call, b *Body, memory int64, serve func(context.Context, []byte) (Response, error),
) (Response, error) {
	err := s.Charge(ctx, memory)
	if err != nil {
		return Response{}, err
	}
	if c.Body, err = io.ReadAll(b.Reader()); err != nil {
		return Response{}, fmt.Errorf("%w: read a file from disk: %w", ErrOverload, err)
	}
	return s.Once(ctx, c, func(ctx context.Context) (Response, error) { return serve(ctx, c.Body) })
}

// keyed is the shell of an operation whose key comes in the header or the query. The context that begin returns bounds it.
//
//go:noinline
func (s *Shell) keyed(begin func(context.Context) (context.Context, context.CancelFunc), serve withCall) http.HandlerFunc {
	return s.public(func(ctx context.Context, r *http.Request) (Response, error) {
		ctx, cancel := begin(ctx)
		defer cancel()
		caller, header, err := s.authenticate(ctx, r, keyInQuery(r))
		if err == nil {
			err = s.Charge(ctx, exchangeOf(ctx).Memory)
		}
		if err != nil {
			return Response{Header: header}, err
		}
		res, err := serve(ctx, Call{Caller: caller, Req: r})
		return res.With(header), err
	})
}

// ReceiveFile reads the body of a request whose caller is known, of any media type, and of at most most bytes. A larger one gets
// tooLarge. It is there until use returns, whose context is that of an operation that writes.
func (s *Shell) ReceiveFile(r *http.Request, most int, tooLarge error, use func(context.Context, *Body) error) error {
	b, err := s.receive(r, &Body{most: most, admitted: true})
	if errors.Is(err, errBodyTooLarge) {
		err = tooLarge
	}
	if err != nil {
		return err
	}
	defer b.close()
	ctx, cancel := s.writing(r.Context())
	defer cancel()
	return use(ctx, b)
}

// writing is the context of an operation that writes. It does not end when the caller disconnects.
func (s *Shell) writing(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), s.BlockingBudget+ResponseMargin)
}

// GetOpen is the shell of an operation that reads and needs no key.
func (s *Shell) GetOpen(path, operation string, serve withRequest) Route {
	return Page(path, operation, s.public(serve))
}

// PostRaw is the shell of an operation that reads its body itself, and knows the caller by other means than a key.
func (s *Shell) PostRaw(path, operation string, serve withRequest) Route {
	return route(http.MethodPost, path, operation, shipment.Anyone, s.public(serve))
}

// public writes the response of an operation.
//
//go:noinline
func (s *Shell) public(serve withRequest) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		res, err := serve(r.Context(), r)
		s.Respond(w, r, res, err)
	}
}
