// Package openidtest has an identity provider for tests, which can issue what a sound one never does.
package openidtest

import (
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Claims are those of an ID token, and what makes a response unsound, which is not in the token: alg is how it is signed
// (RS256, HS256, none, "other key", or "" for no token), userinfo is the body that the endpoint of this name answers with,
// and verifier lets the exchange of the code fail.
type Claims map[string]any

// Issuer is an identity provider with the client ClientID.
type Issuer struct {
	*httptest.Server
	t          testing.TB
	key, other *rsa.PrivateKey

	mu       sync.Mutex
	requests []string
	serve    http.HandlerFunc // of the discovery document; nil: WriteDocument
	method   string           // of client authentication that the document has; "": none
	asked    url.Values       // of the last sign-in
	issue    Claims           // by the next exchange; nil: the code is used
	userInfo string
	secretIn string // where the client secret was
}

// The client that the Issuer knows.
const (
	ClientID     = "waybill"
	ClientSecret = "hunter2"
)

// New starts an Issuer, which runs until the test ends.
func New(t testing.TB) *Issuer {
	t.Helper()
	i := &Issuer{t: t, key: soundKey(), other: otherKey()}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, r *http.Request) {
		i.mu.Lock()
		serve := i.serve
		i.mu.Unlock()
		if serve == nil {
			i.WriteDocument(w)
			return
		}
		serve(w, r)
	})
	mux.HandleFunc("GET /keys", func(w http.ResponseWriter, _ *http.Request) {
		n, e := i.key.N.Bytes(), big.NewInt(int64(i.key.E)).Bytes()
		fmt.Fprintf(w, `{"keys": [{"kty": "RSA", "use": "sig", "kid": "1", "n": %q, "e": %q}]}`, encode(n), encode(e))
	})
	mux.HandleFunc("POST /token", i.exchange)
	mux.HandleFunc("GET /userinfo", func(w http.ResponseWriter, _ *http.Request) {
		i.mu.Lock()
		defer i.mu.Unlock()
		fmt.Fprint(w, i.userInfo)
	})
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		i.mu.Lock()
		i.requests = append(i.requests, r.URL.Path)
		i.mu.Unlock()
		mux.ServeHTTP(w, r)
	}))
	t.Cleanup(i.Close)
	return i
}

// The keys that sign are shared, because making one takes long.
var soundKey, otherKey = sync.OnceValue(newKey), sync.OnceValue(newKey)

func newKey() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return key
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

// OffersMethod makes the discovery document offer a method of client authentication; "" is none.
func (i *Issuer) OffersMethod(method string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.method = method
}

// WriteDocument writes the discovery document of a sound provider.
func (i *Issuer) WriteDocument(w http.ResponseWriter) {
	i.mu.Lock()
	defer i.mu.Unlock()
	document := map[string]any{
		"issuer": i.URL, "authorization_endpoint": i.URL + "/authorize", "token_endpoint": i.URL + "/token",
		"jwks_uri": i.URL + "/keys", "userinfo_endpoint": i.URL + "/userinfo",
		"id_token_signing_alg_values_supported": []string{"none", "HS256", "RS256"},
	}
	if i.method != "" {
		document["token_endpoint_auth_methods_supported"] = []string{i.method}
	}
	if err := json.NewEncoder(w).Encode(document); err != nil {
		i.t.Error(err)
	}
}

// Document replaces what answers the request of the discovery document; nil is the sound one.
func (i *Issuer) Document(serve http.HandlerFunc) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.serve = serve
}

// Count is how many requests a path had.
func (i *Issuer) Count(path string) (n int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, p := range i.requests {
		if p == path {
			n++
		}
	}
	return n
}

// SignIn signs the person with subject 7 and the e-mail address ann@example.com in, at the address to which a browser was
// sent, and returns the query with which the browser comes back. The ID token will have the changed claims.
func (i *Issuer) SignIn(address string, change func(Claims)) url.Values {
	i.t.Helper()
	u, err := url.Parse(address)
	if err != nil || u.Path != "/authorize" || !strings.HasPrefix(address, i.URL) {
		i.t.Fatalf("%s, %v", address, err)
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.asked = u.Query()
	i.issue = Claims{
		"alg": "RS256", "iss": i.URL, "sub": "7", "aud": ClientID, "exp": time.Now().Add(time.Minute).Unix(), "iat": time.Now().Unix(),
		"nonce": i.asked.Get("nonce"), "email": "ann@example.com", "email_verified": true,
	}
	change(i.issue)
	return url.Values{"code": {"code-1"}, "state": {i.asked.Get("state")}, "iss": {i.URL}}
}

// Asked is the query of the last sign-in.
func (i *Issuer) Asked() url.Values {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.asked
}

// SecretIn is where the last exchange had the client secret: header or form.
func (i *Issuer) SecretIn() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.secretIn
}

// exchange answers with tokens if the client, the code and the verifier are right.
func (i *Issuer) exchange(w http.ResponseWriter, r *http.Request) {
	i.mu.Lock()
	defer i.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	id, secret, basic := r.BasicAuth()
	if i.secretIn = "header"; !basic {
		id, secret, i.secretIn = r.FormValue("client_id"), r.FormValue("client_secret"), "form"
	}
	challenge := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if id != ClientID || secret != ClientSecret || i.issue == nil || r.FormValue("code") != "code-1" || i.issue["verifier"] != nil ||
		encode(challenge[:]) != i.asked.Get("code_challenge") || r.FormValue("redirect_uri") != i.asked.Get("redirect_uri") {
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprint(w, `{"error": "invalid_grant"}`)
		return
	}
	text, err := json.Marshal(map[string]any{
		"access_token": "a", "token_type": "Bearer", "expires_in": 60, "id_token": i.token(i.issue),
	})
	if err != nil {
		i.t.Error(err)
	}
	_, _ = w.Write(text)
	i.userInfo, _ = i.issue["userinfo"].(string)
	i.issue = nil
}

// token is an ID token, signed as the claim alg says.
func (i *Issuer) token(c Claims) string {
	alg := c["alg"]
	payload := maps.Clone(c)
	maps.DeleteFunc(payload, func(name string, _ any) bool { return slices.Contains([]string{"alg", "verifier", "userinfo"}, name) })
	text, err := json.Marshal(payload)
	if err != nil {
		i.t.Error(err)
	}
	sign := func(name string, sum func([]byte) []byte) string {
		head := encode(fmt.Appendf(nil, `{"alg": %q, "kid": "1"}`, name)) + "." + encode(text)
		return head + "." + encode(sum([]byte(head)))
	}
	by := func(key *rsa.PrivateKey) func([]byte) []byte {
		return func(head []byte) []byte {
			sum := sha256.Sum256(head)
			signature, err := rsa.SignPKCS1v15(rand.Reader, key, crypto.SHA256, sum[:])
			if err != nil {
				i.t.Error(err)
			}
			return signature
		}
	}
	switch alg {
	case "RS256":
		return sign("RS256", by(i.key))
	case "other key":
		return sign("RS256", by(i.other))
	case "HS256":
		return sign("HS256", func(head []byte) []byte {
			mac := hmac.New(sha256.New, []byte(ClientSecret))
			_, _ = mac.Write(head)
			return mac.Sum(nil)
		})
	case "none":
		return sign("none", func([]byte) []byte { return nil })
	}
	return ""
}
