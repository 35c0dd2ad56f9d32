package client

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// The errors that errors.Is finds in an *Error, by its status.
var (
	ErrUnauthorized = errors.New("the secret key is unknown, expired or revoked")                  // 401
	ErrForbidden    = errors.New("the account is suspended or not allowed to do this")             // 403
	ErrNotFound     = errors.New("no such page, order, endpoint or rule")                          // 404
	ErrStillRunning = errors.New("a request with this idempotency key is still running")           // 409
	ErrKeyReused    = errors.New("the idempotency key was used for another request")               // 422
	ErrThrottled    = errors.New("too many requests")                                              // 429
	ErrUnavailable  = errors.New("the service is shutting down, or its database is not available") // 503
)

var byStatus = map[int]error{
	http.StatusUnauthorized:        ErrUnauthorized,
	http.StatusForbidden:           ErrForbidden,
	http.StatusNotFound:            ErrNotFound,
	http.StatusConflict:            ErrStillRunning,
	http.StatusUnprocessableEntity: ErrKeyReused,
	http.StatusTooManyRequests:     ErrThrottled,
	http.StatusServiceUnavailable:  ErrUnavailable,
}

// Error is a response of the service that is neither success nor a validation failure, after the last
// repetition.
type Error struct {
	StatusCode int           // of HTTP, outside 2xx
	Detail     string        // the service's message; "" when the response came from something in between
	RequestID  string        // identifies the request in the service's log
	RetryAfter time.Duration // how long the service asked to wait; 0: not at all
}

func (e *Error) Error() string {
	text := e.Detail
	if text == "" {
		text = http.StatusText(e.StatusCode)
	}
	return strconv.Itoa(e.StatusCode) + " " + text + inRequest(e.RequestID)
}

// Unwrap returns the Err… value of the status, nil for other statuses.
func (e *Error) Unwrap() error { return byStatus[e.StatusCode] }

func inRequest(id string) string {
	if id == "" {
		return ""
	}
	return " (request " + id + ")"
}

// responseError returns the error of a response outside 2xx.
func responseError(resp *http.Response, body []byte) error {
	requestID := resp.Header.Get("X-Request-ID")
	if resp.StatusCode == http.StatusBadRequest {
		if problems := readProblems(body); len(problems) > 0 {
			return &ValidationError{Problems: problems, RequestID: requestID}
		}
	}
	return &Error{
		StatusCode: resp.StatusCode,
		Detail:     readDetail(body),
		RequestID:  requestID,
		RetryAfter: retryAfter(resp.Header),
	}
}

func readDetail(body []byte) string {
	var problem struct {
		Detail string `json:"detail"`
	}
	if json.Unmarshal(body, &problem) != nil {
		return "" // a proxy's page
	}
	return problem.Detail
}
