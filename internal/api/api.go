package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"waybill/internal/admission"
	"waybill/internal/clientaddr"
	"waybill/internal/label"
	"waybill/internal/partnerlabel"
	"waybill/internal/request"
	"waybill/internal/spool"
	"waybill/internal/store"
)

// Config is what an API works with. All fields but Receivers, Proxies, CORSOrigins
// and PublicURL are required.
type Config struct {
	Store          *store.Store
	Fulfiller      Fulfiller
	Budget         *admission.Budget   // what requests may hold
	Spool          spool.Folder        // where bodies wait that are too large for memory
	Labels         *partnerlabel.Store // of couriers
	Receivers      map[string]Receiver // of couriers that call back in a way of their own, by name
	Now            func() time.Time
	Log            *slog.Logger
	Metrics        Metrics
	Proxies        clientaddr.Proxies // that may say for which client they send
	Version        string             // sent as Waybill-Version
	CORSOrigins    []string           // whose pages may read answers in a browser; see allowOrigins
	PublicURL      string             // http(s)://host of the links in answers; "": that of the request
	BlockingBudget time.Duration      // how long a blocking create waits for labels
	RateLimit      RateLimit          // of accounts that have no limit of their own
	TrackingLimit  RateLimit          // in tracking numbers, of an address, and of a key
	FailedKeyLimit RateLimit          // of an address, in keys that are not live
	DocumentLimit  RateLimit          // of an address, and of a key, in documents that are fetched by their address
	Simulate       bool               // allow test journeys
	Pages          []Page             // that are served beside the interface
}

// Page is a page for people that shows a parcel to whoever knows its tracking number, and
// 404 for an unknown one. Its requests share the id, the log line, the metrics and the
// limit of tracking numbers.
type Page struct {
	Path, Operation string
	Handler         http.Handler
}

// Fulfiller submits stored orders to their partners.
type Fulfiller interface {
	// Lease is the claim under which a create stores submissions that it passes to Submit:
	// whose it is, and for how long.
	Lease() (owner string, length time.Duration)
	// Submit attempts leased submissions and returns the outcome of each by order id;
	// those that are not there when ctx ends are missing and go on in the background. Ended
	// is called when it needs subs no longer, which may be after it returned.
	Submit(ctx context.Context, subs []store.Submission, ended func()) map[int64]store.Outcome
	// Wake says that a partner's submissions are due.
	Wake(partner string)
}

// Metrics is told what the API does.
type Metrics interface {
	// Request is called once a request; operation is one of the route table's, or "none".
	Request(operation string, status int, took time.Duration)
	// OrdersCreated is called once an accepted batch.
	OrdersCreated(kind string, orders int)
}

// API serves the interface. Safe for concurrent use.
type API struct {
	Config
	documentKey *documentKey
	printer     *label.Printer
	renderers   renderersByKind
	requests    *limiters[int64] // by key
	numbers     *limiters[asker] // tracking numbers that were asked for
	documents   *limiters[asker] // documents that were fetched by their address
	failedKeys  *limiters[netip.Addr]
	draining    atomic.Bool
}

// New makes an API over a migrated store.
func New(ctx context.Context, c Config) (*API, error) {
	secrets, err := c.Store.Secrets(ctx)
	if err != nil {
		return nil, err
	}
	return &API{
		Config: c, documentKey: newDocumentKey(secrets.LabelKey), printer: label.NewPrinter(), renderers: newRenderersByKind(c.Budget),
		requests: newLimiters[int64](c.Now), numbers: newLimiters[asker](c.Now), documents: newLimiters[asker](c.Now),
		failedKeys: newLimiters[netip.Addr](c.Now),
	}, nil
}

// Drain makes readiness fail and has every answer close its connection, so that a load
// balancer turns away before the port closes. Requests that come all the same are served.
func (a *API) Drain() { a.draining.Store(true) }

// route is one operation: a method and a path, which is served with and without its
// trailing slash.
type route struct {
	method, path, operation string
	handler                 http.HandlerFunc
}

func (a *API) routes() []route {
	routes := []route{
		{"POST", "/api/order/orders/", "create_orders", a.post(request.CreateShape(), a.createOrders)},
		{"GET", "/api/order/order/", "view_orders", a.get(a.viewOrders)},
		{"GET", "/api/order/order/{tracking_no}/", "view_order", a.get(a.viewOrder)},
		{"POST", "/api/order/cancel/", "cancel_orders", a.post(request.CancelShape(), a.cancelOrders)},
		{"POST", "/api/order/return-orders/", "create_return_orders", a.post(request.ReturnShape(), a.createReturns)},
		{"POST", "/api/tracker/query-by-tracking-nos/", "query_tracking", a.postOpen(request.TrackerQueryShape(), a.queryTracking)},
		{"POST", "/api/v2/tracker/query-by-tracking-nos/", "query_tracking", a.postOpen(request.TrackerQueryShape(), a.queryTracking)},
		{"POST", "/api/operator/tracking/", "report_tracking", a.post(request.ReportShape(), a.reportTracking)},
		{"POST", "/api/operator/proof-of-delivery/", "report_proof", a.post(request.ProofShape(), a.reportProof)},
		{"GET", "/api/order/order/{tracking_no}/proof-of-delivery/", "view_proof", a.get(a.viewProof)},
		{"POST", "/api/simulate/journey/", "simulate_journey", a.post(request.JourneyShape(), a.simulateJourney)},
		{"GET", "/api/order/labels/", "print_labels", a.get(a.printBatch)},
		{"POST", "/api/partner/{partner}/events/", "partner_events", a.public(a.receiveCallback)},
		{"GET", "/api/webhooks/endpoints/", "list_endpoints", a.get(a.listEndpoints)},
		{"POST", "/api/webhooks/endpoints/", "create_endpoint", a.post(request.EndpointShape(), a.createEndpoint)},
		{"GET", "/api/webhooks/endpoints/{id}/", "view_endpoint", a.get(a.viewEndpoint)},
		{"PATCH", "/api/webhooks/endpoints/{id}/", "change_endpoint", a.post(request.EndpointShape(), a.changeEndpoint)},
		{"DELETE", "/api/webhooks/endpoints/{id}/", "delete_endpoint", a.get(a.deleteEndpoint)},
		{"POST", "/api/webhooks/endpoints/{id}/rotate-secret/", "rotate_secret", a.post(request.EmptyShape(), a.rotateSecret)},
		{"POST", "/api/webhooks/endpoints/{id}/replay/", "replay_events", a.post(request.ReplayShape(), a.replayEvents)},
		{"GET", "/api/webhooks/events/", "view_events", a.get(a.viewEvents)},
		{"GET", "/labels/{file}", "label", a.serveLabel},
		{"GET", "/documents/{document}/{file}", "document", a.serveOtherDocument},
		{"GET", "/api/openapi.json", "openapi", a.public(serveOpenAPI)},
		{"GET", "/docs", "docs", a.serveDocs},
		{"GET", "/docs/{asset}", "docs", a.serveDocs},
		{"GET", "/healthz", "healthz", a.public(a.healthz)},
		{"GET", "/readyz", "readyz", a.public(a.readyz)},
	}
	for _, p := range a.Pages {
		routes = append(routes, route{"GET", p.Path, p.Operation, a.trackPage(p.Handler)})
	}
	return routes
}
