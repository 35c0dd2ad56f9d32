package orders

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

var createdFields = []command.Field[client.CreatedOrder]{
	command.Of("TRACKING NO", "tracking_no", func(o client.CreatedOrder) any { return o.TrackingNo }),
	command.Of("LABEL", "order_label_url", func(o client.CreatedOrder) any { return command.Dash(o.LabelURL) }),
	command.Of("MESSAGE", "message", func(o client.CreatedOrder) any { return command.Dash(o.Message) }),
}

func newOrderCreate(p command.Process) *cobra.Command {
	var request client.CreateRequest
	cmd := &cobra.Command{
		Use:   "create FILE",
		Short: "Create the orders of a JSON file, all or none",
		Long: `Sends the orders of a file to a server, with an account's key, and prints their tracking numbers. The file has one order as
JSON, or at most 1000; - is the standard input. If one is refused, none is created. "waybill label check FILE" checks such a file
without a server, and "waybill import" creates the orders of a spreadsheet.`,
		Example: "  waybill order create order.json --wait\n  waybill order create batch.json --idempotency-key batch-7",
	}
	cmd.Flags().BoolVar(&request.Blocking, "wait", false, "wait for the labels, and print their addresses")
	cmd.Flags().StringVar(&request.IdempotencyKey, "idempotency-key", "", "`KEY` with which the command may be repeated for 24 hours")
	return onServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) (err error) {
		if request.Orders, err = readOrders(p, args[0]); err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		created, err := server.CreateOrders(ctx, request)
		return command.List(cmd, err, created.Orders, createdFields, "")
	})
}

// readOrders reads an order, a list of orders, or an object with such a list.
func readOrders(p command.Process, path string) (orders []client.NewOrder, err error) {
	text, err := command.ReadInput(p, path)
	var batch struct{ Orders json.RawMessage }
	if json.Unmarshal(text, &batch) == nil && batch.Orders != nil {
		text = batch.Orders
	} else if batch := bytes.TrimSpace(text); bytes.HasPrefix(batch, []byte("{")) {
		text = slices.Concat([]byte("["), batch, []byte("]"))
	}
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		err = d.Decode(&orders)
	}
	return orders, err
}
