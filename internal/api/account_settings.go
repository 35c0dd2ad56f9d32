package api

import (
	"context"
	"net/http"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// accountSettings is the settings of an account: keys, labels, and endpoints of webhooks.
type accountSettings struct{ api *API }

// viewAccountSettings shows the time zone and the language of the account's pages, and whether phone numbers are completed.
func (a *accountSettings) viewAccountSettings(ctx context.Context, c shell.Call) (shell.Response, error) {
	account, err := a.api.Store.MasterData.Account(ctx, c.Caller.AccountID)
	return respond(http.StatusOK, &account, writeSettings), err
}

// changeAccountSettings changes the settings that the request has.
func (a *accountSettings) changeAccountSettings(
	ctx context.Context, c shell.Call, change func(*request.AccountSettings),
) (shell.Response, error) {
	changed, err := a.api.Store.MasterData.UpdateAccount(shell.AsCaller(ctx, c), c.Caller.AccountID, func(stored *masterdata.Account) error {
		settings := request.AccountSettings{Timezone: stored.Timezone, Language: stored.Language}
		change(&settings)
		stored.SetPages(settings.Timezone, settings.Language, settings.CompletePhones)
		return nil
	})
	return respond(http.StatusOK, &changed, writeSettings), err
}

func writeSettings(o *openapi.Object, account *masterdata.Account) {
	o.TextOrNull("timezone", account.Timezone).About("Null is UTC.")
	o.TextOrNull("language", account.Language).Enum(shipment.PageLanguages()...).About("Null is that of the browser.")
	o.Flag("complete_phones", account.Phones == masterdata.PhonesComplete).
		About("Whether phone numbers without a country code get that of their country.")
}
