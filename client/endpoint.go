package client

import "context"

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
