package webhook

import (
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// responseAtMost is how many bytes a Result keeps of the response to an event that was not delivered.
	responseAtMost = 2 << 10
	// deliveredResponseAtMost is how many it keeps of other responses. There may be thousands a second.
	deliveredResponseAtMost = 256
)

// removed stands in a response for a secret.
const removed = "[removed]"

// withoutSecrets is the text of a response without the secrets of the request, which some receivers send back.
func withoutSecrets(text []byte, r Request) string {
	var pairs []string
	for _, secret := range append([]string{r.Password}, r.Secrets...) {
		if secret != "" {
			pairs = append(pairs, secret, removed)
		}
		if bare := strings.TrimPrefix(secret, SecretPrefix); bare != secret && bare != "" {
			pairs = append(pairs, bare, removed)
		}
	}
	if r.Password != "" {
		pairs = append(pairs, base64.StdEncoding.EncodeToString([]byte(r.Username+":"+r.Password)), removed)
	}
	return strings.NewReplacer(pairs...).Replace(string(text))
}

// clean is the beginning of a text in valid UTF-8, at most most bytes, without characters that do not print.
func clean(text string, most int) string {
	shown := strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) && r != unicode.ReplacementChar {
			return r
		}
		return -1
	}, text)
	shown = strings.TrimSpace(shown)
	if len(shown) <= most {
		return shown
	}
	for most -= len("…"); !utf8.RuneStart(shown[most]); {
		most--
	}
	return shown[:most] + "…"
}
