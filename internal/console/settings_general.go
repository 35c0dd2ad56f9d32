package console

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"waybill/internal/store"
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

// changeSettings changes the time zone and the language of pages. The interface does not show them.
func (v *visit) changeSettings() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := newForm(v.r.PostForm)
	zone, tag := strings.TrimSpace(f.Value("timezone")), f.Value("language")
	if _, err := time.LoadLocation(zone); err != nil || zone == "Local" {
		f.fail("timezone", v.t("Enter a time zone such as Asia/Singapore, or UTC."))
	}
	if tag != "" && !slices.Contains(languageTags, tag) {
		f.fail("language", v.t("Choose a language of the list."))
	}
	if f.failed() {
		return v.showSettings(http.StatusUnprocessableEntity, f)
	}
	changed, err := v.console.Store.UpdateAccount(v.ctx(), v.account.AccountID, func(a *store.Account) error {
		a.Timezone, a.Language = zone, tag
		return nil
	})
	if err != nil {
		return err
	}
	v.account = changed
	v.adoptLocale()
	v.toast(v.t("The settings are saved."))
	return v.redirect(v.url("settings"))
}
