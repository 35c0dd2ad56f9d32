package client

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// The errors that errors.Is finds in an *Error, by its status.
var (
	ErrUnauthorized = errors.New("the secret key is unknown, expired or revoked")                  // 401
	ErrForbidden    = errors.New("the account is suspended or not allowed to do this")             // 403
	ErrNotFound     = errors.New("no such page, order, endpoint or rule")                          // 404
	ErrConflict     = errors.New("the state of the order or thing does not allow this")            // 409
	ErrStillRunning = errors.New("a request with this idempotency key is still running")           // 409, the key's
	ErrChanged      = errors.New("the order was changed since it was read")                        // 412
	ErrKeyReused    = errors.New("the idempotency key was used for another request")               // 422
	ErrThrottled    = errors.New("too many requests")                                              // 429
	ErrUnavailable  = errors.New("the service is shutting down, or its database is not available") // 503
)

var byStatus = map[int]error{
	http.StatusUnauthorized:        ErrUnauthorized,
	http.StatusForbidden:           ErrForbidden,
	http.StatusNotFound:            ErrNotFound,
	http.StatusConflict:            ErrConflict,
	http.StatusPreconditionFailed:  ErrChanged,
	http.StatusUnprocessableEntity: ErrKeyReused,
	http.StatusTooManyRequests:     ErrThrottled,
	http.StatusServiceUnavailable:  ErrUnavailable,
}

// Error is a response of the service that is neither success nor a validation failure, after the last
// repetition.
type Error struct {
	StatusCode int           // of HTTP, outside 2xx
	Detail     string        // the service's message; "" when the response came from something in between
	Code       Code          // what is wrong; "" of an operation of the original interface, such as a create
	Args       Args          // of the code, by name
	Type       string        // the address of a page about the code; "": none
	RequestID  string        // identifies the request in the service's log
	RetryAfter time.Duration // how long the service asked to wait; 0: not at all
	// IdempotencyKey is the key of the request, also a random one; "": it had none. The same call with the same key, see
	// WithIdempotencyKey, finds out whether it was carried out.
	IdempotencyKey string
}

// ConnectionError is the error of a request that got no response, or a part of one, after the last repetition. It may have been
// carried out.
type ConnectionError struct {
	Err            error
	IdempotencyKey string // as in an Error
}

func (e *ConnectionError) Error() string { return e.Err.Error() }
func (e *ConnectionError) Unwrap() error { return e.Err }

func (e *Error) Error() string {
	text := e.Detail
	if text == "" {
		text = http.StatusText(e.StatusCode)
	}
	return strconv.Itoa(e.StatusCode) + " " + text + inRequest(e.RequestID)
}

// Unwrap returns the Err… value of the status, nil for other statuses.
func (e *Error) Unwrap() error {
	if e.isStillRunning() {
		return ErrStillRunning
	}
	return byStatus[e.StatusCode]
}

// isStillRunning reports whether a 409 is the key's: the service then asks to wait for less than conflictRetryAfter.
func (e *Error) isStillRunning() bool {
	return e.StatusCode == http.StatusConflict && e.IdempotencyKey != "" && e.RetryAfter > 0 && e.RetryAfter < conflictRetryAfter
}

func inRequest(id string) string {
	if id == "" {
		return ""
	}
	return " (request " + id + ")"
}

// responseError returns the error of a response outside 2xx.
func responseError(resp *http.Response, body []byte, key string) error {
	requestID := resp.Header.Get("X-Request-ID")
	var said struct {
		Detail string         `json:"detail"`
		Code   Code           `json:"code"`
		Args   Args           `json:"args"`
		Type   string         `json:"type"`
		Errors []codedProblem `json:"errors"`
	}
	isProblem := json.Unmarshal(body, &said) == nil && said.Type != "" && // it fails for a proxy's page
		!slices.ContainsFunc(said.Errors, func(e codedProblem) bool { return e.Message == "" }) // a proxy's problem
	if resp.StatusCode == http.StatusBadRequest {
		problems := codedProblems(None, said.Errors)
		if !isProblem {
			problems = orderProblems(None, body)
		}
		if len(problems) > 0 {
			return &ValidationError{Problems: problems, RequestID: requestID, Type: said.Type, IdempotencyKey: key}
		}
	}
	return &Error{
		StatusCode:     resp.StatusCode,
		Detail:         said.Detail,
		Code:           said.Code,
		Args:           said.Args,
		Type:           said.Type,
		RequestID:      requestID,
		RetryAfter:     retryAfter(resp.Header),
		IdempotencyKey: key,
	}
}
