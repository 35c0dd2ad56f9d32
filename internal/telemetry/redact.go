package telemetry

import (
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
)

const redacted = "[redacted]"

// secretKeys are the attributes whose value is always hidden, in lower case.
var secretKeys = []string{"authorization", "cookie", "demo_key", "password", "secret", "secret_key"}

// secretShapes are the forms of a secret in a text; the groups are kept. A text is searched only if it holds
// the word, in lower case: most of a log holds none of them, and all expressions over every value would cost
// more than serving a request.
var secretShapes = []struct {
	word  string
	shape *regexp.Regexp
}{
	// A query string, a form, a libpq connection string.
	{"secret_key=", regexp.MustCompile(`(?i)(secret_key=)[^&\s"'\\]+`)},
	{"password=", regexp.MustCompile(`(?i)(password=)(?:'[^']*'|[^&\s"'\\]+)`)},
	// Parameters of an identity provider, in both directions.
	{"code=", regexp.MustCompile(`(?i)([?&]code=)[^&\s"'\\]+`)},
	{"state=", regexp.MustCompile(`(?i)([?&]state=)[^&\s"'\\]{32,}`)}, // filters have shorter ones
	{"client_secret=", regexp.MustCompile(`(?i)(client_secret=)[^&\s"'\\]+`)},
	// JSON, also JSON quoted into a text, and fmt's maps and structs.
	{"secret", regexp.MustCompile(`(?i)(secret_?key\\?"?\s*:\s*)(?:\\?"[^"\\]*\\?"|[^\s,"'}\]]+)`)},
	{"password", regexp.MustCompile(`(?i)(password\\?"?\s*:\s*)(?:\\?"[^"\\]*\\?"|[^\s,"'}\]]+)`)},
	// A header, alone or in a printed http.Header.
	{"authorization", regexp.MustCompile(`(?i)(authorization\\?"?:\s*\[?\\?"?)[^\]"\\]+`)},
	{"bearer ", regexp.MustCompile(`(?i)\b(bearer )[A-Za-z0-9._~+/=-]+`)},
	// A secret key of an account, wherever it stands.
	{"wb_", regexp.MustCompile(`(wb_(?:live|test)_)[A-Za-z0-9]+`)},
	// The tokens of one-time links, of sessions, and of sign-ins at an identity provider.
	{"wbl_", regexp.MustCompile(`(?i)(wbl_)[a-z0-9]+`)},
	{"wbs_", regexp.MustCompile(`(?i)(wbs_)[a-z0-9]+`)},
	{"wbi_", regexp.MustCompile(`(?i)(wbi_)[a-z0-9]+`)},
	// The keys that sign messages of partners, and events.
	{"wbp_", regexp.MustCompile(`(wbp_)[A-Za-z0-9_-]+`)},
	{"whsec_", regexp.MustCompile(`(?i)(whsec_)[A-Za-z0-9+/=]+`)},
	// The password of a URL.
	{"://", regexp.MustCompile(`(://[^\s:/@]*:)[^\s/@]+(@)`)},
}

// maxText is the most bytes of a text in the log, so that what callers send does not fill the disk.
const maxText = 2048

// redactAttr is a slog ReplaceAttr that hides secrets in messages, in attributes by
// their name, and in the text of every other attribute. It cuts what is long.
func redactAttr(_ []string, a slog.Attr) slog.Attr {
	if slices.Contains(secretKeys, strings.ToLower(a.Key)) {
		return slog.String(a.Key, redacted)
	}
	switch a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(cut(redact(a.Value.String())))
	case slog.KindAny:
		text := fmt.Sprintf("%+v", a.Value.Any())
		if clean := cut(redact(text)); clean != text {
			a.Value = slog.StringValue(clean)
		}
	default: // numbers and times; the members of a group are passed one by one
	}
	return a
}

// redact hides the secrets in a text.
func redact(text string) string {
	lower := strings.ToLower(text)
	for _, s := range secretShapes {
		if strings.Contains(lower, s.word) {
			text = s.shape.ReplaceAllString(text, "${1}"+redacted+"${2}")
		}
	}
	return text
}

// cut shortens a text to maxText bytes, and marks that at its end.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	mark := fmt.Sprintf("… (cut from %d bytes)", len(text))
	return strings.ToValidUTF8(text[:maxText-len(mark)], "") + mark
}
