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
)

// The headers of a signed message. An answer has no nonce: it is signed with that of its
// request.
const (
	TimestampHeader = "Waybill-Timestamp" // seconds since 1970
	NonceHeader     = "Waybill-Nonce"
	Header          = "Waybill-Signature" // v1=, then the HMAC in lower-case hexadecimal
)

// Window is how far the time of a message may be from the verifier's clock.
const Window = 5 * time.Minute

// version starts a signature and what it is made of, so that another scheme can follow.
const version = "v1"

// ErrInvalid is returned for a message that must not be believed; the error says why.
var ErrInvalid = errors.New("invalid signature")

// nonceShape is what a nonce looks like: 16 to 64 letters, digits, - and _.
var nonceShape = regexp.MustCompile(`^[A-Za-z0-9_-]{16,64}$`)

// Key is the secret that two sides share.
type Key string

// SignRequest adds the headers that sign a request. The nonce is of the shape that
// VerifyRequest wants, and never used again. target is the path and query as they are sent.
func (k Key) SignRequest(h http.Header, method, target, nonce string, body []byte, now time.Time) {
	timestamp := strconv.FormatInt(now.Unix(), 10)
	h.Set(TimestampHeader, timestamp)
	h.Set(NonceHeader, nonce)
	h.Set(Header, k.sign("request", method, target, timestamp, nonce, digest(body)))
}

// VerifyRequest returns the nonce of a request that who has the key signed, lately. The
// caller refuses a nonce that it has seen. Returns ErrInvalid. It hashes the body first, so
// that the time it takes does not tell why a message is refused.
func (k Key) VerifyRequest(h http.Header, method, target string, body []byte, now time.Time) (nonce string, err error) {
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

// SignAnswer adds the headers that sign an answer to the request with a nonce.
func (k Key) SignAnswer(h http.Header, status int, requestNonce string, body []byte, now time.Time) {
	timestamp := strconv.FormatInt(now.Unix(), 10)
	h.Set(TimestampHeader, timestamp)
	h.Set(Header, k.sign("answer", strconv.Itoa(status), requestNonce, timestamp, digest(body)))
}

// VerifyAnswer returns nil for the answer to the request with a nonce that who has the
// key signed, lately; else ErrInvalid.
func (k Key) VerifyAnswer(h http.Header, status int, requestNonce string, body []byte, now time.Time) error {
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

// sign signs the lines of a message, none of which holds a line break: HTTP keeps them
// out of methods and targets, and the other parts are of fixed shapes.
func (k Key) sign(lines ...string) string {
	mac := hmac.New(sha256.New, []byte(k))
	mac.Write([]byte(version + "\n" + strings.Join(lines, "\n")))
	return version + "=" + hex.EncodeToString(mac.Sum(nil))
}

func (k Key) verify(h http.Header, lines ...string) error {
	if !hmac.Equal([]byte(k.sign(lines...)), []byte(h.Get(Header))) {
		return fmt.Errorf("%w: %s does not fit the message", ErrInvalid, Header)
	}
	return nil
}

func digest(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
