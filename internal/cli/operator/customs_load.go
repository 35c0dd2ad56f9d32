package operator

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"waybill/internal/cli/command"
	"waybill/internal/inforce"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

func newHSCodes(p command.Process) *cobra.Command {
	cmd := command.WithJSON(commands.New("customs", command.OnStore(p, printHSCodes)))
	cmd.AddCommand(newHSCodesLoad(p))
	return cmd
}

func newHSCodesLoad(p command.Process) *cobra.Command {
	var year int
	var source string
	cmd := commands.New("customs load [FILE]",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			var codes *shipment.Nomenclature
			switch {
			case len(args) == 0 && (year != 0 || source != ""):
				return command.Usagef("FILE is missing: --year and --source are about a file")
			case len(args) == 1 && year == 0:
				return command.Usagef("--year is missing: name the year of the nomenclature, such as 2028")
			case len(args) == 1:
				text, err := command.ReadInput(p, args[0])
				if err != nil {
					return fmt.Errorf("read the HS codes: %w", err)
				}
				if codes, err = shipment.ReadHS(text, year, cmp.Or(source, filepath.Base(args[0]))); err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
			}
			if err := inforce.SetHSCodes(ctx, s.MasterData, codes); err != nil {
				return err
			}
			return printHSCodes(ctx, cmd, s, nil)
		}))
	return command.WithJSON(command.Flags(cmd, "year", &year, "source", &source))
}

func printHSCodes(ctx context.Context, cmd *cobra.Command, s *store.Store, _ []string) error {
	codes, err := inforce.HSCodes(ctx, s.MasterData)
	if err != nil {
		return err
	}
	return command.Say(cmd, nil, codes, nil, "Harmonized System of %d: %s with six digits, by %s.\n",
		codes.Year, command.Count(int64(codes.Count), "code", "codes"), codes.Source)
}
