package api

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"waybill/internal/admission"
	"waybill/internal/clientaddr"
	"waybill/internal/importer/job"
	"waybill/internal/label"
	"waybill/internal/partnerlabel"
	"waybill/internal/request"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
	"waybill/internal/spool"
	"waybill/internal/store"
	"waybill/internal/tracing"
)

// Config is what an API needs. Receivers, PartnerChecks, Proxies, CORSOrigins, PublicURL, Simulate, Pages and Home
// may be empty.
type Config struct {
	Store          *store.Store
	Fulfiller      Fulfiller
	Endpoints      Endpoints
	Budget         *admission.Budget   // memory and disk that requests may use
	Spool          spool.Folder        // holds bodies that are too large for memory
	Labels         *partnerlabel.Store // labels that partners draw
	Rules          *ruleset.Source     // what orders must fulfil beside the validation of their fields
	Imports        Imports
	Receivers      map[string]Receiver     // of partners that do not use the partner protocol, by name
	PartnerChecks  map[string]PartnerCheck // by name of the partner
	Now            func() time.Time
	Log            *slog.Logger
	Metrics        Metrics
	Proxies        clientaddr.Proxies // trusted to name the client's address
	Version        string             // sent as Waybill-Version
	CORSOrigins    []string           // origins whose pages may read responses in a browser; see allowOrigins
	PublicURL      string             // http(s)://host of the links in responses; "": the host of the request
	BlockingBudget time.Duration      // how long a blocking create waits for labels
	RateLimit      RateLimit          // requests of a key, for accounts without a limit of their own
	TrackingLimit  RateLimit          // tracking numbers that an address, or a key, may query
	FailedKeyLimit RateLimit          // keys that are not live, from one address
	DocumentLimit  RateLimit          // documents that an address, or a key, may fetch by their URLs
	Simulate       bool               // allow test journeys
	Pages          []Page             // served beside the API
	Home           http.Handler       // shown at / to clients that accept HTML
	Tracer         *tracing.Tracer    // nil: there are no traces
}

// Page is a page that shows a parcel to everyone who knows its tracking number, and 404 for an unknown
// number, or the search for one. Its requests get an id, a log line and metrics like all others, and count against the
// limit of tracking numbers.
type Page struct {
	Path, Operation string
	Handler         http.Handler
}

// Fulfiller submits stored orders to their partners.
type Fulfiller interface {
	// Paused reports whether this process calls no partner.
	Paused() bool
	// Lease is the owner and the length of the lease under which a create request stores the
	// submissions that it passes to Submit.
	Lease() (owner string, length time.Duration)
	// Submit attempts leased submissions and returns their outcomes by order id. When ctx ends,
	// outcomes that have not come are missing, and their attempts continue in the background. Ended
	// is called when subs are no longer used, which may be after Submit has returned.
	Submit(ctx context.Context, subs []store.Submission, ended func()) map[int64]store.Outcome
	// Wake has the workers look for submissions of a partner that are due.
	Wake(partner string)
}

// Endpoints checks and tests the endpoints of accounts.
type Endpoints interface {
	// CheckURL returns a message for the caller if no event can ever be sent to a URL, else "".
	CheckURL(ctx context.Context, url string) (problem string)
	// Test sends a test event to an endpoint once, and returns it with the outcome. Nothing is
	// stored. Returns store.ErrNotFound, also if the endpoint has no URL.
	Test(ctx context.Context, accountID, endpointID int64) (shipment.Event, store.DeliveryOutcome, error)
}

// Imports runs the imports of files.
type Imports interface {
	// Wake has the workers look for work.
	Wake()
	// ReadRefused reads the refused rows of an import, and charges held for their memory. Returns store.ErrNotFound
	// if there are none, or they are not kept any more.
	ReadRefused(ctx context.Context, i store.Import, held *admission.Hold) (*job.Refused, error)
}

// Metrics counts what the API does.
type Metrics interface {
	// Request is called for each request. operation is one of the route table's, or "none".
	Request(operation string, status int, took time.Duration)
	// OrdersCreated is called for each batch that was stored.
	OrdersCreated(kind string, orders int)
}

// API serves all operations. Safe for concurrent use.
type API struct {
	Config
	Printing    *Printing
	account     *accountSettings
	importing   *importing
	documentKey *documentKey
	printer     *label.Printer
	renderers   renderersByKind
	requests    *limiters[int64]    // by key
	numbers     *limiters[limitKey] // tracking numbers that were queried
	documents   *limiters[limitKey] // documents that were fetched by their URLs
	failedKeys  *limiters[limitKey]
	tests       *limiters[int64] // of endpoints
	stats       *limiters[int64] // that are counted, by account
	keys        *limiters[int64] // that are created, by account
	draining    atomic.Bool
	mounted     []mount
	inner       func() http.Handler // serves As
}

