package orders

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

func newLabelManifest(p command.Process) *cobra.Command {
	var query client.ManifestQuery
	var output string
	cmd := commands.Of("label manifest (--date DAY | --batch NUMBER | --tracking-no NUMBERS) -o FILE")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		if query.Date == "" && query.UploadBatchNo == "" && len(query.TrackingNos) == 0 {
			return command.Usagef("name the orders by --date, --batch or --tracking-no")
		}
		if output == "" {
			return command.Usagef("name the file to write, such as --output manifest.pdf")
		}
		return nil
	}
	command.Flags(cmd, "date", &query.Date, "timezone", &query.Timezone, "batch", &query.UploadBatchNo, "tracking-no", &query.TrackingNos,
		"service", &query.ServiceID, "output", &output)
	return command.OnServerAsText(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, _ []string) error {
		file, err := server.Manifest(ctx, query)
		if err != nil {
			return command.Explain(err, command.Becausef(client.ErrNotFound,
				"no parcel matches: orders that are cancelled, held, returns, have no label yet, "+
					"or whose label changed since it was printed, are left out"))
		}
		if err := os.WriteFile(output, file.Content, 0o600); err != nil {
			return fmt.Errorf("write the manifest: %w", err)
		}
		return command.Confirm(cmd, nil, "%s in %s, %d left out\n",
			command.Count(int64(file.Parcels), "parcel", "parcels"), output, file.LeftOut)
	})
}
