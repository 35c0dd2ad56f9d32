package shell

import (
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"time"

	"waybill/internal/admission"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Problem is an error as the caller sees it: a status, a detail and headers.
type Problem struct { //nolint:errname // it is named after what the caller gets
	Status int
	Detail problem.Message
	Header http.Header
	// Candidates are the orders that the request may mean.
	Candidates []shipment.Order
}

func (p *Problem) Error() string { return p.Detail.String() }

// The problems whose text is the same for every request.
var (
	ErrNotFound      = &Problem{Status: http.StatusNotFound, Detail: problem.NotFound}
	errNoCredentials = Challenge(http.StatusUnauthorized, problem.NoCredentials, "Bearer")
	errInvalidKey    = Challenge(http.StatusUnauthorized, problem.InvalidKey, `Bearer error="invalid_token"`)
	// errElsewhere is wrapped with the problem that the caller sees.
	errElsewhere    = errors.New("the key may not be used from this address")
	ErrForbidden    = &Problem{Status: http.StatusForbidden, Detail: problem.Forbidden}
	errBodyTooLarge = &Problem{
		Status: http.StatusRequestEntityTooLarge, Detail: problem.BodyTooLarge,
		Header: http.Header{"Connection": {"close"}},
	}
	ErrBodyCut  = &Problem{Status: http.StatusBadRequest, Detail: problem.BodyCut}
	ErrOverload = Later(http.StatusServiceUnavailable, problem.Overload, time.Second)
)

// known maps the errors of other packages to problems.
var known = []struct {
	err   error
	shown *Problem
}{
	{orders.ErrVersion, &Problem{Status: http.StatusPreconditionFailed, Detail: problem.ChangedSinceRead}},
	{store.ErrUnconfirmed, Later(http.StatusServiceUnavailable, problem.Unconfirmed, 5*time.Second)},
	{store.ErrUnavailable, Later(http.StatusServiceUnavailable, problem.NoDatabase, 5*time.Second)},
	{store.ErrDamaged, Later(http.StatusServiceUnavailable, problem.DamagedDatabase, time.Minute)},
	{admission.ErrBusy, ErrOverload},
	{store.ErrPaused, &Problem{Status: http.StatusConflict, Detail: problem.WebhooksPaused}},
	{store.ErrNotFound, ErrNotFound},
	{store.ErrOtherRequest, &Problem{Status: http.StatusUnprocessableEntity, Detail: problem.OtherRequest}},
	{store.ErrStillRunning, Later(http.StatusConflict, problem.StillRunning, time.Second)},
	{context.DeadlineExceeded, Later(http.StatusServiceUnavailable, problem.TooSlow, 5*time.Second)},
	{context.Canceled, &Problem{Status: 499, Detail: problem.CallerLeft}},
}

// ProblemOf returns what the caller sees of err. An error that the table does not know is a 500 that shows
// the request id only.
func ProblemOf(err error, requestID string) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if p, ok := errors.AsType[*request.SyntaxError](err); ok {
		return &Problem{Status: http.StatusBadRequest, Detail: p.Problem()}
	}
	if none, ok := errors.AsType[*orders.NoDocument](err); ok {
		return noDocument(none)
	}
	if refusal, ok := orders.Refusal(err); ok {
		return conflict(err, refusal)
	}
	for _, k := range known {
		if errors.Is(err, k.err) {
			return k.shown
		}
	}
	return &Problem{Status: http.StatusInternalServerError, Detail: problem.InternalError.With(requestID)}
}

// comesToAnEnd are the conflicts that end by themselves.
var comesToAnEnd = []error{store.ErrUnderWay, store.ErrOutcomeUnknown, orders.ErrCancelling}

// conflict is the response to an operation that an order refuses.
func conflict(err error, refusal problem.Message) *Problem {
	shown := &Problem{Status: http.StatusConflict, Detail: refusal}
	if slices.ContainsFunc(comesToAnEnd, func(ends error) bool { return errors.Is(err, ends) }) {
		shown.Header = RetryAfter(time.Minute)
	}
	if ambiguous, ok := errors.AsType[*store.AmbiguousError](err); ok {
		shown.Candidates = ambiguous.Orders
	}
	return shown
}

// withoutScope is ErrForbidden to a key that does not have a scope, which the header names as RFC 6750 says.
func withoutScope(scope shipment.Scopes) *Problem {
	detail := ErrForbidden.Detail
	if scope == shipment.ScopeUsers {
		detail = problem.UsersScope
	}
	return Challenge(http.StatusForbidden, detail, `Bearer error="insufficient_scope", scope="`+scope.String()+`"`)
}

// Challenge is a problem whose header says what the caller has to show.
func Challenge(status int, detail problem.Message, challenge string) *Problem {
	return &Problem{Status: status, Detail: detail, Header: http.Header{"Www-Authenticate": {challenge}}}
}

func methodNotAllowed(method string) *Problem {
	return &Problem{Status: http.StatusMethodNotAllowed, Detail: problem.OtherMethod.With(method)}
}

// UnsupportedMediaType is the response to a body of another media type.
func UnsupportedMediaType(contentType string) *Problem {
	return &Problem{Status: http.StatusUnsupportedMediaType, Detail: problem.OtherMediaType.With(contentType)}
}

func throttled(wait time.Duration) *Problem {
	return Later(http.StatusTooManyRequests, problem.Throttled.With(seconds(wait)), wait)
}

// Later is a problem that ends by itself: its header asks the caller to wait.
func Later(status int, detail problem.Message, wait time.Duration) *Problem {
	return &Problem{Status: status, Detail: detail, Header: RetryAfter(wait)}
}

// RetryAfter is the header that asks the caller to wait: d in whole seconds, at least 1.
func RetryAfter(d time.Duration) http.Header {
	return http.Header{"Retry-After": {strconv.Itoa(seconds(d))}}
}

// seconds is d in whole seconds, rounded up, at least 1.
func seconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }
