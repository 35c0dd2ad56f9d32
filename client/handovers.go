package client

import (
	"context"
	"net/http"
	"net/url"
)

// HandoverClose closes a list: who handed over and who took how many parcels.
type HandoverClose struct {
	GivenBy   string `json:"given_by"`
	TakenBy   string `json:"taken_by"`
	Parcels   int64  `json:"parcels"`
	Signature string `json:"signature,omitempty"` // lines as in the path of an SVG of 600 by 200; "": on paper
}

// PrintHandover returns a list as PDF.
func (c *Client) PrintHandover(ctx context.Context, number string) ([]byte, error) {
	a, err := c.fetch(ctx, "printing a hand-over list", call{
		method: http.MethodGet, path: "/handovers/" + url.PathEscape(number) + "/pdf/", accept: "application/pdf",
	}, nil)
	return a.body, err
}
