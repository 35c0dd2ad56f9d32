package openid

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// finishTimeout bounds all calls to the provider that finish a sign-in.
const finishTimeout = 15 * time.Second

// maxSubject is how many bytes a subject has at most, by the standard.
const maxSubject = 255

// ErrOtherSignIn means that a response does not belong to the sign-in of the token: another browser began it, or
// somebody made it up.
var ErrOtherSignIn = errors.New("the response of the identity provider belongs to another sign-in")

// RefusedError means that the provider did not sign the person in, for example because the person did not want to.
type RefusedError struct{ Code, Description string }

func (e *RefusedError) Error() string {
	return fmt.Sprintf("the identity provider refuses: %s %s", e.Code, e.Description)
}

// Identity is who a person is.
type Identity struct {
	Issuer, Subject string
	Email           string // "": the provider does not say
	EmailVerified   bool   // the provider says that the address is the person's

	SignedInOn time.Time // when the person signed in at the provider; zero: it does not say
}

// secrets are the values of one sign-in that must not be guessed. All come from one token, which the browser keeps.
type secrets struct{ state, nonce, verifier string }

func secretsOf(token string) secrets {
	derive := func(purpose string) string {
		mac := hmac.New(sha256.New, []byte(token))
		_, _ = mac.Write([]byte(purpose)) // it never fails
		return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
	}
	return secrets{derive("state"), derive("nonce"), derive("code verifier")}
}

// Address is the provider's page where a person signs in. The provider sends the person back to redirectURL. The token
// is random, and of this sign-in alone. The provider asks a person who signed in there longer ago than maxAge again, and with 0
// everybody. Returns an ErrNoAnswer.
func (p *Provider) Address(ctx context.Context, redirectURL, token string, maxAge time.Duration) (string, error) {
	known, err := p.discover(ctx)
	if err != nil {
		return "", err
	}
	s, client := secretsOf(token), known.oauth
	client.RedirectURL = redirectURL
	options := []oauth2.AuthCodeOption{
		oidc.Nonce(s.nonce), oauth2.S256ChallengeOption(s.verifier),
		oauth2.SetAuthURLParam("max_age", strconv.Itoa(int(maxAge.Seconds()))), // the ID token then has auth_time
	}
	if maxAge == 0 {
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"))
	}
	return client.AuthCodeURL(s.state, options...), nil
}

// IsOf reports whether a response, the query with which the person came back, belongs to the sign-in of a token.
func IsOf(response url.Values, token string) bool {
	return token != "" && subtle.ConstantTimeCompare([]byte(response.Get("state")), []byte(secretsOf(token).state)) == 1
}

// Finish returns who the person is that came back with a response. redirectURL and token are those of Address. Returns
// ErrOtherSignIn, a *RefusedError, an ErrNoAnswer, or another error if the provider's answers are not valid.
func (p *Provider) Finish(ctx context.Context, redirectURL, token string, response url.Values) (Identity, error) {
	issuer := response.Get("iss") // RFC 9207; "": the provider does not send it
	if !IsOf(response, token) || issuer != "" && issuer != p.config.Issuer {
		return Identity{}, ErrOtherSignIn
	}
	if code := response.Get("error"); code != "" {
		return Identity{}, &RefusedError{code, response.Get("error_description")}
	}
	known, err := p.discover(ctx)
	if err != nil {
		return Identity{}, err
	}
	s, client := secretsOf(token), known.oauth
	client.RedirectURL = redirectURL
	ctx, cancel := context.WithTimeout(oidc.ClientContext(ctx, p.client), finishTimeout)
	defer cancel()
	tokens, err := client.Exchange(ctx, response.Get("code"), oauth2.VerifierOption(s.verifier))
	if err != nil {
		return Identity{}, exchangeError(err)
	}
	raw, _ := tokens.Extra("id_token").(string)
	verified, err := known.verifier.Verify(ctx, raw)
	if err != nil {
		return Identity{}, fmt.Errorf("check the ID token: %w", err)
	}
	claims, err := p.check(verified, s.nonce)
	if err != nil {
		return Identity{}, err
	}
	found := Identity{Issuer: p.config.Issuer, Subject: verified.Subject, Email: claims.Email, EmailVerified: bool(claims.EmailVerified)}
	if claims.AuthTime > 0 {
		found.SignedInOn = time.Unix(int64(claims.AuthTime), 0)
	}
	if found.Email != "" || known.provider.UserInfoEndpoint() == "" {
		return found, nil
	}
	return p.withEmail(ctx, known, tokens, found)
}

