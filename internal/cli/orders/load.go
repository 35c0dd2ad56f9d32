package orders

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"waybill/internal/blob"
	"waybill/internal/cli/command"
	"waybill/internal/load"
	"waybill/internal/partnerlabel"
	"waybill/internal/sandbox"
	"waybill/internal/store"
)

func newOrderLoad(p command.Process) *cobra.Command {
	var account int64
	var labels string
	var dryRun bool
	cmd := commands.New("order load FILE", func(cmd *cobra.Command, args []string) error {
		if account == 0 {
			return command.Usagef("%s needs --account", cmd.CommandPath())
		}
		file, err := os.Open(args[0])
		if err != nil {
			return err
		}
		defer file.Close()
		if labels == "" {
			labels = filepath.Dir(args[0])
		}
		folder, err := os.OpenRoot(labels)
		if err != nil {
			return err
		}
		defer folder.Close()
		return command.WithBlobs(cmd, p, func(ctx context.Context, s *store.Store, blobs blob.Store) error {
			inspecting, err := sandbox.New(sandbox.DefaultLimits, slog.New(slog.NewTextHandler(p.Stderr, nil)))
			if err != nil {
				return err
			}
			defer inspecting.Close()
			loader := load.Loader{
				Store: s, Labels: partnerlabel.New(blobs, inspecting, inspecting), Folder: folder, AccountID: account, DryRun: dryRun,
				Report: p.Stderr,
			}
			counts, err := loader.Load(ctx, file)
			err = command.Explain(err, command.Accounts.NotFound(account))
			return command.FailIf(counts.Refused+counts.Different > 0, command.Show(cmd, err, counts, countFields))
		})
	})
	return command.WithJSON(command.Flags(cmd, "account", &account, "labels", &labels, "dry-run", &dryRun))
}

// countFields say what became of the lines of a file.
var countFields = command.Columns[load.Counts]("CREATED created, KNOWN known, DIFFERENT different, REFUSED refused")
