package client

import (
	"context"
	"iter"
	"time"
)

// CreateKey creates a key as CreateLimitedKey does, with the scopes and networks of the client's. With a zero time it never
// expires.
func (c *Client) CreateKey(ctx context.Context, name string, expiresOn time.Time) (Key, error) {
	return c.CreateLimitedKey(ctx, NewKey{Name: name, ExpiresOn: expiresOn})
}

// Requests iterates over the requests of the last 30 days, the newest first. After an error it ends.
func (c *Client) Requests(ctx context.Context, f RequestFilter) iter.Seq2[RecordedRequest, error] {
	path := "/account/requests/"
	if f.AllAccounts {
		path = "/operator/requests/"
	}
	return elements[RecordedRequest](ctx, c, "listing the requests", path, f.query())
}
