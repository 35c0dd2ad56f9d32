package api

import (
	"crypto/sha256"
	"net/http"
	"strings"

	"waybill/internal/api/shell"
	"waybill/internal/orders"
	"waybill/internal/problem"
)

var errBadIdempotencyKey = &shell.Problem{
	Status: http.StatusBadRequest,
	Detail: problem.NotIdempotencyKey,
}

const (
	maxIdempotencyKey = 255
	replayedHeader    = "Idempotency-Replayed"
)

// onceOf is what makes a request with an Idempotency-Key one that its caller may repeat; nil if it has none.
func onceOf(c shell.Call, respond func(*orders.Created) (shell.Response, error)) (*orders.Once, error) {
	key, err := idempotencyKey(c.Req.Header)
	if key == "" {
		return nil, err
	}
	return &orders.Once{
		Key: key, Hash: requestHash(c), Draft: draftOf,
		Respond: func(created *orders.Created) (int, []byte, error) {
			res, err := respond(created)
			return res.Status, res.Body, err
		},
	}, nil
}

// requestHash identifies a request by its path and body: the same body sent to another operation is
// another request.
func requestHash(c shell.Call) [sha256.Size]byte {
	h := sha256.New()
	h.Write([]byte(strings.TrimSuffix(c.Req.URL.Path, "/") + "\n"))
	h.Write(c.Body)
	return [sha256.Size]byte(h.Sum(nil))
}

// idempotencyKey is a request's Idempotency-Key, "" when it has none.
func idempotencyKey(h http.Header) (string, error) {
	values := h.Values("Idempotency-Key")
	if len(values) == 0 {
		return "", nil
	}
	key := values[0]
	if len(values) > 1 || key == "" || len(key) > maxIdempotencyKey {
		return "", errBadIdempotencyKey
	}
	for _, c := range []byte(key) {
		if c < ' ' || c > '~' {
			return "", errBadIdempotencyKey
		}
	}
	return key, nil
}
