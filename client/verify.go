package client

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// webhookWindow is how far the time of a webhook may be from the receiver's clock, as in the libraries of the
// Standard Webhooks specification.
const webhookWindow = 5 * time.Minute

// ErrSignature is returned by VerifyWebhook for a request that must not be trusted; the error says why.
var ErrSignature = errors.New("invalid signature")

// VerifyWebhook returns the event of a request to your endpoint, if the request is signed with one of the
// secrets and not more than five minutes old. body is the request's body, byte for byte. Give it one secret,
// or two during a rotation: the new one and the old one.
//
// It returns ErrSignature for a request that should get the response 401. Any other error is about the
// secrets, or about a body that is not an event. An event may arrive more than once: remember its Data.ID.
func VerifyWebhook(header http.Header, body []byte, secrets ...string) (Event, error) {
	if err := verifyWebhook(header, body, secrets, time.Now()); err != nil {
		return Event{}, fmt.Errorf("waybill: verifying a webhook: %w", err)
	}
	var event Event
	if err := json.Unmarshal(body, &event); err != nil {
		return Event{}, fmt.Errorf("waybill: reading a webhook: %w", err)
	}
	return event, nil
}

// verifyWebhook verifies a message as the Standard Webhooks specification 1.0.0 says.
func verifyWebhook(header http.Header, body []byte, secrets []string, now time.Time) error {
	keys, err := webhookKeys(secrets)
	if err != nil {
		return err
	}
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	if id == "" {
		return fmt.Errorf("%w: the request has no webhook-id", ErrSignature)
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return fmt.Errorf("%w: webhook-timestamp must be seconds since 1970", ErrSignature)
	}
	if off := now.Sub(time.Unix(seconds, 0)).Abs(); off > webhookWindow {
		return fmt.Errorf("%w: webhook-timestamp is %v off", ErrSignature, off.Round(time.Second))
	}
	signatures := strings.Fields(header.Get("Webhook-Signature"))
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + timestamp + "."))
		mac.Write(body)
		want := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		if slices.ContainsFunc(signatures, func(signature string) bool { return hmac.Equal(want, []byte(signature)) }) {
			return nil
		}
	}
	return fmt.Errorf("%w: webhook-signature does not match the secret and the body", ErrSignature)
}

func webhookKeys(secrets []string) ([][]byte, error) {
	if len(secrets) == 0 {
		return nil, errors.New("no secret is given")
	}
	keys := make([][]byte, len(secrets))
	for i, secret := range secrets {
		encoded, marked := strings.CutPrefix(secret, "whsec_")
		key, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil || !marked || len(key) == 0 {
			return nil, errors.New("a secret is not whsec_ and base64") // without quoting it
		}
		keys[i] = key
	}
	return keys, nil
}
