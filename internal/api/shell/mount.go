package shell

import (
	"context"
	"net/http"
	"net/netip"
	"strings"

	"waybill/internal/admission"
	"waybill/internal/store/masterdata"
)

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
	e.Operation, e.private = m.operation, true
	defer func() { e.Path = r.Pattern[max(0, strings.IndexByte(r.Pattern, '/')):] }() // the mux of the handler may say more
	m.handler.ServeHTTP(w, r)
}

// bucketOf returns the number by which limits count a caller: its key, or its account, negated, if it has no key.
func bucketOf(c masterdata.Caller) int64 {
	if c.KeyID != 0 {
		return c.KeyID
	}
	return -c.AccountID
}
