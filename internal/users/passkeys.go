package users

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"waybill/internal/problem"
	"waybill/internal/store"
	"waybill/internal/store/people"
)

// Passkeys adds passkeys and verifies sign-ins with them (Web Authentication, level 3). Safe for concurrent use.
type Passkeys struct {
	seal    sealer
	handles []byte // the key of user handles
	now     func() time.Time
}

// NewPasskeys makes a Passkeys with a secret that all servers of the database share.
func NewPasskeys(secret []byte, now func() time.Time) *Passkeys {
	return &Passkeys{seal: sealer{derive(secret, "passkey challenges")}, handles: derive(secret, "passkey users"), now: now}
}

// algorithms are the algorithms of keys that are accepted. Each browser and authenticator has one of them.
var algorithms = webauthn.CredentialParametersRecommendedL3()

// newSite makes the library for a site. Returns a problem.Error if it refuses the site.
func newSite(domain, origin string) (RelyingParty, error) {
	timeout := webauthn.TimeoutConfig{Timeout: ChallengeLife, TimeoutUVD: ChallengeLife}
	library, err := webauthn.New(&webauthn.Config{
		RPID: domain, RPDisplayName: "Waybill", RPOrigins: []string{origin}, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: timeout, Registration: timeout},
		// Nothing is read from extensions, and some password managers send them unasked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return RelyingParty{}, problem.PasskeysNoName.Err()
	}
	return RelyingParty{ID: domain, Origin: origin, library: library}, nil
}

// passkeyUser is a user as the library wants it.
type passkeyUser struct {
	people.User
	handle   []byte
	passkeys []people.Passkey
}

func (u passkeyUser) WebAuthnID() []byte          { return u.handle }
func (u passkeyUser) WebAuthnName() string        { return u.Email }
func (u passkeyUser) WebAuthnDisplayName() string { return u.Name }

func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential {
	all := make([]webauthn.Credential, len(u.passkeys))
	for i, k := range u.passkeys {
		all[i] = webauthn.Credential{
			ID: k.CredentialID, PublicKey: k.PublicKey, Flags: webauthn.NewCredentialFlags(protocol.AuthenticatorFlags(k.Flags)),
			Authenticator: webauthn.Authenticator{SignCount: k.SignCount},
		}
		for name := range strings.SplitSeq(k.Transports, ",") {
			if name != "" {
				all[i].Transport = append(all[i].Transport, protocol.AuthenticatorTransport(name))
			}
		}
	}
	return all
}

// user gives a user its handle, by which authenticators tell the users of a site apart. It says nothing about the user,
// and is another one in each database.
func (p *Passkeys) user(u people.User, passkeys []people.Passkey) passkeyUser {
	mac := hmac.New(sha256.New, p.handles)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(u.UserID)))
	return passkeyUser{u, mac.Sum(nil), passkeys}
}

// begin seals a challenge of the library, and encodes the options for the browser.
func (p *Passkeys) begin(kind ceremonyKind, owner int64, challenge []byte, options any) (encoded []byte, sealed string, err error) {
	if encoded, err = json.Marshal(options); err != nil {
		return nil, "", fmt.Errorf("encode the options of a passkey: %w", err)
	}
	return encoded, p.seal.seal(ceremony{kind, owner, p.now().Add(ChallengeLife), challenge}), nil
}

// BeginAdd returns the options, as JSON, with which the browser of a session makes a passkey of a user who has those of
// passkeys, and what FinishAdd needs.
func (p *Passkeys) BeginAdd(
	rp RelyingParty, u people.User, passkeys []people.Passkey, sessionID int64,
) (options []byte, sealed string, err error) {
	user := p.user(u, passkeys)
	exclude := webauthn.Credentials(user.WebAuthnCredentials()).CredentialDescriptors()
	creation, _, err := rp.library.BeginRegistration(user, webauthn.WithExclusions(exclude), webauthn.WithCredentialParameters(algorithms))
	if err != nil {
		return nil, "", fmt.Errorf("begin to add a passkey: %w", err)
	}
	return p.begin(addingPasskey, sessionID, creation.Response.Challenge, creation.Response)
}

// session is the state of a ceremony that the library keeps.
func (c ceremony) session(rp RelyingParty) webauthn.SessionData {
	return webauthn.SessionData{
		Challenge: base64.RawURLEncoding.EncodeToString(c.challenge), RelyingPartyID: rp.ID, UserVerification: protocol.VerificationRequired,
	}
}

