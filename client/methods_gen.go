// Code generated from the OpenAPI document by go test ./internal/api -run TestClientFilesAreCurrent -update; DO NOT EDIT.

package client

import (
	"context"
	"fmt"
	"iter"
	"net/http"
	"net/url"
)

// AccountLabels returns the settings.
func (c *Client) AccountLabels(ctx context.Context) (AccountLabels, error) {
	return ask[AccountLabels](ctx, c, "viewing the settings of labels", call{method: http.MethodGet, path: "/account/labels/"}, nil)
}

// ChangeAccountLabels changes the settings and returns them, or a *ValidationError.
func (c *Client) ChangeAccountLabels(ctx context.Context, change AccountLabelsChange) (AccountLabels, error) {
	return ask[AccountLabels](ctx, c, "changing the settings of labels", call{method: http.MethodPatch, path: "/account/labels/"}, change)
}

// AccountSettings returns the settings.
func (c *Client) AccountSettings(ctx context.Context) (AccountSettings, error) {
	return ask[AccountSettings](ctx, c, "viewing the settings of the account", call{method: http.MethodGet, path: "/account/settings/"}, nil)
}

// ChangeAccountSettings changes the settings and returns them, or a *ValidationError.
func (c *Client) ChangeAccountSettings(ctx context.Context, change AccountSettingsChange) (AccountSettings, error) {
	return ask[AccountSettings](ctx, c, "changing the settings of the account", call{method: http.MethodPatch, path: "/account/settings/"}, change)
}

// AddNote adds a note of 1 to 500 characters to an order, also to one that has ended. It returns ErrNotFound, a
// *ValidationError, or an *Error with status 409 if the order has 50 notes, or was erased.
func (c *Client) AddNote(ctx context.Context, trackingNo, text string) (OrderNote, error) {
	return ask[OrderNote](ctx, c, "adding a note", call{method: http.MethodPost, path: fmt.Sprintf("/order/order/%s/notes/", url.PathEscape(trackingNo))}, map[string]any{"text": text})
}

// DeleteNote deletes a note of an order, or returns ErrNotFound.
func (c *Client) DeleteNote(ctx context.Context, trackingNo string, noteID int64) error {
	_, err := c.fetch(ctx, "deleting a note", call{method: http.MethodDelete, path: fmt.Sprintf("/order/order/%s/notes/%d/", url.PathEscape(trackingNo), noteID)}, nil)
	return err
}

// Tags returns the different tags of the account's orders, sorted: at most 200.
func (c *Client) Tags(ctx context.Context) ([]string, error) {
	result, err := ask[struct {
		Results []string `json:"results"`
	}](ctx, c, "listing tags", call{method: http.MethodGet, path: "/order/tags/"}, nil)
	return result.Results, err
}

// OrderTemplates returns the account's templates by name: at most 100.
func (c *Client) OrderTemplates(ctx context.Context) ([]OrderTemplate, error) {
	result, err := ask[struct {
		Results []OrderTemplate `json:"results"`
	}](ctx, c, "listing templates", call{method: http.MethodGet, path: "/order/templates/"}, nil)
	return result.Results, err
}

// SetOrderTemplate stores a template, in the place of an earlier one of the same name. The order is anything that marshals
// to a JSON object of some fields of an order, at most 64 KiB. It returns a *ValidationError when a field or the name is
// wrong, and when there are 100 templates.
func (c *Client) SetOrderTemplate(ctx context.Context, name string, order any) (OrderTemplate, error) {
	return ask[OrderTemplate](ctx, c, "setting a template", call{method: http.MethodPut, path: fmt.Sprintf("/order/templates/%s/", url.PathEscape(name))}, order)
}

// DeleteOrderTemplate deletes a template, or returns ErrNotFound.
func (c *Client) DeleteOrderTemplate(ctx context.Context, name string) error {
	_, err := c.fetch(ctx, "deleting a template", call{method: http.MethodDelete, path: fmt.Sprintf("/order/templates/%s/", url.PathEscape(name))}, nil)
	return err
}

// Deliveries yields the deliveries of an endpoint, the newest events first, and fetches 50 at a time as the loop
// proceeds. Deliveries are kept for 30 days. An error is yielded once, with a zero Delivery, and ends the loop:
// ErrNotFound when there is no such endpoint.
func (c *Client) Deliveries(ctx context.Context, endpointID int64) iter.Seq2[Delivery, error] {
	return elements[Delivery](ctx, c, "viewing deliveries", fmt.Sprintf("/webhooks/endpoints/%d/deliveries/", endpointID), nil)
}

// Order returns everything about an order of the account. It returns ErrNotFound when the account has no
// order with the tracking number.
func (c *Client) Order(ctx context.Context, trackingNo string) (OrderDetail, error) {
	return ask[OrderDetail](ctx, c, "viewing an order", call{method: http.MethodGet, path: fmt.Sprintf("/order/order/%s/", url.PathEscape(trackingNo))}, nil)
}

