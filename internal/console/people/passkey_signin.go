package people

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"slices"

	"waybill/internal/console/web"
	"waybill/internal/problem"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/people"
	"waybill/internal/users"
)

// passkeyCookie has the sealed challenge that the browser is to sign.
const passkeyCookie = "waybill_passkey"

// relyingParty is the site that passkeys are for. Returns a problem.Error if there are none.
func relyingParty(v *web.Visit) (users.RelyingParty, error) {
	return users.NewRelyingParty(v.Console.PublicURL, v.Request.Host)
}

// needRelyingParty is relyingParty for requests that make no sense without passkeys.
func needRelyingParty(v *web.Visit) (users.RelyingParty, error) {
	rp, err := relyingParty(v)
	if err != nil {
		return rp, v.NotDone(http.StatusConflict, v.Words().Say("", problem.Of(err)))
	}
	return rp, nil
}

// sendOptions sends the browser what it needs to make or to use a passkey, and the sealed challenge.
func sendOptions(v *web.Visit, options []byte, sealed string) error {
	v.SetCookie(passkeyCookie, sealed, users.ChallengeLife)
	return v.Send("application/json", "no-store", options)
}

// passkeySignInOptions answers the script of the page to sign in.
func passkeySignInOptions(v *web.Visit, rp users.RelyingParty) error {
	options, sealed, err := v.Console.Passkeys.BeginSignIn(rp)
	if err != nil {
		return err
	}
	return sendOptions(v, options, sealed)
}

// passkeySignIn signs a user in by a passkey.
func passkeySignIn(v *web.Visit, rp users.RelyingParty) error {
	address, limited := v.Console.Client(v.Context())
	f := signInForm(v)
	giveBack, err := v.Console.SignIns.TakeAddress(limited)
	if err != nil {
		status, err := signInProblem(v, f, err)
		if err != nil {
			return err
		}
		return renderSignIn(v, status, f, "")
	}
	u, session, token, err := verifyPasskey(v, rp, address)
	if isPasskeyRefusal(err) {
		logPasskeyRefusal(v, err)
		f.Fail("", v.T("This passkey was not accepted. Sign in with your password, or ask your administrator for a link."))
		return renderSignIn(v, http.StatusUnprocessableEntity, f, "")
	}
	giveBack()
	if err != nil {
		return err
	}
	return startSession(v, u, session, token, next(v))
}

// verifyPasskey begins a session with the passkey whose response was sent.
func verifyPasskey(v *web.Visit, rp users.RelyingParty, address netip.Addr) (u people.User, s people.Session, token string, err error) {
	find := func(id []byte) (people.Passkey, people.User, error) {
		return v.Console.Store.People.PasskeyByCredential(v.Context(), id)
	}
	u, use, err := v.Console.Passkeys.FinishSignIn(rp, v.TakeCookie(passkeyCookie), []byte(v.FormValue("credential")), find)
	if err != nil {
		return people.User{}, people.Session{}, "", err
	}
	if err := v.Console.SignIns.Spend(users.Sessions, u.Email); err != nil {
		return people.User{}, people.Session{}, "", err
	}
	ctx := audit.WithActor(v.Context(), audit.Actor{Kind: audit.ActorUser, Name: u.Email})
	s, token, err = v.Console.Store.People.CreateSessionByPasskey(ctx, u, use, addressText(address), v.Request.UserAgent())
	return u, s, token, err
}

// isPasskeyRefusal reports whether an error means that the passkey is not accepted. Why is not for the one who signs in.
func isPasskeyRefusal(err error) bool {
	refusals := []error{users.ErrWrong, store.ErrNotFound, store.ErrReplayed, people.ErrPasskeyCopied}
	return slices.ContainsFunc(refusals, func(refusal error) bool { return errors.Is(err, refusal) })
}

func logPasskeyRefusal(v *web.Visit, err error) {
	log := v.Console.Log.DebugContext
	if errors.Is(err, people.ErrPasskeyCopied) {
		log = v.Console.Log.WarnContext
	}
	log(context.WithoutCancel(v.Request.Context()), "refused a passkey", "error", err, "request_id", v.Console.RequestID(v.Request.Context()))
}
