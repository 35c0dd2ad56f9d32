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
	command.Flags(cmd, "output", &output, "tracking", func(string) error { query.Form = client.ExportTracking; return nil },
		"from", &from, "to", &to, "batch", &query.Filter.UploadBatchNo, "service", &query.Filter.ServiceID,
		"status", &query.Filter.TrackerStatusCode, "search", &query.Filter.Search)
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