// TestEndpoint sends an EventEndpointTest to an endpoint once, also to one that is disabled, and returns what
// came of it. That it was not delivered is no error. It returns ErrNotFound, and a *ValidationError when the
// endpoint has no URL.
func (c *Client) TestEndpoint(ctx context.Context, id int64) (EndpointTest, error) {
	return ask[EndpointTest](ctx, c, "testing an endpoint", call{method: http.MethodPost, path: fmt.Sprintf("/webhooks/endpoints/%d/test/", id)}, struct{}{})
}

// SendExample is TestEndpoint with an example of an event of a type, about an order, an import or an endpoint that does not exist. Test
// of its data is true.
func (c *Client) SendExample(ctx context.Context, id int64, event EventType) (EndpointTest, error) {
	return ask[EndpointTest](ctx, c, "testing an endpoint", call{method: http.MethodPost, path: fmt.Sprintf("/webhooks/endpoints/%d/test/", id)}, map[string]any{"event": event})
}

// Endpoints returns the account's endpoints, at most 16, without their secrets.
func (c *Client) Endpoints(ctx context.Context) ([]Endpoint, error) {
	result, err := ask[struct {
		Results []Endpoint `json:"results"`
	}](ctx, c, "listing endpoints", call{method: http.MethodGet, path: "/webhooks/endpoints/"}, nil)
	return result.Results, err
}

// Endpoint returns an endpoint without its secret, or ErrNotFound.
func (c *Client) Endpoint(ctx context.Context, id int64) (Endpoint, error) {
	return ask[Endpoint](ctx, c, "viewing an endpoint", call{method: http.MethodGet, path: fmt.Sprintf("/webhooks/endpoints/%d/", id)}, nil)
}

// CreateEndpoint creates an endpoint and returns it with its secret, or a *ValidationError. If the first response is
// lost, the endpoint has a Message and no secret: RotateSecret gives it another one.
func (c *Client) CreateEndpoint(ctx context.Context, settings EndpointChange) (Endpoint, error) {
	return ask[Endpoint](ctx, c, "creating an endpoint", call{method: http.MethodPost, path: "/webhooks/endpoints/"}, settings)
}

// UpdateEndpoint changes an endpoint and returns it without its secret. Disabled stops and resumes the
// deliveries; missed events can be replayed. It returns ErrNotFound, or a *ValidationError.
func (c *Client) UpdateEndpoint(ctx context.Context, id int64, change EndpointChange) (Endpoint, error) {
	return ask[Endpoint](ctx, c, "changing an endpoint", call{method: http.MethodPatch, path: fmt.Sprintf("/webhooks/endpoints/%d/", id)}, change)
}

// DeleteEndpoint deletes an endpoint and its deliveries. It returns ErrNotFound when there is none, for
// example because the response to an earlier attempt was lost.
func (c *Client) DeleteEndpoint(ctx context.Context, id int64) error {
	_, err := c.fetch(ctx, "deleting an endpoint", call{method: http.MethodDelete, path: fmt.Sprintf("/webhooks/endpoints/%d/", id)}, nil)
	return err
}

// RotateSecret gives an endpoint a new secret and returns it. The old secret signs, too, for 24 hours. If the
// first response is lost, the endpoint has a Message and no secret. A further rotation then ends the secret before that one: consider
// that before calling it again.
func (c *Client) RotateSecret(ctx context.Context, id int64) (Endpoint, error) {
	return ask[Endpoint](ctx, c, "rotating a secret", call{method: http.MethodPost, path: fmt.Sprintf("/webhooks/endpoints/%d/rotate-secret/", id)}, struct{}{})
}

// Events yields the account's events of a range, the oldest first, and fetches 50 at a time as the loop
// proceeds. Events are kept for 30 days if an endpoint was subscribed to them when they happened;
// EventEndpointDisabled always. For a few seconds an event may still be inserted before a later one: a caller
// that polls should go back ten seconds and skip the ids that it knows. An error is yielded once, with a zero
// Event, and ends the loop.
func (c *Client) Events(ctx context.Context, r EventRange) iter.Seq2[Event, error] {
	return elements[Event](ctx, c, "listing events", "/webhooks/events/", r.query())
}

// Handovers yields the hand-over lists of the account, the newest first.
func (c *Client) Handovers(ctx context.Context) iter.Seq2[Handover, error] {
	return elements[Handover](ctx, c, "listing hand-over lists", "/handovers/", nil)
}

// OpenHandover opens a list for the parcels of a service, at a place. It returns a *ValidationError.
func (c *Client) OpenHandover(ctx context.Context, serviceID int64, place string) (Handover, error) {
	return ask[Handover](ctx, c, "opening a hand-over list", call{method: http.MethodPost, path: "/handovers/"}, map[string]any{"service_id": serviceID, "place": place})
}

// Handover returns a list by its number, or ErrNotFound, as all methods do that take a number.
func (c *Client) Handover(ctx context.Context, number string) (Handover, error) {
	return ask[Handover](ctx, c, "reading a hand-over list", call{method: http.MethodGet, path: fmt.Sprintf("/handovers/%s/", url.PathEscape(number))}, nil)
}

