package client

import (
	"context"
	"net/http"
)

const accountSettingsPath = "/account/settings/"

// AccountSettings returns the settings.
func (c *Client) AccountSettings(ctx context.Context) (AccountSettings, error) {
	return get[AccountSettings](ctx, c, "viewing the settings of the account", accountSettingsPath, nil)
}

// ChangeAccountSettings changes the settings and returns them, or a *ValidationError.
func (c *Client) ChangeAccountSettings(ctx context.Context, change AccountSettingsChange) (AccountSettings, error) {
	edit := call{method: http.MethodPatch, path: accountSettingsPath}
	return ask[AccountSettings](ctx, c, "changing the settings of the account", edit, change)
}