// New makes an API over a migrated store.
func New(ctx context.Context, c Config) (*API, error) {
	secrets, err := c.Store.Secrets(ctx)
	if err != nil {
		return nil, err
	}
	a := &API{
		Config: c, documentKey: newDocumentKey(secrets.LabelKey), printer: label.NewPrinter(), renderers: newRenderersByKind(c.Budget),
		requests: newLimiters[int64](c.Now), numbers: newLimiters[limitKey](c.Now), documents: newLimiters[limitKey](c.Now),
		failedKeys: newLimiters[limitKey](c.Now), tests: newLimiters[int64](c.Now),
		keys: newLimiters[int64](c.Now), stats: newLimiters[int64](c.Now),
	}
	a.Printing, a.account, a.importing = &Printing{a}, &accountSettings{a}, &importing{a}
	a.inner = sync.OnceValue(a.mux)
	return a, nil
}

// Drain makes readiness fail and has every response close its connection, so that load balancers
// stop sending requests before the port closes. Requests that still come are served.
func (a *API) Drain() { a.draining.Store(true) }

// route is one operation. Its path is served with and without the trailing slash.
type route struct {
	method, path, operation string
	allow                   permission
	handler                 http.HandlerFunc
}

func (a *API) routes() []route {
	routes := []route{
		{"POST", "/api/order/orders/", "create_orders", everyAccount, a.post(request.CreateShape(), a.createOrders)},
		{"POST", "/api/order/validate/", "validate_orders", everyAccount, a.post(request.CreateShape(), a.validateOrders)},
		{"GET", "/api/order/order/", "view_orders", everyAccount, a.get(a.viewOrders)},
		{"GET", "/api/order/order/{tracking_no}/", "view_order", everyAccount, a.get(a.viewOrder)},
		{"GET", "/api/order/order/{tracking_no}/why/", "explain_order", everyAccount, a.get(a.explainOrder)},
		{"GET", "/api/order/stats/", "view_stats", everyAccount, a.get(a.viewStats)},
		{"PATCH", "/api/order/order/{tracking_no}/", "edit_order", everyAccount, a.post(request.EmptyShape(), a.editOrder)},
		{"POST", "/api/order/edit/", "edit_orders", everyAccount, a.post(request.EditManyShape(), a.editOrders)},
		{"POST", "/api/order/cancel/", "cancel_orders", everyAccount, a.post(request.CancelShape(), a.cancelOrders)},
		{"POST", "/api/order/printed/", "mark_printed", everyAccount, a.post(request.CancelShape(), a.Printing.markPrinted)},
		{"POST", "/api/order/not-printed/", "unmark_printed", everyAccount, a.post(request.CancelShape(), a.Printing.unmarkPrinted)},
		{"POST", "/api/order/return-orders/", "create_return_orders", everyAccount, a.post(request.ReturnShape(), a.createReturns)},
		{"POST", "/api/tracker/query-by-tracking-nos/", "query_tracking", anyone, a.postOpen(request.TrackerQueryShape(), a.queryTracking)},
		{"POST", "/api/v2/tracker/query-by-tracking-nos/", "query_tracking", anyone, a.postOpen(request.TrackerQueryShape(), a.queryTracking)},
		{"POST", "/api/address/check/", "check_addresses", everyAccount, a.post(request.AddressShape(), a.checkAddresses)},
		{"POST", "/api/operator/tracking/", "report_tracking", operators, a.post(request.ReportShape(), a.reportTracking)},
		{"POST", "/api/operator/proof-of-delivery/", "report_proof", operators, a.post(request.ProofShape(), a.reportProof)},
		{"GET", "/api/operator/rules/", "list_rules", operatorUsers, a.get(a.listRules)},
		{"GET", "/api/operator/rules/{id}/", "view_rule", operatorUsers, a.get(a.viewRule)},
		{"PUT", "/api/operator/rules/{id}/", "set_rule", operatorUsers, a.post(request.EmptyShape(), a.setRule)},
		{"DELETE", "/api/operator/rules/{id}/", "delete_rule", operatorUsers, a.delete(a.deleteRule)},
		{"GET", "/api/operator/audit-log/", "view_audit_log", operatorUsers, a.get(a.viewAuditLog)},
		{"GET", "/api/order/order/{tracking_no}/proof-of-delivery/", "view_proof", everyAccount, a.get(a.viewProof)},
		{"POST", "/api/simulate/journey/", "simulate_journey", everyAccount, a.post(request.JourneyShape(), a.simulateJourney)},
		{"GET", "/api/order/labels/", "print_labels", everyAccount, a.get(a.Printing.printBatch)},
		{"GET", "/api/order/labels/status/", "view_label_status", everyAccount, a.get(a.Printing.viewLabelStatus)},
		{"GET", "/api/order/manifest/", "view_manifest", everyAccount, a.get(a.Printing.viewManifest)},
		{"POST", "/api/order/import/", "create_import", everyAccount, a.public(a.importing.createImport)},
		{"GET", "/api/order/templates/", "list_order_templates", everyAccount, a.get(a.account.listTemplates)},
		{"PUT", "/api/order/templates/{name}/", "set_order_template", everyAccount, a.post(request.EmptyShape(), a.account.setTemplate)},
		{"DELETE", "/api/order/templates/{name}/", "delete_order_template", everyAccount, a.delete(a.account.deleteTemplate)},
		{"GET", "/api/order/import/", "list_imports", everyAccount, a.get(a.importing.listImports)},
		{"GET", "/api/order/import/{id}/", "view_import", everyAccount, a.get(a.importing.viewImport)},
		{"GET", "/api/order/import/{id}/problems/", "view_import_problems", everyAccount, a.get(a.importing.viewImportProblems)},
		{"GET", "/api/order/import/{id}/orders/", "import_orders", everyAccount, a.get(a.importing.importOrders)},
		{"GET", "/api/order/import/{id}/refused/", "import_refused", everyAccount, a.get(a.importing.importRefused)},
		{"GET", "/api/order/import/template/", "import_template", everyAccount, a.get(a.importing.importTemplate)},
		{"POST", "/api/order/import/{id}/check/", "check_import", everyAccount, a.post(request.RecheckShape(), a.importing.checkImport)},
		{"POST", "/api/order/import/{id}/confirm/", "confirm_import", everyAccount, a.post(request.ConfirmShape(), a.importing.confirmImport)},
		{"POST", "/api/order/import/{id}/cancel/", "cancel_import", everyAccount, a.post(request.EmptyShape(), a.importing.cancelImport)},
		{"GET", "/api/services/", "list_services", everyAccount, a.get(a.listServices)},
		{"GET", "/api/account/keys/", "list_keys", everyAccount, a.get(a.account.listKeys)},
		{"POST", "/api/account/keys/", "create_key", everyAccount, a.post(request.KeyShape(), a.account.createKey)},
		{"DELETE", "/api/account/keys/{id}/", "revoke_key", everyAccount, a.delete(a.account.revokeKey)},
		{"GET", "/api/account/settings/", "view_account_settings", everyAccount, a.get(a.account.viewAccountSettings)},
		{
			"PATCH", "/api/account/settings/", "change_account_settings", everyAccount,
			a.post(request.AccountSettingsShape(), a.account.changeAccountSettings),
		},
		{"GET", "/api/account/labels/", "view_account_labels", everyAccount, a.get(a.account.viewAccountLabels)},
		{
			"PATCH", "/api/account/labels/", "change_account_labels", everyAccount,
			a.post(request.AccountLabelsShape(), a.account.changeAccountLabels),
		},
		{"POST", "/api/partner/{partner}/events/", "partner_events", anyone, a.public(a.receiveCallback)},
		{"GET", "/api/webhooks/endpoints/", "list_endpoints", everyAccount, a.get(a.account.listEndpoints)},
		{"POST", "/api/webhooks/endpoints/", "create_endpoint", everyAccount, a.post(request.EndpointShape(), a.account.createEndpoint)},
		{"GET", "/api/webhooks/endpoints/{id}/", "view_endpoint", everyAccount, a.get(a.account.viewEndpoint)},
		{"PATCH", "/api/webhooks/endpoints/{id}/", "change_endpoint", everyAccount, a.post(request.EndpointShape(), a.account.changeEndpoint)},
		{"DELETE", "/api/webhooks/endpoints/{id}/", "delete_endpoint", everyAccount, a.delete(a.account.deleteEndpoint)},
		{
			"POST", "/api/webhooks/endpoints/{id}/rotate-secret/", "rotate_secret", everyAccount,
			a.post(request.EmptyShape(), a.account.rotateSecret),
		},
		{"POST", "/api/webhooks/endpoints/{id}/replay/", "replay_events", everyAccount, a.post(request.ReplayShape(), a.account.replayEvents)},
		{"POST", "/api/webhooks/endpoints/{id}/test/", "test_endpoint", everyAccount, a.post(request.EmptyShape(), a.account.testEndpoint)},
		{"GET", "/api/webhooks/endpoints/{id}/deliveries/", "view_deliveries", everyAccount, a.get(a.account.viewDeliveries)},
		{"GET", "/api/webhooks/events/", "view_events", everyAccount, a.get(a.account.viewEvents)},
	}
	return append(routes, a.openRoutes()...)
}

// openRoutes are the routes of documents, files and health, which need no key.
func (a *API) openRoutes() []route {
	routes := []route{
		{"GET", "/labels/{file}", "label", anyone, a.public(a.Printing.serveLabel)},
		{"GET", "/documents/{document}/{file}", "document", anyone, a.public(a.Printing.serveOtherDocument)},
		{"GET", "/documents/customs/{file}", "customs_data", anyone, a.public(a.Printing.customsData)},
		{"GET", "/api/openapi.json", "openapi", anyone, a.public(serveOpenAPI)},
		{"GET", "/docs", "docs", anyone, a.serveDocs},
		{"GET", "/docs/{asset}", "docs", anyone, a.serveDocs},
		{"GET", "/healthz", "healthz", anyone, a.public(a.healthz)},
		{"GET", "/readyz", "readyz", anyone, a.public(a.readyz)},
	}
	if a.Home != nil {
		routes = append(routes, route{"GET", "/", "home", anyone, a.serveHome})
	}
	for _, p := range a.Pages {
		routes = append(routes, route{"GET", p.Path, p.Operation, anyone, a.trackPage(p.Handler)})
	}
	return routes
}
