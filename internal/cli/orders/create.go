package orders

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

var createdFields = command.Columns[client.CreatedOrder]("TRACKING NO tracking_no, LABEL order_label_url=LabelURL, MESSAGE message")

func newOrderCreate(p command.Process) *cobra.Command {
	var wait bool
	var key string
	cmd := command.Flags(commands.Of("order create FILE"), "wait", &wait, "idempotency-key", &key)
	return command.OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		request, err := readCreate(p, args[0])
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		request.Blocking, request.IdempotencyKey = request.Blocking || wait, key
		created, err := server.CreateOrders(ctx, request)
		return command.List(cmd, err, created.Orders, createdFields, "")
	})
}

// readCreate reads an order, a list of orders, or the body of a create request.
func readCreate(p command.Process, path string) (r client.CreateRequest, err error) {
	text, err := command.ReadInput(p, path)
	if err != nil {
		return r, err
	}
	var batch struct{ Orders json.RawMessage }
	switch {
	case json.Unmarshal(text, &batch) != nil: // a list, or no JSON
		err = decodeStrictly(text, &r.Orders)
	case batch.Orders != nil:
		err = decodeStrictly(text, &r)
	default:
		r.Orders = make([]client.NewOrder, 1)
		err = decodeStrictly(text, &r.Orders[0])
	}
	return r, err
}

// decodeStrictly refuses unknown names, and what follows the value.
func decodeStrictly(text []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("a second value follows the first: send one list")
	}
	return nil
}
