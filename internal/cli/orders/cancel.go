package orders

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/each"
)

func newOrderCancel(p command.Process) *cobra.Command {
	var dryRun bool
	cmd := newOnOrders(p, &cobra.Command{
		Use:   "cancel TRACKING-NO...",
		Short: "Cancel orders whose parcels were not picked up",
		Long: `Asks a server, with an account's key, to cancel orders, and prints the result of each. An order that a partner has is
"cancelling" until the partner confirms or refuses it. Exits with 1 if one cannot be cancelled.`,
		Example: "  waybill order cancel WB48210739526ID WB17350624816SG",
	}, func(ctx context.Context, server *client.Client, numbers []string) ([]client.HeldOrder, error) {
		cancel := server.CancelOrders
		if dryRun {
			cancel = server.TryCancelOrders
		}
		results, err := cancel(ctx, numbers)
		return each.Of(results, func(o client.CancelledOrder) client.HeldOrder {
			return client.HeldOrder{TrackingNo: o.TrackingNo, Result: string(o.Result), Message: o.Message}
		}), err
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
	}, func(ctx context.Context, server *client.Client, numbers []string) ([]client.HeldOrder, error) {
		mark := server.MarkPrinted
		if undo {
			mark = server.UnmarkPrinted
		}
		results, err := mark(ctx, numbers)
		return each.Of(results, func(o client.PrintedOrder) client.HeldOrder { return client.HeldOrder(o) }), err
	})
	cmd.Flags().BoolVar(&undo, "undo", false, "note that they were not printed")
	return cmd
}
