package client

import (
	"context"
	"net/http"
)

const accountSettingsPath = "/account/settings/"

// AccountSettings are the time zone and the language of the pages of the account, for users who have chosen none, and whether phone
// numbers without a country code get that of their country.
type AccountSettings struct {
	Timezone string `json:"timezone"` // such as Asia/Singapore; "": UTC
	Language string `json:"language"` // en, id or zh-Hans; "": that of the browser

	CompletePhones bool `json:"complete_phones"`
}

// AccountSettingsChange sets fields. Nil fields stay unchanged. A pointer to "" clears a field.
type AccountSettingsChange struct {
	Timezone *string `json:"timezone,omitempty"`
	Language *string `json:"language,omitempty"`

	CompletePhones *bool `json:"complete_phones,omitempty"`
}

// AccountSettings returns the settings.
func (c *Client) AccountSettings(ctx context.Context) (AccountSettings, error) {
	return get[AccountSettings](ctx, c, "viewing the settings of the account", accountSettingsPath, nil)
}

// ChangeAccountSettings changes the settings and returns them, or a *ValidationError.
func (c *Client) ChangeAccountSettings(ctx context.Context, change AccountSettingsChange) (AccountSettings, error) {
	edit := call{method: http.MethodPatch, path: accountSettingsPath}
	return ask[AccountSettings](ctx, c, "changing the settings of the account", edit, change)
}
