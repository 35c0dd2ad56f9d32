package desk

import (
	"cmp"
	"context"
	"errors"
	"net/http"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
)

var runFields = command.Columns[client.Run](`RUN run_id, NUMBER number, STATE state, DATE date, VAN van, DRIVER driver, PLACE place,
	PARCELS parcels, PICKED UP picked_up, stops`)

// runs are what commands name by an id.
var runs = command.Resource{Name: "pickup run", Command: "floor run"}

// newRun makes the commands of pickup runs, below those of the floor.
func newRun(p command.Process) *cobra.Command {
	return commands.Group("floor run",
		newRunList(p), newRunOpen(p), newRunAdd(p), newRunSign(p),
		newOnRun(p, commands.Of("floor run show RUN"),
			client.Administration.Run),
		newOnRun(p, commands.Of("floor run count RUN"), client.Administration.CountRun),
		newOnRun(p, commands.Of("floor run reopen RUN"), client.Administration.ReopenRun))
}

func newRunList(p command.Process) *cobra.Command {
	return command.OnServer(p, commands.Of("floor run list"),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, _ []string) error {
			last, err := command.First(client.NewAdministration(server).Runs(ctx), handoversPerPage)
			return command.List(cmd, err, last, runFields, "There are no pickup runs.")
		})
}

// newOnRun completes a command that shows the run of its first argument, or changes it and shows it then.
func newOnRun(
	p command.Process, cmd *cobra.Command, do func(client.Administration, context.Context, int64) (client.Run, error),
) *cobra.Command {
	return command.OnServer(p, cmd, func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
		id, err := runs.ID(args[0])
		if err != nil {
			return err
		}
		run, err := do(client.NewAdministration(server), ctx, id)
		return command.Show(cmd, command.Explain(err, command.Becausef(client.ErrNotFound, "%w", runs.Missing(id))), run, runFields)
	})
}

func newRunOpen(p command.Process) *cobra.Command {
	var run client.NewRun
	cmd := command.OnServer(p, commands.Of("floor run open --van VAN --driver NAME --place TEXT --date DATE"),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, _ []string) error {
			opened, err := client.NewAdministration(server).OpenRun(ctx, run)
			return command.Show(cmd, err, opened, runFields)
		})
	flags := cmd.Flags()
	flags.StringVar(&run.Van, "van", "", "`VAN`, such as its registration")
	flags.StringVar(&run.Driver, "driver", "", "`NAME` of the driver")
	flags.StringVar(&run.Place, "place", "", "`TEXT` that says where parcels are handed over")
	flags.StringVar(&run.Date, "date", "", "`DATE` of the run, such as 2026-11-30")
	return cmd
}

func newRunAdd(p command.Process) *cobra.Command {
	return command.OnServer(p, commands.Of("floor run add RUN CODE..."),
		func(ctx context.Context, cmd *cobra.Command, server *client.Client, args []string) error {
			id, err := runs.ID(args[0])
			if err != nil {
				return err
			}
			return addCodes(cmd, args[1:], func(code string) (client.ScanResult, error) {
				return client.NewAdministration(server).AddToRun(ctx, id, code, "")
			})
		})
}

// addCodes scans codes and prints what came of each, up to one that fails.
func addCodes(cmd *cobra.Command, codes []string, add func(code string) (client.ScanResult, error)) error {
	var scans []addedCode
	var failed error
	for _, code := range codes {
		result, err := add(code)
		if e, several := errors.AsType[*client.Error](err); several && e.StatusCode == http.StatusConflict {
			result, err = client.ScanResult{Result: client.ScanRefused, Message: e.Detail}, nil
		}
		if err != nil {
			failed = err
			break
		}
		scans = append(scans, addedCode{code, result})
		if result.Result == client.ScanRefused {
			failed = command.ErrReported
		}
	}
	if len(scans) == 0 { // an error alone
		return failed
	}
	return cmp.Or(command.List(cmd, nil, scans, scannedFields, ""), failed)
}

func newRunSign(p command.Process) *cobra.Command {
	var h client.HandoverClose
	cmd := newOnRun(p, commands.Of("floor run sign RUN --parcels NUMBER --given-by NAME --taken-by NAME"),
		func(server client.Administration, ctx context.Context, id int64) (client.Run, error) {
			return server.SignRun(ctx, id, h)
		})
	addSigned(cmd, &h)
	return cmd
}
