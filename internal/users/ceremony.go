package users

import (
	"bytes"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"time"
)

// ChallengeLife is how long a browser may take to sign a challenge.
const ChallengeLife = 5 * time.Minute

// ErrChallenge means that a sealed ceremony is not one of this site, has expired, or is of another kind or session.
var ErrChallenge = errors.New("the challenge has expired, or is of another page")

// ceremonyKind says why a challenge was issued.
type ceremonyKind byte

const (
	addingPasskey ceremonyKind = 1
	signingIn     ceremonyKind = 2
)

const challengeSize = 32

// ceremony is a challenge that a browser is to sign. The browser keeps it, sealed, so that whoever asks for challenges
// stores nothing here.
type ceremony struct {
	kind      ceremonyKind
	owner     int64 // id of the session that adds a passkey; 0 for signing in
	expiresOn time.Time
	challenge []byte
}

// sealer seals ceremonies with a key of the database, so that all servers open them.
type sealer struct{ key []byte }

// derive makes a key for a purpose out of a secret of the database.
func derive(secret []byte, purpose string) []byte {
	key, err := hkdf.Key(sha256.New, secret, nil, "waybill "+purpose, sha256.Size)
	if err != nil {
		panic(fmt.Sprintf("derive a key: %v", err)) // the length is too large
	}
	return key
}

func (s sealer) mac(content []byte) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write(content)
	return mac.Sum(nil)
}

// sealedSize is how many bytes a ceremony has before it is written as text: kind, owner, end, challenge, MAC.
const sealedSize = 1 + 8 + 8 + challengeSize + sha256.Size

func (s sealer) seal(c ceremony) string {
	content := []byte{byte(c.kind)}
	content = binary.BigEndian.AppendUint64(content, uint64(c.owner))
	content = binary.BigEndian.AppendUint64(content, uint64(c.expiresOn.UnixMicro()))
	content = append(content, c.challenge...)
	return base64.RawURLEncoding.EncodeToString(append(content, s.mac(content)...))
}

// open returns a sealed ceremony. Returns ErrChallenge.
func (s sealer) open(sealed string, kind ceremonyKind, owner int64, now time.Time) (ceremony, error) {
	whole, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil || len(whole) != sealedSize {
		return ceremony{}, ErrChallenge
	}
	content, mac := whole[:sealedSize-sha256.Size], whole[sealedSize-sha256.Size:]
	c := ceremony{
		kind: ceremonyKind(content[0]), owner: int64(binary.BigEndian.Uint64(content[1:])),
		expiresOn: time.UnixMicro(int64(binary.BigEndian.Uint64(content[9:]))), challenge: bytes.Clone(content[17:]),
	}
	if !hmac.Equal(mac, s.mac(content)) || c.kind != kind || c.owner != owner || !now.Before(c.expiresOn) {
		return ceremony{}, ErrChallenge
	}
	return c, nil
}
