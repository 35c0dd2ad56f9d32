package desk

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

var handoverFields = command.Columns[client.Handover](`NUMBER number, STATE state, SERVICE service_id, PLACE place, PARCELS parcels,
	KG weight, DRIVER taken_by, OPENED opened_on, CLOSED closed_on, given_by, reason`)

// shownHandoverFields are those of one list.
var shownHandoverFields = append(slices.Clip(handoverFields),
	command.Columns[client.Handover]("EXPECTED expected, PICKED UP picked_up, trouble")...)

var handoverParcelFields = command.Columns[client.HandoverParcel](`TRACKING NO tracking_no, KG order_weight=Weight, SCANNED scanned_on,
	BY scanned_by, PICKED UP picked_up`)

// addedCode is a code with what came of it.
type addedCode struct {
	Scanned string
	client.ScanResult
}

var scannedFields = command.Columns[addedCode]("SCANNED scanned, TRACKING NO tracking_no, RESULT result, code, MESSAGE message|")

func newHandover(p command.Process) *cobra.Command {
	return commands.Group("handover",
		newHandoverList(p), newHandoverParcels(p), newHandoverOpen(p), newHandoverAdd(p), newHandoverRemove(p),
		newHandoverClose(p), newHandoverReopen(p), newHandoverPDF(p),
		newOnHandover(p, commands.Of("handover show LIST"), (*client.Client).Handover))
}

func newHandoverList(p command.Process) *cobra.Command {
	var limit int
	cmd := command.OnServer(p, commands.Of("handover list"),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, _ []string) error {
			lists, err := command.First(server.Handovers(ctx), limit)
			return command.List(cmd, err, lists, handoverFields, "There are no hand-over lists.")
		})
	cmd.Flags().IntVar(&limit, "limit", 50, "list at most this `NUMBER`")
	return cmd
}

// newOnHandover completes a command that shows the list of its first argument, or changes it and shows it then.
func newOnHandover(
	p command.Process, cmd *cobra.Command, do func(*client.Client, context.Context, string) (client.Handover, error),
) *cobra.Command {
	return command.OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		list, err := do(server, ctx, args[0])
		return command.Show(cmd, explainHandover(args[0], err), list, shownHandoverFields)
	})
}

func explainHandover(list string, err error) error {
	return command.Explain(err, command.Becausef(client.ErrNotFound,
		"the account has no hand-over list %s: `waybill handover list` shows them", list))
}

func newHandoverParcels(p command.Process) *cobra.Command {
	return command.OnServer(p, commands.Of("handover parcels LIST"),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
			all, err := command.First(server.HandoverParcels(ctx, args[0]), command.All)
			return command.List(cmd, explainHandover(args[0], err), all, handoverParcelFields, "The list has no parcels.")
		})
}

func newHandoverOpen(p command.Process) *cobra.Command {
	var service int64
	var place string
	cmd := command.OnServer(p, commands.Of("handover open --service SERVICE --place TEXT"),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, _ []string) error {
			list, err := server.OpenHandover(ctx, service, place)
			return command.Show(cmd, err, list, shownHandoverFields)
		})
	cmd.Flags().Int64Var(&service, "service", 0, "`SERVICE` of the parcels")
	cmd.Flags().StringVar(&place, "place", "", "`TEXT` that says where they are handed over, at most 100 characters")
	return cmd
}

func newHandoverAdd(p command.Process) *cobra.Command {
	return command.OnServer(p, commands.Of("handover add LIST CODE..."),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
			return addCodes(cmd, args[1:], func(code string) (client.ScanResult, error) {
				result, err := server.AddToHandover(ctx, args[0], code, "")
				return result, explainHandover(args[0], err)
			})
		})
}

func newHandoverRemove(p command.Process) *cobra.Command {
	return command.OnServer(p, commands.Of("handover remove LIST TRACKING-NO"),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
			if err := server.RemoveFromHandover(ctx, args[0], args[1]); err != nil {
				return command.Explain(err, command.Becausef(client.ErrNotFound,
					"the parcel %s is not on the list %s, or is picked up, or the list is not open", args[1], args[0]))
			}
			list, err := server.Handover(ctx, args[0])
			return command.Show(cmd, err, list, shownHandoverFields)
		})
}

func newHandoverClose(p command.Process) *cobra.Command {
	var h client.HandoverClose
	cmd := newOnHandover(p, commands.Of("handover close LIST --parcels NUMBER --given-by NAME --taken-by NAME"),
		func(server *client.Client, ctx context.Context, list string) (client.Handover, error) {
			return server.CloseHandover(ctx, list, h)
		})
	addSigned(cmd, &h)
	return cmd
}

// addSigned adds the flags of what is signed.
func addSigned(cmd *cobra.Command, h *client.HandoverClose) {
	flags := cmd.Flags()
	flags.Int64Var(&h.Parcels, "parcels", 0, "the `NUMBER` of parcels that people have counted")
	flags.StringVar(&h.GivenBy, "given-by", "", "`NAME` of who hands the parcels over")
	flags.StringVar(&h.TakenBy, "taken-by", "", "`NAME` of the driver")
	flags.StringVar(&h.Signature, "signature", "", "`LINES` of the signature, such as M10 20L300 150 (default: on paper)")
}

func newHandoverReopen(p command.Process) *cobra.Command {
	var reason string
	cmd := newOnHandover(p, commands.Of("handover reopen LIST --reason TEXT"),
		func(server *client.Client, ctx context.Context, list string) (client.Handover, error) {
			return server.ReopenHandover(ctx, list, reason)
		})
	cmd.Flags().StringVar(&reason, "reason", "", "`TEXT` that says why, at most 100 characters")
	return cmd
}

func newHandoverPDF(p command.Process) *cobra.Command {
	var output string
	cmd := command.OnServer(p, commands.Of("handover pdf LIST -o FILE"),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
			if output == "" {
				return command.Usagef("name the file to write, such as --output %s.pdf", strings.ToLower(args[0]))
			}
			file, err := server.PrintHandover(ctx, args[0])
			if err != nil {
				return explainHandover(args[0], err)
			}
			if err := os.WriteFile(output, file, 0o600); err != nil {
				return fmt.Errorf("write the list: %w", err)
			}
			return command.Say(cmd, nil, output, command.With[string](nil, "file", output), "%s\n", output)
		})
	cmd.Flags().StringVarP(&output, "output", "o", "", "`FILE` to write")
	return cmd
}
