package orders

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

func newOrderHold(p command.Process) *cobra.Command {
	var reason string
	var dryRun bool
	return command.Flags(newOnOrders(p, commands.Of("order hold TRACKING-NO... --reason TEXT"),
		func(ctx context.Context, server *client.Client, numbers []string) ([]client.HeldOrder, error) {
			return server.HoldOrders(ctx, numbers, reason, dryRun)
		}), "reason", &reason, "dry-run", &dryRun)
}

func newOrderRelease(p command.Process) *cobra.Command {
	var reason string
	var dryRun bool
	return command.Flags(newOnOrders(p, commands.Of("order release TRACKING-NO..."),
		func(ctx context.Context, server *client.Client, numbers []string) ([]client.HeldOrder, error) {
			return server.ReleaseOrders(ctx, numbers, reason, dryRun)
		}), "reason", &reason, "dry-run", &dryRun)
}

// newOnOrders completes a command that changes something of several orders.
func newOnOrders[T any](
	p command.Process, cmd *cobra.Command, change func(context.Context, *client.Client, []string) ([]T, error),
) *cobra.Command {
	show := command.Results[T]()
	return command.OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		results, err := change(ctx, server, args)
		return show(cmd, results, err)
	})
}
