package console

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"waybill/internal/store"
	"waybill/internal/users"
)

// commonZones are suggested as timezones; others can be typed.
var commonZones = []string{
	"Asia/Bangkok", "Asia/Dubai", "Asia/Ho_Chi_Minh", "Asia/Hong_Kong", "Asia/Jakarta", "Asia/Jayapura", "Asia/Kuala_Lumpur",
	"Asia/Makassar", "Asia/Manila", "Asia/Seoul", "Asia/Shanghai", "Asia/Singapore", "Asia/Taipei", "Asia/Tokyo", "Australia/Perth",
	"Australia/Sydney", "Europe/Amsterdam", "Europe/Berlin", "Europe/London", "America/Los_Angeles", "America/New_York", "UTC",
}

// mePage shows a user's own page.
func (v *visit) mePage() error {
	return v.renderMe(http.StatusOK, v.currentProfile(), v.passwordForm(), nil)
}

// currentProfile is the form with what is stored.
func (v *visit) currentProfile() *form {
	return v.profileForm(url.Values{"name": {v.user.Name}, "language": {v.user.Language}, "timezone": {v.user.Timezone}})
}

func (v *visit) profileForm(values url.Values) *form {
	return newForm(values).label("name", v.t("Your name")).label("language", v.t("Language")).label("timezone", v.t("Timezone"))
}

// renderMe shows the forms of a user's own page; without a form for passkeys it has an empty one.
func (v *visit) renderMe(status int, profile, password, passkey *form) error {
	sessions, err := v.console.Store.Sessions(v.ctx(), v.user.UserID)
	if err != nil {
		return err
	}
	passkeys, err := v.viewPasskeys(passkey)
	if err != nil {
		return err
	}
	identities, err := v.identitiesOf(v.ctx(), v.user.UserID)
	if err != nil {
		return err
	}
	names := []option{{"", v.t("As the browser says")}}
	for _, l := range languages() {
		names = append(names, option{l.tag, l.name})
	}
	return v.render(status, "me.html", map[string]any{
		"User": v.user, "Profile": profile, "Password": password, "Sessions": sessions, "Current": v.session.SessionID,
		"Languages": names, "Zones": commonZones, "MinPassword": users.MinPassword, "Passkeys": passkeys,
		"Identities": identities,
	})
}

// saveMe changes the user's own name, language and timezone.
func (v *visit) saveMe() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := v.profileForm(v.r.PostForm)
	name, err := users.CleanName(f.Value("name"))
	if err != nil {
		f.fail("name", v.problem(err))
	}
	if err := users.CheckTimezone(f.Value("timezone")); err != nil {
		f.fail("timezone", v.problem(err))
	}
	tag := f.Value("language")
	if tag != "" && !slices.Contains(languageTags, tag) {
		f.fail("language", v.t("Choose a language of the list."))
	}
	if f.failed() {
		return v.renderMe(http.StatusUnprocessableEntity, f, v.passwordForm(), nil)
	}
	_, err = v.console.Store.UpdateUser(v.ctx(), v.user.UserID, func(u *store.User) error {
		u.Name, u.Language, u.Timezone = name, tag, f.Value("timezone")
		return nil
	})
	if err != nil {
		return err
	}
	v.lang = languageOf(tag, v.r)
	v.toast(v.t("Your changes are saved."))
	return v.redirect(mePath)
}

// changePassword changes the user's own password, and ends the other sessions.
func (v *visit) changePassword() error {
	if err := v.parse(); err != nil {
		return err
	}
	f := v.passwordForm().label("current", v.t("Current password"))
	status := http.StatusUnprocessableEntity
	hash, err := v.newPassword(f, v.user)
	if err != nil {
		return err
	}
	if !f.failed() {
		_, err := v.checkPassword(v.user.Email, v.form("current"))
		switch {
		case errors.Is(err, users.ErrWrong):
			f.fail("current", v.t("This is not your password."))
		case err != nil:
			if status, err = v.signInProblem(f, err); err != nil {
				return err
			}
		}
	}
	if f.failed() {
		return v.renderMe(status, v.currentProfile(), f, nil)
	}
	if err := v.console.Store.SetPassword(v.ctx(), v.user.UserID, hash, v.session.SessionID); err != nil {
		return err
	}
	v.toast(v.t("Your password is changed. All other sessions have ended."))
	return v.redirect(mePath)
}

// endSession ends one of the user's own sessions.
func (v *visit) endSession() error {
	id, err := v.pathID("session")
	if err != nil {
		return err
	}
	if err := v.console.Store.RevokeSession(v.ctx(), v.user.UserID, id); err != nil {
		return err
	}
	v.toast(v.t("The session has ended."))
	return v.redirect(mePath)
}

// endOtherSessions ends the user's own sessions but this one.
func (v *visit) endOtherSessions() error {
	ended, err := v.console.Store.RevokeSessions(v.ctx(), v.user.UserID, v.session.SessionID)
	if err != nil {
		return err
	}
	v.toast(v.t("%d sessions have ended.", ended))
	return v.redirect(mePath)
}

// pathID is a number in the path. Returns store.ErrNotFound for anything else.
func (v *visit) pathID(name string) (int64, error) {
	id, err := strconv.ParseInt(v.r.PathValue(name), 10, 64)
	if err != nil || id < 1 {
		return 0, store.ErrNotFound
	}
	return id, nil
}
