package client

import "context"

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
