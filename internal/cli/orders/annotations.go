package orders

import (
	"context"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

var noteFields = command.Columns[client.OrderNote]("NOTE note_id, WRITTEN written_on, actor_kind, BY actor, TEXT text")

func newOrderNote(p command.Process) *cobra.Command {
	var unwanted int64
	cmd := command.OnServer(p, commands.Of("order note TRACKING-NO [TEXT]"),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) (err error) {
			if len(args) == 2 {
				_, err = server.AddNote(ctx, args[0], args[1])
			}
			if err == nil && unwanted != 0 {
				err = server.DeleteNote(ctx, args[0], unwanted)
			}
			var order client.OrderDetail
			if err == nil {
				order, err = server.Order(ctx, args[0])
			}
			err = command.Explain(err, command.Becausef(client.ErrNotFound, "the account has no order %s, or the order no such note", args[0]))
			return command.List(cmd, err, order.Notes, noteFields, "The order has no notes.")
		})
	return command.Flags(cmd, "delete", &unwanted)
}

func newOrderTag(p command.Process) *cobra.Command {
	var add, remove command.Repeated
	cmd := newOnOrders(p, commands.Of("order tag TRACKING-NO..."),
		func(ctx context.Context, server *client.Client, numbers []string) ([]client.EditedOrder, error) {
			return server.EditTags(ctx, numbers, add, remove)
		})
	return command.Flags(cmd, "add", &add, "remove", &remove)
}
