package client

import (
	"context"
	"net/http"
	"strconv"
)

// Administration has what an operator decides about: submissions and cancellations at partners, accounts, services, partners and users. Its
// methods return ErrForbidden when the key is not an operator's with ScopeAdministration, and those with a number, an id or a name
// ErrNotFound when nothing has it.
type Administration struct{ client *Client }

// NewAdministration makes one that calls by a client.
func NewAdministration(c *Client) Administration { return Administration{c} }

const operatorServicesPath = "/operator/services/"

// ServiceLabelsChange replaces lists. Nil fields stay unchanged. A pointer to nil empties a list.
type ServiceLabelsChange struct {
	Marks   *[]string `json:"marks,omitempty"`   // some of signature, battery and fragile
	Routing *[]Route  `json:"routing,omitempty"` // at most 5000, each with another prefix
}

func servicePath(id int64, rest string) string {
	return operatorServicesPath + strconv.FormatInt(id, 10) + "/" + rest
}

// Services returns all services by id, disabled ones too.
func (a Administration) Services(ctx context.Context) ([]OperatorService, error) {
	return results[OperatorService](ctx, a.client, "listing all services", operatorServicesPath, nil)
}

// Service returns a service.
func (a Administration) Service(ctx context.Context, id int64) (OperatorService, error) {
	return get[OperatorService](ctx, a.client, "viewing a service", servicePath(id, ""), nil)
}

// CreateService creates a service, or returns a *ValidationError.
func (a Administration) CreateService(ctx context.Context, service NewService) (OperatorService, error) {
	create := call{method: http.MethodPost, path: operatorServicesPath}
	return ask[OperatorService](ctx, a.client, "creating a service", create, service)
}

// ChangeService changes a service and returns it, or a *ValidationError. Its number, lane and category never change.
func (a Administration) ChangeService(ctx context.Context, id int64, change ServiceChange) (OperatorService, error) {
	return ask[OperatorService](ctx, a.client, "changing a service", call{method: http.MethodPatch, path: servicePath(id, "")}, change)
}

// DisableService takes no more orders for a service. Orders that exist go on.
func (a Administration) DisableService(ctx context.Context, id int64) (OperatorService, error) {
	return post[OperatorService](ctx, a.client, "disabling a service", servicePath(id, "disable/"), struct{}{})
}

// EnableService takes orders for a service again.
func (a Administration) EnableService(ctx context.Context, id int64) (OperatorService, error) {
	return post[OperatorService](ctx, a.client, "enabling a service", servicePath(id, "enable/"), struct{}{})
}

// ServiceLabels returns the marks and the routing table of a service.
func (a Administration) ServiceLabels(ctx context.Context, id int64) (ServiceLabels, error) {
	return get[ServiceLabels](ctx, a.client, "viewing the labels of a service", servicePath(id, "labels/"), nil)
}

// ChangeServiceLabels changes them and returns them, or a *ValidationError.
func (a Administration) ChangeServiceLabels(ctx context.Context, id int64, change ServiceLabelsChange) (ServiceLabels, error) {
	labels := call{method: http.MethodPatch, path: servicePath(id, "labels/")}
	return ask[ServiceLabels](ctx, a.client, "changing the labels of a service", labels, change)
}

// ServiceCustoms returns what a service states for customs, by the name of the fact. What it does not state is "".
func (a Administration) ServiceCustoms(ctx context.Context, id int64) (map[string]string, error) {
	return get[map[string]string](ctx, a.client, "viewing the facts for customs of a service", servicePath(id, "customs/"), nil)
}

// ChangeServiceCustoms states facts for customs. A fact with the value "" is removed, and a fact that is not named stays. It returns
// all facts, or a *ValidationError.
func (a Administration) ChangeServiceCustoms(ctx context.Context, id int64, facts map[string]string) (map[string]string, error) {
	customs := call{method: http.MethodPatch, path: servicePath(id, "customs/")}
	return ask[map[string]string](ctx, a.client, "changing the facts for customs of a service", customs, facts)
}
