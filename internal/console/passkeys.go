package console

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"waybill/internal/store"
	"waybill/internal/users"
)

// recentSignIn is how long after signing in a user need not give the password to add or remove a passkey.
const recentSignIn = 10 * time.Minute

// proof is what a user must do before a change of who can sign in as the user.
type proof string

const (
	noProof       proof = ""
	passwordProof proof = "password"
	signInProof   proof = "sign-in" // the user has no password
)

func (v *visit) neededProof() proof {
	switch {
	case v.console.Now().Sub(v.session.CreatedOn) < recentSignIn:
		return noProof
	case v.user.HasPassword:
		return passwordProof
	}
	return signInProof
}

// prove adds a problem to the form if the user does not give the proof that is needed. status is that of the problem.
func (v *visit) prove(f *form) (status int, err error) {
	switch v.neededProof() {
	case signInProof:
		f.fail("", v.t("Sign out and in again first: you signed in more than %d minutes ago.", int(recentSignIn/time.Minute)))
	case passwordProof:
		_, err := v.checkPassword(v.user.Email, v.form("passkey_password"))
		if errors.Is(err, users.ErrWrong) {
			f.fail("passkey_password", v.t("This is not your password."))
		} else if err != nil {
			return v.signInProblem(f, err)
		}
	case noProof:
	}
	return http.StatusUnprocessableEntity, nil
}

// passkeysView is what the part passkeys shows.
type passkeysView struct {
	List []store.Passkey
	Form *form  // to add one
	Off  string // why there are none; "": there are
	Full bool
	Most int
	Need proof
	Site string // the origin that they are for
}

func (v *visit) passkeyForm(values url.Values) *form {
	return newForm(values).label("passkey_name", v.t("Name of the passkey")).label("passkey_password", v.t("Current password"))
}

// passkeyName is the name in the form, without spaces around it. A wrong one is a problem of the form.
func (v *visit) passkeyName(f *form) string {
	name, err := users.CleanName(f.Value("passkey_name"))
	if err != nil {
		f.fail("passkey_name", v.problem(err))
	}
	return name
}

// viewPasskeys shows the user's passkeys, with a form to add one; nil is an empty one.
func (v *visit) viewPasskeys(f *form) (passkeysView, error) {
	all, err := v.console.Store.Passkeys(v.ctx(), v.user.UserID)
	if err != nil {
		return passkeysView{}, err
	}
	if f == nil {
		f = v.passkeyForm(url.Values{"passkey_name": {v.deviceName()}})
	}
	view := passkeysView{List: all, Form: f, Full: len(all) >= store.MaxPasskeys, Most: store.MaxPasskeys, Need: v.neededProof()}
	rp, err := v.relyingParty()
	if err != nil {
		view.Off = v.problem(err)
	}
	view.Site = rp.Origin
	return view, nil
}

// deviceNames are parts of a User-Agent, and what they say. The first that is there counts: later ones are in others, too.
var deviceNames = [][][2]string{
	{
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"},
		{"CriOS/", "Chrome"},
		{"Chrome/", "Chrome"},
		{"Safari/", "Safari"},
	},
	{
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Android", "Android"},
		{"CrOS", "ChromeOS"},
		{"Windows", "Windows"},
		{"Macintosh", "Mac"},
		{"Linux", "Linux"},
	},
}

// deviceName proposes a name for a passkey: the browser and the system, such as "Chrome, Windows".
func (v *visit) deviceName() string {
	var names []string
	for _, kind := range deviceNames {
		for _, part := range kind {
			if strings.Contains(v.r.UserAgent(), part[0]) {
				names = append(names, part[1])
				break
			}
		}
	}
	if names == nil {
		return v.t("Passkey")
	}
	return strings.Join(names, ", ")
}

// passkeyOptions answers the script of the form to add a passkey: with the options, or with the form and its problems.
func (v *visit) passkeyOptions() error {
	rp, err := v.needRelyingParty()
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	f := v.passkeyForm(v.r.PostForm)
	v.passkeyName(f)
	status, err := v.prove(f)
	if err != nil {
		return err
	}
	view, err := v.viewPasskeys(f)
	if err != nil {
		return err
	}
	if view.Full {
		f.fail("", v.t("You have %d passkeys, which are the most. Remove one first.", view.Most))
	}
	if f.failed() {
		return v.fragment(status, "me.html", "passkey-fields", view)
	}
	options, sealed, err := v.console.passkeys.BeginAdd(rp, v.user, view.List, v.session.SessionID)
	if err != nil {
		return err
	}
	return v.sendOptions(options, sealed)
}

