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

// SearchHS finds at most limit HS codes by words of their English descriptions, or by their first digits; 0 is 20. It returns a
// *ValidationError for a text that is empty or has more than 100 characters, and for a limit above 50.
func (c *Client) SearchHS(ctx context.Context, text string, limit int) ([]HSCode, error) {
	query := parameters(map[string]any{"limit": limit})
	query.Set("q", text)
	found, err := get[struct {
		Results []HSCode `json:"results"`
	}](ctx, c, "searching HS codes", "/customs/hs/", query)
	return found.Results, err
}