// HandoverParcels yields the parcels of a list, the last scanned first.
func (c *Client) HandoverParcels(ctx context.Context, number string) iter.Seq2[HandoverParcel, error] {
	return elements[HandoverParcel](ctx, c, "reading the parcels of a hand-over list", fmt.Sprintf("/handovers/%s/parcels/", url.PathEscape(number)), nil)
}

// AddToHandover puts the parcel with a tracking number, partner's number or reference on a list, or says why not: that is no error. If
// several orders have the code it returns an *Error of status 409. Scan names the scan, at most 100 characters: a request that is
// repeated with it has the same result.
func (c *Client) AddToHandover(ctx context.Context, number, code, scan string) (ScanResult, error) {
	return ask[ScanResult](ctx, c, "putting a parcel on a hand-over list", call{method: http.MethodPost, path: fmt.Sprintf("/handovers/%s/parcels/", url.PathEscape(number))}, map[string]any{"code": code, "scan": scan})
}

// RemoveFromHandover takes a parcel off an open list. It returns ErrNotFound also if the parcel is not on it or picked up, or the list
// is not open.
func (c *Client) RemoveFromHandover(ctx context.Context, number, trackingNo string) error {
	_, err := c.fetch(ctx, "taking a parcel off a hand-over list", call{method: http.MethodDelete, path: fmt.Sprintf("/handovers/%s/parcels/%s/", url.PathEscape(number), url.PathEscape(trackingNo))}, nil)
	return err
}

// CloseHandover closes a list. Its parcels become picked up within seconds. It returns an *Error of status 409 if the list is not open, has
// another number of parcels, or has Trouble. The request may be repeated.
func (c *Client) CloseHandover(ctx context.Context, number string, h HandoverClose) (Handover, error) {
	return ask[Handover](ctx, c, "closing a hand-over list", call{method: http.MethodPost, path: fmt.Sprintf("/handovers/%s/close/", url.PathEscape(number))}, h)
}

// ReopenHandover opens a closed list again for further parcels. It returns an *Error of status 409 if the list is not closed. The request
// may be repeated.
func (c *Client) ReopenHandover(ctx context.Context, number, reason string) (Handover, error) {
	return ask[Handover](ctx, c, "opening a hand-over list again", call{method: http.MethodPost, path: fmt.Sprintf("/handovers/%s/reopen/", url.PathEscape(number))}, map[string]any{"reason": reason})
}

// PrintHandover returns a list as PDF.
func (c *Client) PrintHandover(ctx context.Context, number string) ([]byte, error) {
	file, err := c.fetch(ctx, "printing a hand-over list", call{accept: "*/*", method: http.MethodGet, path: fmt.Sprintf("/handovers/%s/pdf/", url.PathEscape(number))}, nil)
	return file.body, err
}

// HoldOrders holds orders, at most 200, for a reason of at most 500 characters, and returns the result for each in the given
// order. With dryRun nothing is changed. It returns a *ValidationError if the request is invalid. The request may be repeated.
func (c *Client) HoldOrders(ctx context.Context, trackingNos []string, reason string, dryRun bool) ([]HeldOrder, error) {
	result, err := ask[struct {
		Orders []HeldOrder `json:"orders"`
	}](ctx, c, "to hold orders", call{method: http.MethodPost, path: "/order/hold/"}, map[string]any{"tracking_nos": trackingNos, "reason": reason, "dry_run": dryRun})
	return result.Orders, err
}

// ReleaseOrders releases held orders, at most 200, and returns the result for each in the given order. The reason may be "", except for
// orders that the rule sanctions holds. With dryRun nothing is changed. It returns a *ValidationError if the request is invalid. The
// request may be repeated.
func (c *Client) ReleaseOrders(ctx context.Context, trackingNos []string, reason string, dryRun bool) ([]HeldOrder, error) {
	result, err := ask[struct {
		Orders []HeldOrder `json:"orders"`
	}](ctx, c, "to release orders", call{method: http.MethodPost, path: "/order/release/"}, map[string]any{"tracking_nos": trackingNos, "reason": reason, "dry_run": dryRun})
	return result.Orders, err
}

// Import returns an import. It returns ErrNotFound.
func (c *Client) Import(ctx context.Context, id int64) (Import, error) {
	return ask[Import](ctx, c, fmt.Sprintf("viewing import %d", id), call{method: http.MethodGet, path: fmt.Sprintf("/order/import/%d/", id)}, nil)
}

// Imports yields the imports of the last 90 days, the newest first. After an error it ends.
func (c *Client) Imports(ctx context.Context) iter.Seq2[Import, error] {
	return elements[Import](ctx, c, "listing imports", "/order/import/", nil)
}

// ImportProblems yields the rows of an import that have problems or warnings, in the order of the file. After an error
// it ends.
func (c *Client) ImportProblems(ctx context.Context, id int64) iter.Seq2[ImportRow, error] {
	return elements[ImportRow](ctx, c, fmt.Sprintf("viewing the problems of import %d", id), fmt.Sprintf("/order/import/%d/problems/", id), nil)
}

