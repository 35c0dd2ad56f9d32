package people

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"waybill/internal/console/web"
	"waybill/internal/problem"
	"waybill/internal/store"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// recentSignIn is how long after signing in a user need not give the password to add or remove a passkey.
const recentSignIn = 10 * time.Minute

// proof is what users must show before they change how they sign in.
type proof string

const (
	noProof       proof = ""
	passwordProof proof = "password"
	signInProof   proof = "sign-in" // the user has no password
)

func neededProof(v *web.Visit) proof {
	switch {
	case v.Console.Now().Sub(v.Session.CreatedOn) < recentSignIn:
		return noProof
	case v.User.HasPassword:
		return passwordProof
	}
	return signInProof
}

// prove adds a problem to the form if the user does not give the proof that is needed. status is that of the problem.
func prove(v *web.Visit, f *web.Form) (status int, err error) {
	switch neededProof(v) {
	case signInProof:
		f.Fail("", v.T("Sign out and in again first: you signed in more than %d minutes ago.", int(recentSignIn/time.Minute)))
	case passwordProof:
		_, err := checkPassword(v, v.User.Email, v.FormValue("passkey_password"))
		if errors.Is(err, users.ErrWrong) {
			f.Fail("passkey_password", v.T("This is not your password."))
		} else if err != nil {
			return signInProblem(v, f, err)
		}
	case noProof:
	}
	return http.StatusUnprocessableEntity, nil
}

// passkeysView is the data of the part about passkeys.
type passkeysView struct {
	List []people.Passkey
	Form *web.Form // to add one
	Off  string    // why there are none; "": there are
	Full bool
	Most int
	Need proof
	Site string // the origin that they are for

	Codes int // recovery codes that are left
}

func passkeyForm(v *web.Visit, values url.Values) *web.Form {
	return web.NewForm(values).Label("passkey_name", v.T("Name of the passkey")).Label("passkey_password", v.T("Current password"))
}

// passkeyName is the name in the form, without spaces around it. A wrong one is a problem of the form.
func passkeyName(v *web.Visit, f *web.Form) string {
	name, err := users.CleanName(f.Value("passkey_name"))
	if err != nil {
		v.Refuse(f, "passkey_name", problem.Of(err))
	}
	return name
}

