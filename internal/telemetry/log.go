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
	TraceID   func(context.Context) string // "" outside of a trace; may be nil
}

// NewLogger returns a log that writes to w, one line per record. Records that are logged with the context of
// a request carry its id as request_id, those of a trace its id as trace_id. Secrets are hidden: see redact.
func NewLogger(w io.Writer, o LogOptions) *slog.Logger {
	options := &slog.HandlerOptions{Level: o.Level, ReplaceAttr: redactAttr}
	var handler slog.Handler = slog.NewTextHandler(w, options)
	if o.JSON {
		handler = slog.NewJSONHandler(w, options)
	}
	if o.TraceID != nil {
		handler = idHandler{handler, "trace_id", o.TraceID}
	}
	if o.RequestID != nil { // comes first
		handler = idHandler{handler, "request_id", o.RequestID}
	}
	return slog.New(handler)
}

// idHandler adds an id of the context to each record.
type idHandler struct {
	slog.Handler
	name string
	of   func(context.Context) string
}

func (h idHandler) Handle(ctx context.Context, record slog.Record) error {
	if id := h.of(ctx); id != "" {
		record.AddAttrs(slog.String(h.name, id))
	}
	return h.Handler.Handle(ctx, record)
}

func (h idHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return idHandler{h.Handler.WithAttrs(attrs), h.name, h.of}
}

func (h idHandler) WithGroup(name string) slog.Handler {
	return idHandler{h.Handler.WithGroup(name), h.name, h.of}
}
