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
	return &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database to the schema of this program",
		Long: `Brings the database to the schema of this program, and makes it if it is not there.
The server does so too when it starts. Running it twice, or twice at once, is safe. A
database of a newer waybill is refused.`,
		Example: `  waybill migrate
  waybill migrate --database-url postgres://waybill@db.example.com/waybill`,
		RunE: command.OnSettings(p, func(cmd *cobra.Command, c config.Config, _ []string) error { return migrate(cmd, p, c) }),
	}
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