// viewPasskeys shows the user's passkeys, with a form to add one; nil is an empty one.
func viewPasskeys(v *web.Visit, f *web.Form) (passkeysView, error) {
	var r web.Reading
	all := web.Read2(&r, v.Console.Store.People.Passkeys, v.Context(), v.User.UserID)
	codes := web.Read2(&r, v.Console.Store.People.RecoveryCodesLeft, v.Context(), v.User.UserID)
	if f == nil {
		f = passkeyForm(v, url.Values{"passkey_name": {cmp.Or(deviceName(v), v.T("Passkey"))}})
	}
	view := passkeysView{
		Codes: codes, List: all, Form: f, Full: len(all) >= people.MaxPasskeys, Most: people.MaxPasskeys, Need: neededProof(v),
	}
	rp, err := relyingParty(v)
	if err != nil {
		view.Off = v.Words().Say("", problem.Of(err))
	}
	view.Site = rp.Origin
	return view, r.Err
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

// deviceName is the browser and the system, such as "Chrome, Windows", "" for unknown ones.
func deviceName(v *web.Visit) string {
	var names []string
	for _, kind := range deviceNames {
		for _, part := range kind {
			if strings.Contains(v.Request.UserAgent(), part[0]) {
				names = append(names, part[1])
				break
			}
		}
	}
	return strings.Join(names, ", ")
}

// passkeyOptions answers the script of the form to add a passkey: with the options, or with the form and its problems.
func passkeyOptions(v *web.Visit, rp users.RelyingParty) error {
	f := passkeyForm(v, v.Request.PostForm)
	passkeyName(v, f)
	status, err := prove(v, f)
	if err != nil {
		return err
	}
	view, err := viewPasskeys(v, f)
	if err != nil {
		return err
	}
	if view.Full {
		f.Fail("", v.T("You have %d passkeys, which are the most. Remove one first.", view.Most))
	}
	if f.Failed() {
		return v.Fragment(status, "me.html", "passkey-fields", view)
	}
	options, sealed, err := v.Console.Passkeys.BeginAdd(rp, v.User, view.List, v.Session.SessionID)
	if err != nil {
		return err
	}
	return sendOptions(v, options, sealed)
}

// addPasskey stores the passkey that the browser has made. passkeyOptions has checked who the user is, and the sealed
// challenge is of this session.
func addPasskey(v *web.Visit, rp users.RelyingParty) error {
	f := passkeyForm(v, v.Request.PostForm)
	name := passkeyName(v, f)
	if f.Failed() {
		return renderMe(v, http.StatusUnprocessableEntity, currentProfile(v), passwordForm(v), f)
	}
	sealed, credential := v.TakeCookie(passkeyCookie), []byte(v.FormValue("credential"))
	made, challenge, err := v.Console.Passkeys.FinishAdd(rp, v.User, v.Session.SessionID, sealed, credential)
	if err == nil {
		made.Name = name
		_, err = v.Console.Store.People.AddPasskey(v.Context(), made, challenge)
	}
	switch {
	case errors.Is(err, users.ErrChallenge), errors.Is(err, store.ErrReplayed):
		logPasskeyRefusal(v, err)
		f.Fail("", v.T("The passkey was not added: what the browser sent was too late, or cannot be used here. Try again."))
	case errors.Is(err, store.ErrTooMany):
		f.Fail("", v.T("You have %d passkeys, which are the most. Remove one first.", people.MaxPasskeys))
	case errors.Is(err, store.ErrNameTaken):
		f.Fail("", v.T("This passkey was added already."))
	case err != nil:
		return err
	}
	if f.Failed() {
		return renderMe(v, http.StatusUnprocessableEntity, currentProfile(v), passwordForm(v), f)
	}
	notify(v, v.User, newPasskey, name)
	return v.Done(nil, v.T("The passkey is added: you can sign in with it."), mePath)
}

// passkeyOfPath is the passkey of the page, one of the user's own. Returns store.ErrNotFound.
var passkeyOfPath = web.ByID("passkey", func(v *web.Visit, id int64) (people.Passkey, error) {
	all, err := v.Console.Store.People.Passkeys(v.Context(), v.User.UserID)
	at := slices.IndexFunc(all, func(k people.Passkey) bool { return k.PasskeyID == id })
	if at < 0 {
		return people.Passkey{}, cmp.Or(err, store.ErrNotFound)
	}
	return all[at], nil
})

// passkeyPage shows one of the user's own passkeys.
func passkeyPage(v *web.Visit, k people.Passkey) error {
	return renderPasskey(v, http.StatusOK, k, passkeyForm(v, url.Values{"passkey_name": {k.Name}}), passkeyForm(v, nil))
}

func renderPasskey(v *web.Visit, status int, k people.Passkey, rename, remove *web.Form) error {
	return v.Render(status, "passkey.html", map[string]any{
		"Passkey": k, "Path": fmt.Sprintf("%s/%d", passkeysPath, k.PasskeyID), "Form": rename, "Remove": remove, "Need": neededProof(v),
		"Question": removalQuestion(v, k),
	})
}

func removalQuestion(v *web.Visit, k people.Passkey) string {
	return v.T("Remove the passkey %s? You cannot sign in with it any more.", k.Name)
}

// renamePasskey gives one of the user's own passkeys another name.
func renamePasskey(v *web.Visit, k people.Passkey) error {
	f := passkeyForm(v, v.Request.PostForm)
	name := passkeyName(v, f)
	if f.Failed() {
		return renderPasskey(v, http.StatusUnprocessableEntity, k, f, passkeyForm(v, nil))
	}
	return v.Done(v.Console.Store.People.RenamePasskey(v.Context(), v.User.UserID, k.PasskeyID, name),
		v.T("Your changes are saved."), mePath)
}

// removePasskey removes one of the user's own passkeys. A password is a confirmation, too.
func removePasskey(v *web.Visit, k people.Passkey) error {
	f := passkeyForm(v, nil)
	status, err := prove(v, f)
	if err != nil {
		return err
	}
	if f.Failed() {
		return renderPasskey(v, status, k, passkeyForm(v, url.Values{"passkey_name": {k.Name}}), f)
	}
	if neededProof(v) == noProof {
		if ok, err := v.Confirm(removalQuestion(v, k), v.T("Remove the passkey")); !ok {
			return err
		}
	}
	return v.Done(v.Console.Store.People.RemovePasskey(v.Context(), v.User.UserID, k.PasskeyID), v.T("The passkey is removed."), mePath)
}

// removePasskeysOfUser removes all passkeys of a user.
func removePasskeysOfUser(v *web.Visit, u people.User) error {
	if ok, err := v.Confirm(v.T("Remove all passkeys of %s?", u.Email), v.T("Remove all")); !ok {
		return err
	}
	removed, err := v.Console.Store.People.RemovePasskeys(v.Context(), u.UserID)
	return v.Done(err, v.T("%d passkeys are removed.", removed), userPath(u.UserID))
}