// ConfirmImport says yes to what an import waits for, and lets one that was only checked begin. It returns a
// *ValidationError when the decision does not cover all needs, and an *Error of status 409 when the import does not wait.
func (c *Client) ConfirmImport(ctx context.Context, id int64, d ImportDecision) (Import, error) {
	return ask[Import](ctx, c, fmt.Sprintf("confirming import %d", id), call{method: http.MethodPost, path: fmt.Sprintf("/order/import/%d/confirm/", id)}, d)
}

// CancelImport ends an import. At most a hundred more orders are created; those that exist stay. It returns an *Error
// of status 409 when the import is at an end.
func (c *Client) CancelImport(ctx context.Context, id int64) (Import, error) {
	return ask[Import](ctx, c, fmt.Sprintf("cancelling import %d", id), call{method: http.MethodPost, path: fmt.Sprintf("/order/import/%d/cancel/", id)}, struct{}{})
}

// SimulateJourney starts a journey of an order, and ends one under way. Its updates are recorded and sent as
// events, as those of partners are. It returns ErrForbidden in production, ErrNotFound when the account has
// no such order, and a *ValidationError.
func (c *Client) SimulateJourney(ctx context.Context, r JourneyRequest) (Journey, error) {
	return ask[Journey](ctx, c, "simulating a journey", call{method: http.MethodPost, path: "/simulate/journey/"}, r)
}

// Keys returns the account's keys, revoked ones too, without their secrets.
func (c *Client) Keys(ctx context.Context) ([]Key, error) {
	result, err := ask[struct {
		Results []Key `json:"results"`
	}](ctx, c, "listing keys", call{method: http.MethodGet, path: "/account/keys/"}, nil)
	return result.Results, err
}

// CreateLimitedKey creates a key and returns it with its secret, or a *ValidationError, for example when a live key has the
// name. If the first response is lost, the key has no secret: revoke it then, and create another one.
func (c *Client) CreateLimitedKey(ctx context.Context, key NewKey) (Key, error) {
	return ask[Key](ctx, c, "creating a key", call{method: http.MethodPost, path: "/account/keys/"}, key)
}

// RevokeKey revokes a key, which must be the client's own or one that was created with it, and withCreated also the
// keys that were created with that one. It returns ErrNotFound for other keys.
func (c *Client) RevokeKey(ctx context.Context, id int64, withCreated bool) error {
	_, err := c.fetch(ctx, fmt.Sprintf("revoking key %d", id), call{method: http.MethodDelete, path: fmt.Sprintf("/account/keys/%d/", id), query: parameters(map[string]any{"with_created": withCreated})}, nil)
	return err
}

// RevokeAddresses revokes the addresses of the label and the documents of an order, and returns the new address of its label, "" while
// there is none. It returns ErrNotFound when the account has no such order. A repeated call revokes the new address too.
func (c *Client) RevokeAddresses(ctx context.Context, trackingNo string) (labelURL string, err error) {
	result, err := ask[struct {
		OrderLabelURL string `json:"order_label_url"`
	}](ctx, c, "revoking the addresses of an order", call{method: http.MethodPost, path: fmt.Sprintf("/order/order/%s/revoke-addresses/", url.PathEscape(trackingNo))}, struct{}{})
	return result.OrderLabelURL, err
}

// LabelStatuses says for each order of a query whether Labels has its label, why not, and what does not print as
// it was written. It returns ErrNotFound for an unknown batch, and the errors of Labels.
func (c *Client) LabelStatuses(ctx context.Context, q LabelQuery) (LabelStatuses, error) {
	return ask[LabelStatuses](ctx, c, "reading the status of labels", call{method: http.MethodGet, path: "/order/labels/status/", query: q.query()}, nil)
}

// CorrectTracking gives an order of any account another status than the one that was reported, and returns the one that it had. The same
// status confirms it. It returns ErrForbidden when the key is not an operator's, ErrNotFound when no order has the tracking number, a
// *ValidationError, and an *Error of status 409 when the order is cancelled or erased.
func (c *Client) CorrectTracking(ctx context.Context, right StatusCorrection) (corrected string, err error) {
	result, err := ask[struct {
		Corrects string `json:"corrects"`
	}](ctx, c, "correcting a status", call{method: http.MethodPost, path: "/operator/tracking/correct/"}, right)
	return result.Corrects, err
}

// ReportProof stores a proof of delivery and replaces an earlier one. It returns ErrForbidden when the key is
// not an operator's, ErrNotFound when no order has the tracking number, and a *ValidationError.
func (c *Client) ReportProof(ctx context.Context, proof DeliveryProof) error {
	_, err := c.fetch(ctx, "reporting a proof of delivery", call{method: http.MethodPost, path: "/operator/proof-of-delivery/"}, proof)
	return err
}

