package console

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"waybill/internal/store"
)

// keyView is a key as the page shows it.
type keyView struct {
	store.Key
	State, Tone string // Tone is that of a badge
	MadeBy      string // the name of the key that it was created with
	Made        int    // live keys that were created with it
	IsLive      bool
}

func (v *visit) listKeys() error { return v.showKeys(http.StatusOK, newForm(nil), "") }

// showKeys shows the keys, and the secret of the one that was just created.
func (v *visit) showKeys(status int, f *form, secret string) error {
	f.label("name", v.t("Name")).label("expires_on", v.t("Expires on"))
	keys, err := v.console.Store.Keys(v.ctx(), v.account.AccountID)
	if err != nil {
		return err
	}
	live, ended := v.keyViews(keys)
	v.w.Header().Set("Referrer-Policy", "no-referrer")
	return v.render(status, "keys.html", map[string]any{
		"Form": f, "Secret": secret, "Live": live, "Ended": ended, "Tabs": v.settingsTabs(),
	})
}

// keyViews are the keys that are live, and the others.
func (v *visit) keyViews(keys []store.Key) (live, ended []keyView) {
	names, now := map[int64]string{}, v.console.Now()
	for _, k := range keys {
		names[k.KeyID] = k.Name
	}
	for i := len(keys) - 1; i >= 0; i-- {
		k := keyView{Key: keys[i], MadeBy: names[keys[i].CreatedByKey]}
		switch keys[i].State(now) {
		case "live":
			k.State, k.Tone, k.IsLive = v.t("Live"), "good", true
			live = append(live, k)
		case "expired":
			k.State, k.Tone = v.t("Expired"), "off"
			ended = append(ended, k)
		default:
			k.State, k.Tone = v.t("Revoked"), "off"
			ended = append(ended, k)
		}
	}
	for i := range live {
		live[i].Made = len(liveAmong(keys, store.CreatedWith(keys, live[i].KeyID), now)) - 1
	}
	return live, ended
}

// liveAmong are the keys with some ids that are live.
func liveAmong(keys []store.Key, ids []int64, now time.Time) (live []store.Key) {
	for _, k := range keys {
		for _, id := range ids {
			if k.KeyID == id && k.State(now) == "live" {
				live = append(live, k)
			}
		}
	}
	return live
}

// createKey creates a key, and shows its secret on the page that answers the form: no other page has it.
func (v *visit) createKey() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := newForm(v.r.PostForm)
	body := map[string]any{"name": f.Value("name")}
	if day := f.Value("expires_on"); day != "" {
		expires, err := time.ParseInLocation(time.DateOnly, day, v.zone)
		if err != nil {
			f.fail("expires_on", v.t("Enter a date such as 2027-12-31."))
			return v.showKeys(http.StatusUnprocessableEntity, f, "")
		}
		body["expires_on"] = expires.Format(time.RFC3339)
	}
	answer, err := v.api(http.MethodPost, "/api/account/keys/", body)
	if err != nil {
		return err
	}
	if !answer.ok() {
		v.failAll(f, answer)
		return v.showKeys(http.StatusUnprocessableEntity, f, "")
	}
	var made struct {
		Secret string `json:"secret"`
	}
	if err := answer.decode(&made); err != nil {
		return err
	}
	return v.showKeys(http.StatusCreated, newForm(url.Values{}), made.Secret)
}

// revokeKey revokes a key and, if the user wants that, the keys that were created with it.
func (v *visit) revokeKey() error {
	id, err := strconv.ParseInt(v.r.PathValue("key"), 10, 64)
	if err != nil {
		return store.ErrNotFound
	}
	keys, err := v.console.Store.Keys(v.ctx(), v.account.AccountID)
	if err != nil {
		return err
	}
	made := store.CreatedWith(keys, id)
	if len(made) == 0 {
		return store.ErrNotFound
	}
	if err := v.parse(); err != nil {
		return err
	}
	question, path := v.t("Programs that use this key will be refused at once. Revoke it?"), fmt.Sprintf("/api/account/keys/%d/", id)
	if v.r.PostForm.Get("with_created") != "" {
		question = v.t("Programs that use this key, or %d keys made with it, will be refused at once. Revoke them?",
			len(liveAmong(keys, made[1:], v.console.Now())))
		path += "?with_created=true"
	}
	if ok, err := v.confirm(question, v.t("Revoke")); !ok {
		return err
	}
	if _, err := v.api(http.MethodDelete, path, nil); err != nil {
		return err
	}
	v.toast(v.t("The key is revoked."))
	return v.redirect(v.url("settings/keys"))
}
