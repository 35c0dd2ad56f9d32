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
	return command.Flags(cmd, "dry-run", &dryRun)
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
	return command.Flags(cmd, "undo", &undo)
}
