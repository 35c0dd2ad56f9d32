package console

import (
	"net/http"
)

// viewSettings shows what the account is called, and the time zone and the language of its pages.
func (v *visit) viewSettings() error {
	f := newForm(nil)
	f.values.Set("timezone", v.account.Timezone)
	f.values.Set("language", v.account.Language)
	return v.showSettings(http.StatusOK, f)
}

func (v *visit) showSettings(status int, f *form) error {
	f.label("timezone", v.t("Time zone")).label("language", v.t("Language"))
	tags := []option{{"", v.t("That of the browser")}}
	for _, l := range languages() {
		tags = append(tags, option{l.tag, l.name})
	}
	return v.render(status, "settings.html", map[string]any{"Form": f, "Languages": tags, "Zones": commonZones, "Tabs": v.settingsTabs()})
}

// changeSettings changes the time zone and the language of pages.
func (v *visit) changeSettings() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := newForm(v.r.PostForm)
	sent := map[string]string{"timezone": f.Value("timezone"), "language": f.Value("language")}
	answer, err := v.api(http.MethodPatch, "/api/account/settings/", sent)
	if err != nil {
		return err
	}
	if !answer.ok() {
		v.failAll(f, answer)
		return v.showSettings(http.StatusUnprocessableEntity, f)
	}
	if v.account, err = v.console.Store.Account(v.ctx(), v.account.AccountID); err != nil {
		return err
	}
	v.adoptLocale()
	v.toast(v.t("The settings are saved."))
	return v.redirect(v.url("settings"))
}
