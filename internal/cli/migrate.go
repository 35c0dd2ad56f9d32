package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"waybill/internal/config"
)

func newMigrate(p Process) *cobra.Command {
	return &cobra.Command{
		Use:   "migrate",
		Short: "Bring the database to the schema of this program",
		Long: `Brings the database to the schema of this program, and makes it if it is not there.
The server does so too when it starts. Running it twice, or twice at once, is safe. A
database of a newer waybill is refused.`,
		Example: `  waybill migrate
  waybill migrate --database-url postgres://waybill@db.example.com/waybill`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return migrate(cmd, p) },
	}
}

func migrate(cmd *cobra.Command, p Process) error {
	c, _, err := loadSettings(cmd, p)
	if err != nil {
		return err
	}
	if c.SQLite() {
		if err := makeDataFolder(c); err != nil {
			return err
		}
	}
	o := storeOptions(c)
	o.Log = newLog(p.Stderr, c)
	s, err := openStore(cmd.Context(), c, o)
	if err != nil {
		return err
	}
	applied, err := s.Migrate(cmd.Context())
	for _, name := range applied {
		fmt.Fprintln(p.Stdout, "applied", name)
	}
	if err == nil && len(applied) == 0 {
		fmt.Fprintln(p.Stdout, "nothing to do: the schema is up to date")
	}
	return errors.Join(err, s.Close())
}

// makeDataFolder makes the data folder if it is not there, for its owner alone.
func makeDataFolder(c config.Config) error {
	if err := os.MkdirAll(c.Data, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w: name another one with --data or WAYBILL_DATA", err)
	}
	return nil
}
