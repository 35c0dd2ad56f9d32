package shell

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"waybill/internal/admission"
	"waybill/internal/problem"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

type trustedKey struct{}

// trustedOf is the caller of a request that this process makes, and false for a request of a client.
func trustedOf(ctx context.Context) (masterdata.Caller, bool) {
	caller, ok := ctx.Value(trustedKey{}).(masterdata.Caller)
	return caller, ok
}

// Codes writes messages as codes in responses to requests of this process. It is nil for requests of clients.
func Codes(ctx context.Context) func(field string, m problem.Message) string {
	if _, isTrusted := trustedOf(ctx); !isTrusted {
		return nil
	}
	return func(_ string, m problem.Message) string { return m.Encode() }
}

// As serves requests of this process in the name of a caller, without a key; a key in the request has no effect. The
// rest is as for a client: validation, idempotency, the limits of the account, admission, and the audit log, whose
// actor is the given one. A request has no log line and no metrics of its own: they are those of the request that
// it is made for, whose context it must have. The messages of responses are as problem.Message.Encode writes them.
func (s *Shell) As(caller masterdata.Caller, actor audit.Actor) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		outer := exchangeOf(r.Context())
		inner := &exchange{id: outer.id, client: outer.client, caller: caller, held: outer.held}
		ctx := context.WithValue(audit.WithActor(r.Context(), actor), exchangeKey{}, inner)
		r = r.WithContext(context.WithValue(ctx, trustedKey{}, caller))
		recorder := &statusRecorder{ResponseWriter: w, exchange: inner}
		defer func() {
			outer.held, outer.caller = inner.held, caller
			if inner.status >= http.StatusInternalServerError {
				outer.err = inner.err
			}
			if outer.id == "" { // outside of a request
				inner.held.Release()
			}
		}()
		if err := s.admit(r.Context(), caller); err != nil {
			s.Respond(recorder, r, Response{}, err)
			return
		}
		s.inner().ServeHTTP(recorder, r)
	})
}

// OfProcess returns a context for work of this process, outside of a request: what it charges is charged to the process,
// until release is called.
func (s *Shell) OfProcess(ctx context.Context) (_ context.Context, release func()) {
	e := &exchange{held: s.Budget.Callers.Hold(admission.Owner{})}
	return context.WithValue(ctx, exchangeKey{}, e), e.held.Release
}

// Admit charges the request of ctx to a caller, like a request with a live key. Everything that is read from the
// database with the returned context is charged, too. Returns admission.ErrBusy.
func (s *Shell) Admit(ctx context.Context, caller masterdata.Caller) (context.Context, error) {
	noteCaller(ctx, caller)
	if err := s.admit(ctx, caller); err != nil {
		return ctx, err
	}
	return s.Metered(ctx), nil
}

// Client returns the address of the client of the request of ctx, and the one that limits count it by, which is invalid
// if many clients share it.
func (s *Shell) Client(ctx context.Context) (address, limited netip.Addr) {
	address = exchangeOf(ctx).client
	if s.Proxies.Shared(address) {
		return address, netip.Addr{}
	}
	return address, clientOf(ctx)
}

// Mount serves everything below a path, which ends in a slash, by another handler. Its requests get an id, a log line
// without the query, which may have names of people, and metrics, as the operation named. It must be called
// before Handler.
func (s *Shell) Mount(path, operation string, handler http.Handler) {
	s.mounted = append(s.mounted, mount{path, operation, handler})
}

// mount has the arguments of Mount.
type mount struct {
	path, operation string
	handler         http.Handler
}

func (m mount) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	e := exchangeOf(r.Context())
	e.operation, e.private = m.operation, true
	defer func() { e.route = r.Pattern[max(0, strings.IndexByte(r.Pattern, '/')):] }() // the mux of the handler may say more
	m.handler.ServeHTTP(w, r)
}

// trusted authenticates a request of this process.
func (s *Shell) trusted(ctx context.Context, caller masterdata.Caller) (http.Header, error) {
	if caller.Suspended {
		return nil, ErrForbidden
	}
	header, err := s.requests.Take(bucketOf(caller), s.RateLimit.Of(caller), 1)
	if err == nil {
		admission.ConnOf(ctx).Admit()
	}
	return header, err
}

// bucketOf returns the number by which limits count a caller: its key, or its account, negated, if it has no key.
func bucketOf(c masterdata.Caller) int64 {
	if c.KeyID != 0 {
		return c.KeyID
	}
	return -c.AccountID
}
