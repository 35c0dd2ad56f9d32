package api

import (
	"context"
	"net/http"
	"slices"
	"sync"

	"waybill/internal/admission"
	"waybill/internal/api/answer"
	"waybill/internal/api/shell"
	"waybill/internal/feature"
	"waybill/internal/guides"
	"waybill/internal/label"
	"waybill/internal/orders"
	"waybill/internal/partnerlabel"
	"waybill/internal/printing"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Config is what an API needs beside its shell. Receivers, PublicURL, Simulate, Pages and Home may be
// empty.
type Config struct {
	Orders        *orders.Service
	Endpoints     Endpoints
	Labels        *partnerlabel.Store // labels that partners draw
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
	*links
	Config
	Printing  *printing.Service
	documents *shell.Limiters[shell.LimitKey] // documents that were fetched by their URLs
	reports   *shell.Limiters[string]         // events that were reported, by partner

	tracked *shell.Limiters[shell.LimitKey] // tracking numbers that were queried
	counted *shell.Limiters[int64]          // orders that were counted, by account
	openAPI func() []byte
	guides  *guides.Site

	createdKeys *shell.Limiters[int64] // by account
	testEvents  *shell.Limiters[int64] // by endpoint
}

// New makes an API over a migrated store, and registers its routes at the shell.
func New(ctx context.Context, frame *shell.Shell, c Config) (*API, error) {
	s, now := frame.Store, frame.Now
	a := &API{
		Shell: frame, links: &links{store: s, now: now, publicURL: c.PublicURL}, Config: c,
		Printing: printing.New(printing.Config{
			Store: s, PartnerLabels: c.Labels, Budget: frame.Budget, Log: frame.Log, Version: frame.Version, Hold: frame.Hold,
			Reading: frame.Reading, ReadWithin: shell.ReadTimeout,
		}),
		documents: shell.NewLimiters[shell.LimitKey](now), reports: shell.NewLimiters[string](now),
		tracked: shell.NewLimiters[shell.LimitKey](now), counted: shell.NewLimiters[int64](now),
		createdKeys: shell.NewLimiters[int64](now), testEvents: shell.NewLimiters[int64](now),
	}
	if err := a.ReloadKeys(ctx); err != nil {
		return nil, err
	}
	frame.Base = a.base
	a.openAPI = sync.OnceValue(a.openAPIDocument)
	a.guides = guides.New(a.openAPI)
	frame.Handle(a.routes(), sync.OnceValue(a.queries))
	return a, nil
}

// Core is what features are made of.
func (a *API) Core() feature.Core {
	return feature.Core{Shell: a.Shell, Orders: a.Orders, Printing: a.Printing, Base: a.base}
}

func (a *API) routes() []shell.Route {
	const order, rule = "/api/order/order/{tracking_no}/", "/api/operator/rules/{id}/"
	routes := []shell.Route{
		a.PostUnkeyed("/api/order/orders/", "create_orders", shipment.WriteOrders, request.CreateShape(),
			a.createOrders(orders.Forward, acceptedOrders)),
		a.PostUnkeyed("/api/order/validate/", "validate_orders", shipment.WriteOrders, request.CreateShape(), a.validateOrders),
		a.Get("/api/order/order/", "view_orders", shipment.ReadOrders, a.viewOrders),
		a.Get(order, "view_order", shipment.ReadOrders, a.viewOrder),
		a.Get(order+"why/", "explain_order", shipment.ReadOrders, a.explainOrder),
		a.Get("/api/order/stats/", "view_stats", shipment.ReadOrders, shell.With(shell.Query(request.StatsQuery.Read), a.viewStats)),
		a.Patch(order, "edit_order", shipment.WriteOrders, request.EmptyShape(), a.editOrder),
		shell.PostBody(a.Shell, "/api/order/edit/", "edit_orders", shipment.WriteOrders, &request.EditOrders,
			answer.Change(a.editOrders, writeResults(true, ""))),
		a.PostUnkeyed(order+"replace/", "replace_order", shipment.WriteOrders, request.EmptyShape(), a.replaceOrder),
		resultsRoute(a, "/api/order/hold/", "hold_orders", shipment.WriteOrders, &request.HoldOrders, (*orders.Service).Hold),
		resultsRoute(a, "/api/order/release/", "release_orders", shipment.WriteOrders, &request.ReleaseOrders, (*orders.Service).Release),
		shell.PostBody(a.Shell, order+"notes/", "add_note", shipment.WriteOrders, &request.AddNote, answer.Create(a.addNote, writeNote)),
		a.Delete(order+"notes/{id}/", "delete_note", shipment.WriteOrders, shell.Done(a.deleteNote)),
		a.Get("/api/order/tags/", "list_tags", shipment.ReadOrders, answer.View(a.listTags, writeTags)),
		resultsRoute(a, "/api/order/tags/", "edit_tags", shipment.WriteOrders, &request.EditTags, (*orders.Service).EditTags),
		resultsRoute(a, "/api/order/cancel/", "cancel_orders", shipment.WriteOrders, &request.CancelOrders, (*orders.Service).Cancel),
		resultsRoute(a, "/api/order/printed/", "mark_printed", shipment.PrintLabels, &request.MarkPrinted, (*orders.Service).MarkPrinted),
		resultsRoute(a, "/api/order/not-printed/", "unmark_printed", shipment.PrintLabels, &request.MarkPrinted, (*orders.Service).UnmarkPrinted),
		a.PostUnkeyed("/api/order/return-orders/", "create_return_orders", shipment.WriteOrders, request.ReturnShape(),
			a.createOrders(orders.Return, acceptedReturns)),
		a.PostOpen("/api/tracker/query-by-tracking-nos/", "query_tracking", request.QueryTracking.Shape(),
			shell.Read(request.QueryTracking.Read, a.queryTracking)),
		a.PostOpen("/api/v2/tracker/query-by-tracking-nos/", "query_tracking", request.QueryTracking.Shape(),
			shell.Read(request.QueryTracking.Read, a.queryTracking)),
		a.PostUnkeyed("/api/address/check/", "check_addresses", shipment.WriteOrders, request.AddressShape(),
			shell.Read(request.ReadAddresses, a.checkAddresses)),
		a.Post("/api/operator/tracking/", "report_tracking", shipment.ReportTracking, request.ReportShape(),
			shell.Read(request.ReadReports, answer.Change(a.reportTracking, writeReportResults))),
		shell.PostBody(a.Shell, "/api/operator/tracking/correct/", "correct_tracking", shipment.ReportTracking, &request.CorrectTracking,
			answer.Change(a.correctTracking, writeCorrection)),
		shell.PostBody(a.Shell, "/api/operator/proof-of-delivery/", "report_proof", shipment.ReportTracking, &request.ReportProof,
			a.reportProof).Taking(shipment.MaxProofImage),
		a.Get("/api/operator/rules/", "list_rules", shipment.SetRules, a.listRules),
		a.Get(rule, "view_rule", shipment.SetRules, a.viewRule),
		a.Put(rule, "set_rule", shipment.SetRules, request.EmptyShape(), shell.Then(a.setRule, a.viewRule)),
		a.Delete(rule, "delete_rule", shipment.SetRules, shell.Done(a.deleteRule)),
		a.Get("/api/operator/audit-log/", "view_audit_log", shipment.ReadAuditLog, shell.With(auditFilter, a.viewAuditLog)),
		a.Get(order+"proof-of-delivery/", "view_proof", shipment.ReadOrders, a.viewProof),
		a.Post("/api/simulate/journey/", "simulate_journey", shipment.WriteOrders, request.SimulateJourney.Shape(), a.simulateJourney),
		a.Post(order+"revoke-addresses/", "revoke_addresses", shipment.PrintLabels, request.ActionShape(), a.revokeAddresses),
		a.Get("/api/order/labels/", "print_labels", shipment.PrintLabels, a.printBatch),
		a.Get("/api/order/labels/status/", "view_label_status", shipment.PrintLabels, a.viewLabelStatus),
		a.Get("/api/order/export/", "export_orders", shipment.ReadOrders, shell.With(shell.Query(request.ReadExport), a.exportOrders)),
		a.Get("/api/order/manifest/", "view_manifest", shipment.PrintLabels,
			shell.With(shell.Query(request.ReadManifest), a.viewManifest)).Taking(heldPage),
		a.Get("/api/services/", "list_services", shipment.ReadOrders, a.listServices),
		a.Get("/api/order/service/", "portal_services", shipment.ReadOrders, a.portalServices),
		a.Get("/api/order/upload-batch-no/", "portal_batch_numbers", shipment.ReadOrders, a.portalBatchNumbers),
		a.GetOpen("/api/v2/tracker/related-updates/", "related_updates", a.relatedUpdates),
		a.Get("/api/customs/hs/", "search_hs_codes", shipment.ReadOrders, shell.With(shell.Query(request.HSSearchQuery.Read), a.searchHSCodes)),
		a.PostRaw("/api/partner/{partner}/events/", "partner_events", a.receiveCallback),
	}
	for _, f := range a.Features {
		routes = append(routes, f.Routes(a.Core())...)
	}
	return slices.Concat(routes, a.webhookRoutes(), a.accountRoutes(), a.submissionRoutes(),
		a.originalRoutes(), a.operatorAccountRoutes(), a.serviceRoutes(), a.partnerRoutes(), a.userRoutes(), a.openRoutes())
}

// webhookRoutes are the routes of the endpoints and events of accounts.
func (a *API) webhookRoutes() []shell.Route {
	const all, one = "/api/webhooks/endpoints/", "/api/webhooks/endpoints/{id}/"
	return []shell.Route{
		a.Get(all, "list_endpoints", shipment.SetWebhooks, answer.Lists(shell.OfAccount(a.Store.Webhooks.Endpoints), writeEndpoint)),
		a.Post(all, "create_endpoint", shipment.SetWebhooks, request.EndpointShape(), shell.Read(request.ReadEndpoint, a.createEndpoint)),
		a.Get(one, "view_endpoint", shipment.SetWebhooks, answer.View(a.endpoint, writeEndpoint)),
		a.Patch(one, "change_endpoint", shipment.SetWebhooks, request.EndpointShape(),
			shell.ReadOn(a.endpoint, request.ReadEndpoint, a.changeEndpoint)),
		a.Delete(one, "delete_endpoint", shipment.SetWebhooks, shell.Done(a.deleteEndpoint)),
		a.Post(one+"rotate-secret/", "rotate_secret", shipment.SetWebhooks, request.ActionShape(), a.rotateSecret),
		a.Post(one+"replay/", "replay_events", shipment.SetWebhooks, request.ReplayShape(),
			shell.ReadOn(a.endpoint, request.ReadReplay, a.replayEvents)),
		a.Post(one+"test/", "test_endpoint", shipment.SetWebhooks, request.TestEndpoint.Shape(),
			shell.ReadOn(a.endpoint, request.TestEndpoint.Read, a.testEndpoint)),
		a.Get(one+"deliveries/", "view_deliveries", shipment.SetWebhooks, shell.With(a.endpoint, a.viewDeliveries)),
		a.Get("/api/webhooks/events/", "view_events", shipment.SetWebhooks, shell.With(shell.Query(request.EventQuery.Read), a.viewEvents)),
	}
}

// accountRoutes are the routes of the settings of accounts, and of what their programs did.
func (a *API) accountRoutes() []shell.Route {
	const settings, labels = "/api/account/settings/", "/api/account/labels/"
	stored, requests := a.Store.MasterData, &requestLog{a.Store.Requests}
	return []shell.Route{
		a.Get("/api/account/keys/", "list_keys", shipment.SetAccount, a.listKeys(ownAccount)),
		shell.PostBody(a.Shell, "/api/account/keys/", "create_key", shipment.SetAccount, &request.CreateKey, a.createKey(ownAccount)),
		a.Delete("/api/account/keys/{id}/", "revoke_key", shipment.SetAccount, a.revokeKey(ownAccount, "id")),
		a.Get(settings, "view_account_settings", shipment.SetAccount, answer.View(shell.OfAccount(stored.Account), writeSettings)),
		shell.PatchBody(a.Shell, settings, "change_account_settings", shipment.SetAccount, &request.ChangeAccountSettings,
			answer.Change(a.changeSettings, writeSettings)),
		a.Get("/api/account/audit-log/", "view_account_audit_log", shipment.SetAccount, shell.With(accountAuditFilter, a.viewAuditLog)),
		a.Get("/api/account/requests/", "list_requests", shipment.ReadOrders, requests.list),
		a.Get("/api/operator/requests/", "list_all_requests", shipment.ReadAuditLog, requests.listAll),
		a.Get(labels, "view_account_labels", shipment.SetAccount, answer.View(shell.OfAccount(stored.AccountLabels), writeAccountLabels)),
		a.Patch(labels, "change_account_labels", shipment.SetAccount, request.AccountLabelsShape(),
			shell.Read(request.ReadAccountLabels, answer.Change(a.changeAccountLabels, writeAccountLabels))),
	}
}

// submissionRoutes are the routes of an operator's decisions about orders at partners.
func (a *API) submissionRoutes() []shell.Route {
	const submission, cancellation = "/api/operator/submissions/{tracking_no}/", "/api/operator/cancellations/{tracking_no}/"
	l := &operatorLedger{a.Store.Ledger, a.Orders}
	viewSubmission, viewCancellation := answer.View(l.submission, writeViewedEntry), answer.View(l.cancellation, writeViewedEntry)
	return []shell.Route{
		a.Get("/api/operator/submissions/", "list_submissions", shipment.Administer,
			shell.With(shell.Query(request.SubmissionQuery.Read), listEntries(l.Submissions, submissionEntry))),
		a.Get(submission, "view_submission", shipment.Administer, viewSubmission),
		shell.PostBody(a.Shell, submission+"retry/", "retry_submission", shipment.Administer, &request.RetryEntry,
			shell.Then(l.retrySubmission, viewSubmission)),
		shell.PostBody(a.Shell, submission+"resolve/", "resolve_submission", shipment.Administer, &request.ResolveSubmission,
			shell.Then(l.resolveSubmission, viewSubmission)),
		a.Get("/api/operator/cancellations/", "list_cancellations", shipment.Administer,
			shell.With(shell.Query(request.CancellationQuery.Read), listEntries(l.Cancellations, cancellationEntry))),
		a.Get(cancellation, "view_cancellation", shipment.Administer, viewCancellation),
		shell.PostBody(a.Shell, cancellation+"retry/", "retry_cancellation", shipment.Administer, &request.RetryEntry,
			shell.Then(l.retryCancellation, viewCancellation)),
	}
}

// operatorAccountRoutes are the routes of an operator's decisions about accounts and their keys.
func (a *API) operatorAccountRoutes() []shell.Route {
	const all, one = "/api/operator/accounts/", "/api/operator/accounts/{id}/"
	o := &operatorAccounts{a.Store.MasterData}
	view := answer.View(shell.ByID(o.Account), writeAccount)
	return []shell.Route{
		a.Get(all, "list_accounts", shipment.Administer, shell.With(shell.Query(request.AccountQuery.Read), o.list)),
		shell.PostBody(a.Shell, all, "create_account", shipment.Administer, &request.CreateAccount, answer.Create(o.create, writeAccount)),
		a.Get(one, "view_account", shipment.Administer, view),
		shell.PatchBody(a.Shell, one, "change_account", shipment.Administer, &request.ChangeAccount, answer.Change(o.change, writeAccount)),
		a.PostAction(one+"suspend/", "suspend_account", shipment.Administer, o.suspend, view),
		a.PostAction(one+"resume/", "resume_account", shipment.Administer, shell.ToID(o.ResumeAccount), view),
		a.Get(one+"keys/", "list_account_keys", shipment.Administer, a.listKeys(shell.Call.ID)),
		shell.PostBody(a.Shell, one+"keys/", "create_account_key", shipment.Administer, &request.CreateKey, a.createKey(shell.Call.ID)),
		a.Delete(one+"keys/{key_id}/", "revoke_account_key", shipment.Administer, a.revokeKey(shell.Call.ID, "key_id")),
	}
}

// serviceRoutes are the routes of an operator's services.
func (a *API) serviceRoutes() []shell.Route {
	const all, one = "/api/operator/services/", "/api/operator/services/{id}/"
	o, write := &operatorServices{a.Store.MasterData}, writeOperatorService
	find := shell.ByID(o.Service)
	view := answer.View(find, write)
	return []shell.Route{
		a.Get(all, "list_all_services", shipment.Administer, answer.Lists(o.list, write)),
		shell.PostBody(a.Shell, all, "create_service", shipment.Administer, &request.CreateService, answer.Create(o.create, write)),
		a.Get(one, "view_service", shipment.Administer, view),
		shell.PatchBody(a.Shell, one, "change_service", shipment.Administer, &request.ChangeService, answer.Change(o.change, write)),
		a.PostAction(one+"disable/", "disable_service", shipment.Administer, shell.ToID(o.DisableService), view),
		a.PostAction(one+"enable/", "enable_service", shipment.Administer, shell.ToID(o.EnableService), view),
		a.Get(one+"labels/", "view_service_labels", shipment.Administer, shell.With(find, o.viewLabels)),
		a.Patch(one+"labels/", "change_service_labels", shipment.Administer, request.ServiceLabelsShape(),
			shell.Read(request.ReadServiceLabels, o.changeLabels)),
		a.Get(one+"customs/", "view_service_customs", shipment.Administer, answer.View(shell.ByID(o.ServiceCustoms), writeServiceCustoms)),
		shell.PatchBody(a.Shell, one+"customs/", "change_service_customs", shipment.Administer, &changeCustoms,
			answer.Change(o.changeCustoms, writeServiceCustoms)),
	}
}

// partnerRoutes are the routes of an operator's partners.
func (a *API) partnerRoutes() []shell.Route {
	const all, one = "/api/operator/partners/", "/api/operator/partners/{partner}/"
	o := &operatorPartners{a.Store.MasterData, a.Store.Ledger}
	view := answer.View(o.partner, writeViewedPartner)
	return []shell.Route{
		a.Get(all, "list_partners", shipment.Administer, answer.Lists(o.list, writeViewedPartner)),
		shell.PostBody(a.Shell, all, "create_partner", shipment.Administer, &request.CreatePartner, o.create),
		a.Get(one, "view_partner", shipment.Administer, view),
		shell.PatchBody(a.Shell, one, "change_partner", shipment.Administer, &request.ChangePartner, shell.Then(o.change, view)),
		a.PostAction(one+"disable/", "disable_partner", shipment.Administer, o.switched((*masterdata.Store).DisablePartner), view),
		a.PostAction(one+"enable/", "enable_partner", shipment.Administer, o.switched((*masterdata.Store).EnablePartner), view),
		shell.PostBody(a.Shell, one+"rotate/", "rotate_partner", shipment.Administer, &request.RotatePartner, o.rotate),
	}
}

// userRoutes are the routes of the people who use the console. A person can do everything in an account, so changes need a scope of
// their own. No operation makes a link that sets the password of a user who exists: whoever has it signs in as that user.
func (a *API) userRoutes() []shell.Route {
	const all, user = "/api/operator/users/", "/api/operator/users/{id}/"
	o := &operatorUsers{a.Store.People, a.links}
	view := answer.View(o.user, writeUser)
	change := func(path, operation string, change func(context.Context, int64) error) shell.Route {
		return a.PostAction(user+path, operation, shipment.ManageUsers, func(ctx context.Context, c shell.Call) error {
			if _, err := o.User(ctx, c.ID()); err != nil {
				return err
			}
			return change(ctx, c.ID())
		}, view)
	}
	return []shell.Route{
		a.Get(all, "list_users", shipment.Administer, o.list),
		shell.PostBody(a.Shell, all, "create_user", shipment.ManageUsers, &request.CreateUser, o.create),
		a.Get(user, "view_user", shipment.Administer, view),
		shell.PatchBody(a.Shell, user, "change_user", shipment.ManageUsers, &request.ChangeUser, shell.Then(o.change, view)),
		a.Put(user+"accounts/{account_id}/", "set_member", shipment.ManageUsers, request.SetMember.Shape(),
			shell.Read(request.SetMember.Read, shell.Then(o.setMember, view))),
		a.Delete(user+"accounts/{account_id}/", "remove_member", shipment.ManageUsers, shell.Done(o.removeMember)),
		change("disable/", "disable_user", o.DisableUser),
		change("enable/", "enable_user", o.EnableUser),
		change("sessions/end/", "end_sessions", func(ctx context.Context, id int64) error {
			_, err := o.RevokeSessions(ctx, id, 0)
			return err
		}),
		change("passkeys/remove/", "remove_passkeys", func(ctx context.Context, id int64) error {
			_, err := o.RemovePasskeys(ctx, id)
			return err
		}),
		change("identities/remove/", "remove_identities", func(ctx context.Context, id int64) error { return o.UnlinkIdentities(ctx, id, 0) }),
	}
}

// openRoutes are the routes of documents, files and health, which need no key.
func (a *API) openRoutes() []shell.Route {
	routes := []shell.Route{
		a.GetOpen("/labels/{file}", "label", a.serveDocument),
		a.GetOpen("/documents/{document}/{file}", "document", a.serveDocument),
		a.GetOpen("/documents/customs/{file}", "customs_data", a.customsData),
		a.GetOpen("/api/openapi.json", "openapi", a.serveOpenAPI),
		shell.Page("/docs", "docs", a.serveDocs),
		shell.Page("/docs/{asset}", "docs", a.serveDocs),
		shell.Page("/docs/{folder}/{asset}", "docs", a.serveDocs),
		shell.Page("/llms.txt", "docs", a.serveDocs),
		a.GetOpen("/healthz", "healthz", a.healthz),
		a.GetOpen("/readyz", "readyz", a.readyz),
	}
	if a.Home != nil {
		routes = append(routes, shell.Page("/", "home", a.serveHome))
	}
	for _, p := range a.Pages {
		routes = append(routes, shell.Page(p.Path, p.Operation, a.trackPage(p.Handler)))
	}
	return routes
}

// DrawingNeeds is the memory that drawing takes on a machine with some cores: one renderer of labels for
// each core, and one of long documents for two.
func DrawingNeeds(cores int) admission.Needs {
	return admission.Needs{Shared: label.SharedMemory, Label: label.LabelMemory, Document: label.DocumentMemory, Cores: cores}
}
