package webhook

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"strconv"
	"strings"
	"time"
)

// SecretPrefix starts a secret; the key follows in standard base64.
const SecretPrefix = "whsec_"

// The headers of the Standard Webhooks specification.
const (
	headerID        = "Webhook-Id"
	headerTimestamp = "Webhook-Timestamp"
	headerSignature = "Webhook-Signature"
)

// ErrSecret is returned for a secret that is not whsec_ and base64. It does not quote the secret.
var ErrSecret = errors.New("the endpoint's secret is malformed")

// Sign returns the webhook-signature header of a message: one v1 signature for each secret, so that a
// receiver may hold either during a rotation. The id must not contain a full stop, which separates the parts
// of the signed text. It returns ErrSecret.
func Sign(secrets []string, id string, at time.Time, body []byte) (string, error) {
	signatures := make([]string, len(secrets))
	for i, secret := range secrets {
		encoded, marked := strings.CutPrefix(secret, SecretPrefix)
		key, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil || !marked || len(key) == 0 {
			return "", ErrSecret
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + unix(at) + "."))
		mac.Write(body)
		signatures[i] = "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	}
	return strings.Join(signatures, " "), nil
}

func unix(t time.Time) string { return strconv.FormatInt(t.Unix(), 10) }
