package orders

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

var labelStatusColumns = command.Columns("TRACKING NO, REFERENCE=ShipperOrderID, STATUS, FORMATS, MESSAGE",
	command.Value("MESSAGE", func(l client.LabelStatus) any { return labelMessage(l) }),
)

// labelMessage says why a label is not ready, or which fields do not print as written.
func labelMessage(l client.LabelStatus) string {
	if l.Message != "" {
		return command.OneLine(errors.New(l.Message))
	}
	var fields []string
	for _, w := range l.Warnings {
		if text := w.Field + ": " + w.Problem; !slices.Contains(fields, text) {
			fields = append(fields, text)
		}
	}
	return command.OrDash(strings.Join(fields, "; "))
}

func newLabelStatus(p command.Process) *cobra.Command {
	var query client.LabelQuery
	cmd := commands.Of("label status (--batch NUMBER | --tracking-no NUMBERS)")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if (query.UploadBatchNo == "") == (len(query.TrackingNos) == 0) {
			return command.Usagef("name the orders by either --batch or --tracking-no")
		}
		return nil
	}
	command.Flags(cmd, "batch", &query.UploadBatchNo, "tracking-no", &query.TrackingNos, "document", &query.Document,
		"format", &query.Format)
	return command.OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, _ []string) error {
		statuses, err := server.LabelStatuses(ctx, query)
		if err != nil {
			return command.Explain(err, command.Becausef(client.ErrNotFound, "the account has no batch %s", query.UploadBatchNo))
		}
		ready, all := statuses.Counts[client.LabelReady], len(statuses.Labels)
		if !command.WantsJSON(cmd) {
			if err := command.PrintTable(cmd.OutOrStdout(), statuses.Labels, labelStatusColumns); err != nil {
				return err
			}
		}
		return command.FailIf(ready < all, command.Say(cmd, nil, statuses, nil, "%d of %s ready as %s\n",
			ready, command.Count(int64(all), "label", "labels"), statuses.Format))
	})
}
