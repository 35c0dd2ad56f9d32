package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

var changeFields = command.Columns[client.FieldChange]("FIELD field, FROM from, TO to")

func newOrderEdit(p command.Process) *cobra.Command {
	var changes map[string]any
	version := int64(client.AnyVersion)
	cmd := commands.Of("order edit TRACKING-NO FIELD=VALUE...")
	cmd.PreRunE = func(_ *cobra.Command, args []string) (err error) {
		changes, err = readChanges(args[1:])
		return err
	}
	command.Flags(cmd, "if-version", &version)
	return command.OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		before, err := server.Order(ctx, args[0])
		if err == nil && version == client.AnyVersion {
			version = before.Version()
		}
		var after client.OrderDetail
		if err == nil {
			after, err = server.EditOrder(ctx, args[0], version, changes)
		}
		if err != nil {
			return command.Explain(err, command.Becausef(client.ErrNotFound, "the account has no order %s", args[0]))
		}
		var made []client.FieldChange
		if after.Version() > version {
			made = after.Changes[0].Fields
		}
		if err := command.List(cmd, nil, made, changeFields, "Nothing was changed: the order has these values."); err != nil {
			return err
		}
		if after.LabelStale && !command.WantsJSON(cmd) {
			fmt.Fprintln(cmd.OutOrStdout(), "\nThe label has changed: print it again.")
		}
		return nil
	})
}

func newOrderReplace(p command.Process) *cobra.Command {
	var changes map[string]any
	var key string
	cmd := commands.Of("order replace TRACKING-NO [FIELD=VALUE...]")
	cmd.PreRunE = func(_ *cobra.Command, args []string) (err error) {
		changes, err = readChanges(args[1:])
		return err
	}
	command.Flags(cmd, "idempotency-key", &key)
	return command.OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		made, err := server.ReplaceOrder(ctx, args[0], key, changes)
		err = command.Explain(err, command.Becausef(client.ErrNotFound, "the account has no order %s", args[0]))
		return command.Say(cmd, err, made, command.With(command.With[string](nil, "tracking_no", made), "replaces", args[0]),
			"Order %s replaces order %s, which is cancelled.\n", made, args[0])
	})
}

// readChanges reads FIELD=VALUE, FIELD= and FIELD:=JSON.
func readChanges(args []string) (map[string]any, error) {
	changes := make(map[string]any, len(args))
	for _, arg := range args {
		name, value, found := strings.Cut(arg, "=")
		name, isJSON := strings.CutSuffix(name, ":")
		switch {
		case !found || name == "":
			return nil, command.Usagef("%q is no change: want FIELD=VALUE, such as consignee_postal=12430", arg)
		case isJSON && !json.Valid([]byte(value)):
			return nil, command.Usagef("the value of %s is not JSON", name)
		case isJSON:
			changes[name] = json.RawMessage(value)
		case value == "":
			changes[name] = nil
		default:
			changes[name] = value
		}
	}
	return changes, nil
}
