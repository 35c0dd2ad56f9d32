package shell

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
)

// authenticate finds the caller by the key that was sent in the body or query, else by the Bearer
// header. The header that it returns has the state of the caller's rate limit. Returns
// errNoCredentials, errInvalidKey, errElsewhere, ErrForbidden, admission.ErrBusy, or a 429 problem when a live key,
// or an address with invalid keys, is over its limit.
func (s *Shell) authenticate(ctx context.Context, r *http.Request, sent request.Value) (masterdata.Caller, http.Header, error) {
	secret, ok := secretOf(sent)
	if !ok {
		secret, ok = bearer(r.Header)
	}
	if !ok {
		return masterdata.Caller{}, nil, errNoCredentials
	}
	caller, err := s.Store.MasterData.Authenticate(ctx, secret)
	if errors.Is(err, store.ErrNotFound) {
		return masterdata.Caller{}, nil, s.failedKey(ctx)
	}
	if err != nil {
		return masterdata.Caller{}, nil, err
	}
	noteCaller(ctx, caller)
	if caller.Suspended {
		return masterdata.Caller{}, nil, ErrForbidden
	}
	if err := s.checkNetwork(ctx, caller); err != nil {
		return masterdata.Caller{}, nil, err
	}
	s.Store.MasterData.NoteUse(caller) //nolint:contextcheck // it outlives the request
	header, err := s.requests.Take(bucketOf(caller), s.RateLimit.Of(caller), 1)
	if err == nil {
		err = s.admit(ctx, caller)
	}
	return caller, header, s.permitted(ctx, r, caller, err)
}

// FindCaller finds the caller of a request that needs no key by the key of its header. With a key that is not live, or may
// not be used from the address of the client, there is no caller, as without a key. Returns a 429 problem for an address that has tried
// too many keys.
func (s *Shell) FindCaller(ctx context.Context, r *http.Request) (masterdata.Caller, error) {
	secret, ok := bearer(r.Header)
	if !ok {
		return masterdata.Caller{}, nil
	}
	found, err := s.Store.MasterData.Authenticate(ctx, secret)
	switch {
	case err == nil && !found.Suspended && s.allows(ctx, found):
		noteCaller(ctx, found)
		s.Store.MasterData.NoteUse(found) //nolint:contextcheck // it outlives the request
		return found, s.admit(ctx, found)
	case errors.Is(err, store.ErrNotFound):
		if err = s.failedKey(ctx); errors.Is(err, errInvalidKey) {
			err = nil
		}
	}
	return masterdata.Caller{}, err
}

// permitted returns err, or ErrForbidden if the caller may not call the operation of ctx, or what is wrong with its query: a misspelt
// or an empty filter would select everything.
func (s *Shell) permitted(ctx context.Context, r *http.Request, c masterdata.Caller, err error) error {
	e := exchangeOf(ctx)
	if err == nil {
		err = Check(e.Allow, c)
	}
	if err != nil || r.URL.RawQuery == "" {
		return err
	}
	if names, strict := s.queries()[e.Operation]; strict {
		problems := request.WrongParameters(r.URL.RawQuery, names)
		if problems == nil && slices.Contains(names, "limit") {
			_, problems = request.PageQuery.Read(request.ParseQuery(r.URL.RawQuery))
		}
		if problems != nil {
			err = &request.InvalidError{Problems: problems}
		}
	}
	return err
}

// allows reports whether a key may be used from the address of the client.
func (s *Shell) allows(ctx context.Context, c masterdata.Caller) bool {
	return c.Networks.Allow(exchangeOf(ctx).client)
}

// checkNetwork returns errElsewhere for a key that may not be used from the address of the client, or a 429 problem when
// there were too many. It counts as a key that is not live, not against the key: others must not use up its limit.
func (s *Shell) checkNetwork(ctx context.Context, c masterdata.Caller) error {
	if s.allows(ctx, c) {
		return nil
	}
	if err := s.failedKey(ctx); !errors.Is(err, errInvalidKey) {
		return err
	}
	return fmt.Errorf("%w: %w", errElsewhere, &Problem{
		Status: http.StatusForbidden, Detail: problem.KeyElsewhere.With(exchangeOf(ctx).client.String()),
	})
}

// asCaller names the caller's key in the audit log. A caller without a key is named by the context.
func asCaller(ctx context.Context, caller masterdata.Caller) context.Context {
	if caller.KeyID == 0 {
		return ctx
	}
	return audit.WithActor(ctx, audit.Actor{Kind: audit.ActorKey, Name: strconv.FormatInt(caller.KeyID, 10)})
}

// failedKey counts a key that is not live against the client's address. It returns errInvalidKey,
// or a 429 problem when there were too many: a client that guesses keys, and a program whose key was
// revoked, must wait. An address that many clients share is not counted, and requests with a live
// key do not count against their address.
func (s *Shell) failedKey(ctx context.Context) error {
	key, limit := s.LimitOf(ctx, masterdata.Caller{}, s.FailedKeyLimit)
	if _, err := s.failedKeys.Take(key, limit, 1); err != nil {
		return err
	}
	return errInvalidKey
}

// secretOf reads a key that was sent in a body or query. A number counts as its text. Other types
// and the empty text are not keys.
func secretOf(v request.Value) (string, bool) {
	if v.Kind != request.String && v.Kind != request.Number {
		return "", false
	}
	return v.Text, v.Text != ""
}

// keyInQuery is the key of a request without a body. If there are several, the last counts.
func keyInQuery(r *http.Request) request.Value {
	keys := request.ParseQuery(r.URL.RawQuery)["secret_key"]
	if len(keys) == 0 {
		return request.Value{}
	}
	return request.Value{Kind: request.String, Text: keys[len(keys)-1]}
}

// bearer is the key of an Authorization header. Another scheme counts as no header.
func bearer(h http.Header) (string, bool) {
	scheme, key, ok := strings.Cut(h.Get("Authorization"), " ")
	key = strings.TrimSpace(key)
	return key, ok && strings.EqualFold(scheme, "Bearer") && key != ""
}
