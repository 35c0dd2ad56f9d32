package partner

import (
	"context"
	"strings"
	"unicode/utf8"
)

// MaxExchange is how many bytes of a request, an answer or a message are kept.
const MaxExchange = 4 << 10

// Exchange is what went over the wire in one call, for the operator to read later: without
// secrets, and without personal data that the order has anyway.
type Exchange struct{ Request, Answer string }

type exchangeKey struct{}

// WithExchange returns a context whose calls to a partner fill e.
func WithExchange(ctx context.Context, e *Exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, e)
}

// NoteRequest keeps what is sent, if the caller wants to know.
func NoteRequest(ctx context.Context, request string) {
	if e, wanted := ctx.Value(exchangeKey{}).(*Exchange); wanted {
		e.Request = Clip(request)
	}
}

// NoteAnswer keeps what came back, if the caller wants to know.
func NoteAnswer(ctx context.Context, answer string) {
	if e, wanted := ctx.Value(exchangeKey{}).(*Exchange); wanted {
		e.Answer = Clip(answer)
	}
}

// Clip makes a text of a partner fit to be kept: at most MaxExchange bytes of UTF-8
// without NUL, which PostgreSQL does not store.
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
