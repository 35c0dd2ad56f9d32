package orders

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

func newOrderCancel(p command.Process) *cobra.Command {
	var dryRun bool
	cmd := newOnOrders(p, commands.Of("order cancel TRACKING-NO..."),
		func(ctx context.Context, server *client.Client, numbers []string) ([]client.CancelledOrder, error) {
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
	cmd := newOnOrders(p, commands.Of("order printed TRACKING-NO..."),
		func(ctx context.Context, server *client.Client, numbers []string) ([]client.PrintedOrder, error) {
			if undo {
				return server.UnmarkPrinted(ctx, numbers)
			}
			return server.MarkPrinted(ctx, numbers)
		})
	cmd.Flags().BoolVar(&undo, "undo", false, "note that they were not printed")
	return cmd
}
