package desk

import (
	"slices"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/request"
)

var handoverFields = command.Columns[client.Handover](`NUMBER number, STATE state, SERVICE service_id, PLACE place, PARCELS parcels,
	KG weight, DRIVER taken_by, OPENED opened_on, CLOSED closed_on, given_by, reason`)

// shownHandoverFields are those of one list.
var shownHandoverFields = append(slices.Clip(handoverFields),
	command.Columns[client.Handover]("EXPECTED expected, PICKED UP picked_up, trouble")...)

var handoverParcelFields = command.Columns[client.HandoverParcel](`TRACKING NO tracking_no, KG order_weight=Weight, SCANNED scanned_on,
	BY scanned_by, PICKED UP picked_up`)

func newHandover(p command.Process) *cobra.Command {
	const lists, list = " /handovers/", " /handovers/{}/"
	one := func(use, short, example, call string, body *request.Shape) *cobra.Command {
		return command.OnOperation(p, command.Operation{
			Use: use, Short: short, Example: "handover " + example, Call: call, Body: body,
		}, shownHandoverFields)
	}
	return command.NewGroup("handover", "Fill lists of parcels that drivers take over",
		`Asks a server, with an account's key, to open hand-over lists, to put parcels on them, and to close them: the parcels become
picked up. The console and the API have the same lists.`,
		command.OnOperation(p, command.Operation{
			Use: "list", Short: "List hand-over lists, the newest first", Example: "handover list", Call: "GET" + lists, Rows: "results",
		}, handoverFields),
		command.OnOperation(p, command.Operation{
			Use: "parcels LIST", Short: "List the parcels of a hand-over list, the last scanned first", Example: "handover parcels HL-00012",
			Call: "GET" + list + "parcels/", Rows: "results",
		}, handoverParcelFields),
		one("open", "Open a hand-over list", `open --service 1 --place "Dock 3"`, "POST"+lists, request.OpenHandover.Shape()),
		command.NewScan(p, command.Operation{
			Use: "add LIST CODE...", Short: "Put parcels on a hand-over list",
			Long: `Puts the parcels of orders with these tracking numbers, numbers of partners or references on an open list, and prints what came of
each. Exits with 1 if one was refused.`,
			Example: "handover add HL-00012 WB48210739526ID ORDER123", Call: "POST" + list + "parcels/",
		}),
		one("remove LIST TRACKING-NO", "Take a parcel off an open hand-over list", "remove HL-00012 WB48210739526ID",
			"DELETE"+list+"parcels/{}/", nil),
		one("close LIST", "Close a hand-over list: its parcels become picked up",
			"close HL-00012 --parcels 212 --given-by Ann --taken-by Joko", "POST"+list+"close/", request.CloseHandover.Shape()),
		one("reopen LIST", "Open a closed hand-over list again, for further parcels", `reopen HL-00012 --reason "One more parcel"`,
			"POST"+list+"reopen/", request.ReopenHandover.Shape()),
		command.NewDownload(p, command.Operation{
			Use: "pdf LIST", Short: "Print a hand-over list", Example: "handover pdf HL-00012 -o list.pdf", Call: "GET" + list + "pdf/",
		}),
		one("show LIST", "Show a hand-over list", "show HL-00012 --json", "GET"+list, nil))
}
