package api

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"

	"waybill/internal/admission"
	"waybill/internal/api/shell"
	"waybill/internal/feature"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/partnerlabel"
	"waybill/internal/printing"
	"waybill/internal/request"
	"waybill/internal/ruleset"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Config is what an API needs beside its shell. Receivers, PublicURL, Simulate, Pages and Home may be
// empty.
type Config struct {
	Orders        *orders.Service
	Fulfiller     orders.Fulfiller
	Endpoints     Endpoints
	Labels        *partnerlabel.Store // labels that partners draw
	Rules         *ruleset.Source     // what orders must fulfil beside the validation of their fields
	Receivers     map[string]Receiver // of partners that do not use the partner protocol, by name
	PublicURL     string              // http(s)://host of the links in responses; "": the host of the request
	TrackingLimit shell.RateLimit     // tracking numbers that an address, or a key, may query
	PartnerLimit  shell.RateLimit     // events that a partner may report
	DocumentLimit shell.RateLimit     // documents that an address, or a key, may fetch by their URLs
	Simulate      bool                // allow test journeys
	// TrackPartnerNumbers lets everyone track a parcel by the number of its partner.
	TrackPartnerNumbers bool
	Pages               []Page       // served beside the API
	Home                http.Handler // shown at / to clients that accept HTML
	Features            []feature.Feature
}

// Page is a page that shows a parcel to everyone who knows its tracking number, and 404 for an unknown
// number, or the search for one. Its requests get an id, a log line and metrics like all others, and count against the
// limit of tracking numbers.
type Page struct {
	Path, Operation string
	Handler         http.Handler
}

// Endpoints creates, changes and tests the endpoints of accounts.
type Endpoints interface {
	// Create stores an endpoint and returns its secret. Returns a *problem.RefusedURLError, or store.ErrTooMany.
	Create(ctx context.Context, accountID int64, settings shipment.EndpointSettings) (store.Endpoint, string, error)
	// Update changes an endpoint. Returns the error of change, a *problem.RefusedURLError, or store.ErrNotFound.
	Update(ctx context.Context, accountID, endpointID int64, change func(*shipment.EndpointSettings) error) (store.Endpoint, error)
	// Test sends a test event to an endpoint once, or an example of an event of a type, and returns it with the outcome. Nothing is
	// stored. Returns store.ErrNotFound, also if the endpoint has no URL.
	Test(ctx context.Context, accountID, endpointID int64, example shipment.EventType) (shipment.Event, store.DeliveryOutcome, error)
}

// API serves all operations. Safe for concurrent use.
type API struct {
	*shell.Shell
	Config
	Printing    *printing.Service
	viewing     *viewing
	changing    *changing
	tracking    *tracking
	account     *accountSettings
	operator    *operatorRoutes
	guides      *documentation
	secrets     atomic.Pointer[store.Secrets]
	documentKey atomic.Pointer[documentKey]
	reloaded    atomic.Int64                    // when issued read the keys last, nanoseconds since 1970
	numbers     *shell.Limiters[shell.LimitKey] // tracking numbers that were queried
	documents   *shell.Limiters[shell.LimitKey] // documents that were fetched by their URLs
	reports     *shell.Limiters[string]         // events that were reported, by partner
	tests       *shell.Limiters[int64]          // of endpoints
	stats       *shell.Limiters[int64]          // that are counted, by account
	keys        *shell.Limiters[int64]          // that are created, by account
	openAPI     func() []byte
}

