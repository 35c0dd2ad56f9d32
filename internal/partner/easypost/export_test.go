package easypost

import "context"

// FetchLabel fetches a label by its address: of an account on the internet, whose shipments
// no test can ask for.
func (c *Client) FetchLabel(ctx context.Context, address string) error {
	_, err := c.fetch(ctx, address)
	return err
}
