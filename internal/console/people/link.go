package people

import (
	"context"
	"errors"
	"net/http"

	"waybill/internal/console/web"
	"waybill/internal/problem"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// linkPage shows what a one-time link does. It leaves the link valid: programs that read mail open links, too.
func linkPage(v *web.Visit, link people.Link) error {
	return renderLink(v, http.StatusOK, link, passwordForm(v))
}

func readLink(v *web.Visit) (people.Link, error) {
	link, err := v.Console.Store.People.ReadLink(v.Context(), v.Request.PathValue("token"))
	if err != nil {
		return people.Link{}, linkGone(v, err)
	}
	if v.User.UserID == 0 {
		v.Language = v.Console.LanguageOf(link.User.Language, v.Request)
	}
	return link, nil
}

// linkGone explains that a link cannot be used any more.
func linkGone(v *web.Visit, err error) error {
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return web.Notice(http.StatusNotFound, v.T("This link is not valid any more"),
		v.T("It was used, it has expired, a newer one has replaced it, or your role has changed since. Ask for another one."))
}

func renderLink(v *web.Visit, status int, link people.Link, f *web.Form) error {
	v.NoStore() // its form has the token
	return v.Render(status, "link.html", map[string]any{
		"Form": f, "User": link.User, "Action": v.Request.URL.Path, "Invited": link.Purpose == people.LinkInvite,
		"SignsIn": link.Purpose == people.LinkSignIn, "Other": v.User.UserID != 0 && v.User.UserID != link.User.UserID,
		"MinPassword": users.MinPassword,
	})
}

// passwordForm is a form with a new password, which it does not repeat.
func passwordForm(v *web.Visit) *web.Form {
	return web.NewForm(nil).Label("password", v.T("New password"))
}

// followLink uses a link up, and signs its user in.
func followLink(v *web.Visit, link people.Link) (err error) {
	hash, method := "", "sign-in link"
	if link.Purpose != people.LinkSignIn {
		method = string(link.Purpose) + " link"
		f := passwordForm(v)
		if hash, err = newPassword(v, f, link.User); err != nil {
			return err
		}
		if f.Failed() {
			return renderLink(v, http.StatusUnprocessableEntity, link, f)
		}
	}
	ctx := audit.WithActor(v.Context(), audit.Actor{Kind: audit.ActorUser, Name: link.User.Email})
	if link, err = v.Console.Store.People.UseLink(ctx, v.Request.PathValue("token"), hash); err != nil {
		return linkGone(v, err)
	}
	if link.Purpose == people.LinkReset {
		notify(v, link.User, changedPassword)
	}
	if method != "sign-in link" {
		v.Toast(v.T("Your password is set, and you are signed in."))
	}
	return enterAs(v, link.User, method)
}

// newPassword returns the hash of the form's field password, or adds its problem to the form.
func newPassword(v *web.Visit, f *web.Form, u people.User) (hash string, err error) {
	password := v.FormValue("password")
	if err := users.CheckPassword(password, u.Email); err != nil {
		v.Refuse(f, "password", problem.Of(err))
		return "", nil
	}
	err = hashing(v, true, func(ctx context.Context) (err error) {
		hash, err = v.Console.Hasher.Hash(ctx, password)
		return err
	})
	return hash, err
}
