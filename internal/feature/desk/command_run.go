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
	one := func(use, short, example, call string, body *request.Shape) *cobra.Command {
		o := command.Operation{Use: use, Short: short, Example: "floor run " + example, Call: call, Body: body}
		return command.OnOperation(p, o, runFields)
	}
	return command.NewGroup("run", "Fill, count and sign pickup runs",
		`Asks a server, with a key of an operator's account that has the scopes floor:read and floor:write, to put parcels of several
shippers on the run of a van, to count the run, and to sign it: the parcels become picked up.`,
		command.OnOperation(p, command.Operation{
			Use: "list", Short: "List pickup runs, the newest first", Example: "floor run list", Call: "GET" + runs, Rows: "results",
		}, runFields),
		one("open", "Open a pickup run", `open --van "SGX 1234 A" --driver Joko --place "Depot Tuas" --date 2026-11-30`, "POST"+runs,
			request.OpenRun.Shape()),
		command.NewScan(p, command.Operation{
			Use: "add RUN CODE...", Short: "Put parcels of any account on a pickup run",
			Long: `Puts the parcels with these tracking numbers, numbers of partners or references on an open run, and prints what came of each.
Exits with 1 if one was refused.`,
			Example: "floor run add 12 WB48210739526ID ORDER123", Call: "POST" + run + "parcels/",
		}),
		one("sign RUN", "Sign a pickup run that is counted", "sign 12 --parcels 600 --given-by Ann --taken-by Joko", "POST"+run+"sign/",
			request.CloseHandover.Shape()),
		one("show RUN", "Show a pickup run", "show 12 --json", "GET"+run, nil),
		one("count RUN", "Take no more parcels on a pickup run, and count it", "count 12", "POST"+run+"count/", nil),
		one("reopen RUN", "Take parcels again on a pickup run that is not signed", "reopen 12", "POST"+run+"reopen/", nil))
}
