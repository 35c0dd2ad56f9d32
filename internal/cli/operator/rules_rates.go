package operator

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/inforce"
	"waybill/internal/rules"
	"waybill/internal/store"
)

func newRulesRates(p command.Process) *cobra.Command {
	cmd := commands.New("rules rates [FILE]",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			for _, path := range args {
				text, err := command.ReadInput(p, path)
				if err != nil {
					return fmt.Errorf("read the rates: %w", err)
				}
				rates, err := rules.ParseRates(text, time.Now())
				if err != nil {
					return fmt.Errorf("%s: %w", path, err)
				}
				if err := inforce.SetRates(ctx, s.MasterData, rates); err != nil {
					return err
				}
			}
			r, err := inforce.Rates(ctx, s.MasterData)
			switch {
			case err != nil:
				return err
			case command.WantsJSON(cmd):
				return command.PrintJSON(cmd.OutOrStdout(), r)
			case r == nil:
				fmt.Fprintln(cmd.OutOrStdout(), "No exchange rates are loaded: `waybill rules rates FILE` loads those of the European Central Bank.")
				return nil
			}
			fmt.Fprintf(cmd.OutOrStdout(), "One euro on %s, by the European Central Bank:\n", r.Day)
			return command.PrintTable(cmd.OutOrStdout(), slices.Sorted(maps.Keys(r.PerEuro)), []command.Field[string]{
				command.Of("CURRENCY", "", func(currency string) any { return currency }),
				command.Of("RATE", "", func(currency string) any { return r.PerEuro[currency].String() }),
			})
		}))
	cmd.Args = cobra.MaximumNArgs(1)
	return command.WithJSON(cmd)
}
