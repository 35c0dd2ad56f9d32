package client

import (
	"context"
	"net/http"
)

const accountLabelsPath = "/account/labels/"

// AccountLabels returns the settings.
func (c *Client) AccountLabels(ctx context.Context) (AccountLabels, error) {
	return get[AccountLabels](ctx, c, "viewing the settings of labels", accountLabelsPath, nil)
}

// ChangeAccountLabels changes the settings and returns them, or a *ValidationError.
func (c *Client) ChangeAccountLabels(ctx context.Context, change AccountLabelsChange) (AccountLabels, error) {
	return ask[AccountLabels](ctx, c, "changing the settings of labels", call{method: http.MethodPatch, path: accountLabelsPath}, change)
}