// UndoPacking undoes that the key packed a parcel. It returns ErrNotFound if the key did not, and an *Error of status 409 if the parcel was
// picked up or is on a hand-over list.
func (c *Client) UndoPacking(ctx context.Context, trackingNo string) error {
	_, err := c.fetch(ctx, "undoing a packing", call{method: http.MethodDelete, path: fmt.Sprintf("/packings/%s/", url.PathEscape(trackingNo))}, nil)
	return err
}

// QueuePrint queues the label of an order for a printer, once for each request key of at most 100 characters: the same key again
// returns the job, with its state now. It returns a *ValidationError, ErrNotFound for an unknown order or a printer that no agent has,
// and an *Error of status 409 if the key is that of another order or printer. The request may be repeated.
func (c *Client) QueuePrint(ctx context.Context, trackingNo, printer, requestKey string) (PrintJob, error) {
	return ask[PrintJob](ctx, c, "queuing a print job", call{method: http.MethodPost, path: "/print/jobs/"}, map[string]any{"tracking_no": trackingNo, "printer": printer, "request_key": requestKey})
}

// TakePrints offers a printer, waits up to ten seconds for a job of it, and takes it for a minute. It returns none if there was none.
func (c *Client) TakePrints(ctx context.Context, printer string) ([]PrintJob, error) {
	result, err := ask[struct {
		Jobs []PrintJob `json:"jobs"`
	}](ctx, c, "taking print jobs", call{method: http.MethodPost, path: "/print/take/"}, map[string]any{"printer": printer})
	return result.Jobs, err
}

// ReportScale says what the scale beside a printer shows, in kg: a stable weight, once until the scale is empty again, and 0 when it is. It
// returns ErrNotFound for a printer that no agent has.
func (c *Client) ReportScale(ctx context.Context, printer string, weight Decimal) error {
	_, err := c.fetch(ctx, "reporting a weight", call{method: http.MethodPost, path: "/print/scale/"}, map[string]any{"printer": printer, "weight": weight})
	return err
}

// AnswerPrint stores what a person says of a job whose state is PrintUnknown: the label came out, PrintPrinted, or it did not,
// PrintFailed. PrintWithdrawn takes back a job that no agent has yet. It returns ErrNotFound for an unknown key, and an *Error of status
// 409 if the job is in another state.
func (c *Client) AnswerPrint(ctx context.Context, requestKey, answer string) error {
	_, err := c.fetch(ctx, "answering for a print job", call{method: http.MethodPost, path: "/print/answer/"}, map[string]any{"request_key": requestKey, "answer": answer})
	return err
}

// MarkPrinted notes that the labels of orders were printed, at most 200 in a call, so that Filter.Printed selects the
// others. It returns a *ValidationError when there are no tracking numbers, or too many.
func (c *Client) MarkPrinted(ctx context.Context, trackingNos []string) ([]PrintedOrder, error) {
	result, err := ask[struct {
		Orders []PrintedOrder `json:"orders"`
	}](ctx, c, "marking labels as printed", call{method: http.MethodPost, path: "/order/printed/"}, map[string]any{"tracking_nos": trackingNos})
	return result.Orders, err
}

// UnmarkPrinted takes back that the labels of orders were printed, at most 200 in a call. It returns a *ValidationError when
// there are no tracking numbers, or too many.
func (c *Client) UnmarkPrinted(ctx context.Context, trackingNos []string) ([]PrintedOrder, error) {
	result, err := ask[struct {
		Orders []PrintedOrder `json:"orders"`
	}](ctx, c, "marking labels as not printed", call{method: http.MethodPost, path: "/order/not-printed/"}, map[string]any{"tracking_nos": trackingNos})
	return result.Orders, err
}

// ExplainOrder returns what an order of the account waits for. It returns ErrNotFound when the account has no order with
// the tracking number.
func (c *Client) ExplainOrder(ctx context.Context, trackingNo string) (OrderObstacles, error) {
	return ask[OrderObstacles](ctx, c, "explaining an order", call{method: http.MethodGet, path: fmt.Sprintf("/order/order/%s/why/", url.PathEscape(trackingNo))}, nil)
}

// Stats counts the orders of the last days, with today: 1 to 31, 0 is 7. It returns a *ValidationError for another number.
func (c *Client) Stats(ctx context.Context, days int) (Stats, error) {
	return ask[Stats](ctx, c, "counting orders", call{method: http.MethodGet, path: "/order/stats/", query: parameters(map[string]any{"days": days})}, nil)
}

// Rules returns all rules by id, with the built-in ones: at most 1000. It returns ErrForbidden with any
// key, as all methods about rules do: rules are changed in the console and by commands.
func (c *Client) Rules(ctx context.Context) ([]RuleEntry, error) {
	result, err := ask[struct {
		Results []RuleEntry `json:"results"`
	}](ctx, c, "listing rules", call{method: http.MethodGet, path: "/operator/rules/"}, nil)
	return result.Results, err
}

