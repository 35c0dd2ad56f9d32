package client

import (
	"context"
	"net/http"
)

const accountLabelsPath = "/account/labels/"

// AccountLabels is what the account sets for the labels that the service draws.
type AccountLabels struct {
	HideContents bool   `json:"hide_contents"` // no contents and no value on the label
	ReturnTo     string `json:"return_to"`     // for parcels that cannot be delivered; "": none
	DefaultSize  string `json:"default_size"`  // 100x150, a6, 4x6 or a4
	Logo         []byte `json:"logo"`          // a PNG as it is printed, in black and white; nil: none
}

// AccountLabelsChange sets fields. Nil fields stay unchanged. A pointer to the zero value clears a field.
type AccountLabelsChange struct {
	HideContents *bool   `json:"hide_contents,omitempty"`
	ReturnTo     *string `json:"return_to,omitempty"`
	DefaultSize  *string `json:"default_size,omitempty"`
	Logo         *[]byte `json:"logo,omitempty"` // a PNG of at most 64 KiB
}

// AccountLabels returns the settings.
func (c *Client) AccountLabels(ctx context.Context) (AccountLabels, error) {
	return get[AccountLabels](ctx, c, "viewing the settings of labels", accountLabelsPath, nil)
}

// ChangeAccountLabels changes the settings and returns them, or a *ValidationError.
func (c *Client) ChangeAccountLabels(ctx context.Context, change AccountLabelsChange) (AccountLabels, error) {
	return ask[AccountLabels](ctx, c, "changing the settings of labels", call{method: http.MethodPatch, path: accountLabelsPath}, change)
}
