package console

import (
	"context"
	"errors"
	"net/http"

	"waybill/internal/store"
	"waybill/internal/users"
)

// linkPage shows what a one-time link does. It leaves the link valid: programs that read mail open links, too.
func (v *visit) linkPage() error {
	link, err := v.readLink()
	if err != nil {
		return err
	}
	return v.renderLink(http.StatusOK, link, v.passwordForm())
}

func (v *visit) readLink() (store.Link, error) {
	link, err := v.console.Store.ReadLink(v.ctx(), v.r.PathValue("token"))
	if err != nil {
		return store.Link{}, v.linkGone(err)
	}
	if v.user.UserID == 0 {
		v.lang = languageOf(link.User.Language, v.r)
	}
	return link, nil
}

// linkGone explains that a link cannot be used any more.
func (v *visit) linkGone(err error) error {
	if !errors.Is(err, store.ErrNotFound) {
		return err
	}
	return &notice{
		http.StatusNotFound, v.t("This link is not valid any more"),
		v.t("It was used, it has expired, a newer one has replaced it, or your role has changed since. Ask for another one."),
	}
}

func (v *visit) renderLink(status int, link store.Link, f *form) error {
	return v.render(status, "link.html", map[string]any{
		"Form": f, "User": link.User, "Action": v.r.URL.Path, "Invited": link.Purpose == store.LinkInvite,
		"SignsIn": link.Purpose == store.LinkSignIn, "Other": v.user.UserID != 0 && v.user.UserID != link.User.UserID,
		"MinPassword": users.MinPassword,
	})
}

// passwordForm is a form with a new password, which it does not repeat.
func (v *visit) passwordForm() *form {
	return newForm(nil).label("password", v.t("New password"))
}

// followLink uses a link up, and signs its user in.
func (v *visit) followLink() error {
	if err := v.parse(); err != nil {
		return err
	}
	link, err := v.readLink()
	if err != nil {
		return err
	}
	hash, method := "", "sign-in link"
	if link.Purpose != store.LinkSignIn {
		method = string(link.Purpose) + " link"
		f := v.passwordForm()
		if hash, err = v.newPassword(f, link.User); err != nil {
			return err
		}
		if f.failed() {
			return v.renderLink(http.StatusUnprocessableEntity, link, f)
		}
	}
	ctx := store.WithActor(v.ctx(), store.Actor{Kind: store.ActorUser, Name: link.User.Email})
	if link, err = v.console.Store.UseLink(ctx, v.r.PathValue("token"), hash); err != nil {
		return v.linkGone(err)
	}
	if method != "sign-in link" {
		v.toast(v.t("Your password is set, and you are signed in."))
	}
	return v.enterAs(link.User, method)
}

// newPassword returns the hash of the form's field password, or adds its problem to the form.
func (v *visit) newPassword(f *form, u store.User) (hash string, err error) {
	password := v.form("password")
	if err := users.CheckPassword(password, u.Email); err != nil {
		f.fail("password", v.problem(err))
		return "", nil
	}
	err = v.hashing(func(ctx context.Context) (err error) {
		hash, err = v.console.hasher.Hash(ctx, password)
		return err
	})
	return hash, err
}

// problem is a *users.ProblemError in the user's language.
func (v *visit) problem(err error) string {
	if p, ok := errors.AsType[*users.ProblemError](err); ok {
		return v.t(p.Text, p.Args...)
	}
	return err.Error()
}

// problemTexts are the texts of users.ProblemError.
var problemTexts = []string{
	key("This is no e-mail address: write one such as name@example.com."),
	key("A name has 1 to %d printable characters."),
	key("There is no such timezone: write one such as Asia/Jakarta."),
	key("The password has %d characters: it needs %d."),
	key("The password has %d characters: %d are the most."),
	key("Passkeys are off: the server has no WAYBILL_PUBLIC_URL with https and a domain name."),
	key("Passkeys are off: WAYBILL_PUBLIC_URL has no domain name."),
	key("Passkeys are off: WAYBILL_PUBLIC_URL has an IP address, and browsers allow passkeys for domain names only."),
	key("Passkeys are off: WAYBILL_PUBLIC_URL is not https, and browsers allow passkeys for HTTPS only."),
	key("The password is too easy to guess: use several words, or the one that your browser suggests."),
}