// Rule returns a rule, or ErrNotFound.
func (c *Client) Rule(ctx context.Context, id string) (RuleEntry, error) {
	return ask[RuleEntry](ctx, c, "viewing a rule", call{method: http.MethodGet, path: fmt.Sprintf("/operator/rules/%s/", url.PathEscape(id))}, nil)
}

// SetRule adds a rule, or replaces the one with this id, also a built-in one. The rule is anything that marshals to its
// JSON form, with or without the id. It returns a *ValidationError when the rule is wrong.
func (c *Client) SetRule(ctx context.Context, id string, rule any) (RuleEntry, error) {
	return ask[RuleEntry](ctx, c, "setting a rule", call{method: http.MethodPut, path: fmt.Sprintf("/operator/rules/%s/", url.PathEscape(id))}, rule)
}

// DeleteRule deletes a rule that was set; a built-in rule with its id applies again. It returns ErrNotFound when there
// is no such rule, and a *ValidationError when it is built in.
func (c *Client) DeleteRule(ctx context.Context, id string) error {
	_, err := c.fetch(ctx, "deleting a rule", call{method: http.MethodDelete, path: fmt.Sprintf("/operator/rules/%s/", url.PathEscape(id))}, nil)
	return err
}

// AuditLog iterates over the changes, the newest first. After an error it ends. The error is ErrForbidden with any
// key: the log is viewed in the console and by a command.
func (c *Client) AuditLog(ctx context.Context, f AuditFilter) iter.Seq2[AuditEntry, error] {
	return elements[AuditEntry](ctx, c, "viewing the audit log", "/operator/audit-log/", f.query())
}

// AccountAuditLog is AuditLog for what belongs to the account of the key, which needs the scope account. The filter has no AccountID.
func (c *Client) AccountAuditLog(ctx context.Context, f AuditFilter) iter.Seq2[AuditEntry, error] {
	return elements[AuditEntry](ctx, c, "viewing the audit log of the account", "/account/audit-log/", f.query())
}

// Services returns the services that the account may use, and the limits of its requests.
func (c *Client) Services(ctx context.Context) (ServiceList, error) {
	return ask[ServiceList](ctx, c, "listing services", call{method: http.MethodGet, path: "/services/"}, nil)
}

// Track returns the updates of parcels by the tracking numbers of the query, newest first, and none for a
// number without an order. It sends the secret key. Without a valid key the service limits requests by
// address and returns no related orders.
func (c *Client) Track(ctx context.Context, q TrackQuery) (map[string][]TrackUpdate, error) {
	return ask[map[string][]TrackUpdate](ctx, c, "tracking parcels", call{method: http.MethodPost, path: "/tracker/query-by-tracking-nos/"}, q)
}

// EditTags adds tags to orders and removes others, and returns the result for each order in the given order, as EditOrders
// does: at most 200 orders, and 10 tags of each kind. A tag has 1 to 30 letters, digits, hyphens and spaces, and becomes lower
// case. It returns a *ValidationError if the request is invalid, and an *Error with status 409 if the account had more than 200
// different tags then. The request may be repeated.
func (c *Client) EditTags(ctx context.Context, trackingNos, add, remove []string) ([]EditedOrder, error) {
	result, err := ask[struct {
		Orders []EditedOrder `json:"orders"`
	}](ctx, c, "changing tags", call{method: http.MethodPost, path: "/order/tags/"}, tagsRequest{TrackingNos: trackingNos, Add: add, Remove: remove})
	return result.Orders, err
}

// TrackV2 is Track by the second path of the original interface.
func (c *Client) TrackV2(ctx context.Context, q TrackQuery) (map[string][]TrackUpdate, error) {
	return ask[map[string][]TrackUpdate](ctx, c, "tracking parcels", call{method: http.MethodPost, path: "/v2/tracker/query-by-tracking-nos/"}, q)
}

// RelatedUpdates returns the updates of at most 200 tracking numbers, which are separated by commas, and of the account's orders that are
// related to them, in the form of the original interface: see Track.
func (c *Client) RelatedUpdates(ctx context.Context, trackingNos string) ([]RelatedUpdate, error) {
	return ask[[]RelatedUpdate](ctx, c, "reading related updates", call{method: http.MethodGet, path: "/v2/tracker/related-updates/", query: parameters(map[string]any{"tracking_nos": trackingNos})}, nil)
}

// PortalServices returns the services of the account in the form of the original interface: see Services.
func (c *Client) PortalServices(ctx context.Context) ([]PortalService, error) {
	return ask[[]PortalService](ctx, c, "listing services", call{method: http.MethodGet, path: "/order/service/"}, nil)
}

// PortalBatchNumbers returns the numbers of the account's last batches, the newest first: at most 200.
func (c *Client) PortalBatchNumbers(ctx context.Context) ([]string, error) {
	return ask[[]string](ctx, c, "listing batches", call{method: http.MethodGet, path: "/order/upload-batch-no/"}, nil)
}

