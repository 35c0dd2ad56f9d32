package console

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"strconv"

	"waybill/internal/store"
	"waybill/internal/users"
)

// passkeyCookie has the sealed challenge that the browser is to sign.
const passkeyCookie = "waybill_passkey"

// relyingParty is the site that passkeys are for. Returns a *users.ProblemError if there are none.
func (v *visit) relyingParty() (users.RelyingParty, error) {
	return users.NewRelyingParty(v.console.PublicURL, v.r.Host)
}

// needRelyingParty is relyingParty for requests that make no sense without passkeys.
func (v *visit) needRelyingParty() (users.RelyingParty, error) {
	rp, err := v.relyingParty()
	if err != nil {
		return rp, &notice{http.StatusConflict, v.t("This was not done"), v.problem(err)}
	}
	return rp, nil
}

// sendOptions sends the browser what it needs to make or to use a passkey, and the sealed challenge.
func (v *visit) sendOptions(options []byte, sealed string) error {
	v.setCookie(passkeyCookie, sealed, users.ChallengeLife)
	header := v.w.Header()
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", strconv.Itoa(len(options)))
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	v.w.WriteHeader(http.StatusOK)
	_, _ = v.w.Write(options) // a client that has gone away is not an error
	return nil
}

// takeChallenge returns the sealed challenge of sendOptions, "" for none, and makes the browser forget it.
func (v *visit) takeChallenge() string {
	cookie, err := v.r.Cookie(passkeyCookie)
	if err != nil {
		return ""
	}
	v.setCookie(passkeyCookie, "", -1)
	return cookie.Value
}

// passkeySignInOptions answers the script of the page to sign in.
func (v *visit) passkeySignInOptions() error {
	rp, err := v.needRelyingParty()
	if err != nil {
		return err
	}
	options, sealed, err := v.console.passkeys.BeginSignIn(rp)
	if err != nil {
		return err
	}
	return v.sendOptions(options, sealed)
}

// passkeySignIn signs a user in by a passkey.
func (v *visit) passkeySignIn() error {
	if err := v.parse(); err != nil {
		return err
	}
	rp, err := v.needRelyingParty()
	if err != nil {
		return err
	}
	address, limited := v.console.Client(v.ctx())
	f := v.signInForm()
	giveBack, err := v.console.signIns.TakeAddress(limited)
	if err != nil {
		status, err := v.signInProblem(f, err)
		if err != nil {
			return err
		}
		return v.renderSignIn(status, f, "")
	}
	session, token, err := v.verifyPasskey(rp, address)
	if isPasskeyRefusal(err) {
		v.logPasskeyRefusal(err)
		f.fail("", v.t("This passkey was not accepted. Sign in with your password, or ask your administrator for a link."))
		return v.renderSignIn(http.StatusUnprocessableEntity, f, "")
	}
	giveBack()
	if err != nil {
		return err
	}
	return v.startSession(session, token, v.next())
}

// verifyPasskey begins a session with the passkey whose response was sent.
func (v *visit) verifyPasskey(rp users.RelyingParty, address netip.Addr) (store.Session, string, error) {
	find := func(id []byte) (store.Passkey, store.User, error) {
		return v.console.Store.PasskeyByCredential(v.ctx(), id)
	}
	u, use, err := v.console.passkeys.FinishSignIn(rp, v.takeChallenge(), []byte(v.form("credential")), find)
	if err != nil {
		return store.Session{}, "", err
	}
	ctx := store.WithActor(v.ctx(), store.Actor{Kind: store.ActorUser, Name: u.Email})
	return v.console.Store.CreateSessionByPasskey(ctx, u, use, addressText(address), v.r.UserAgent())
}

// isPasskeyRefusal reports whether an error means that the passkey is not accepted. Why is not for the one who signs in.
func isPasskeyRefusal(err error) bool {
	for _, refusal := range []error{users.ErrWrong, store.ErrNotFound, store.ErrReplayed, store.ErrPasskeyCopied} {
		if errors.Is(err, refusal) {
			return true
		}
	}
	return false
}

func (v *visit) logPasskeyRefusal(err error) {
	log := v.console.Log.DebugContext
	if errors.Is(err, store.ErrPasskeyCopied) {
		log = v.console.Log.WarnContext
	}
	log(context.WithoutCancel(v.r.Context()), "refused a passkey", "error", err, "request_id", v.console.RequestID(v.r.Context()))
}
