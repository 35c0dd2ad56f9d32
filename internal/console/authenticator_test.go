package console

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

// authenticator is a browser with one passkey, which it makes and uses as a page at origin is told by the options.
type authenticator struct {
	t      testing.TB
	origin string
	id     []byte
	key    *ecdsa.PrivateKey
	handle string // of the user, as options have it
	count  uint32 // of signatures; 0: it does not count
	flags  protocol.AuthenticatorFlags
}

func newAuthenticator(t testing.TB, origin string) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &authenticator{
		t: t, origin: origin, id: []byte(rand.Text()), key: key, count: 1, flags: protocol.FlagUserPresent | protocol.FlagUserVerified,
	}
}

// options are what the server sends, as far as the authenticator reads it.
type options struct {
	Challenge string
	RPID      string                // to use a passkey
	RP        struct{ ID string }   // to make one
	User      struct{ ID string }   // the same
	Exclude   []struct{ ID string } `json:"excludeCredentials"`
	Timeout   int                   // ms
	Verify    string                `json:"userVerification"`
}

func (a *authenticator) read(page testPage) options {
	a.t.Helper()
	var o options
	if err := json.Unmarshal([]byte(page.text), &o); err != nil {
		a.t.Fatalf("%d: the options are %s", page.status, page.text)
	}
	return o
}

func encoded(content []byte) string { return base64.RawURLEncoding.EncodeToString(content) }

func (a *authenticator) clientData(kind, challenge string) []byte {
	text, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.origin, "crossOrigin": false})
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}

// data is the authenticator data (Web Authentication, section 6.1), without a credential.
func (a *authenticator) data(site string, flags protocol.AuthenticatorFlags) []byte {
	hash := sha256.Sum256([]byte(site))
	return binary.BigEndian.AppendUint32(append(hash[:], byte(flags)), a.count)
}

func (a *authenticator) encode(value any) []byte {
	content, err := webauthncbor.Marshal(value)
	if err != nil {
		a.t.Fatal(err)
	}
	return content
}

// response is what a script sends.
func (a *authenticator) response(parts map[string]any) string {
	text, err := json.Marshal(map[string]any{
		"id": encoded(a.id), "rawId": encoded(a.id), "type": "public-key", "clientExtensionResults": map[string]any{}, "response": parts,
	})
	if err != nil {
		a.t.Fatal(err)
	}
	return string(text)
}

// create makes the passkey.
func (a *authenticator) create(o options) string {
	a.handle = o.User.ID
	point, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.t.Fatal(err)
	}
	public := a.encode(map[int]any{1: 2, 3: -7, -1: 1, -2: point[1:33], -3: point[33:]})
	data := append(a.data(o.RP.ID, a.flags|protocol.FlagAttestedCredentialData), make([]byte, 16)...)
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(a.id))), a.id...)
	return a.response(map[string]any{
		"clientDataJSON":    encoded(a.clientData("webauthn.create", o.Challenge)),
		"attestationObject": encoded(a.encode(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": append(data, public...)})),
		"transports":        []string{"internal", "<script>"},
	})
}

// get uses the passkey.
func (a *authenticator) get(o options) string {
	if a.count > 0 {
		a.count++
	}
	client, data := a.clientData("webauthn.get", o.Challenge), a.data(o.RPID, a.flags)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(data, hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return a.response(map[string]any{
		"clientDataJSON": encoded(client), "authenticatorData": encoded(data[:37]), "signature": encoded(signature), "userHandle": a.handle,
	})
}