// SearchHS finds at most limit HS codes by words of their English descriptions, or by their first digits; 0 is 20. It returns a
// *ValidationError for a text that is empty or has more than 100 characters, and for a limit above 50.
func (c *Client) SearchHS(ctx context.Context, q string, limit int) ([]HSCode, error) {
	result, err := ask[struct {
		Results []HSCode `json:"results"`
	}](ctx, c, "searching HS codes", call{method: http.MethodGet, path: "/customs/hs/", query: parameters(map[string]any{"q": q, "limit": limit})}, nil)
	return result.Results, err
}

// ReplayEvents sends the events of 1 to 200 ids to an endpoint again, and returns how many it sends. An event
// that is being sent at the moment does not count. It returns ErrNotFound when there is no such endpoint, and
// a *ValidationError when an event is no longer kept.
func (c *Client) ReplayEvents(ctx context.Context, id int64, eventIDs []string) (int64, error) {
	result, err := ask[struct {
		Replayed int64 `json:"replayed"`
	}](ctx, c, "replaying events", call{method: http.MethodPost, path: fmt.Sprintf("/webhooks/endpoints/%d/replay/", id)}, map[string]any{"event_ids": eventIDs})
	return result.Replayed, err
}

// ReplayRange sends the events of a range, which must not be open at both ends, to an endpoint again if it is
// subscribed to them, and returns how many there are. Its errors are those of ReplayEvents.
func (c *Client) ReplayRange(ctx context.Context, id int64, r EventRange) (int64, error) {
	result, err := ask[struct {
		Replayed int64 `json:"replayed"`
	}](ctx, c, "replaying events", call{method: http.MethodPost, path: fmt.Sprintf("/webhooks/endpoints/%d/replay/", id)}, r)
	return result.Replayed, err
}

// EditOrders makes the same changes in orders, as in EditOrder, and returns the result for each in the given order: at most 200.
// Fields of items are set in every item. With dryRun nothing is changed. It returns a *ValidationError if the request is
// invalid. The request may be repeated.
func (c *Client) EditOrders(ctx context.Context, trackingNos []string, changes map[string]any, dryRun bool) ([]EditedOrder, error) {
	result, err := ask[struct {
		Orders []EditedOrder `json:"orders"`
	}](ctx, c, "changing orders", call{method: http.MethodPost, path: "/order/edit/"}, map[string]any{"tracking_nos": trackingNos, "changes": changes, "dry_run": dryRun})
	return result.Orders, err
}

// List yields the entries by name. With a search it yields only entries that have a word that begins with it.
func (b Book[T]) List(ctx context.Context, q string) iter.Seq2[Entry[T], error] {
	return elements[Entry[T]](ctx, b.c, "listing a book", fmt.Sprintf("/books/%s/", url.PathEscape(b.book)), parameters(map[string]any{"q": q}))
}

// Get returns an entry, or ErrNotFound.
func (b Book[T]) Get(ctx context.Context, name string) (Entry[T], error) {
	return ask[Entry[T]](ctx, b.c, "reading an entry of a book", call{method: http.MethodGet, path: fmt.Sprintf("/books/%s/%s/", url.PathEscape(b.book), url.PathEscape(name))}, nil)
}

// Set stores an entry, in the place of an earlier one of the same name. It returns a *ValidationError when the name or a
// field is wrong, and when the book is full.
func (b Book[T]) Set(ctx context.Context, name string, value T) (Entry[T], error) {
	return ask[Entry[T]](ctx, b.c, "setting an entry of a book", call{method: http.MethodPut, path: fmt.Sprintf("/books/%s/%s/", url.PathEscape(b.book), url.PathEscape(name))}, value)
}

// Delete deletes an entry, or returns ErrNotFound.
func (b Book[T]) Delete(ctx context.Context, name string) error {
	_, err := b.c.fetch(ctx, "deleting an entry of a book", call{method: http.MethodDelete, path: fmt.Sprintf("/books/%s/%s/", url.PathEscape(b.book), url.PathEscape(name))}, nil)
	return err
}

// Import stores the entries of a CSV file such as Export returns, all or none, and returns how many they are. It returns a
// *ValidationError with the problems by row and heading, such as rows.17.number.
func (b Book[T]) Import(ctx context.Context, file []byte) (entries int, err error) {
	result, err := ask[struct {
		Entries int `json:"entries"`
	}](ctx, b.c, "importing a book", call{body: file, contentType: fileType(file), method: http.MethodPost, path: fmt.Sprintf("/books/%s/import/", url.PathEscape(b.book)), query: parameters(map[string]any{})}, nil)
	return result.Entries, err
}

// The calls of methods that are written by hand.

func (c *Client) cancel(ctx context.Context, request any) ([]CancelledOrder, error) {
	result, err := ask[struct {
		Orders []CancelledOrder `json:"orders"`
	}](ctx, c, "cancelling orders", call{method: http.MethodPost, path: "/order/cancel/"}, request)
	return result.Orders, err
}

func (c *Client) checkAddresses(ctx context.Context, addresses []Address) ([]AddressCheck, error) {
	result, err := ask[struct {
		Addresses []AddressCheck `json:"addresses"`
	}](ctx, c, "checking addresses", call{method: http.MethodPost, path: "/address/check/"}, map[string]any{"addresses": addresses})
	return result.Addresses, err
}