// New makes an API over a migrated store, and registers its routes at the shell.
func New(ctx context.Context, frame *shell.Shell, c Config) (*API, error) {
	secrets, err := frame.Store.Secrets(ctx)
	if err != nil {
		return nil, err
	}
	a := &API{
		Shell: frame, Config: c,
		Printing: printing.New(printing.Config{
			Store: frame.Store, PartnerLabels: c.Labels, Budget: frame.Budget, Log: frame.Log, Version: frame.Version, Hold: frame.Hold,
			Reading: frame.Reading, ReadWithin: shell.ReadTimeout,
		}),
		numbers: shell.NewLimiters[shell.LimitKey](frame.Now), documents: shell.NewLimiters[shell.LimitKey](frame.Now),
		reports: shell.NewLimiters[string](frame.Now),
		tests:   shell.NewLimiters[int64](frame.Now), stats: shell.NewLimiters[int64](frame.Now), keys: shell.NewLimiters[int64](frame.Now),
	}
	a.secrets.Store(&secrets)
	a.documentKey.Store(newDocumentKey(secrets))
	a.account = &accountSettings{a}
	a.viewing, a.changing, a.tracking = &viewing{a}, &changing{a}, &tracking{a}
	a.operator, a.guides = &operatorRoutes{a}, &documentation{a}
	a.openAPI = sync.OnceValue(a.guides.openAPIDocument)
	frame.Handle(a.routes(), sync.OnceValue(a.guides.queries))
	return a, nil
}

// Core is what features are made of.
func (a *API) Core() feature.Core {
	return feature.Core{Shell: a.Shell, Orders: a.Orders, Printing: a.Printing, Base: a.base}
}

