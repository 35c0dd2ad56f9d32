package maintenance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/config"
	"waybill/internal/data"
	"waybill/internal/store"
)

var environments = []config.Environment{config.Development, config.Production}

func newEnvironment(p command.Process) *cobra.Command {
	show := commands.New("environment show", func(cmd *cobra.Command, _ []string) error {
		return withAnyStore(cmd, p, func(ctx context.Context, _ config.Config, s *store.Store) error {
			marked, err := s.DB.Environment(ctx)
			return command.Say(cmd, err, marked, command.With[string](nil, "environment", marked), "%s\n",
				cmp.Or(marked, "The data is not marked yet: the first `waybill serve` marks it with its environment."))
		})
	})
	command.WithJSON(show)
	set := commands.New("environment set ENVIRONMENT", func(cmd *cobra.Command, args []string) error {
		environment := config.Environment(args[0])
		if !slices.Contains(environments, environment) {
			return command.Usagef("%q is not an environment: want development or production", args[0])
		}
		return withAnyStore(cmd, p, func(ctx context.Context, c config.Config, s *store.Store) error {
			if err := command.CheckMigrated(ctx, s); err != nil {
				return err
			}
			unlock, err := data.Lock(c)
			if err != nil {
				return err
			}
			return errors.Join(markAnew(ctx, cmd, c, s, environment), unlock())
		})
	})
	return commands.Group("environment",
		show, set,
	)
}

func markAnew(ctx context.Context, cmd *cobra.Command, c config.Config, s *store.Store, environment config.Environment) error {
	demo, err := s.MasterData.HasDemoAccount(ctx)
	switch {
	case err != nil:
		return err
	case demo && environment == config.Production:
		return fmt.Errorf("%s has a demo account, whose key may be known, so it cannot be that of production", c.Database())
	}
	err = s.DB.SetEnvironment(ctx, string(environment))
	if err != nil {
		return command.Explain(err, command.Becausef(store.ErrInUse,
			"servers or commands of waybill are connected to %s: stop them first", c.Database()))
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s holds the data of %s now.\n", c.Database(), environment)
	if environment == config.Development && !demo {
		fmt.Fprintln(cmd.OutOrStdout(), "A development server adds a demo account to it. After that it cannot be that of production again.")
	}
	return nil
}

// withAnyStore runs fn with the store that the settings name, whatever it is for and
// whatever schema it has.
func withAnyStore(cmd *cobra.Command, p command.Process, fn func(context.Context, config.Config, *store.Store) error) error {
	c, _, err := command.LoadSettings(cmd, p)
	if err != nil {
		return err
	}
	s, err := command.OpenExisting(cmd.Context(), c, command.AnyEnvironment(c, p.Parts))
	if err != nil {
		return err
	}
	return errors.Join(fn(cmd.Context(), c, s), s.DB.Close())
}
