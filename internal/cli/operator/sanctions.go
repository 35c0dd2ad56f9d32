package operator

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/inforce"
	"waybill/internal/sanctions"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

func newSanctions(p command.Process) *cobra.Command {
	list := commands.Of("sanctions list")
	check := commands.Of("sanctions check NAME")
	return commands.Group("sanctions",
		newSanctionsLoad(p),
		onSanctions(p, list, func(cmd *cobra.Command, _ *store.Store, lists *sanctions.Set, _ []string) error {
			return command.List(cmd, nil, lists.Heads, sanctionsFields, "No list of sanctions is loaded.")
		}),
		onSanctions(p, check, func(cmd *cobra.Command, _ *store.Store, lists *sanctions.Set, args []string) error {
			return command.List(cmd, nil, lists.Find(args[0]), sanctionsHitFields, "No list that is loaded has this name.")
		}))
}

// onSanctions completes a command that uses the lists that are loaded.
func onSanctions(
	p command.Process, cmd *cobra.Command, do func(cmd *cobra.Command, s *store.Store, lists *sanctions.Set, args []string) error,
) *cobra.Command {
	cmd.RunE = command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
		lists, err := inforce.Sanctions(ctx, s.MasterData, nil)
		if err != nil {
			return err
		}
		cmd.SetContext(ctx) // has the actor
		return do(cmd, s, lists, args)
	})
	return command.WithJSON(cmd)
}

var sanctionsFields = command.Columns("LIST list, OF day, LOADED loaded_on, ENTRIES entries, NAMES names, DAYS OLD days_old",
	command.Value("days_old", func(h sanctions.Head) any { return h.DaysOld(time.Now()) }),
)

var sanctionsHitFields = command.Columns[sanctions.Hit]("LIST list, ENTRY entry, NAME name")

func newSanctionsLoad(p command.Process) *cobra.Command {
	var list string
	var force bool
	cmd := commands.Of("sanctions load [FILE] --list NAME")
	cmd.Flags().StringVar(&list, "list", "", "`NAME` of the list: "+strings.Join(sanctions.Lists, ", "))
	command.Flags(cmd, "force", &force)
	return onSanctions(p, cmd, func(cmd *cobra.Command, s *store.Store, lists *sanctions.Set, args []string) error {
		stored := masterdata.LoadedSanctions(list)
		switch {
		case !slices.Contains(sanctions.Lists, list):
			return command.Usagef("--list is %q: want %s", list, command.Alternatives(sanctions.Lists))
		case len(args) == 0:
			return command.Confirm(cmd, s.MasterData.SetLoaded(cmd.Context(), stored, ""), "The list %s is removed.\n", list)
		}
		file, err := command.OpenInput(p, args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		head, text, err := sanctions.Read(file, list, time.Now())
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		for _, h := range lists.Heads {
			if h.List == list && 2*head.Entries < h.Entries && !force {
				return fmt.Errorf("%s has %d entries, and the list before has %d: load it with --force if it is whole",
					args[0], head.Entries, h.Entries)
			}
		}
		return command.Show(cmd, s.MasterData.SetLoaded(cmd.Context(), stored, text), head, sanctionsFields)
	})
}
