package api

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/request"
	"waybill/internal/store/masterdata"
)

// accountSettings is the settings of an account: keys, labels, templates of orders, and endpoints of webhooks.
type accountSettings struct{ api *API }

// viewAccountSettings shows the time zone and the language of the account's pages.
func (a *accountSettings) viewAccountSettings(ctx context.Context, c call) (response, error) {
	account, err := a.api.Store.MasterData.Account(ctx, c.caller.AccountID)
	if err != nil {
		return response{}, err
	}
	return settingsResponse(account), nil
}

// changeAccountSettings changes the settings that the request has.
func (a *accountSettings) changeAccountSettings(ctx context.Context, c call, sent *request.Form) (response, error) {
	change, problems := request.ReadAccountSettings(sent)
	if problems != nil {
		return response{}, &validationError{problems}
	}
	changed, err := a.api.Store.MasterData.UpdateAccount(asCaller(ctx, c), c.caller.AccountID, func(stored *masterdata.Account) error {
		settings := request.AccountSettings{Timezone: stored.Timezone, Language: stored.Language}
		change(&settings)
		stored.Timezone, stored.Language = settings.Timezone, settings.Language
		return nil
	})
	if err != nil {
		return response{}, err
	}
	return settingsResponse(changed), nil
}

func settingsResponse(account masterdata.Account) response {
	var e jx.Encoder
	e.ObjStart()
	nullable(&e, "timezone", account.Timezone)
	nullable(&e, "language", account.Language)
	e.ObjEnd()
	return response{status: http.StatusOK, body: e.Bytes()}
}
