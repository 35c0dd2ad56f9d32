package easypost

import (
	"context"
	"net/http"
)

// FetchLabel fetches a label by its address, for accounts on the internet, whose shipments a test cannot look
// up.
func (c *Client) FetchLabel(ctx context.Context, address string) error {
	_, err := c.fetch(ctx, address)
	return err
}

// Reach replaces the transport, so that a test's private addresses are reached as if they were public.
func (c *Client) Reach(t *http.Transport) { c.transport = t }