func (a *API) routes() []shell.Route {
	routes := []shell.Route{
		a.PostUnkeyed("/api/order/orders/", "create_orders", shipment.WriteOrders, request.CreateShape(), a.createOrders),
		a.PostUnkeyed("/api/order/validate/", "validate_orders", shipment.WriteOrders, request.CreateShape(), a.validateOrders),
		a.Get("/api/order/order/", "view_orders", shipment.ReadOrders, a.viewing.viewOrders),
		a.Get("/api/order/order/{tracking_no}/", "view_order", shipment.ReadOrders, a.viewing.viewOrder),
		a.Get("/api/order/order/{tracking_no}/why/", "explain_order", shipment.ReadOrders, a.viewing.explainOrder),
		a.Get("/api/order/stats/", "view_stats", shipment.ReadOrders, shell.With(shell.Query(request.StatsQuery.Read), a.viewing.viewStats)),
		a.Patch("/api/order/order/{tracking_no}/", "edit_order", shipment.WriteOrders, request.EmptyShape(), a.changing.editOrder),
		shell.PostBody(a.Shell, "/api/order/edit/", "edit_orders", shipment.WriteOrders, &request.EditOrders, a.changing.editOrders),
		a.PostUnkeyed("/api/order/order/{tracking_no}/replace/", "replace_order", shipment.WriteOrders, request.EmptyShape(),
			a.changing.replaceOrder),
		shell.PostBody(a.Shell, "/api/order/hold/", "hold_orders", shipment.WriteOrders, &request.HoldOrders, results(a, (*orders.Service).Hold)),
		shell.PostBody(a.Shell, "/api/order/release/", "release_orders", shipment.WriteOrders, &request.ReleaseOrders,
			results(a, (*orders.Service).Release)),
		shell.PostBody(a.Shell, "/api/order/order/{tracking_no}/notes/", "add_note", shipment.WriteOrders, &request.AddNote, a.changing.addNote),
		a.Delete("/api/order/order/{tracking_no}/notes/{id}/", "delete_note", shipment.WriteOrders, a.changing.deleteNote),
		a.Get("/api/order/tags/", "list_tags", shipment.ReadOrders, a.changing.listTags),
		shell.PostBody(a.Shell, "/api/order/tags/", "edit_tags", shipment.WriteOrders, &request.EditTags, results(a, (*orders.Service).EditTags)),
		shell.PostBody(a.Shell, "/api/order/cancel/", "cancel_orders", shipment.WriteOrders, &request.CancelOrders,
			results(a, (*orders.Service).Cancel)),
		shell.PostBody(a.Shell, "/api/order/printed/", "mark_printed", shipment.PrintLabels, &request.MarkPrinted,
			results(a, (*orders.Service).MarkPrinted)),
		shell.PostBody(a.Shell, "/api/order/not-printed/", "unmark_printed", shipment.PrintLabels, &request.MarkPrinted,
			results(a, (*orders.Service).UnmarkPrinted)),
		a.PostUnkeyed("/api/order/return-orders/", "create_return_orders", shipment.WriteOrders, request.ReturnShape(), a.createReturns),
		a.PostOpen("/api/tracker/query-by-tracking-nos/", "query_tracking", request.QueryTracking.Shape(),
			shell.Read(request.QueryTracking.Read, a.tracking.queryTracking)),
		a.PostOpen("/api/v2/tracker/query-by-tracking-nos/", "query_tracking", request.QueryTracking.Shape(),
			shell.Read(request.QueryTracking.Read, a.tracking.queryTracking)),
		a.PostUnkeyed("/api/address/check/", "check_addresses", shipment.WriteOrders, request.AddressShape(),
			shell.Read(request.ReadAddresses, a.checkAddresses)),
		a.Post("/api/operator/tracking/", "report_tracking", shipment.ReportTracking, request.ReportShape(),
			shell.Read(request.ReadReports, a.operator.reportTracking)),
		shell.PostBody(a.Shell, "/api/operator/tracking/correct/", "correct_tracking", shipment.ReportTracking, &request.CorrectTracking,
			a.operator.correctTracking),
		a.Post("/api/operator/proof-of-delivery/", "report_proof", shipment.ReportTracking, request.ReportProof.Shape(), a.operator.reportProof),
		a.Get("/api/operator/rules/", "list_rules", shipment.SetRules, a.operator.listRules),
		a.Get("/api/operator/rules/{id}/", "view_rule", shipment.SetRules, a.operator.viewRule),
		a.Put("/api/operator/rules/{id}/", "set_rule", shipment.SetRules, request.EmptyShape(), a.operator.setRule),
		a.Delete("/api/operator/rules/{id}/", "delete_rule", shipment.SetRules, a.operator.deleteRule),
		a.Get("/api/operator/audit-log/", "view_audit_log", shipment.ReadAuditLog, a.operator.viewAuditLog),
		a.Get("/api/order/order/{tracking_no}/proof-of-delivery/", "view_proof", shipment.ReadOrders, a.viewProof),
		a.Post("/api/simulate/journey/", "simulate_journey", shipment.WriteOrders, request.SimulateJourney.Shape(), a.simulateJourney),
		a.Post("/api/order/order/{tracking_no}/revoke-addresses/", "revoke_addresses", shipment.PrintLabels, request.ActionShape(),
			a.revokeAddresses),
		a.Get("/api/order/labels/", "print_labels", shipment.PrintLabels, a.printBatch),
		a.Get("/api/order/labels/status/", "view_label_status", shipment.PrintLabels, a.viewLabelStatus),
		a.Get("/api/order/export/", "export_orders", shipment.ReadOrders, shell.With(shell.Query(request.ReadExport), a.viewing.exportOrders)),
		a.Get("/api/order/manifest/", "view_manifest", shipment.PrintLabels, shell.With(shell.Query(request.ReadManifest), a.viewManifest)),
		a.Get("/api/services/", "list_services", shipment.ReadOrders, a.listServices),
		a.Get("/api/order/service/", "portal_services", shipment.ReadOrders, a.portalServices),
		a.Get("/api/order/upload-batch-no/", "portal_batch_numbers", shipment.ReadOrders, a.portalBatchNumbers),
		a.GetOpen("/api/v2/tracker/related-updates/", "related_updates", a.tracking.relatedUpdates),
		a.Get("/api/customs/hs/", "search_hs_codes", shipment.ReadOrders, shell.With(shell.Query(request.HSSearchQuery.Read), a.searchHSCodes)),
		a.PostRaw("/api/partner/{partner}/events/", "partner_events", a.receiveCallback),
	}
	for _, f := range a.Features {
		routes = append(routes, f.Routes(a.Core())...)
	}
	return slices.Concat(routes, a.webhookRoutes(), a.accountRoutes(), a.submissionRoutes(),
		a.operatorAccountRoutes(), a.serviceRoutes(), a.partnerRoutes(), a.userRoutes(), a.openRoutes())
}