func (c *Client) edit(ctx context.Context, request any) ([]EditedOrder, error) {
	result, err := ask[struct {
		Orders []EditedOrder `json:"orders"`
	}](ctx, c, "changing orders", call{method: http.MethodPost, path: "/order/edit/"}, request)
	return result.Orders, err
}

func (c *Client) pack(ctx context.Context, request any) (PackResult, error) {
	return ask[PackResult](ctx, c, "packing a parcel", call{method: http.MethodPost, path: "/packings/"}, request)
}

func (c *Client) recheck(ctx context.Context, id int64, body recheckRequest) (Import, error) {
	return ask[Import](ctx, c, fmt.Sprintf("checking import %d again", id), call{method: http.MethodPost, path: fmt.Sprintf("/order/import/%d/check/", id)}, body)
}

func (c *Client) reportPrint(ctx context.Context, requestKey, lease, state, note string) error {
	_, err := c.fetch(ctx, "reporting on a print job", call{method: http.MethodPost, path: "/print/report/"}, map[string]any{"request_key": requestKey, "lease": lease, "state": state, "note": note})
	return err
}

func (c *Client) reportTracking(ctx context.Context, events []TrackingReport) ([]ReportedTracking, error) {
	result, err := ask[struct {
		Events []ReportedTracking `json:"events"`
	}](ctx, c, "reporting tracking", call{method: http.MethodPost, path: "/operator/tracking/"}, map[string]any{"events": events})
	return result.Events, err
}

func (c *Client) validate(ctx context.Context, request CreateRequest) ([]validatedOrder, error) {
	result, err := ask[struct {
		Orders []validatedOrder `json:"orders"`
	}](ctx, c, "validating orders", call{method: http.MethodPost, path: "/order/validate/"}, request)
	return result.Orders, err
}

func (f AuditFilter) query() url.Values {
	return parameters(map[string]any{
		"subject_kind": f.SubjectKind,
		"subject":      f.Subject,
		"account_id":   f.AccountID,
		"actor_kind":   f.ActorKind,
		"actor":        f.Actor,
		"from":         f.From,
		"until":        f.Until,
		"created_from": f.CreatedFrom,
		"created_to":   f.CreatedTo,
	})
}

func (f EventRange) query() url.Values {
	return parameters(map[string]any{
		"date_from":    f.From,
		"date_to":      f.To,
		"created_from": f.CreatedFrom,
		"created_to":   f.CreatedTo,
	})
}

func (f Filter) query() url.Values {
	return parameters(map[string]any{
		"with_items":          f.WithItems,
		"expand":              f.Expand,
		"date_from":           f.DateFrom,
		"date_to":             f.DateTo,
		"created_from":        f.CreatedFrom,
		"created_to":          f.CreatedTo,
		"service_id":          f.ServiceID,
		"shipper_order_id":    f.ShipperOrderID,
		"upload_batch_no":     f.UploadBatchNo,
		"tracking_no":         f.TrackingNos,
		"status_code":         f.StatusCode,
		"tracker_status_code": f.TrackerStatusCode,
		"picked_up":           f.PickedUp,
		"updated_from":        f.UpdatedFrom,
		"updated_to":          f.UpdatedTo,
		"is_return":           f.IsReturn,
		"printed":             f.Printed,
		"packed":              f.Packed,
		"queue":               f.Queue,
		"held":                f.Held,
		"search":              f.Search,
		"tag":                 f.Tag,
		"warning":             f.Warning,
		"metadata":            f.Metadata,
		"page_size":           f.PageSize,
	})
}

func (f ImportRequest) query() url.Values {
	return parameters(map[string]any{
		"service_id":  f.ServiceID,
		"mapping":     f.Mapping,
		"charset":     f.Charset,
		"delimiter":   f.Delimiter,
		"sheet":       f.Sheet,
		"heading_row": f.HeadingRow,
		"dry_run":     f.DryRun,
		"valid_only":  f.ValidOnly,
		"existing":    f.Existing,
		"confirm":     f.Confirm,
	})
}

func (f LabelQuery) query() url.Values {
	return parameters(map[string]any{
		"upload_batch_no": f.UploadBatchNo,
		"tracking_no":     f.TrackingNos,
		"import_id":       f.ImportID,
		"document":        f.Document,
		"format":          f.Format,
		"size":            f.Size,
		"dpi":             f.DPI,
	})
}

func (f ManifestQuery) query() url.Values {
	return parameters(map[string]any{
		"created_from":    f.CreatedFrom,
		"created_to":      f.CreatedTo,
		"service_id":      f.ServiceID,
		"upload_batch_no": f.UploadBatchNo,
		"tracking_no":     f.TrackingNos,
		"date":            f.Date,
		"timezone":        f.Timezone,
	})
}

func (f RequestFilter) query() url.Values {
	return parameters(map[string]any{
		"request_id": f.RequestID,
		"failed":     f.Failed,
	})
}