// addPasskey stores the passkey that the browser has made. passkeyOptions has checked who the user is, and the sealed
// challenge is of this session.
func (v *visit) addPasskey() error {
	rp, err := v.needRelyingParty()
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	f := v.passkeyForm(v.r.PostForm)
	name := v.passkeyName(f)
	if f.failed() {
		return v.renderMe(http.StatusUnprocessableEntity, v.currentProfile(), v.passwordForm(), f)
	}
	made, challenge, err := v.console.passkeys.FinishAdd(rp, v.user, v.session.SessionID, v.takeChallenge(), []byte(v.form("credential")))
	if err == nil {
		made.Name = name
		_, err = v.console.Store.AddPasskey(v.ctx(), made, challenge)
	}
	switch {
	case errors.Is(err, users.ErrChallenge), errors.Is(err, store.ErrReplayed):
		v.logPasskeyRefusal(err)
		f.fail("", v.t("The passkey was not added: what the browser sent was too late, or cannot be used here. Try again."))
	case errors.Is(err, store.ErrTooMany):
		f.fail("", v.t("You have %d passkeys, which are the most. Remove one first.", store.MaxPasskeys))
	case errors.Is(err, store.ErrNameTaken):
		f.fail("", v.t("This passkey was added already."))
	case err != nil:
		return err
	}
	if f.failed() {
		return v.renderMe(http.StatusUnprocessableEntity, v.currentProfile(), v.passwordForm(), f)
	}
	v.toast(v.t("The passkey is added: you can sign in with it."))
	return v.redirect(mePath)
}

// passkeyOfPath is the passkey of the page, one of the user's own. Returns store.ErrNotFound.
func (v *visit) passkeyOfPath() (store.Passkey, error) {
	id, err := v.pathID("passkey")
	if err != nil {
		return store.Passkey{}, err
	}
	all, err := v.console.Store.Passkeys(v.ctx(), v.user.UserID)
	if err != nil {
		return store.Passkey{}, err
	}
	for _, k := range all {
		if k.PasskeyID == id {
			return k, nil
		}
	}
	return store.Passkey{}, store.ErrNotFound
}

func passkeyPath(id int64) string { return fmt.Sprintf("%s/%d", passkeysPath, id) }

// passkeyPage shows one of the user's own passkeys.
func (v *visit) passkeyPage() error {
	k, err := v.passkeyOfPath()
	if err != nil {
		return err
	}
	return v.renderPasskey(http.StatusOK, k, v.passkeyForm(url.Values{"passkey_name": {k.Name}}), v.passkeyForm(nil))
}

func (v *visit) renderPasskey(status int, k store.Passkey, rename, remove *form) error {
	return v.render(status, "passkey.html", map[string]any{
		"Passkey": k, "Path": passkeyPath(k.PasskeyID), "Form": rename, "Remove": remove, "Need": v.neededProof(),
		"Question": v.removalQuestion(k),
	})
}

func (v *visit) removalQuestion(k store.Passkey) string {
	return v.t("Remove the passkey %s? You cannot sign in with it any more.", k.Name)
}

// renamePasskey gives one of the user's own passkeys another name.
func (v *visit) renamePasskey() error {
	k, err := v.passkeyOfPath()
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	f := v.passkeyForm(v.r.PostForm)
	name := v.passkeyName(f)
	if f.failed() {
		return v.renderPasskey(http.StatusUnprocessableEntity, k, f, v.passkeyForm(nil))
	}
	if err := v.console.Store.RenamePasskey(v.ctx(), v.user.UserID, k.PasskeyID, name); err != nil {
		return err
	}
	v.toast(v.t("Your changes are saved."))
	return v.redirect(mePath)
}

// removePasskey removes one of the user's own passkeys. A password is a confirmation, too.
func (v *visit) removePasskey() error {
	k, err := v.passkeyOfPath()
	if err != nil {
		return err
	}
	if err := v.parse(); err != nil {
		return err
	}
	f := v.passkeyForm(nil)
	status, err := v.prove(f)
	if err != nil {
		return err
	}
	if f.failed() {
		return v.renderPasskey(status, k, v.passkeyForm(url.Values{"passkey_name": {k.Name}}), f)
	}
	if v.neededProof() == noProof {
		if ok, err := v.confirm(v.removalQuestion(k), v.t("Remove the passkey")); !ok {
			return err
		}
	}
	if err := v.console.Store.RemovePasskey(v.ctx(), v.user.UserID, k.PasskeyID); err != nil {
		return err
	}
	v.toast(v.t("The passkey is removed."))
	return v.redirect(mePath)
}

// removePasskeysOfUser removes all passkeys of a user.
func (v *visit) removePasskeysOfUser() error {
	u, err := v.userOfPath()
	if err != nil {
		return err
	}
	if ok, err := v.confirm(v.t("Remove all passkeys of %s?", u.Email), v.t("Remove all")); !ok {
		return err
	}
	removed, err := v.console.Store.RemovePasskeys(v.ctx(), u.UserID)
	if err != nil {
		return err
	}
	v.toast(v.t("%d passkeys are removed.", removed))
	return v.redirect(userPath(u.UserID))
}
