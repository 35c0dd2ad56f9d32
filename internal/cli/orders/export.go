package orders

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

func newOrderExport(p command.Process) *cobra.Command {
	var query client.ExportQuery
	var from, to, output string
	cmd := commands.Of("order export -o FILE")
	cmd.PreRunE = func(*cobra.Command, []string) error {
		query.Format = strings.TrimPrefix(strings.ToLower(filepath.Ext(output)), ".")
		if query.Format != "csv" && query.Format != "xlsx" {
			return command.Usagef("name a file that ends in .csv or .xlsx, such as --output orders.xlsx")
		}
		var fromErr, toErr error
		query.Filter.DateFrom, fromErr = command.ParseTime("--from", from)
		query.Filter.DateTo, toErr = command.ParseTime("--to", to)
		if len(to) == len(time.DateOnly) {
			query.Filter.DateTo = query.Filter.DateTo.Add(24*time.Hour - time.Microsecond)
		}
		return errors.Join(fromErr, toErr)
	}
	flags := cmd.Flags()
	flags.StringVarP(&output, "output", "o", "", "`FILE` to write")
	flags.BoolFunc("tracking", "the form for shops", func(string) error { query.Form = client.ExportTracking; return nil })
	flags.StringVar(&from, "from", "", "only orders that were created on this `DAY` (UTC), or at this time, or later")
	flags.StringVar(&to, "to", "", "only orders that were created on this `DAY` (UTC), or at this time, or earlier")
	flags.StringVar(&query.Filter.UploadBatchNo, "batch", "", "only those of this batch `NUMBER`")
	flags.Int64Var(&query.Filter.ServiceID, "service", 0, "only those of this `SERVICE`")
	flags.StringVar(&query.Filter.TrackerStatusCode, "status", "", "only those with this tracker `STATUS`, such as DELIVERED")
	flags.StringVar(&query.Filter.Search, "search", "", "only those that have all these `WORDS`, or words that begin with them")
	return command.OnServerAsText(p, cmd, func(_ context.Context, cmd *cobra.Command, server *client.Client, _ []string) error {
		return exportTo(cmd, server, query, output)
	})
}

// exportTo writes a file in one step: it has its name only when it is whole.
func exportTo(cmd *cobra.Command, server *client.Client, query client.ExportQuery, output string) error {
	part, err := os.CreateTemp(filepath.Dir(output), ".export-*")
	if err != nil {
		return fmt.Errorf("write the orders: %w", err)
	}
	orders, err := server.ExportOrders(cmd.Context(), query, part)
	if err = errors.Join(err, part.Close()); err == nil {
		err = os.Rename(part.Name(), output)
	}
	if err != nil {
		return errors.Join(command.Explain(err), os.Remove(part.Name()))
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s in %s\n", command.Count(int64(orders), "order", "orders"), output)
	return nil
}
