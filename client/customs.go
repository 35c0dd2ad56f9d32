package client

import (
	"context"
	"net/http"
)

// DocumentCustoms is the Kind of the Document that CustomsData reads.
const DocumentCustoms = "customs"

// CustomsData reads the customs data of an order. address is the URL of the order's Document of the kind
// DocumentCustoms; it needs no key, and the key is not sent to it. It returns ErrNotFound when there is no such
// document.
func (c *Client) CustomsData(ctx context.Context, address string) (CustomsData, error) {
	return ask[CustomsData](ctx, c, "reading customs data", call{method: http.MethodGet, address: address}, nil)
}
