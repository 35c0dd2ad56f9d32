package client

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"time"
)

const endpointsPath = "/webhooks/endpoints/"

// Endpoint is where events of the account's orders are posted to.
type Endpoint struct {
	ID             int64       `json:"id"`
	URL            string      `json:"url"` // "": nothing is sent; see Events
	Description    string      `json:"description"`
	Events         []EventType `json:"events"`    // those that it is told of; none: all
	LabelPDF       bool        `json:"label_pdf"` // EventLabelReady carries the label itself
	BasicUsername  string      `json:"basic_username"`
	Disabled       bool        `json:"disabled"`
	DisabledOn     time.Time   `json:"disabled_on"`      // zero: it is not
	DisabledReason string      `json:"disabled_reason"`  // "": it is not
	FailingSince   time.Time   `json:"failing_since"`    // zero: it is not
	OldSecretUntil time.Time   `json:"old_secret_until"` // until then the secret before signs as well; zero: none does
	CreatedOn      time.Time   `json:"created_on"`
	UpdatedOn      time.Time   `json:"updated_on"`
	// Secret is what VerifyWebhook wants: whsec_ and base64. CreateEndpoint and RotateSecret
	// return it, and nothing returns it again.
	Secret string `json:"secret,omitempty"`
}

// EndpointChange is what is to be set of an endpoint. What is nil stays as it is; of a new
// endpoint it is empty. A pointer to the zero value clears.
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
	var answer struct {
		Results []Endpoint `json:"results"`
	}
	if err := c.get(ctx, endpointsPath, nil, &answer); err != nil {
		return nil, fmt.Errorf("waybill: listing endpoints: %w", err)
	}
	return answer.Results, nil
}

// Endpoint returns an endpoint without its secret, or ErrNotFound.
func (c *Client) Endpoint(ctx context.Context, id int64) (Endpoint, error) {
	var e Endpoint
	if err := c.get(ctx, endpointPath(id), nil, &e); err != nil {
		return Endpoint{}, fmt.Errorf("waybill: viewing an endpoint: %w", err)
	}
	return e, nil
}

// CreateEndpoint makes an endpoint and returns it with its secret, or a *ValidationError.
// It is not repeated when its answer is lost, since that would make two: look at Endpoints
// then.
func (c *Client) CreateEndpoint(ctx context.Context, settings EndpointChange) (Endpoint, error) {
	var e Endpoint
	if err := c.exchange(ctx, call{method: http.MethodPost, path: endpointsPath, once: true}, settings, &e); err != nil {
		return Endpoint{}, fmt.Errorf("waybill: creating an endpoint: %w", err)
	}
	return e, nil
}

// UpdateEndpoint changes an endpoint, and returns it without its secret. Disabled ends
// and begins the sending; what was missed meanwhile can be replayed. It returns
// ErrNotFound, or a *ValidationError.
func (c *Client) UpdateEndpoint(ctx context.Context, id int64, change EndpointChange) (Endpoint, error) {
	var e Endpoint
	if err := c.exchange(ctx, call{method: http.MethodPatch, path: endpointPath(id)}, change, &e); err != nil {
		return Endpoint{}, fmt.Errorf("waybill: changing an endpoint: %w", err)
	}
	return e, nil
}

// DeleteEndpoint deletes an endpoint and its deliveries. It returns ErrNotFound when there
// is none, which may be because the answer to an earlier attempt was lost.
func (c *Client) DeleteEndpoint(ctx context.Context, id int64) error {
	if _, err := c.do(ctx, call{method: http.MethodDelete, path: endpointPath(id)}); err != nil {
		return fmt.Errorf("waybill: deleting an endpoint: %w", err)
	}
	return nil
}

// RotateSecret gives an endpoint a new secret and returns it. For 24 hours the one before
// signs as well. It is not repeated when its answer is lost, since the second rotation
// ends the secret before the first: call it again in the knowledge of that.
func (c *Client) RotateSecret(ctx context.Context, id int64) (Endpoint, error) {
	var e Endpoint
	if err := c.exchange(ctx, call{method: http.MethodPost, path: endpointPath(id) + "rotate-secret/", once: true}, struct{}{}, &e); err != nil {
		return Endpoint{}, fmt.Errorf("waybill: rotating a secret: %w", err)
	}
	return e, nil
}

// ReplayEvents sends the events of 1 to 200 ids to an endpoint again, and returns how many
// there were: one that is being sent at the moment does not count. It returns ErrNotFound
// when there is no such endpoint, and a *ValidationError when an event is not kept any
// more.
func (c *Client) ReplayEvents(ctx context.Context, id int64, eventIDs []string) (int64, error) {
	return c.replay(ctx, id, struct {
		IDs []string `json:"event_ids"`
	}{eventIDs})
}

// ReplayRange sends the events of a time, which must not be open at both ends, that are
// of the endpoint's types to it again, and returns how many there are. Its errors are
// those of ReplayEvents.
func (c *Client) ReplayRange(ctx context.Context, id int64, r EventRange) (int64, error) {
	return c.replay(ctx, id, r)
}

func (c *Client) replay(ctx context.Context, id int64, request any) (int64, error) {
	var answer struct {
		Replayed int64 `json:"replayed"`
	}
	if err := c.exchange(ctx, call{method: http.MethodPost, path: endpointPath(id) + "replay/"}, request, &answer); err != nil {
		return 0, fmt.Errorf("waybill: replaying events: %w", err)
	}
	return answer.Replayed, nil
}

func endpointPath(id int64) string { return endpointsPath + strconv.FormatInt(id, 10) + "/" }
