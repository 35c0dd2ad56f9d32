package maintenance

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/data"
	"waybill/internal/server"
)

func newMigrate(p command.Process) *cobra.Command {
	return commands.New("migrate",
		command.OnSettings(p, func(cmd *cobra.Command, c config.Config, _ []string) error { return migrate(cmd, p, c) }))
}

func migrate(cmd *cobra.Command, p command.Process, c config.Config) error {
	if c.SQLite() {
		if err := data.MakeFolder(c); err != nil {
			return err
		}
	}
	o := data.Options(c, p.Parts)
	o.Log = server.NewLog(p.Stderr, c, c.LogLevel)
	s, err := data.Open(cmd.Context(), c, o)
	if err != nil {
		return err
	}
	applied, err := s.DB.Migrate(cmd.Context())
	for _, name := range applied {
		fmt.Fprintln(p.Stdout, "applied", name)
	}
	if err == nil && len(applied) == 0 {
		fmt.Fprintln(p.Stdout, "nothing to do: the schema is up to date")
	}
	return errors.Join(err, s.DB.Close())
}
