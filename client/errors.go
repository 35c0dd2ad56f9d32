package client

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// What errors.Is finds in an *Error, by its status.
var (
	ErrUnauthorized = errors.New("the secret key is unknown, expired or revoked")                   // 401
	ErrForbidden    = errors.New("the account is suspended or may not do this")                     // 403
	ErrNotFound     = errors.New("no such page, order or endpoint")                                 // 404
	ErrStillRunning = errors.New("a request with this idempotency key is still running")            // 409
	ErrKeyReused    = errors.New("the idempotency key was used for another request")                // 422
	ErrThrottled    = errors.New("too many requests")                                               // 429
	ErrUnavailable  = errors.New("the service is shutting down, or its store cannot take requests") // 503
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

// Error is an answer of the service that is neither success nor a validation
// failure, after the last repetition.
type Error struct {
	StatusCode int           // of HTTP, outside 2xx
	Detail     string        // the service's own words; "" when something between answered
	RequestID  string        // names the request in the service's log
	RetryAfter time.Duration // how long the service asked to wait; 0: it did not
}

func (e *Error) Error() string {
	text := e.Detail
	if text == "" {
		text = http.StatusText(e.StatusCode)
	}
	return strconv.Itoa(e.StatusCode) + " " + text + inRequest(e.RequestID)
}

// Unwrap returns ErrUnauthorized and its kin by the status; nil for other statuses.
func (e *Error) Unwrap() error { return byStatus[e.StatusCode] }

func inRequest(id string) string {
	if id == "" {
		return ""
	}
	return " (request " + id + ")"
}

// answeredError is the error of an answer outside 2xx.
func answeredError(resp *http.Response, body []byte) error {
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
	var answer struct {
		Detail string `json:"detail"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return "" // a proxy's page
	}
	return answer.Detail
}
