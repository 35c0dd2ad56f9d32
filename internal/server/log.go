package server

import (
	"io"
	"log/slog"

	"waybill/internal/api/shell"
	"waybill/internal/config"
	"waybill/internal/machine"
	"waybill/internal/telemetry"
	"waybill/internal/tracing"
)

// NewLog makes a log by the settings, with a level that may change. It writes text to a terminal and JSON elsewhere, unless
// the settings choose one.
func NewLog(w io.Writer, c config.Config, level slog.Leveler) *slog.Logger {
	asJSON := c.LogFormat == config.LogJSON || c.LogFormat == config.LogAuto && !machine.IsTerminal(w)
	return telemetry.NewLogger(w, telemetry.LogOptions{JSON: asJSON, Level: level, RequestID: shell.RequestID, TraceID: tracing.ID})
}