func (c ceremony) used() people.Challenge {
	return people.Challenge{Bytes: c.challenge, ExpiresOn: c.expiresOn}
}

// FinishAdd verifies the browser's response, and returns the passkey and the challenge to store, which may have been used
// before. Returns ErrChallenge.
func (p *Passkeys) FinishAdd(
	rp RelyingParty, u people.User, sessionID int64, sealed string, response []byte,
) (people.Passkey, people.Challenge, error) {
	c, err := p.seal.open(sealed, addingPasskey, sessionID, p.now())
	if err != nil {
		return people.Passkey{}, people.Challenge{}, err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return people.Passkey{}, people.Challenge{}, refusal(err)
	}
	user, session := p.user(u, nil), c.session(rp)
	session.UserID, session.CredParams = user.handle, algorithms
	made, err := rp.library.CreateCredential(user, session, parsed)
	if err != nil {
		return people.Passkey{}, people.Challenge{}, refusal(err)
	}
	return people.Passkey{
		UserID: u.UserID, CredentialID: made.ID, RelyingParty: rp.ID, PublicKey: made.PublicKey, SignCount: made.Authenticator.SignCount,
		Flags: made.Flags.MsgpByte(), Transports: joinTransports(made.Transport),
	}, c.used(), nil
}

var transportShape = regexp.MustCompile(`^[a-z-]{1,16}$`)

// joinTransports lists how an authenticator is reached, as far as the browser says something sensible.
func joinTransports(all []protocol.AuthenticatorTransport) string {
	var names []string
	for _, t := range all {
		if transportShape.MatchString(string(t)) && len(names) < 8 {
			names = append(names, string(t))
		}
	}
	return strings.Join(names, ",")
}

// BeginSignIn returns the options, as JSON, with which a browser signs in by any passkey of the site, and what
// FinishSignIn needs.
func (p *Passkeys) BeginSignIn(rp RelyingParty) (options []byte, sealed string, err error) {
	assertion, _, err := rp.library.BeginDiscoverableLogin()
	if err != nil {
		return nil, "", fmt.Errorf("begin to sign in by a passkey: %w", err)
	}
	return p.begin(signingIn, 0, assertion.Response.Challenge, assertion.Response)
}

// FinishSignIn verifies the browser's response with the passkey that find returns, and returns its user and what to
// store. The challenge may have been used before, and the counter may not have grown: storing finds out. Returns an error
// that wraps ErrWrong, or one of find other than store.ErrNotFound.
func (p *Passkeys) FinishSignIn(
	rp RelyingParty, sealed string, response []byte, find func(credentialID []byte) (people.Passkey, people.User, error),
) (people.User, people.PasskeyUse, error) {
	none := people.PasskeyUse{}
	c, err := p.seal.open(sealed, signingIn, 0, p.now())
	if err != nil {
		return people.User{}, none, fmt.Errorf("%w: %w", ErrWrong, err)
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return people.User{}, none, fmt.Errorf("%w: %w", ErrWrong, refusal(err))
	}
	known, u, err := find(parsed.RawID)
	if errors.Is(err, store.ErrNotFound) {
		return people.User{}, none, fmt.Errorf("%w: the passkey is not known, or its user is disabled", ErrWrong)
	}
	if err != nil {
		return people.User{}, none, err
	}
	user := p.user(u, []people.Passkey{known})
	verified, err := rp.library.ValidateDiscoverableLogin(
		func(_, _ []byte) (webauthn.User, error) { return user, nil }, c.session(rp), parsed)
	if err != nil {
		return people.User{}, none, fmt.Errorf("%w: %w", ErrWrong, refusal(err))
	}
	return u, people.PasskeyUse{
		Passkey: known, Challenge: c.used(), SignCount: parsed.Response.AuthenticatorData.Counter, Flags: verified.Flags.MsgpByte(),
	}, nil
}

// refusal wraps ErrChallenge with the library's reason.
func refusal(err error) error {
	if detailed, ok := errors.AsType[*protocol.Error](err); ok && detailed.DevInfo != "" {
		return fmt.Errorf("%w: %w: %s", ErrChallenge, err, detailed.DevInfo)
	}
	return fmt.Errorf("%w: %w", ErrChallenge, err)
}
