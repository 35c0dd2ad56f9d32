package maintenance

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"waybill/internal/blob"
	"waybill/internal/cli/command"
	"waybill/internal/erasure"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// withEraser calls fn with an Eraser on the data.
func withEraser(cmd *cobra.Command, p command.Process, fn func(context.Context, *erasure.Eraser) error) error {
	return command.WithBlobs(cmd, p, func(ctx context.Context, s *store.Store, blobs blob.Store) error {
		return fn(ctx, &erasure.Eraser{Store: s, Blobs: blobs})
	})
}

func newRetention(p command.Process) *cobra.Command {
	return commands.Group("retention",
		newRetentionRun(p), newRetentionKeep(p),
		command.NewList(p, commands.Of("retention list"), keptFields,
			"No country keeps orders longer: `waybill retention keep COUNTRY DAYS` makes one.", listKept),
	)
}

// kept is how long orders from and to a country are kept.
type kept struct {
	Country shipment.Country
	Days    int
}

var keptFields = command.Columns("CODE country, COUNTRY, DAYS days",
	command.Value("COUNTRY", func(k kept) any { return k.Country.Name() }),
)

func listKept(ctx context.Context, s *store.Store) (list []kept, err error) {
	days, err := s.MasterData.CustomsRetention(ctx)
	for _, country := range shipment.Countries() {
		if days[country] > 0 {
			list = append(list, kept{country, days[country]})
		}
	}
	return list, err
}

func newRetentionKeep(p command.Process) *cobra.Command {
	cmd := commands.New("retention keep COUNTRY DAYS",
		command.OnStore(p, func(ctx context.Context, cmd *cobra.Command, s *store.Store, args []string) error {
			if len(args) != 2 {
				return command.Usagef("%s takes a country and a number of days", cmd.CommandPath())
			}
			country, known := shipment.CountryByName(args[0])
			days, err := strconv.Atoi(args[1])
			if !known || err != nil {
				return command.Usagef("%q, %q: want a country such as US, and a number of days such as 1826", args[0], args[1])
			}
			return command.Confirm(cmd, s.MasterData.SetCustomsRetention(ctx, country, days),
				"Orders from and to %s are kept for %d days at least.\n", country.Name(), days)
		}))
	cmd.Args = cobra.ArbitraryArgs
	return cmd
}

// retainedFields show how many orders of an account were erased and deleted, and how many stay.
var retainedFields = command.Columns[*erasure.Retained](`ACCOUNT account_id, ERASED erased, DELETED deleted,
	KEPT FOR CUSTOMS kept_for_customs, NOT ENDED not_ended`)

func newRetentionRun(p command.Process) *cobra.Command {
	var dryRun bool
	cmd := commands.New("retention run", func(cmd *cobra.Command, _ []string) error {
		return withEraser(cmd, p, func(ctx context.Context, e *erasure.Eraser) error {
			done, err := e.Retain(ctx, dryRun)
			if err == nil && !dryRun {
				_, err = e.Files(ctx, true)
			}
			return command.List(cmd, err, done, retainedFields, "No account has a retention: see `waybill account update --help`.")
		})
	})
	return command.WithJSON(command.Flags(cmd, "dry-run", &dryRun))
}
