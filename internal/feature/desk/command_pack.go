package desk

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

var packFields = command.Columns[client.PackResult]("TRACKING NO tracking_no, RESULT result, code, MESSAGE message|")

func newOrderPack(p command.Process) *cobra.Command {
	var packing client.Packing
	var weight string
	var undo bool
	cmd := command.Flags(commands.Of("order pack CODE"), "weight", &weight, "undo", &undo)
	return command.OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		if undo && weight != "" {
			return command.Usagef("--undo and --weight are both given: keep one")
		}
		if undo {
			err := command.Explain(server.UndoPacking(ctx, args[0]),
				command.Becausef(client.ErrNotFound, "the account has no order %s that this key packed", args[0]))
			return command.Say(cmd, err, client.PackResult{ScanResult: client.ScanResult{TrackingNo: args[0], Result: "undone"}}, packFields,
				"The parcel of %s counts as not packed.\n", args[0])
		}
		packing.Code, packing.Weight = args[0], client.Decimal(weight)
		result, err := server.Pack(ctx, packing)
		return command.FailIf(result.Result == client.PackRefused, command.Show(cmd, err, result, packFields))
	})
}
