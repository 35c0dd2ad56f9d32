package server

import (
	"io"
	"log/slog"
	"os"

	"waybill/internal/api/shell"
	"waybill/internal/config"
	"waybill/internal/telemetry"
	"waybill/internal/tracing"
)

// NewLog makes a log by the settings, with a level that may change. It writes text to a terminal and JSON elsewhere, unless
// the settings choose one.
func NewLog(w io.Writer, c config.Config, level slog.Leveler) *slog.Logger {
	asJSON := c.LogFormat == config.LogJSON || c.LogFormat == config.LogAuto && !IsTerminal(w)
	return telemetry.NewLogger(w, telemetry.LogOptions{JSON: asJSON, Level: level, RequestID: shell.RequestID, TraceID: tracing.ID})
}

// IsTerminal reports whether a person reads what is written.
func IsTerminal(w io.Writer) bool {
	file, isFile := w.(*os.File)
	if !isFile {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
