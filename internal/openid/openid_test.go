package openid_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/openid"
	"waybill/internal/openid/openidtest"
)

const redirectURL = "https://ship.example.com/console/sign-in/callback"

// provider is an issuer as the settings say.
func provider(i *openidtest.Issuer) *openid.Provider {
	return openid.New(openid.Config{
		Issuer: i.URL, ClientID: openidtest.ClientID, ClientSecret: openidtest.ClientSecret, Name: "Example", Now: time.Now,
	})
}

// signIn begins a sign-in, and returns the response by the browser. The ID token will have the changed claims.
func signIn(t *testing.T, i *openidtest.Issuer, p *openid.Provider, token string, change func(openidtest.Claims)) url.Values {
	t.Helper()
	address, err := p.Address(t.Context(), redirectURL, token, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return i.SignIn(address, change)
}

// finish begins a sign-in and finishes it.
func finish(t *testing.T, i *openidtest.Issuer, p *openid.Provider, change func(openidtest.Claims)) (openid.Identity, error) {
	t.Helper()
	return p.Finish(t.Context(), redirectURL, "token", signIn(t, i, p, "token", change))
}

func TestSignIn(t *testing.T) {
	t.Parallel()
	i := openidtest.New(t)
	p := provider(i)
	got, err := finish(t, i, p, func(openidtest.Claims) {})
	if want := (openid.Identity{Issuer: i.URL, Subject: "7", Email: "ann@example.com", EmailVerified: true}); err != nil || got != want {
		t.Fatalf("%+v, %v", got, err)
	}
	asked := i.Asked()
	if asked.Get("response_type") != "code" || asked.Get("code_challenge_method") != "S256" || asked.Get("client_id") != "waybill" ||
		asked.Get("redirect_uri") != redirectURL || asked.Get("scope") != "openid email" ||
		asked.Get("max_age") != "3600" || asked.Has("prompt") {
		t.Errorf("the provider is asked %v", asked)
	}
	for _, name := range []string{"state", "nonce", "code_challenge"} {
		if len(asked.Get(name)) < 43 {
			t.Errorf("%s is %q", name, asked.Get(name))
		}
	}
	// Another token has other secrets.
	signIn(t, i, p, "other", func(openidtest.Claims) {})
	for _, name := range []string{"state", "nonce", "code_challenge"} {
		if asked.Get(name) == i.Asked().Get(name) {
			t.Errorf("two sign-ins have the %s %q", name, asked.Get(name))
		}
	}
	if n := i.Count("/.well-known/openid-configuration"); n != 1 {
		t.Errorf("%d requests of the discovery document", n)
	}
}

// TestTokensThatAreRefused changes one thing of a sound ID token at a time.
func TestTokensThatAreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(openidtest.Claims)
		want   string
	}{
		"other issuer":     {func(c openidtest.Claims) { c["iss"] = "https://evil.example.com" }, "different provider"},
		"other audience":   {func(c openidtest.Claims) { c["aud"] = "shop" }, "audience"},
		"expired":          {func(c openidtest.Claims) { c["exp"] = time.Now().Add(-time.Minute).Unix() }, "expired"},
		"without expiry":   {func(c openidtest.Claims) { delete(c, "exp") }, "expired"},
		"not yet":          {func(c openidtest.Claims) { c["nbf"] = time.Now().Add(time.Hour).Unix() }, "not before"},
		"other nonce":      {func(c openidtest.Claims) { c["nonce"] = "x" }, "nonce"},
		"without nonce":    {func(c openidtest.Claims) { delete(c, "nonce") }, "nonce"},
		"without subject":  {func(c openidtest.Claims) { delete(c, "sub") }, "subject of 0 bytes"},
		"long subject":     {func(c openidtest.Claims) { c["sub"] = strings.Repeat("x", 256) }, "subject of 256 bytes"},
		"other party":      {func(c openidtest.Claims) { c["azp"] = "shop" }, "authorized party"},
		"two audiences":    {func(c openidtest.Claims) { c["aud"] = []string{"shop", "waybill"} }, "authorized party"},
		"not signed":       {func(c openidtest.Claims) { c["alg"] = "none" }, "malformed jwt"},
		"by a shared key":  {func(c openidtest.Claims) { c["alg"] = "HS256" }, "malformed jwt"},
		"by another key":   {func(c openidtest.Claims) { c["alg"] = "other key" }, "failed to verify signature"},
		"no token at all":  {func(c openidtest.Claims) { c["alg"] = "" }, "malformed jwt"},
		"another verifier": {func(c openidtest.Claims) { c["verifier"] = "x" }, "invalid_grant"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := openidtest.New(t)
			got, err := finish(t, i, provider(i), c.change)
			if err == nil || got != (openid.Identity{}) || !strings.Contains(err.Error(), c.want) || errors.Is(err, openid.ErrNoAnswer) {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

func TestTokensThatAreAccepted(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change   func(openidtest.Claims)
		email    string
		verified bool
	}{
		"the party is this client": {
			func(c openidtest.Claims) { c["aud"], c["azp"] = []string{"shop", "waybill"}, "waybill" },
			"ann@example.com", true,
		},
		"verified as a text":   {func(c openidtest.Claims) { c["email_verified"] = "true" }, "ann@example.com", true},
		"not verified":         {func(c openidtest.Claims) { c["email_verified"] = false }, "ann@example.com", false},
		"verified is absent":   {func(c openidtest.Claims) { delete(c, "email_verified") }, "ann@example.com", false},
		"verified is no truth": {func(c openidtest.Claims) { c["email_verified"] = 1 }, "ann@example.com", false},
		"e-mail elsewhere": {
			func(c openidtest.Claims) {
				delete(c, "email")
				c["userinfo"] = `{"sub": "7", "email": "b@example.com", "email_verified": true}`
			},
			"b@example.com", true,
		},
		"no e-mail": {func(c openidtest.Claims) { delete(c, "email"); c["userinfo"] = `{"sub": "7"}` }, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := openidtest.New(t)
			got, err := finish(t, i, provider(i), c.change)
			if want := (openid.Identity{Issuer: i.URL, Subject: "7", Email: c.email, EmailVerified: c.verified}); err != nil || got != want {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// TestUserInfoOfAnother: what the provider says of another subject does not count.
func TestUserInfoOfAnother(t *testing.T) {
	t.Parallel()
	i := openidtest.New(t)
	_, err := finish(t, i, provider(i), func(c openidtest.Claims) {
		delete(c, "email")
		c["userinfo"] = `{"sub": "8", "email": "boss@example.com", "email_verified": true}`
	})
	if err == nil || !strings.Contains(err.Error(), "another subject") {
		t.Error(err)
	}
}

func TestResponsesThatAreRefused(t *testing.T) {
	t.Parallel()
	i := openidtest.New(t)
	p := provider(i)
	sound := signIn(t, i, p, "token", func(openidtest.Claims) {})
	for name, c := range map[string]struct {
		token string
		query url.Values
	}{
		"another browser's token": {"other", sound},
		"no token":                {"", sound},
		"no state":                {"token", url.Values{"code": sound["code"]}},
		"another issuer":          {"token", url.Values{"code": sound["code"], "state": sound["state"], "iss": {"https://evil.example.com"}}},
	} {
		if _, err := p.Finish(t.Context(), redirectURL, c.token, c.query); !errors.Is(err, openid.ErrOtherSignIn) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := p.Finish(t.Context(), redirectURL, "token", url.Values{
		"state": sound["state"], "error": {"access_denied"}, "error_description": {"the person went back"},
	})
	if refused, ok := errors.AsType[*openid.RefusedError](err); !ok || refused.Code != "access_denied" {
		t.Error(err)
	}
	if _, err := p.Finish(t.Context(), redirectURL, "token", sound); err != nil {
		t.Errorf("the sound one: %v", err)
	}
	if _, err := p.Finish(t.Context(), redirectURL, "token", sound); err == nil || errors.Is(err, openid.ErrNoAnswer) {
		t.Errorf("a code that was used: %v", err)
	}
}

// TestProviderThatDoesNotAnswer: the next use asks again, and secrets are in no error.
func TestProviderThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		document http.HandlerFunc
		want     string
	}{
		"an error":     {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }, "503"},
		"no document":  {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }, "Content-Type"},
		"other issuer": {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"issuer": "https://x.example"}`) }, "did not match"},
		"redirect":     {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/x", http.StatusFound) }, "302"},
		"no end":       {func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat(" ", 2<<20)) }, "1 MiB"},
		"broken off":   {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "EOF"},
		"wrong addresses": {func(w http.ResponseWriter, r *http.Request) {
			fmt.Fprintf(w, `{"issuer": "http://%s", "authorization_endpoint": "javascript:alert(1)"}`, r.Host)
		}, "want an address"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			i := openidtest.New(t)
			p := provider(i)
			i.Document(c.document)
			if err := p.Discover(t.Context()); !errors.Is(err, openid.ErrNoAnswer) || !strings.Contains(err.Error(), c.want) ||
				strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%v", err)
			}
			i.Document(nil)
			if err := p.Discover(t.Context()); err != nil {
				t.Errorf("it answers, but %v", err)
			}
		})
	}
	i := openidtest.New(t)
	p := provider(i)
	query := signIn(t, i, p, "token", func(openidtest.Claims) {})
	i.Close()
	if _, err := p.Finish(t.Context(), redirectURL, "token", query); !errors.Is(err, openid.ErrNoAnswer) {
		t.Errorf("a provider that is gone: %v", err)
	}
}

// TestProviderThatHangs: those who wait share one request, and each may give up.
func TestProviderThatHangs(t *testing.T) {
	t.Parallel()
	i := openidtest.New(t)
	asked, answer := make(chan bool, 9), make(chan bool)
	i.Document(func(w http.ResponseWriter, _ *http.Request) { asked <- true; <-answer; i.WriteDocument(w) })
	p := provider(i)
	impatient, giveUp := context.WithCancel(t.Context())
	var group sync.WaitGroup
	group.Go(func() {
		if err := p.Discover(impatient); !errors.Is(err, openid.ErrNoAnswer) || !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	<-asked
	giveUp()
	for range 5 {
		group.Go(func() {
			if err := p.Discover(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	close(answer)
	group.Wait()
	if n := len(asked); n > 1 { // a late one may come after the first has ended
		t.Errorf("%d more requests", n)
	}
}

func TestClientAuthentication(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]string{"": "header", "client_secret_basic": "header", "client_secret_post": "form"} {
		i := openidtest.New(t)
		i.OffersMethod(method)
		if _, err := finish(t, i, provider(i), func(openidtest.Claims) {}); err != nil || i.SecretIn() != want {
			t.Errorf("%q: the secret is in the %s, %v", method, i.SecretIn(), err)
		}
	}
}

// TestTheDocumentIsReadAgain after a minute.
func TestTheDocumentIsReadAgain(t *testing.T) {
	t.Parallel()
	i := openidtest.New(t)
	now := time.Now()
	p := openid.New(openid.Config{Issuer: i.URL, ClientID: "waybill", ClientSecret: "hunter2", Now: func() time.Time { return now }})
	for _, c := range []struct {
		after time.Duration
		asked int
	}{{0, 1}, {59 * time.Second, 1}, {time.Second, 2}} {
		now = now.Add(c.after)
		if err := p.Discover(t.Context()); err != nil || i.Count("/.well-known/openid-configuration") != c.asked {
			t.Errorf("after %v: %d requests, %v", c.after, i.Count("/.well-known/openid-configuration"), err)
		}
	}
}
