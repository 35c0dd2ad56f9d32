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
	list := &cobra.Command{Use: "list", Short: "List the lists of sanctions that are loaded"}
	check := &cobra.Command{
		Use:     "check NAME",
		Short:   "Show which entries of the lists have a name",
		Long:    `Compares a name with the lists that are loaded, as that of a party of an order. The name is not recorded.`,
		Example: `  waybill sanctions check "Doe, John"`,
	}
	return command.NewGroup("sanctions", "Load lists of sanctions, with which the parties of orders are compared",
		`Consignees, shippers, importers and buyers of new orders are compared with the lists that you load. An order with a listed name is
held by the rule "sanctions" until a person releases it. Waybill downloads no list, and sends no name to anybody. A running
server follows within a second, and "waybill audit list --subject sanctions/un" shows who loaded the list un.`,
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
	cmd := &cobra.Command{
		Use:   "load [FILE] --list NAME",
		Short: "Load a list of sanctions, or remove it",
		Long: `FILE is XML as its publisher has it, or - for the standard input. It takes the place of the list before: all of it, or nothing if
something is wrong. Without FILE the list is removed. The lists:
  eu    the consolidated financial sanctions of the European Union (XML 1.1)
  ofac  the list SDN of the Office of Foreign Assets Control of the United States (sdn.xml)
  un    the consolidated list of the Security Council of the United Nations`,
		Example: `  waybill sanctions load consolidated.xml --list un
  waybill sanctions load --list un               removes the list`,
	}
	cmd.Flags().StringVar(&list, "list", "", "`NAME` of the list: "+strings.Join(sanctions.Lists, ", "))
	cmd.Flags().BoolVar(&force, "force", false, "load it also if it has less than half of the entries of the list before")
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
