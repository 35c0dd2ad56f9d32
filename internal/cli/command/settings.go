package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"waybill/internal/blob"
	"waybill/internal/config"
	"waybill/internal/data"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
)

// EveryCommand chooses the settings that are flags of all commands.
func EveryCommand(s config.Setting) bool { return !s.Server }

// ServerOnly chooses the settings that only a server has.
func ServerOnly(s config.Setting) bool { return s.Server }

// BindSettings makes flags of the chosen settings.
func BindSettings(flags *pflag.FlagSet, chosen func(config.Setting) bool) {
	flags.SortFlags = false
	for _, s := range config.Settings() {
		if !chosen(s) {
			continue
		}
		variables := "$" + s.Variable()
		if file := s.FileVariable(); file != "" {
			variables += ", or $" + file + " names a file with it"
		}
		flags.String(s.Name, s.Default, s.Help+" ["+variables+"]")
		if s.Switch {
			flags.Lookup(s.Name).NoOptDefVal = "yes"
		}
	}
}

// LoadSettings reads the configuration of a command. A wrong setting is a usage error.
func LoadSettings(cmd *cobra.Command, p Process) (c config.Config, warnings []string, err error) {
	given := make(map[string]string)
	cmd.Flags().Visit(func(f *pflag.Flag) { given[f.Name] = f.Value.String() })
	c, warnings, err = config.Load(given, p.Environ)
	if err != nil {
		return c, warnings, Usagef("%s", err)
	}
	return c, warnings, nil
}

// OnSettings runs do with the settings. It prints no warnings about them.
func OnSettings(p Process, do func(*cobra.Command, config.Config, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		c, _, err := LoadSettings(cmd, p)
		if err != nil {
			return err
		}
		return do(cmd, c, args)
	}
}

// WithStore runs fn with the migrated store that the settings name.
func WithStore(cmd *cobra.Command, p Process, fn func(context.Context, *store.Store) error) error {
	c, warnings, err := LoadSettings(cmd, p)
	if err != nil {
		return err
	}
	for _, warning := range warnings {
		fmt.Fprintln(p.Stderr, "waybill: warning:", warning)
	}
	ctx := audit.WithActor(cmd.Context(), actorOf(p))
	s, err := OpenExisting(ctx, c, data.Options(c, p.Parts))
	if err != nil {
		return err
	}
	if err := CheckMigrated(ctx, s); err != nil {
		return errors.Join(err, s.DB.Close())
	}
	return errors.Join(checkFields(fn(ctx, s)), s.DB.Close())
}

// WithBlobs is WithStore with the files of partners, which are opened after the check of the environment: that makes their folder.
func WithBlobs(cmd *cobra.Command, p Process, fn func(context.Context, *store.Store, blob.Store) error) error {
	c, _, err := LoadSettings(cmd, p)
	if err != nil {
		return err
	}
	return WithStore(cmd, p, func(ctx context.Context, s *store.Store) error {
		blobs, err := data.OpenBlobs(c)
		if err != nil {
			return err
		}
		return fn(ctx, s, blobs)
	})
}

// OpenExisting opens the store, but does not make a SQLite file: a wrong folder would
// look like an empty one.
func OpenExisting(ctx context.Context, c config.Config, o store.Options) (*store.Store, error) {
	if !HasDatabase(c) {
		return nil, fmt.Errorf("there is no database %s: `waybill migrate` makes it, or name another folder with --data", c.SQLiteFile())
	}
	return data.Open(ctx, c, o)
}

// HasDatabase reports false for a SQLite file that the first start of a server will make.
func HasDatabase(c config.Config) bool {
	_, err := os.Stat(c.SQLiteFile())
	return !c.SQLite() || !errors.Is(err, os.ErrNotExist)
}

// AnyEnvironment are the options of a store without a look at its environment.
func AnyEnvironment(c config.Config, parts []store.Part) store.Options {
	o := data.Options(c, parts)
	o.Environment = ""
	return o
}

// CheckMigrated refuses a database with the schema of another version.
func CheckMigrated(ctx context.Context, s *store.Store) error {
	have, want, err := s.DB.SchemaVersion(ctx)
	switch {
	case err != nil:
		return err
	case have < want:
		return fmt.Errorf("the database has schema %d, this program needs %d: run `waybill migrate`", have, want)
	case have > want:
		return fmt.Errorf("the database has schema %d, this program knows %d: start the newer version", have, want)
	}
	return nil
}

// actorOf is who runs a command: the user at the host, and who that is by what sudo says. Only the first is certain: who may run the
// command may also set a variable.
func actorOf(p Process) audit.Actor {
	name := strconv.Itoa(os.Getuid()) // a container may have no names of users
	if u, err := user.Current(); err == nil {
		name = u.Username
	}
	if host, err := os.Hostname(); err == nil {
		name += "@" + host
	}
	for _, variable := range p.Environ {
		if value, found := strings.CutPrefix(variable, "SUDO_USER="); found && value != "" {
			name += " (sudo claims " + shipment.CutText(value, maxClaimed) + ")"
			break
		}
	}
	return audit.Actor{Kind: audit.ActorCommand, Name: strings.ToValidUTF8(name, "?")}
}

// maxClaimed is how many characters of a claimed name are kept: as long as Linux allows one.
const maxClaimed = 32