// webhookRoutes are the routes of the endpoints and events of accounts.
func (a *API) webhookRoutes() []shell.Route {
	return []shell.Route{
		a.Get("/api/webhooks/endpoints/", "list_endpoints", shipment.SetWebhooks, a.account.listEndpoints),
		a.Post("/api/webhooks/endpoints/", "create_endpoint", shipment.SetWebhooks, request.EndpointShape(),
			shell.Read(request.ReadEndpoint, a.account.createEndpoint)),
		a.Get("/api/webhooks/endpoints/{id}/", "view_endpoint", shipment.SetWebhooks, shell.With(a.account.endpoint, a.account.viewEndpoint)),
		a.Patch("/api/webhooks/endpoints/{id}/", "change_endpoint", shipment.SetWebhooks, request.EndpointShape(), a.account.changeEndpoint),
		a.Delete("/api/webhooks/endpoints/{id}/", "delete_endpoint", shipment.SetWebhooks, a.account.deleteEndpoint),
		a.Post("/api/webhooks/endpoints/{id}/rotate-secret/", "rotate_secret", shipment.SetWebhooks, request.ActionShape(),
			a.account.rotateSecret),
		a.Post("/api/webhooks/endpoints/{id}/replay/", "replay_events", shipment.SetWebhooks, request.ReplayShape(), a.account.replayEvents),
		a.Post("/api/webhooks/endpoints/{id}/test/", "test_endpoint", shipment.SetWebhooks, request.TestEndpoint.Shape(), a.account.testEndpoint),
		a.Get("/api/webhooks/endpoints/{id}/deliveries/", "view_deliveries", shipment.SetWebhooks,
			shell.With(a.account.endpoint, a.account.viewDeliveries)),
		a.Get("/api/webhooks/events/", "view_events", shipment.SetWebhooks, a.account.viewEvents),
	}
}

// accountRoutes are the routes of the settings of accounts, and of what their programs did.
func (a *API) accountRoutes() []shell.Route {
	return []shell.Route{
		a.Get("/api/account/keys/", "list_keys", shipment.SetAccount, a.account.listKeys(ownAccount)),
		shell.PostBody(a.Shell, "/api/account/keys/", "create_key", shipment.SetAccount, &request.CreateKey, a.account.createKey(ownAccount)),
		a.Delete("/api/account/keys/{id}/", "revoke_key", shipment.SetAccount, a.account.revokeKey),
		a.Get("/api/account/settings/", "view_account_settings", shipment.SetAccount, a.account.viewAccountSettings),
		shell.PatchBody(a.Shell, "/api/account/settings/", "change_account_settings", shipment.SetAccount, &request.ChangeAccountSettings,
			a.account.changeAccountSettings),
		a.Get("/api/account/requests/", "list_requests", shipment.ReadOrders, a.account.listRequests),
		a.Get("/api/operator/requests/", "list_all_requests", shipment.ReadAuditLog, a.account.listAllRequests),
		a.Get("/api/account/labels/", "view_account_labels", shipment.SetAccount, a.account.viewAccountLabels),
		a.Patch("/api/account/labels/", "change_account_labels", shipment.SetAccount, request.AccountLabelsShape(),
			shell.Read(request.ReadAccountLabels, a.account.changeAccountLabels)),
	}
}

// submissionRoutes are the routes of an operator's decisions about orders at partners.
func (a *API) submissionRoutes() []shell.Route {
	const submission, cancellation = "/api/operator/submissions/{tracking_no}/", "/api/operator/cancellations/{tracking_no}/"
	return []shell.Route{
		a.Get("/api/operator/submissions/", "list_submissions", shipment.Administer,
			shell.With(shell.Query(request.SubmissionQuery.Read), a.operator.listSubmissions)),
		a.Get(submission, "view_submission", shipment.Administer, a.operator.viewSubmission),
		shell.PostBody(a.Shell, submission+"retry/", "retry_submission", shipment.Administer, &request.RetryEntry, a.operator.retrySubmission),
		shell.PostBody(a.Shell, submission+"resolve/", "resolve_submission", shipment.Administer, &request.ResolveSubmission,
			a.operator.resolveSubmission),
		a.Get("/api/operator/cancellations/", "list_cancellations", shipment.Administer,
			shell.With(shell.Query(request.CancellationQuery.Read), a.operator.listCancellations)),
		a.Get(cancellation, "view_cancellation", shipment.Administer, a.operator.viewCancellation),
		shell.PostBody(a.Shell, cancellation+"retry/", "retry_cancellation", shipment.Administer, &request.RetryEntry,
			a.operator.retryCancellation),
	}
}

