package api

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
	"waybill/internal/store"
)

// problem is an error as the caller sees it: a status, a detail and headers.
type problem struct {
	status int
	detail string
	header http.Header
}

func (p *problem) Error() string { return p.detail }

// The problems whose text is the same for every request.
var (
	errNotFound      = &problem{status: http.StatusNotFound, detail: "Not found."}
	errInvalidPage   = &problem{status: http.StatusNotFound, detail: "Invalid page."}
	errNoCredentials = &problem{
		status: http.StatusUnauthorized, detail: "Authentication credentials were not provided.",
		header: http.Header{"Www-Authenticate": {"Bearer"}},
	}
	errInvalidKey = &problem{
		status: http.StatusUnauthorized, detail: "Invalid secret key.",
		header: http.Header{"Www-Authenticate": {`Bearer error="invalid_token"`}},
	}
	errForbidden    = &problem{status: http.StatusForbidden, detail: "You do not have permission to perform this action."}
	errNoSimulation = &problem{status: http.StatusForbidden, detail: "Journeys are simulated in development only."}
	errBodyTooLarge = &problem{
		status: http.StatusRequestEntityTooLarge, detail: "Request body is larger than 16 MiB.",
		header: http.Header{"Connection": {"close"}},
	}
	errReturnsTooLarge = &problem{
		status: http.StatusRequestEntityTooLarge,
		detail: "The returns, with what their forward orders fill in, are larger than 16 MiB. Send fewer returns in one request.",
	}
	errBodyCut  = &problem{status: http.StatusBadRequest, detail: "The request body ended early or came too slowly."}
	errOverload = &problem{
		status: http.StatusServiceUnavailable, detail: "The service is handling as much as it can. Try again shortly.",
		header: retryAfter(time.Second),
	}
	errDraining = &problem{
		status: http.StatusServiceUnavailable, detail: "The service is shutting down. Try again shortly.",
		header: retryAfter(5 * time.Second),
	}
	errInvalidCursor = &problem{
		status: http.StatusBadRequest,
		detail: "Invalid cursor. Start with an empty one and pass on each response's next_cursor as it is.",
	}
	errBadIdempotencyKey = &problem{
		status: http.StatusBadRequest,
		detail: "Idempotency-Key must be 1 to 255 printable ASCII characters.",
	}
)

// known maps the errors of other packages to problems.
var known = []struct {
	err     error
	problem *problem
}{
	{store.ErrChanged, &problem{
		status: http.StatusConflict, detail: "The order was changed at the same time. Read it again, and repeat the change.",
	}},
	{store.ErrUnderWay, &problem{
		status: http.StatusConflict, detail: "The order is being submitted to its partner. Try again in a minute.",
		header: retryAfter(time.Minute),
	}},
	{store.ErrOutcomeUnknown, &problem{
		status: http.StatusConflict,
		detail: "It is not known yet whether the partner has the order. The partner is asked; try again in a minute.",
		header: retryAfter(time.Minute),
	}},
	{store.ErrConfirmed, &problem{
		status: http.StatusConflict,
		detail: "The partner has the order, which cannot be changed any more. Cancel it and create another one.",
	}},
	{store.ErrNotRefused, &problem{
		status: http.StatusConflict,
		detail: "The partner may have the order, so no other one can get it. Keep the service, or cancel the order and create another one.",
	}},
	{store.ErrCancelled, &problem{status: http.StatusConflict, detail: "The order is cancelled. Create another one."}},
	{store.ErrTooLate, &problem{
		status: http.StatusConflict, detail: "The parcel was picked up, so the order cannot be changed.",
	}},
	{store.ErrErased, &problem{
		status: http.StatusConflict, detail: "The personal data of the order were erased.",
	}},
	{store.ErrUnconfirmed, &problem{
		status: http.StatusServiceUnavailable,
		detail: "The database did not confirm this request in time: it may have been carried out, or may be yet. " +
			"Send it again with the same Idempotency-Key, which is safe; without one, look first.",
		header: retryAfter(5 * time.Second),
	}},
	{store.ErrUnavailable, &problem{
		status: http.StatusServiceUnavailable, detail: "The service cannot reach or write its database. Try again shortly.",
		header: retryAfter(5 * time.Second),
	}},
	{store.ErrDamaged, &problem{
		status: http.StatusServiceUnavailable, detail: "The service cannot use its database, which its operator has to repair.",
		header: retryAfter(time.Minute),
	}},
	{admission.ErrBusy, errOverload},
	{store.ErrPaused, &problem{
		status: http.StatusConflict,
		detail: "This server sends no webhooks now, because its operator has paused outgoing calls. Try again later.",
	}},
	{store.ErrNotFound, errNotFound},
	{store.ErrOtherRequest, &problem{
		status: http.StatusUnprocessableEntity,
		detail: "This Idempotency-Key was used with another request body. Use a new key for a new request.",
	}},
	{store.ErrStillRunning, &problem{
		status: http.StatusConflict,
		detail: "A request with this Idempotency-Key is still running. Try again shortly.", header: retryAfter(time.Second),
	}},
	{context.DeadlineExceeded, &problem{
		status: http.StatusServiceUnavailable, detail: "The service did not finish in time. Try again shortly.",
		header: retryAfter(5 * time.Second),
	}},
	{context.Canceled, &problem{status: 499, detail: "The caller went away."}},
}

// problemOf is what the caller sees of err. An error that the table does not know is a 500 that shows
// the request id only.
func problemOf(err error, requestID string) *problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	if p, ok := errors.AsType[*request.SyntaxError](err); ok {
		return &problem{status: http.StatusBadRequest, detail: p.Error()}
	}
	for _, k := range known {
		if errors.Is(err, k.err) {
			return k.problem
		}
	}
	return &problem{status: http.StatusInternalServerError, detail: "Internal server error. Request id: " + requestID}
}

func methodNotAllowed(method string) *problem {
	return &problem{status: http.StatusMethodNotAllowed, detail: fmt.Sprintf(`Method "%s" not allowed.`, method)}
}

func unsupportedMediaType(contentType string) *problem {
	return &problem{
		status: http.StatusUnsupportedMediaType,
		detail: fmt.Sprintf(`Unsupported media type "%s" in request.`, contentType),
	}
}

func throttled(wait time.Duration) *problem {
	return &problem{
		status: http.StatusTooManyRequests,
		detail: fmt.Sprintf("Request was throttled. Expected available in %d seconds.", seconds(wait)),
		header: retryAfter(wait),
	}
}

func retryAfter(d time.Duration) http.Header {
	return http.Header{"Retry-After": {strconv.Itoa(seconds(d))}}
}

// seconds is d in whole seconds, rounded up, at least 1.
func seconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }
