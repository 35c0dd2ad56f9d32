package orders

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

func newOrderCancel(p command.Process) *cobra.Command {
	var dryRun bool
	cmd := newOnOrders(p, &cobra.Command{
		Use:   "cancel TRACKING-NO...",
		Short: "Cancel orders whose parcels were not picked up",
		Long: `Asks a server, with an account's key, to cancel orders, and prints the result of each. An order that a partner has is
"cancelling" until the partner confirms or refuses it. Exits with 1 if one cannot be cancelled.`,
		Example: "  waybill order cancel WB48210739526ID WB17350624816SG",
	}, func(ctx context.Context, server *client.Client, numbers []string) ([]client.CancelledOrder, error) {
		if dryRun {
			return server.TryCancelOrders(ctx, numbers)
		}
		return server.CancelOrders(ctx, numbers)
	})
	bindDryRun(cmd, &dryRun)
	return cmd
}

func newOrderPrinted(p command.Process) *cobra.Command {
	var undo bool
	cmd := newOnOrders(p, &cobra.Command{
		Use:   "printed TRACKING-NO...",
		Short: "Note that the labels of orders were printed, or that they were not",
		Long: `Asks a server, with an account's key, to note that the labels of at most 200 orders were printed, so that lists of labels to
print leave them out, and prints the result of each. Exits with 1 if an order is not found.`,
		Example: "  waybill order printed WB48210739526ID\n  waybill order printed WB48210739526ID --undo",
	}, func(ctx context.Context, server *client.Client, numbers []string) ([]client.PrintedOrder, error) {
		if undo {
			return server.UnmarkPrinted(ctx, numbers)
		}
		return server.MarkPrinted(ctx, numbers)
	})
	cmd.Flags().BoolVar(&undo, "undo", false, "note that they were not printed")
	return cmd
}
