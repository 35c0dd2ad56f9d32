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
	cmd := command.OnServer(p, &cobra.Command{
		Use:   "note TRACKING-NO [TEXT]",
		Short: "Add a note to an order, and list its notes",
		Long: `Asks a server, with an account's key, to add a note to an order or to delete one, and lists the notes of the order.
A note has up to 500 characters. Only people and keys of the account read it.`,
		Example: "  waybill order note WB48210739526ID 'The customer called: deliver after 18:00'\n" +
			"  waybill order note WB48210739526ID --delete 1795600000000000",
	}, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) (err error) {
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
	cmd.Flags().Int64Var(&unwanted, "delete", 0, "delete the note with this `NUMBER`")
	return cmd
}

func newOrderTag(p command.Process) *cobra.Command {
	var add, remove []string
	cmd := newOnOrders(p, &cobra.Command{
		Use:   "tag TRACKING-NO...",
		Short: "Add tags to orders, or remove them",
		Long: `Asks a server, with an account's key, to add tags to at most 200 orders and to remove others, and prints the result of
each. A tag has up to 30 letters, digits, hyphens and spaces, and becomes lower case. Exits with 1 if an order was refused.`,
		Example: "  waybill order tag WB48210739526ID WB17350624816SG --add fragile --remove 'call first'",
	}, func(ctx context.Context, server *client.Client, numbers []string) ([]client.EditedOrder, error) {
		return server.EditTags(ctx, numbers, add, remove)
	})
	cmd.Flags().StringArrayVar(&add, "add", nil, "add this `TAG`, which may be given several times")
	cmd.Flags().StringArrayVar(&remove, "remove", nil, "remove this `TAG`, which may be given several times")
	return cmd
}
