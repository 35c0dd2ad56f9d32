package api

import (
	"cmp"
	"context"
	"encoding/base64"

	"waybill/internal/api/openapi"
	"waybill/internal/api/shell"
	"waybill/internal/label"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// changeSettings changes the settings that the request has.
func (a *API) changeSettings(ctx context.Context, c shell.Call, change func(*shipment.AccountSettings)) (masterdata.Account, error) {
	return a.Store.MasterData.UpdateSettings(ctx, c.Caller.AccountID, change)
}

// writeSettings writes the time zone and the language of the account's pages, whether phone numbers are completed, how far weights may
// differ, and when a parcel that nobody scans is a problem.
func writeSettings(o *openapi.Object, account *masterdata.Account) {
	o.TextOrNull("timezone", account.Timezone).About("Null is UTC.")
	o.TextOrNull("language", account.Language).Enum(shipment.PageLanguages()...).About("Null is that of the browser.")
	o.Flag("complete_phones", account.Phones == masterdata.PhonesComplete).
		About("Whether phone numbers without a country code get that of their country.")
	o.Int64("weight_tolerance", account.WeightTolerance.Grams).Minimum(0).
		About("So many grams the weight on the scale of a packer may differ from the stated one without a warning, or the next if that is more.")
	o.Int64("weight_tolerance_percent", account.WeightTolerance.Percent).Minimum(0).About("The same in percent of the stated weight.")
	o.Int("unscanned_hours", int64(cmp.Or(account.UnscannedHours, shipment.UnscannedHours))).
		About("After how many hours a parcel that was handed over and that nobody has scanned since is a problem.")
}

// changeAccountLabels changes the settings of labels that the request has.
func (a *API) changeAccountLabels(
	ctx context.Context, c shell.Call, sent request.AccountLabels,
) (changed shipment.AccountLabels, err error) {
	logo, err := a.Labels.ReadLogo(ctx, sent.Logo)
	if err != nil {
		return changed, err
	}
	err = a.Store.MasterData.UpdateAccountLabels(ctx, c.Caller.AccountID, func(l *shipment.AccountLabels) error {
		sent.Change(l)
		if sent.SetsLogo {
			l.Logo = logo
		}
		changed = *l
		return nil
	})
	return changed, err
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
