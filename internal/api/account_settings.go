package api

import (
	"context"
	"net/http"

	"github.com/go-faster/jx"

	"waybill/internal/api/shell"
	"waybill/internal/request"
	"waybill/internal/store/masterdata"
)

// accountSettings is the settings of an account: keys, labels, and endpoints of webhooks.
type accountSettings struct{ api *API }

// viewAccountSettings shows the time zone and the language of the account's pages, and whether phone numbers are completed.
func (a *accountSettings) viewAccountSettings(ctx context.Context, c shell.Call) (shell.Response, error) {
	account, err := a.api.Store.MasterData.Account(ctx, c.Caller.AccountID)
	return settingsResponse(account), err
}

// changeAccountSettings changes the settings that the request has.
func (a *accountSettings) changeAccountSettings(
	ctx context.Context, c shell.Call, change func(*request.AccountSettings),
) (shell.Response, error) {
	changed, err := a.api.Store.MasterData.UpdateAccount(shell.AsCaller(ctx, c), c.Caller.AccountID, func(stored *masterdata.Account) error {
		settings := request.AccountSettings{Timezone: stored.Timezone, Language: stored.Language}
		change(&settings)
		if complete := settings.CompletePhones; complete != nil {
			stored.Phones = masterdata.PhonesDeclined
			if *complete {
				stored.Phones = masterdata.PhonesComplete
			}
		}
		stored.Timezone, stored.Language = settings.Timezone, settings.Language
		return nil
	})
	return settingsResponse(changed), err
}

func settingsResponse(account masterdata.Account) shell.Response {
	return objectOf(http.StatusOK, func(e *jx.Encoder) {
		nullable(e, "timezone", account.Timezone)
		nullable(e, "language", account.Language)
		flag(e, "complete_phones", account.Phones == masterdata.PhonesComplete)
	})
}
