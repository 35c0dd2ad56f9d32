package easypost

import (
	"context"
	"net/http"
)

// FetchLabel fetches a label by its address: of an account on the internet, whose shipments
// no test can ask for.
func (c *Client) FetchLabel(ctx context.Context, address string) error {
	_, err := c.fetch(ctx, address)
	return err
}

// Reach has the client reach the addresses of a test, which are private, as if they were public.
func (c *Client) Reach(t *http.Transport) { c.transport = t }
