package signature

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"waybill/internal/each"
)

// The headers of a signed message. A response has no nonce of its own: it is signed with the nonce of its
// request.
const (
	TimestampHeader = "Waybill-Timestamp" // seconds since 1970
	NonceHeader     = "Waybill-Nonce"
	Header          = "Waybill-Signature" // v1=, then the HMAC in lower-case hexadecimal; several with spaces between them
)

// Window is how far the time of a message may be from the verifier's clock.
const Window = 5 * time.Minute

// version starts a signature and the text that it signs, so that another scheme can follow.
const version = "v1"

// ErrInvalid is wrapped by every error of a verification; the error says why it failed.
var ErrInvalid = errors.New("invalid signature")

// nonceShape is the shape of a nonce: 16 to 64 letters, digits, - and _.
var nonceShape = regexp.MustCompile(`^[A-Za-z0-9_-]{16,64}$`)

// maxSignatures is the most signatures of a message that are compared.
const maxSignatures = 4

// Key is a secret that the two sides share.
type Key string

// Keys are the secrets that the two sides share: one, or while the secret is changed the new and the old one. Messages
// are signed with each of them, and are valid if one of their signatures is of one of them.
type Keys []Key

// KeysOf returns the keys whose texts are secrets.
func KeysOf(secrets []string) Keys {
	return each.Of(secrets, func(secret string) Key { return Key(secret) })
}

// SignRequest adds the headers that sign a request. The nonce has the shape that VerifyRequest wants and is
// never used again. target is the path and query as they are sent.
func (k Keys) SignRequest(h http.Header, method, target, nonce string, body []byte, now time.Time) {
	timestamp := strconv.FormatInt(now.Unix(), 10)
	h.Set(TimestampHeader, timestamp)
	h.Set(NonceHeader, nonce)
	h.Set(Header, k.sign("request", method, target, timestamp, nonce, digest(body)))
}

// VerifyRequest checks that a request was signed with a key within Window, and returns its nonce, else
// ErrInvalid. The caller refuses a nonce that it has seen. It hashes the body before anything else, so that
// the time it takes does not show why a message is refused.
func (k Keys) VerifyRequest(h http.Header, method, target string, body []byte, now time.Time) (nonce string, err error) {
	sum := digest(body)
	timestamp := h.Get(TimestampHeader)
	if err := checkTime(timestamp, now); err != nil {
		return "", err
	}
	nonce = h.Get(NonceHeader)
	if !nonceShape.MatchString(nonce) {
		return "", fmt.Errorf("%w: %s must be 16 to 64 letters, digits, - and _", ErrInvalid, NonceHeader)
	}
	return nonce, k.verify(h, "request", method, target, timestamp, nonce, sum)
}

// SignResponse adds the headers that sign a response to the request with a nonce.
func (k Keys) SignResponse(h http.Header, status int, requestNonce string, body []byte, now time.Time) {
	timestamp := strconv.FormatInt(now.Unix(), 10)
	h.Set(TimestampHeader, timestamp)
	h.Set(Header, k.sign("answer", strconv.Itoa(status), requestNonce, timestamp, digest(body)))
}

// VerifyResponse checks that the response to the request with a nonce was signed with a key within Window.
// It returns ErrInvalid if not.
func (k Keys) VerifyResponse(h http.Header, status int, requestNonce string, body []byte, now time.Time) error {
	timestamp := h.Get(TimestampHeader)
	if err := checkTime(timestamp, now); err != nil {
		return err
	}
	return k.verify(h, "answer", strconv.Itoa(status), requestNonce, timestamp, digest(body))
}

func checkTime(timestamp string, now time.Time) error {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return fmt.Errorf("%w: %s must be seconds since 1970", ErrInvalid, TimestampHeader)
	}
	if off := now.Sub(time.Unix(seconds, 0)).Abs(); off > Window {
		return fmt.Errorf("%w: %s is %v off", ErrInvalid, TimestampHeader, off.Round(time.Second))
	}
	return nil
}

// sign signs the lines of a message with each key.
func (k Keys) sign(lines ...string) string {
	return strings.Join(each.Of(k, func(key Key) string { return key.sign(lines...) }), " ")
}

// sign signs the lines of a message. No line holds a line break: HTTP keeps them out of methods and targets,
// and the other parts have fixed shapes.
func (k Key) sign(lines ...string) string {
	mac := hmac.New(sha256.New, []byte(k))
	mac.Write([]byte(version + "\n" + strings.Join(lines, "\n")))
	return version + "=" + hex.EncodeToString(mac.Sum(nil))
}

// verify compares every signature with that of every key, so that the time does not show which one is valid.
func (k Keys) verify(h http.Header, lines ...string) error {
	signatures := strings.Fields(h.Get(Header))
	if len(signatures) > maxSignatures {
		return fmt.Errorf("%w: %s has %d signatures: at most %d", ErrInvalid, Header, len(signatures), maxSignatures)
	}
	valid := false
	for _, key := range k {
		want := []byte(key.sign(lines...))
		for _, signature := range signatures {
			valid = hmac.Equal(want, []byte(signature)) || valid
		}
	}
	if !valid {
		return fmt.Errorf("%w: %s does not match the message", ErrInvalid, Header)
	}
	return nil
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
