package api

import (
	"cmp"
	"context"
	"encoding/base64"
	"net/http"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/problem"
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
	changed, err := a.api.Store.MasterData.UpdateAccount(ctx, c.Caller.AccountID, func(stored *masterdata.Account) error {
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

// viewAccountLabels shows what the account sets for its labels.
func (a *accountSettings) viewAccountLabels(ctx context.Context, c shell.Call) (shell.Response, error) {
	labels, err := a.api.Store.MasterData.AccountLabels(ctx, c.Caller.AccountID)
	return respond(http.StatusOK, &labels, writeAccountLabels), err
}

// changeAccountLabels changes the settings that the request has.
func (a *accountSettings) changeAccountLabels(ctx context.Context, c shell.Call, sent *request.Form) (shell.Response, error) {
	change, file, hasLogo, problems := request.ReadAccountLabels(sent)
	if problems != nil {
		return shell.Response{}, &request.InvalidError{Problems: problems}
	}
	var logo *shipment.Logo
	if len(file) > 0 {
		read, err := a.readLogo(ctx, file)
		if err != nil {
			return shell.Response{}, err
		}
		logo = &read
	}
	var changed shipment.AccountLabels
	err := a.api.Store.MasterData.UpdateAccountLabels(ctx, c.Caller.AccountID, func(l *shipment.AccountLabels) error {
		change(l)
		if hasLogo {
			l.Logo = logo
		}
		changed = *l
		return nil
	})
	return respond(http.StatusOK, &changed, writeAccountLabels), err
}

func (a *accountSettings) readLogo(ctx context.Context, file []byte) (shipment.Logo, error) {
	if len(file) > shipment.MaxLogoFile {
		return shipment.Logo{}, wrong(request.LogoField, problem.LogoTooLarge.With(shipment.MaxLogoFile>>10))
	}
	logo, refused, err := a.api.Labels.ReadLogo(ctx, file)
	if !refused.IsZero() {
		err = wrong(request.LogoField, problem.FileRefused.With(refused))
	}
	return logo, err
}

func writeAccountLabels(o *openapi.Object, labels *shipment.AccountLabels) {
	o.Flag("hide_contents", labels.HideContents)
	o.TextOrNull("return_to", labels.ReturnTo)
	o.Text("default_size", cmp.Or(labels.Size, string(label.Size100x150))).Enum(shipment.LabelSizes()...)
	logo := ""
	if labels.Logo != nil {
		logo = base64.StdEncoding.EncodeToString(labels.Logo.PNG())
	}
	o.TextOrNull(request.LogoField, logo).About("As it is printed: a PNG in base64, 8 pixels for a millimetre.")
}
