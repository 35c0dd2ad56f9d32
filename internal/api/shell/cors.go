package shell

import (
	"net/http"
	"slices"
)

// The headers that pages of other origins may send and read, by the Fetch standard. There are no
// cookies, so credentials are not allowed: a page sends its key in a header or a body.
const (
	corsRequestHeaders  = "Authorization, Content-Type, Idempotency-Key, If-Match, Waybill-Rehearse, X-Request-ID"
	corsResponseHeaders = "ETag, Link, Retry-After, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Idempotency-Replayed, " +
		"Waybill-Completed-Phones, Waybill-Export-Orders, Waybill-Ignored-Fields, Waybill-Ignored-Parameters, Waybill-Label-Warnings, " +
		"Waybill-Labels-Missing, Waybill-Labels-Printed, Waybill-Manifest-Left-Out, Waybill-Manifest-Parcels, " +
		"Waybill-Needs-Person, Waybill-Search-Indexed, Waybill-Version, X-Request-ID, Allow, " +
		"Content-Disposition, WWW-Authenticate"
	corsMaxAge = "7200" // seconds that a browser keeps the response to a preflight; Chromium's maximum
)

// allowOrigins lets the pages of the configured origins read every response, including errors.
func (s *Shell) allowOrigins(next http.Handler) http.Handler {
	if len(s.CORSOrigins) == 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header.Add("Vary", "Origin")
		if origin := r.Header.Get("Origin"); slices.Contains(s.CORSOrigins, origin) {
			header.Set("Access-Control-Allow-Origin", origin)
			header.Set("Access-Control-Expose-Headers", corsResponseHeaders)
		}
		next.ServeHTTP(w, r)
	})
}

// allowPreflight fills the response to a preflight request, which a browser sends before the request
// of a page of another origin. methods are the methods of the path.
func allowPreflight(response, request http.Header, methods string) {
	if response.Get("Access-Control-Allow-Origin") == "" || request.Get("Access-Control-Request-Method") == "" {
		return
	}
	response.Set("Access-Control-Allow-Methods", methods)
	response.Set("Access-Control-Allow-Headers", corsRequestHeaders)
	response.Set("Access-Control-Max-Age", corsMaxAge)
}
