package client

import (
	"context"
	"net/http"
	"strconv"
)

const endpointsPath = "/webhooks/endpoints/"

// EndpointChange sets fields of an endpoint. Nil fields stay unchanged; in a new endpoint they are empty. A
// pointer to the zero value clears a field.
type EndpointChange struct {
	URL           *string      `json:"url,omitempty"` // http:// or https://
	Description   *string      `json:"description,omitempty"`
	Events        *[]EventType `json:"events,omitempty"` // a pointer to nil: all
	LabelPDF      *bool        `json:"label_pdf,omitempty"`
	BasicUsername *string      `json:"basic_username,omitempty"`
	BasicPassword *string      `json:"basic_password,omitempty"` // required again when the URL of an endpoint with one changes
	Disabled      *bool        `json:"disabled,omitempty"`
}

// Endpoints returns the account's endpoints, at most 16, without their secrets.
func (c *Client) Endpoints(ctx context.Context) ([]Endpoint, error) {
	return results[Endpoint](ctx, c, "listing endpoints", endpointsPath, nil)
}

// Endpoint returns an endpoint without its secret, or ErrNotFound.
func (c *Client) Endpoint(ctx context.Context, id int64) (Endpoint, error) {
	return get[Endpoint](ctx, c, "viewing an endpoint", endpointPath(id), nil)
}

// CreateEndpoint creates an endpoint and returns it with its secret, or a *ValidationError. If the first response is
// lost, the endpoint has a Message and no secret: RotateSecret gives it another one.
func (c *Client) CreateEndpoint(ctx context.Context, settings EndpointChange) (Endpoint, error) {
	return ask[Endpoint](ctx, c, "creating an endpoint", call{method: http.MethodPost, path: endpointsPath}, settings)
}

// UpdateEndpoint changes an endpoint and returns it without its secret. Disabled stops and resumes the
// deliveries; missed events can be replayed. It returns ErrNotFound, or a *ValidationError.
func (c *Client) UpdateEndpoint(ctx context.Context, id int64, change EndpointChange) (Endpoint, error) {
	return ask[Endpoint](ctx, c, "changing an endpoint", call{method: http.MethodPatch, path: endpointPath(id)}, change)
}

// DeleteEndpoint deletes an endpoint and its deliveries. It returns ErrNotFound when there is none, for
// example because the response to an earlier attempt was lost.
func (c *Client) DeleteEndpoint(ctx context.Context, id int64) error {
	return c.remove(ctx, "deleting an endpoint", endpointPath(id), nil)
}

// RotateSecret gives an endpoint a new secret and returns it. The old secret signs, too, for 24 hours. If the
// first response is lost, the endpoint has a Message and no secret. A further rotation then ends the secret before that one: consider
// that before calling it again.
func (c *Client) RotateSecret(ctx context.Context, id int64) (Endpoint, error) {
	rotate := call{method: http.MethodPost, path: endpointPath(id) + "rotate-secret/"}
	return ask[Endpoint](ctx, c, "rotating a secret", rotate, struct{}{})
}

// ReplayEvents sends the events of 1 to 200 ids to an endpoint again, and returns how many it sends. An event
// that is being sent at the moment does not count. It returns ErrNotFound when there is no such endpoint, and
// a *ValidationError when an event is no longer kept.
func (c *Client) ReplayEvents(ctx context.Context, id int64, eventIDs []string) (int64, error) {
	return c.replay(ctx, id, struct {
		IDs []string `json:"event_ids"`
	}{eventIDs})
}

// ReplayRange sends the events of a range, which must not be open at both ends, to an endpoint again if it is
// subscribed to them, and returns how many there are. Its errors are those of ReplayEvents.
func (c *Client) ReplayRange(ctx context.Context, id int64, r EventRange) (int64, error) {
	return c.replay(ctx, id, r)
}

func (c *Client) replay(ctx context.Context, id int64, request any) (int64, error) {
	result, err := post[struct {
		Replayed int64 `json:"replayed"`
	}](ctx, c, "replaying events", endpointPath(id)+"replay/", request)
	return result.Replayed, err
}

func endpointPath(id int64) string { return endpointsPath + strconv.FormatInt(id, 10) + "/" }
