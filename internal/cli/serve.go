package cli

import (
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/machine"
	"waybill/internal/server"
	"waybill/internal/telemetry"
)

func newServe(p command.Process) *cobra.Command {
	cmd := commands.New("serve", func(cmd *cobra.Command, _ []string) error { return serve(cmd, p) })
	command.BindSettings(cmd.Flags(), command.ServerOnly)
	return cmd
}

func serve(cmd *cobra.Command, p command.Process) error {
	c, warnings, err := command.LoadSettings(cmd, p)
	if err != nil {
		return err
	}
	level := new(slog.LevelVar)
	level.Set(c.LogLevel)
	log := server.NewLog(p.Stderr, c, level)
	if !machine.IsTerminal(p.Stderr) { // on a terminal SIGHUP ends the server, because the terminal was closed
		hangups := make(chan os.Signal, 1)
		signal.Notify(hangups, syscall.SIGHUP)
		defer close(hangups)
		defer signal.Stop(hangups)
		go followHangups(hangups, cmd, p, log, level)
	}
	for _, text := range warnings {
		log.Warn("unknown setting", "warning", text)
	}
	b := command.ReadBuild()
	return server.Run(cmd.Context(), server.Options{
		Config: c, Build: telemetry.Build{Version: b.Version, Revision: b.Revision, GoVersion: b.GoVersion},
		Greeting: p.Stdout, Log: log,
		KeepMemoryLimit: slices.ContainsFunc(p.Environ, func(pair string) bool { return strings.HasPrefix(pair, "GOMEMLIMIT=") }),
	})
}

// followHangups reads the log level again at each SIGHUP.
func followHangups(hangups <-chan os.Signal, cmd *cobra.Command, p command.Process, log *slog.Logger, level *slog.LevelVar) {
	for range hangups {
		c, _, err := command.LoadSettings(cmd, p)
		if err != nil {
			log.Error("the log level stays as it is", "error", err)
			continue
		}
		level.Set(c.LogLevel)
		log.Info("read the log level again", "log_level", c.LogLevel.String())
	}
}
