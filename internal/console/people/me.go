package people

import (
	"errors"
	"net/http"
	"net/url"

	"waybill/internal/console/web"
	"waybill/internal/store"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// mePage shows a user's own page.
func mePage(v *web.Visit) error {
	return renderMe(v, http.StatusOK, currentProfile(v), passwordForm(v), nil)
}

// currentProfile is the form with what is stored.
func currentProfile(v *web.Visit) *web.Form {
	return profileForm(v, url.Values{"name": {v.User.Name}, "language": {v.User.Language}, "timezone": {v.User.Timezone}})
}

func profileForm(v *web.Visit, values url.Values) *web.Form {
	return web.NewForm(values).Label("name", v.T("Your name")).Label("language", v.T("Language")).Label("timezone", v.T("Timezone"))
}

// renderMe shows the forms of a user's own page; without a form for passkeys it has an empty one.
func renderMe(v *web.Visit, status int, profile, password, passkey *web.Form) error {
	var r web.Reading
	sessions := web.Read2(&r, v.Console.Store.People.Sessions, v.Context(), v.User.UserID)
	passkeys := web.Read2(&r, viewPasskeys, v, passkey)
	identities := web.Read2(&r, identitiesOf, v, v.User.UserID)
	invitations := web.Read2(&r, v.Console.Store.People.InvitationsOf, v.Context(), v.User.UserID)
	names := web.Options(v.T("As the browser says"), v.Console.Languages, web.LanguageOption)
	return v.Show(r.Err, status, "me.html", map[string]any{
		"User": v.User, "Profile": profile, "Password": password, "Sessions": sessions, "Current": v.Session.SessionID,
		"Languages": names, "Zones": web.CommonZones, "MinPassword": users.MinPassword, "Passkeys": passkeys,
		"Identities": identities, "Invitations": invitations,
	})
}

// answerInvitation accepts the invitation of an account, or deletes it.
func answerInvitation(v *web.Visit, id int64) error {
	err := v.Console.Store.People.AnswerInvitation(v.Context(), id, v.User.UserID, v.FormValue("action") == "accept")
	if err != nil && !errors.Is(err, store.ErrNotFound) { // it is answered, or withdrawn
		return err
	}
	return v.Redirect(mePath)
}

// saveMe changes the user's own name, language and timezone.
func saveMe(v *web.Visit) error {
	f := profileForm(v, v.Request.PostForm)
	changed, err := users.Update(v.Context(), v.Console.Store.People, v.User.UserID, func(u *people.User) {
		u.Name, u.Language, u.Timezone = f.Value("name"), f.Value("language"), f.Value("timezone")
	})
	if err == nil {
		v.Language = v.Console.LanguageOf(changed.Language, v.Request)
	}
	again := func(v *web.Visit, status int, f *web.Form) error { return renderMe(v, status, f, passwordForm(v), nil) }
	return v.Finish(v.FailWith(f, err), f, again, v.T("Your changes are saved."), mePath)
}

// changePassword changes the user's own password, and ends the other sessions.
func changePassword(v *web.Visit) error {
	f := passwordForm(v).Label("current", v.T("Current password"))
	status := http.StatusUnprocessableEntity
	hash, err := newPassword(v, f, v.User)
	if err != nil {
		return err
	}
	if !f.Failed() {
		_, err := checkPassword(v, v.User.Email, v.FormValue("current"))
		switch {
		case errors.Is(err, users.ErrWrong):
			f.Fail("current", v.T("This is not your password."))
		case err != nil:
			if status, err = signInProblem(v, f, err); err != nil {
				return err
			}
		}
	}
	if f.Failed() {
		return renderMe(v, status, currentProfile(v), f, nil)
	}
	if err := v.Console.Store.People.SetPassword(v.Context(), v.User.UserID, hash, v.Session.SessionID); err != nil {
		return err
	}
	notify(v, v.User, changedPassword)
	return v.Done(nil, v.T("Your password is changed. All other sessions have ended."), mePath)
}

// endSession ends one of the user's own sessions.
func endSession(v *web.Visit, id int64) error {
	return v.Done(v.Console.Store.People.RevokeSession(v.Context(), v.User.UserID, id), v.T("The session has ended."), mePath)
}

// endOtherSessions ends the user's own sessions but this one.
func endOtherSessions(v *web.Visit) error {
	ended, err := v.Console.Store.People.RevokeSessions(v.Context(), v.User.UserID, v.Session.SessionID)
	return v.Done(err, v.T("%d sessions have ended.", ended), mePath)
}
