package shell

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"waybill/internal/admission"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Problem is an error as the caller sees it: a status, a detail and headers.
type Problem struct { //nolint:errname // it is named after what the caller gets
	Status int
	Detail string
	Header http.Header
}

func (p *Problem) Error() string { return p.Detail }

// The problems whose text is the same for every request.
var (
	ErrNotFound      = &Problem{Status: http.StatusNotFound, Detail: "Not found."}
	errNoCredentials = &Problem{
		Status: http.StatusUnauthorized, Detail: "Authentication credentials were not provided.",
		Header: http.Header{"Www-Authenticate": {"Bearer"}},
	}
	errInvalidKey = &Problem{
		Status: http.StatusUnauthorized, Detail: "Invalid secret key.",
		Header: http.Header{"Www-Authenticate": {`Bearer error="invalid_token"`}},
	}
	ErrForbidden    = &Problem{Status: http.StatusForbidden, Detail: "You do not have permission to perform this action."}
	errBodyTooLarge = &Problem{
		Status: http.StatusRequestEntityTooLarge, Detail: "Request body is larger than 16 MiB.",
		Header: http.Header{"Connection": {"close"}},
	}
	ErrBodyCut  = &Problem{Status: http.StatusBadRequest, Detail: "The request body ended early or came too slowly."}
	ErrOverload = &Problem{
		Status: http.StatusServiceUnavailable, Detail: "The service is handling as much as it can. Try again shortly.",
		Header: RetryAfter(time.Second),
	}
)

// known maps the errors of other packages to problems.
var known = []struct {
	err     error
	problem *Problem
}{
	{store.ErrChanged, &Problem{
		Status: http.StatusConflict, Detail: "The order was changed at the same time. Read it again, and repeat the change.",
	}},
	{store.ErrUnderWay, &Problem{
		Status: http.StatusConflict, Detail: "The order is being submitted to its partner. Try again in a minute.",
		Header: RetryAfter(time.Minute),
	}},
	{store.ErrOutcomeUnknown, &Problem{
		Status: http.StatusConflict,
		Detail: "It is not known yet whether the partner has the order. The partner is asked; try again in a minute.",
		Header: RetryAfter(time.Minute),
	}},
	{store.ErrConfirmed, &Problem{
		Status: http.StatusConflict,
		Detail: "The partner has the order, which cannot be changed any more. Cancel and replace it.",
	}},
	{store.ErrNotRefused, &Problem{
		Status: http.StatusConflict,
		Detail: "The partner may have the order, so no other one can get it. Keep the service, or cancel and replace the order.",
	}},
	{store.ErrCancelled, &Problem{Status: http.StatusConflict, Detail: "The order is cancelled. Replace it, or create another one."}},
	{store.ErrTooLate, &Problem{
		Status: http.StatusConflict, Detail: "The parcel was picked up, so the order cannot be changed.",
	}},
	{store.ErrErased, &Problem{
		Status: http.StatusConflict, Detail: "The personal data of the order were erased.",
	}},
	{store.ErrTooManyNotes, &Problem{
		Status: http.StatusConflict, Detail: fmt.Sprintf("An order has %d notes at most. Delete one first.", shipment.MaxNotes),
	}},
	{store.ErrTooManyTags, &Problem{
		Status: http.StatusConflict, Detail: fmt.Sprintf("An order has %d tags at most. Remove one first.", shipment.MaxTags),
	}},
	{store.ErrTooManyAccountTags, &Problem{
		Status: http.StatusConflict,
		Detail: fmt.Sprintf("An account has %d different tags at most. Use one of them, or remove one from all its orders first.",
			shipment.MaxAccountTags),
	}},
	{store.ErrUnconfirmed, &Problem{
		Status: http.StatusServiceUnavailable,
		Detail: "The database did not confirm this request in time: it may have been carried out, or may be yet. " +
			"Send it again with the same Idempotency-Key, which is safe; without one, look first.",
		Header: RetryAfter(5 * time.Second),
	}},
	{store.ErrUnavailable, &Problem{
		Status: http.StatusServiceUnavailable, Detail: "The service cannot reach or write its database. Try again shortly.",
		Header: RetryAfter(5 * time.Second),
	}},
	{store.ErrDamaged, &Problem{
		Status: http.StatusServiceUnavailable, Detail: "The service cannot use its database, which its operator has to repair.",
		Header: RetryAfter(time.Minute),
	}},
	{admission.ErrBusy, ErrOverload},
	{store.ErrPaused, &Problem{
		Status: http.StatusConflict,
		Detail: "This server sends no webhooks now, because its operator has paused outgoing calls. Try again later.",
	}},
	{store.ErrNotFound, ErrNotFound},
	{store.ErrOtherRequest, &Problem{
		Status: http.StatusUnprocessableEntity,
		Detail: "This Idempotency-Key was used with another request body. Use a new key for a new request.",
	}},
	{store.ErrStillRunning, &Problem{
		Status: http.StatusConflict,
		Detail: "A request with this Idempotency-Key is still running. Try again shortly.", Header: RetryAfter(time.Second),
	}},
	{context.DeadlineExceeded, &Problem{
		Status: http.StatusServiceUnavailable, Detail: "The service did not finish in time. Try again shortly.",
		Header: RetryAfter(5 * time.Second),
	}},
	{context.Canceled, &Problem{Status: 499, Detail: "The caller went away."}},
}

// ProblemOf is what the caller sees of err. An error that the table does not know is a 500 that shows
// the request id only.
func ProblemOf(err error, requestID string) *Problem {
	if p, ok := errors.AsType[*Problem](err); ok {
		return p
	}
	if p, ok := errors.AsType[*request.SyntaxError](err); ok {
		return &Problem{Status: http.StatusBadRequest, Detail: p.Error()}
	}
	for _, k := range known {
		if errors.Is(err, k.err) {
			return k.problem
		}
	}
	return &Problem{Status: http.StatusInternalServerError, Detail: "Internal server error. Request id: " + requestID}
}

func methodNotAllowed(method string) *Problem {
	return &Problem{Status: http.StatusMethodNotAllowed, Detail: fmt.Sprintf(`Method "%s" not allowed.`, method)}
}

// UnsupportedMediaType is the response to a body of another media type.
func UnsupportedMediaType(contentType string) *Problem {
	return &Problem{
		Status: http.StatusUnsupportedMediaType,
		Detail: fmt.Sprintf(`Unsupported media type "%s" in request.`, contentType),
	}
}

func throttled(wait time.Duration) *Problem {
	return &Problem{
		Status: http.StatusTooManyRequests,
		Detail: fmt.Sprintf("Request was throttled. Expected available in %d seconds.", seconds(wait)),
		Header: RetryAfter(wait),
	}
}

// RetryAfter is the header that asks the caller to wait: d in whole seconds, at least 1.
func RetryAfter(d time.Duration) http.Header {
	return http.Header{"Retry-After": {strconv.Itoa(seconds(d))}}
}

// seconds is d in whole seconds, rounded up, at least 1.
func seconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }
