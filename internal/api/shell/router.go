package shell

import (
	"context"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"waybill/internal/api/openapi"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

// Route is one operation. Its path is served with and without the trailing slash.
type Route struct {
	openapi.Route
	Memory  int64 // bytes that a request is charged beside its body
	handler http.HandlerFunc
}

// Taking is the route of an operation that takes memory beside the body of its request.
func (r Route) Taking(memory int64) Route {
	r.Memory = memory
	return r
}

func route(method, at, operation string, allow shipment.Permission, handler http.HandlerFunc) Route {
	return Route{Route: openapi.Route{Method: method, Path: at, Operation: operation, Allow: allow}, handler: handler}
}

// Page is the route of a page, which everyone may see.
func Page(address, operation string, serve http.HandlerFunc) Route {
	return route(http.MethodGet, address, operation, shipment.Anyone, serve)
}

// Handle registers the routes. It must be called before Handler. Queries returns the names of the query parameters of each operation
// that refuses other names.
func (s *Shell) Handle(routes []Route, queries func() map[string][]string) {
	s.routes, s.queries = routes, queries
}

// Handler serves every route. All requests get a request id, a log line and metrics, and every error
// is JSON.
func (s *Shell) Handler() http.Handler {
	return s.Observe(s.allowOrigins(s.rehearsed(s.mux())))
}

// mux serves every route.
func (s *Shell) mux() http.Handler {
	mux := http.NewServeMux()
	for pattern, routes := range s.byPath() {
		mux.HandleFunc(pattern, s.byMethod(routes))
	}
	for _, m := range s.mounted {
		mux.Handle(m.path, m)
	}
	mux.HandleFunc("/", s.public(func(context.Context, *http.Request) (Response, error) { return Response{}, ErrNotFound }))
	return mergeSlashes(withoutRedirects(mux))
}

// byPath groups the routes by the patterns of the mux: each path with and without its
// trailing slash.
func (s *Shell) byPath() map[string][]Route {
	patterns := map[string][]Route{}
	for _, r := range s.routes {
		bare := strings.TrimSuffix(r.Path, "/")
		if bare != "" {
			patterns[bare] = append(patterns[bare], r)
		}
		patterns[bare+"/{$}"] = append(patterns[bare+"/{$}"], r)
	}
	return patterns
}

// orderID is the id of an order, by which it is viewed, too.
var orderID = regexp.MustCompile(`^[1-9][0-9]{0,18}$`)

// readsByID reports whether a request with a key reads an order by its id. Without a key the answer is that of any text.
func readsByID(r *http.Request, text string) bool {
	_, hasKey := bearer(r.Header)
	return r.Method == http.MethodGet && orderID.MatchString(text) && (hasKey || keyInQuery(r).Kind != request.Absent)
}

// byMethod picks the route of a path by method. Other methods get the API's 405; the 405 of the mux
// would be plain text. HEAD is served like GET, without the body.
func (s *Shell) byMethod(routes []Route) http.HandlerFunc {
	allow := make([]string, 0, len(routes)+2)
	for _, r := range routes {
		allow = append(allow, r.Method)
		if r.Method == http.MethodGet {
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
		if no := req.PathValue("tracking_no"); no != "" && !shipment.IsTrackingNo(no) && !readsByID(req, no) {
			s.Respond(w, req, Response{}, ErrNotFound) // no key is needed to see that this is no number
			return
		}
		method := req.Method
		if method == http.MethodHead {
			method = http.MethodGet
		}
		i := slices.IndexFunc(routes, func(r Route) bool { return r.Method == method })
		if i >= 0 {
			exchangeOf(req.Context()).Route = routes[i]
			routes[i].handler(w, req)
			return
		}
		w.Header().Set("Allow", methods)
		exchangeOf(req.Context()).ownPath = !slices.ContainsFunc(routes, func(r Route) bool { return IsOriginal(r.Operation) })
		s.Respond(w, req, Response{}, methodNotAllowed(req.Method))
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
