package settings

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"waybill/internal/console/web"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
	"waybill/internal/users"
)

// keyView is a key as the page shows it.
type keyView struct {
	masterdata.Key
	State  web.StatusView
	MadeBy string // the name of the key that it was created with
	Made   int    // live keys that were created with it
	IsLive bool
	Scopes []string // what it may do, by name
}

// keyStates are the states of keys in words.
var keyStates = web.Badges[string]("key state")

func listKeys(v *web.Visit) error { return showKeys(v, http.StatusOK, web.NewForm(nil), "") }

// showKeys shows the keys, and the secret of the one that was just created.
func showKeys(v *web.Visit, status int, f *web.Form, secret string) error {
	f.Label("name", v.T("Name")).Label("expires_on", v.T("Expires on")).Label("preset", v.T("What it may do")).
		Label("scopes", v.T("What it may do")).Label("networks", v.T("Networks"))
	keys, err := keysOf(v)
	live, ended := keyViews(v, keys)
	if secret != "" {
		v.NoStore()
	}
	return v.Show(err, status, "keys.html", map[string]any{
		"Form": f, "Secret": secret, "Live": live, "Ended": ended, "Tabs": v.SettingsTabs(),
		"Presets": presetOptions(v), "Scopes": mayGive(v).Names(), "MayDo": ScopeTexts,
	})
}

// keysOf are the keys of the account, and of an operator's account those of all: its keys may have created them.
func keysOf(v *web.Visit) ([]masterdata.Key, error) {
	of := v.Account.AccountID
	if v.Account.Operator {
		of = 0
	}
	return v.Console.Store.MasterData.Keys(v.Context(), of)
}

// mayGive are the scopes that the user may give: an administrator of an operator's account is no operator.
func mayGive(v *web.Visit) shipment.Scopes {
	if v.Account.Operator && v.Can(shipment.Administer) {
		return shipment.AllScopes
	}
	return shipment.AllScopes &^ shipment.OperatorScopes
}

// presetOptions are the sets of scopes that the user may give.
func presetOptions(v *web.Visit) []web.Option {
	names := slices.DeleteFunc(shipment.PresetNames(), func(name string) bool { return shipment.PresetNamed(name)&^mayGive(v) != 0 })
	return web.Options(v.T("Everything that programs of this account need"), names, func(name string) web.Option {
		return web.Option{Value: name, Text: v.T(presetTexts[name])}
	})
}

var presetTexts = web.Texts[string]("scope preset")

// ScopeTexts are the scopes in words.
var ScopeTexts = web.Texts[string]("scope")

// keyViews are the keys of the account that are live, and the others.
func keyViews(v *web.Visit, keys []masterdata.Key) (live, ended []keyView) {
	names, now := each.Pairs(keys, func(k masterdata.Key) (int64, string) { return k.KeyID, k.Name }), v.Console.Now()
	for i := len(keys) - 1; i >= 0; i-- {
		state := keys[i].State(now)
		k := keyView{
			Key: keys[i], State: keyStates[state], MadeBy: names[keys[i].CreatedByKey], IsLive: state == "live", Scopes: keys[i].May().Names(),
		}
		switch {
		case k.AccountID != v.Account.AccountID:
		case k.IsLive:
			live = append(live, k)
		default:
			ended = append(ended, k)
		}
	}
	for i := range live {
		live[i].Made = liveAmong(keys, masterdata.CreatedWith(keys, live[i].KeyID), now) - 1
	}
	return live, ended
}

// liveAmong is how many of the keys with some ids are live.
func liveAmong(keys []masterdata.Key, ids []int64, now time.Time) int {
	return each.Count(keys, func(k masterdata.Key) bool { return slices.Contains(ids, k.KeyID) && k.State(now) == "live" })
}

// createKey creates a key, and shows its secret on the page that answers the form: no other page has it.
func createKey(v *web.Visit) error {
	f := web.NewForm(v.Request.PostForm)
	fields := map[string]any{"name": f.Value("name"), "preset": f.Value("preset")}
	if day := f.Value("expires_on"); day != "" {
		expires, err := time.ParseInLocation(time.DateOnly, day, v.Zone)
		if err != nil {
			f.Fail("expires_on", v.T("Enter a date such as 2027-12-31."))
			return showKeys(v, http.StatusUnprocessableEntity, f, "")
		}
		fields["expires_on"] = expires.Format(time.RFC3339)
	}
	if scopes := f.Values("scopes"); len(scopes) > 0 {
		fields["scopes"] = scopes
	}
	fields["networks"] = strings.FieldsFunc(f.Value("networks"), func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	secret := ""
	err := v.Change(func(ctx context.Context) (err error) {
		secret, err = makeKey(ctx, v, fields)
		return err
	})
	if err != nil {
		return v.Again(f, err, func(v *web.Visit, status int, f *web.Form) error { return showKeys(v, status, f, "") })
	}
	return showKeys(v, http.StatusCreated, web.NewForm(url.Values{}), secret)
}

// makeKey creates a key of the account with the fields of a request, and returns its secret.
func makeKey(ctx context.Context, v *web.Visit, fields map[string]any) (secret string, err error) {
	read, err := web.Sent(&request.CreateKey, fields)
	if err != nil {
		return "", err
	}
	key := masterdata.Key{
		AccountID: v.Account.AccountID, Name: read.Name, ExpiresOn: read.ExpiresOn, Scopes: read.Scopes, Networks: read.Networks,
	}
	by := v.Caller()
	by.Operator = v.Can(shipment.Administer)
	if err := key.MadeBy(by, v.Console.Now()); err != nil {
		return "", err
	}
	if err := v.Console.SignIns.Spend(users.Keys, strconv.FormatInt(by.AccountID, 10)); err != nil {
		return "", err
	}
	_, secret, err = v.Console.Store.MasterData.CreateKey(ctx, key)
	return secret, err
}

// revokeKey revokes a key and, if the user wants that, the keys that were created with it.
func revokeKey(v *web.Visit, id int64) error {
	keys, err := keysOf(v)
	if err != nil {
		return err
	}
	made := masterdata.CreatedWith(keys, id)
	if len(made) == 0 {
		return store.ErrNotFound
	}
	question := v.T("Programs that use this key will be refused at once. Revoke it?")
	withCreated := v.Request.PostForm.Get("with_created") != ""
	if withCreated {
		question = v.T("Programs that use this key, or %d keys made with it, will be refused at once. Revoke them?",
			liveAmong(keys, made[1:], v.Console.Now()))
	}
	if ok, err := v.Confirm(question, v.T("Revoke")); !ok {
		return err
	}
	err = v.Change(func(ctx context.Context) error {
		return v.Console.Store.MasterData.RevokeKeyOf(ctx, v.Account.AccountID, id, 0, withCreated)
	})
	return v.Done(err, v.T("The key is revoked."), v.URL("settings/keys"))
}