// tokenClaims are claims of an ID token that the library leaves to its callers.
type tokenClaims struct {
	Email           string `json:"email"`
	EmailVerified   truth  `json:"email_verified"`
	AuthorizedParty string `json:"azp"`

	AuthTime float64 `json:"auth_time"` // seconds since 1970; 0: the provider does not say
}

// truth is true or, as some providers write it, "true".
type truth bool

func (t *truth) UnmarshalJSON(text []byte) error {
	*t = string(text) == "true" || string(text) == `"true"`
	return nil
}

// check checks what the library does not.
func (p *Provider) check(token *oidc.IDToken, nonce string) (tokenClaims, error) {
	var claims tokenClaims
	if err := token.Claims(&claims); err != nil {
		return claims, fmt.Errorf("read the ID token: %w", err)
	}
	switch {
	case subtle.ConstantTimeCompare([]byte(token.Nonce), []byte(nonce)) != 1:
		return claims, errors.New("the ID token has the nonce of another sign-in")
	case token.Subject == "" || len(token.Subject) > maxSubject:
		return claims, fmt.Errorf("the ID token has a subject of %d bytes: want 1 to %d", len(token.Subject), maxSubject)
	case claims.AuthorizedParty != "" && claims.AuthorizedParty != p.config.ClientID,
		claims.AuthorizedParty == "" && len(token.Audience) > 1:
		return claims, fmt.Errorf("the ID token is for %q, by the authorized party %q", token.Audience, claims.AuthorizedParty)
	}
	return claims, nil
}

// withEmail asks for the e-mail address, which some providers do not write into the ID token.
func (p *Provider) withEmail(ctx context.Context, known *discovered, tokens *oauth2.Token, found Identity) (Identity, error) {
	info, err := known.provider.UserInfo(ctx, oauth2.StaticTokenSource(tokens))
	switch {
	case isNetwork(err):
		return Identity{}, fmt.Errorf("%w: ask for the e-mail address: %w", ErrNoAnswer, err)
	case err != nil:
		return Identity{}, fmt.Errorf("ask for the e-mail address: %w", err)
	case info.Subject != found.Subject:
		return Identity{}, errors.New("the identity provider answers for another subject than that of the ID token")
	}
	found.Email, found.EmailVerified = info.Email, info.EmailVerified
	return found, nil
}

// exchangeError is the error of an exchange of a code, without the body of the response, which may have tokens.
func exchangeError(err error) error {
	refused, ok := errors.AsType[*oauth2.RetrieveError](err)
	switch {
	case ok && refused.Response.StatusCode >= http.StatusInternalServerError:
		return fmt.Errorf("%w: exchange a code: %s", ErrNoAnswer, refused.Response.Status)
	case ok && refused.ErrorCode != "":
		return fmt.Errorf("exchange a code: %s: %s %s", refused.Response.Status, refused.ErrorCode, refused.ErrorDescription)
	case ok:
		return fmt.Errorf("exchange a code: %s", refused.Response.Status)
	case isNetwork(err):
		return fmt.Errorf("%w: exchange a code: %w", ErrNoAnswer, err)
	}
	return fmt.Errorf("exchange a code: %w", err)
}

// isNetwork reports whether a request had no response.
func isNetwork(err error) bool {
	_, ok := errors.AsType[*url.Error](err)
	return ok
}
