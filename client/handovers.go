package client

import (
	"context"
	"net/http"
	"net/url"
)

// PrintHandover returns a list as PDF.
func (c *Client) PrintHandover(ctx context.Context, number string) ([]byte, error) {
	a, err := c.fetch(ctx, "printing a hand-over list", call{
		method: http.MethodGet, path: "/handovers/" + url.PathEscape(number) + "/pdf/", accept: "application/pdf",
	}, nil)
	return a.body, err
}
