package api

import (
	"cmp"
	"context"
	"encoding/base64"
	"net/http"

	"waybill/internal/api/answer"
	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// accountSettings is the settings of an account: keys, labels, and endpoints of webhooks.
type accountSettings struct{ api *API }

// viewAccountSettings shows the time zone and the language of the account's pages, and whether phone numbers are completed.
func (a *accountSettings) viewAccountSettings(ctx context.Context, c shell.Call) (shell.Response, error) {
	account, err := a.api.Store.MasterData.Account(ctx, c.Caller.AccountID)
	return answer.Object(http.StatusOK, &account, writeSettings), err
}

// changeAccountSettings changes the settings that the request has.
func (a *accountSettings) changeAccountSettings(
	ctx context.Context, c shell.Call, change func(*shipment.AccountSettings),
) (shell.Response, error) {
	changed, err := a.api.Store.MasterData.UpdateSettings(ctx, c.Caller.AccountID, change)
	return answer.Object(http.StatusOK, &changed, writeSettings), err
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
	return answer.Object(http.StatusOK, &labels, writeAccountLabels), err
}

// changeAccountLabels changes the settings that the request has.
func (a *accountSettings) changeAccountLabels(ctx context.Context, c shell.Call, sent request.AccountLabels) (shell.Response, error) {
	logo, err := a.api.Labels.ReadLogo(ctx, sent.Logo)
	if err != nil {
		return shell.Response{}, err
	}
	var changed shipment.AccountLabels
	err = a.api.Store.MasterData.UpdateAccountLabels(ctx, c.Caller.AccountID, func(l *shipment.AccountLabels) error {
		sent.Change(l)
		if sent.SetsLogo {
			l.Logo = logo
		}
		changed = *l
		return nil
	})
	return answer.Object(http.StatusOK, &changed, writeAccountLabels), err
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
