package partner

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// MaxExchange is the most bytes that are recorded of a request, a response or a message.
const MaxExchange = 4 << 10

// Exchange is the request and the response of one call, recorded for the operator: without secrets, and without
// the personal data that the order holds anyway.
type Exchange struct{ Request, Response string }

type exchangeKey struct{}

// WithExchange returns a context that makes calls to a partner record their exchange in e.
func WithExchange(ctx context.Context, e *Exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, e)
}

// NoteRequest records what is sent, if the context has an Exchange.
func NoteRequest(ctx context.Context, request string) {
	if e, wanted := ctx.Value(exchangeKey{}).(*Exchange); wanted {
		e.Request = Clip(request)
	}
}

// NoteResponse records what came back, if the context has an Exchange.
func NoteResponse(ctx context.Context, response string) {
	if e, wanted := ctx.Value(exchangeKey{}).(*Exchange); wanted {
		e.Response = Clip(response)
	}
}

// Describe formats a line of HTTP and a body, if there is one, for an Exchange: with an indentation per level, or on one line if that
// is "".
func Describe(line string, body any, indent string) string {
	if body == nil {
		return line
	}
	text := bytes.NewBufferString(line + " ")
	if indent != "" {
		text = bytes.NewBufferString(line + "\n")
	}
	e := json.NewEncoder(text)
	e.SetEscapeHTML(false)
	e.SetIndent("", indent)
	if err := e.Encode(body); err != nil {
		return line + " " + err.Error()
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// Clip returns a partner's text in a form that can be stored: at most MaxExchange bytes of UTF-8 without NUL,
// which PostgreSQL does not accept.
func Clip(text string) string {
	const more = "…"
	if len(text) > MaxExchange {
		end := MaxExchange - len(more)
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		text = text[:end] + more
	}
	return strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\x00", "?")
}