// operatorAccountRoutes are the routes of an operator's decisions about accounts and their keys.
func (a *API) operatorAccountRoutes() []shell.Route {
	const accounts, account = "/api/operator/accounts/", "/api/operator/accounts/{id}/"
	return []shell.Route{
		a.Get(accounts, "list_accounts", shipment.Administer, shell.With(shell.Query(request.AccountQuery.Read), a.operator.listAccounts)),
		shell.PostBody(a.Shell, accounts, "create_account", shipment.Administer, &request.CreateAccount, a.operator.createAccount),
		a.Get(account, "view_account", shipment.Administer, a.operator.viewAccount),
		shell.PatchBody(a.Shell, account, "change_account", shipment.Administer, &request.ChangeAccount, a.operator.changeAccount),
		a.Post(account+"suspend/", "suspend_account", shipment.Administer, request.ActionShape(), a.operator.suspendAccount),
		a.Post(account+"resume/", "resume_account", shipment.Administer, request.ActionShape(), a.operator.resumeAccount),
		a.Get(account+"keys/", "list_account_keys", shipment.Administer, a.account.listKeys(shell.Call.ID)),
		shell.PostBody(a.Shell, account+"keys/", "create_account_key", shipment.Administer, &request.CreateKey,
			a.account.createKey(shell.Call.ID)),
		a.Delete(account+"keys/{key_id}/", "revoke_account_key", shipment.Administer, a.account.revokeAccountKey),
	}
}

// serviceRoutes are the routes of an operator's services.
func (a *API) serviceRoutes() []shell.Route {
	const all, one = "/api/operator/services/", "/api/operator/services/{id}/"
	o := a.operator
	return []shell.Route{
		a.Get(all, "list_all_services", shipment.Administer, o.listServices),
		shell.PostBody(a.Shell, all, "create_service", shipment.Administer, &request.CreateService, o.createService),
		a.Get(one, "view_service", shipment.Administer, shell.With(o.service, o.viewService)),
		shell.PatchBody(a.Shell, one, "change_service", shipment.Administer, &request.ChangeService, o.changeService),
		a.Post(one+"disable/", "disable_service", shipment.Administer, request.ActionShape(),
			o.switchService((*masterdata.Store).DisableService)),
		a.Post(one+"enable/", "enable_service", shipment.Administer, request.ActionShape(),
			o.switchService((*masterdata.Store).EnableService)),
		a.Get(one+"labels/", "view_service_labels", shipment.Administer, shell.With(o.service, o.viewServiceLabels)),
		a.Patch(one+"labels/", "change_service_labels", shipment.Administer, request.ServiceLabelsShape(),
			shell.Read(request.ReadServiceLabels, o.changeServiceLabels)),
		a.Get(one+"customs/", "view_service_customs", shipment.Administer, o.viewServiceCustoms),
		shell.PatchBody(a.Shell, one+"customs/", "change_service_customs", shipment.Administer, &changeCustoms, o.changeServiceCustoms),
	}
}

// partnerRoutes are the routes of an operator's partners.
func (a *API) partnerRoutes() []shell.Route {
	const all, one = "/api/operator/partners/", "/api/operator/partners/{partner}/"
	o := a.operator
	return []shell.Route{
		a.Get(all, "list_partners", shipment.Administer, o.listPartners),
		shell.PostBody(a.Shell, all, "create_partner", shipment.Administer, &request.CreatePartner, o.createPartner),
		a.Get(one, "view_partner", shipment.Administer, shell.With(o.partner, o.viewPartner)),
		shell.PatchBody(a.Shell, one, "change_partner", shipment.Administer, &request.ChangePartner, o.changePartner),
		a.Post(one+"disable/", "disable_partner", shipment.Administer, request.ActionShape(),
			o.switchPartner((*masterdata.Store).DisablePartner)),
		a.Post(one+"enable/", "enable_partner", shipment.Administer, request.ActionShape(),
			o.switchPartner((*masterdata.Store).EnablePartner)),
		shell.PostBody(a.Shell, one+"rotate/", "rotate_partner", shipment.Administer, &request.RotatePartner, o.rotatePartner),
	}
}

