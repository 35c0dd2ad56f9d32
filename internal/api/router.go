package api

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/shipment"
)

// Handler serves every route. All requests get a request id, a log line and metrics, and every error
// is JSON.
func (a *API) Handler() http.Handler {
	return a.observe(a.allowOrigins(a.mux()))
}

// mux serves every route.
func (a *API) mux() http.Handler {
	mux := http.NewServeMux()
	for pattern, routes := range a.byPath() {
		mux.HandleFunc(pattern, a.byMethod(routes))
	}
	for _, m := range a.mounted {
		mux.Handle(m.path, m)
	}
	mux.HandleFunc("/", a.public(func(context.Context, *http.Request) (response, error) { return response{}, errNotFound }))
	return mergeSlashes(withoutRedirects(mux))
}

// byPath groups the routes by the patterns of the mux: each path with and without its
// trailing slash.
func (a *API) byPath() map[string][]route {
	patterns := map[string][]route{}
	for _, r := range a.routes() {
		bare := strings.TrimSuffix(r.path, "/")
		if bare != "" {
			patterns[bare] = append(patterns[bare], r)
		}
		patterns[bare+"/{$}"] = append(patterns[bare+"/{$}"], r)
	}
	return patterns
}

// byMethod picks the route of a path by method. Other methods get the API's 405; the 405 of the mux
// would be plain text. HEAD is served like GET, without the body.
func (a *API) byMethod(routes []route) http.HandlerFunc {
	allow := make([]string, 0, len(routes)+2)
	for _, r := range routes {
		allow = append(allow, r.method)
		if r.method == http.MethodGet {
			allow = append(allow, http.MethodHead)
		}
	}
	methods := strings.Join(append(allow, http.MethodOptions), ", ")
	return func(w http.ResponseWriter, req *http.Request) {
		if req.Method == http.MethodOptions {
			w.Header().Set("Allow", methods)
			allowPreflight(w.Header(), req.Header, methods)
			w.WriteHeader(http.StatusNoContent)
			return
		}
		if no := req.PathValue("tracking_no"); no != "" && !shipment.IsTrackingNo(no) {
			a.respond(w, req, response{}, errNotFound) // no key is needed to see that this is no number
			return
		}
		method := req.Method
		if method == http.MethodHead {
			method = http.MethodGet
		}
		i := slices.IndexFunc(routes, func(r route) bool { return r.method == method })
		if i >= 0 {
			noteRoute(req.Context(), routes[i])
			routes[i].handler(w, req)
			return
		}
		w.Header().Set("Allow", methods)
		a.respond(w, req, response{}, methodNotAllowed(req.Method))
	}
}

// mergeSlashes serves a path with repeated slashes like the path with single ones, for every method.
// Public clients send //api/order/order and take a 404 for "no orders"; reverse proxies merge
// slashes, too.
func mergeSlashes(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if escaped := r.URL.EscapedPath(); strings.Contains(escaped, "//") {
			merged := slashes.ReplaceAllLiteralString(escaped, "/")
			if plain, err := url.PathUnescape(merged); err == nil {
				r = r.Clone(r.Context())
				r.URL.Path, r.URL.RawPath = plain, merged
			}
		}
		next.ServeHTTP(w, r)
	})
}

var slashes = regexp.MustCompile(`/{2,}`)

// noPath is the path of no route.
const noPath = "/-"

// withoutRedirects makes unclean paths (/../) unknown. The mux would redirect them.
func withoutRedirects(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if p := r.URL.Path; r.Method == http.MethodConnect || path.Clean(p) != strings.TrimSuffix(p, "/") && p != "/" {
			r = r.Clone(r.Context())
			r.Method, r.URL.Path, r.URL.RawPath = http.MethodGet, noPath, ""
		}
		mux.ServeHTTP(w, r)
	})
}
