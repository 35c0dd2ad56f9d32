package api

import (
	"net/http"
	"slices"
)

// What pages of other origins may send and read, by the Fetch standard. There are no
// cookies here, so no credentials are allowed: a page sends its key in a header or a body.
const (
	corsRequestHeaders  = "Authorization, Content-Type, Idempotency-Key, X-Request-ID"
	corsResponseHeaders = "Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Idempotency-Replayed, X-Request-ID"
	corsMaxAge          = "7200" // seconds that a browser keeps the answer to a preflight; Chromium's most
)

// allowOrigins lets the pages of some origins read every answer, errors too.
func (a *API) allowOrigins(next http.Handler) http.Handler {
	if len(a.CORSOrigins) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Add("Vary", "Origin")
		if origin := r.Header.Get("Origin"); slices.Contains(a.CORSOrigins, origin) {
			header.Set("Access-Control-Allow-Origin", origin)
			header.Set("Access-Control-Expose-Headers", corsResponseHeaders)
		}
		next.ServeHTTP(w, r)
	})
}

// allowPreflight answers what a browser asks before it sends a request of a page that may
// read the answer. methods are those of the path.
func allowPreflight(answer, request http.Header, methods string) {
	if answer.Get("Access-Control-Allow-Origin") == "" || request.Get("Access-Control-Request-Method") == "" {
		return
	}
	answer.Set("Access-Control-Allow-Methods", methods)
	answer.Set("Access-Control-Allow-Headers", corsRequestHeaders)
	answer.Set("Access-Control-Max-Age", corsMaxAge)
}