// userRoutes are the routes of the people who use the console. A person can do everything in an account, so changes need a scope of
// their own. No operation makes a link that sets the password of a user who exists: whoever has it signs in as that user.
func (a *API) userRoutes() []shell.Route {
	const all, user = "/api/operator/users/", "/api/operator/users/{id}/"
	change := func(path, operation string, change func(context.Context, int64) error) shell.Route {
		return a.Post(user+path, operation, shipment.ManageUsers, request.ActionShape(), a.operator.changed(change))
	}
	return []shell.Route{
		a.Get(all, "list_users", shipment.Administer, a.operator.listUsers),
		shell.PostBody(a.Shell, all, "create_user", shipment.ManageUsers, &request.CreateUser, a.operator.createUser),
		a.Get(user, "view_user", shipment.Administer, a.operator.viewUser),
		shell.PatchBody(a.Shell, user, "change_user", shipment.ManageUsers, &request.ChangeUser, a.operator.changeUser),
		a.Put(user+"accounts/{account_id}/", "set_member", shipment.ManageUsers, request.SetMember.Shape(),
			shell.Read(request.SetMember.Read, a.operator.setMember)),
		a.Delete(user+"accounts/{account_id}/", "remove_member", shipment.ManageUsers, a.operator.removeMember),
		change("disable/", "disable_user", func(ctx context.Context, id int64) error { return a.Store.People.DisableUser(ctx, id) }),
		change("enable/", "enable_user", func(ctx context.Context, id int64) error { return a.Store.People.EnableUser(ctx, id) }),
		change("sessions/end/", "end_sessions", func(ctx context.Context, id int64) error {
			_, err := a.Store.People.RevokeSessions(ctx, id, 0)
			return err
		}),
		change("passkeys/remove/", "remove_passkeys", func(ctx context.Context, id int64) error {
			_, err := a.Store.People.RemovePasskeys(ctx, id)
			return err
		}),
		change("identities/remove/", "remove_identities", func(ctx context.Context, id int64) error {
			return a.Store.People.UnlinkIdentities(ctx, id, 0)
		}),
	}
}

// openRoutes are the routes of documents, files and health, which need no key.
func (a *API) openRoutes() []shell.Route {
	routes := []shell.Route{
		a.GetOpen("/labels/{file}", "label", a.serveLabel),
		a.GetOpen("/documents/{document}/{file}", "document", a.serveOtherDocument),
		a.GetOpen("/documents/customs/{file}", "customs_data", a.customsData),
		a.GetOpen("/api/openapi.json", "openapi", a.guides.serveOpenAPI),
		shell.Page("/docs", "docs", a.guides.serveDocs),
		shell.Page("/docs/{asset}", "docs", a.guides.serveDocs),
		a.GetOpen("/healthz", "healthz", a.healthz),
		a.GetOpen("/readyz", "readyz", a.readyz),
	}
	if a.Home != nil {
		routes = append(routes, shell.Page("/", "home", a.guides.serveHome))
	}
	for _, p := range a.Pages {
		routes = append(routes, shell.Page(p.Path, p.Operation, a.tracking.trackPage(p.Handler)))
	}
	return routes
}

// DrawingNeeds is the memory that drawing takes on a machine with some cores: one renderer of labels for
// each core, and one of long documents for two.
func DrawingNeeds(cores int) admission.Needs {
	return admission.Needs{Shared: label.SharedMemory, Label: label.LabelMemory, Document: label.DocumentMemory, Cores: cores}
}
