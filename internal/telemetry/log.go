package telemetry

import (
	"context"
	"io"
	"log/slog"
)

// LogOptions configure a log.
type LogOptions struct {
	JSON      bool                         // else text for people
	Level     slog.Leveler                 // nil: slog.LevelInfo
	RequestID func(context.Context) string // of the request being served, "" outside of one; may be nil
}

// NewLogger returns a log that writes to w, one line per record. Records that are logged with the context of
// a request carry its id as request_id. Secrets are hidden: see redact.
func NewLogger(w io.Writer, o LogOptions) *slog.Logger {
	options := &slog.HandlerOptions{Level: o.Level, ReplaceAttr: redactAttr}
	var handler slog.Handler = slog.NewTextHandler(w, options)
	if o.JSON {
		handler = slog.NewJSONHandler(w, options)
	}
	if o.RequestID != nil {
		handler = requestIDHandler{handler, o.RequestID}
	}
	return slog.New(handler)
}

// requestIDHandler adds the request id of the context to each record.
type requestIDHandler struct {
	slog.Handler
	requestID func(context.Context) string
}

func (h requestIDHandler) Handle(ctx context.Context, record slog.Record) error {
	if id := h.requestID(ctx); id != "" {
		record.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, record)
}

func (h requestIDHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestIDHandler{h.Handler.WithAttrs(attrs), h.requestID}
}

func (h requestIDHandler) WithGroup(name string) slog.Handler {
	return requestIDHandler{h.Handler.WithGroup(name), h.requestID}
}
