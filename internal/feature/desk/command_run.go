package desk

import (
	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/request"
)

var runFields = command.Columns[client.Run](`RUN run_id, NUMBER number, STATE state, DATE date, VAN van, DRIVER driver, PLACE place,
	PARCELS parcels, PICKED UP picked_up, stops`)

// newRun makes the commands of pickup runs, below those of the floor.
func newRun(p command.Process) *cobra.Command {
	const runs, run = " /operator/runs/", " /operator/runs/{PR}/"
	on := func(usage string, o command.Operation) *cobra.Command {
		return command.OnOperation(p, commands.Of("floor run "+usage), o, runFields)
	}
	return commands.Group("floor run",
		on("list", command.Operation{Call: "GET" + runs, Rows: "results"}),
		on("open --van VAN --driver NAME --place TEXT --date DATE", command.Operation{Call: "POST" + runs, Body: request.OpenRun.Shape()}),
		command.OnScan(p, commands.Of("floor run add RUN CODE..."), command.Operation{Call: "POST" + run + "parcels/"}),
		on("sign RUN --parcels NUMBER --given-by NAME --taken-by NAME",
			command.Operation{Call: "POST" + run + "sign/", Body: request.CloseHandover.Shape()}),
		on("show RUN", command.Operation{Call: "GET" + run}),
		on("count RUN", command.Operation{Call: "POST" + run + "count/"}),
		on("reopen RUN", command.Operation{Call: "POST" + run + "reopen/"}))
}
