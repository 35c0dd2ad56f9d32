package server

import (
	"io"
	"log/slog"
	"os"

	"waybill/internal/api"
	"waybill/internal/config"
	"waybill/internal/telemetry"
)

// NewLog makes a log by the settings. It writes text to a terminal and JSON elsewhere, unless the
// settings choose one.
func NewLog(w io.Writer, c config.Config) *slog.Logger {
	asJSON := c.LogFormat == config.LogJSON || c.LogFormat == config.LogAuto && !isTerminal(w)
	return telemetry.NewLogger(w, telemetry.LogOptions{JSON: asJSON, Level: c.LogLevel, RequestID: api.RequestID})
}

func isTerminal(w io.Writer) bool {
	file, isFile := w.(*os.File)
	if !isFile {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
