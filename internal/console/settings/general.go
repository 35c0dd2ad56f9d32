package settings

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"strconv"

	"waybill/internal/console/web"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/masterdata"
)

// viewSettings shows what the account is called, the time zone and the language of its pages, what becomes of phone numbers, and
// how far weights may differ.
func viewSettings(v *web.Visit) error {
	return showSettings(v, http.StatusOK, web.NewForm(url.Values{
		"timezone": {v.Account.Timezone}, "language": {v.Account.Language},
		"complete_phones":          web.Ticked(v.Account.Phones == masterdata.PhonesComplete),
		"weight_tolerance":         {strconv.FormatInt(v.Account.WeightTolerance.Grams, 10)},
		"weight_tolerance_percent": {strconv.FormatInt(v.Account.WeightTolerance.Percent, 10)},
		"unscanned_hours":          {strconv.Itoa(cmp.Or(v.Account.UnscannedHours, shipment.UnscannedHours))},
	}))
}

func showSettings(v *web.Visit, status int, f *web.Form) error {
	f.Label("timezone", v.T("Time zone")).Label("language", v.T("Language"))
	f.Label("weight_tolerance", v.T("Tolerance in grams")).Label("weight_tolerance_percent", v.T("Tolerance in percent"))
	f.Label("unscanned_hours", v.T("Hours until a scan"))
	tags := web.Options(v.T("That of the browser"), v.Console.Languages, web.LanguageOption)
	return v.Render(status, "settings.html", map[string]any{"Form": f, "Languages": tags, "Zones": web.CommonZones, "Tabs": v.SettingsTabs()})
}

// changeSettings changes these settings.
func changeSettings(v *web.Visit) error {
	f := web.NewForm(v.Request.PostForm)
	err := v.Change(func(ctx context.Context) error {
		fields := f.Fields(request.ChangeAccountSettings.Fields())
		maps.DeleteFunc(fields, func(_ string, value any) bool { return value == nil }) // nothing is typed: it stays
		change, err := web.Sent(&request.ChangeAccountSettings, fields)
		if err != nil {
			return err
		}
		changed, err := v.Console.Store.MasterData.UpdateSettings(ctx, v.Account.AccountID, change)
		if err == nil {
			v.Account = changed
			v.AdoptLocale()
		}
		return err
	})
	return v.Finish(v.FailWith(f, err), f, showSettings, v.T("The settings are saved."), v.URL("settings"))
}
