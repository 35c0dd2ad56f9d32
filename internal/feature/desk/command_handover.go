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
	on := func(usage string, o command.Operation) *cobra.Command {
		return command.OnOperation(p, commands.Of("handover "+usage), o, shownHandoverFields)
	}
	return commands.Group("handover",
		command.OnOperation(p, commands.Of("handover list"), command.Operation{Call: "GET" + lists, Rows: "results"}, handoverFields),
		command.OnOperation(p, commands.Of("handover parcels LIST"), command.Operation{Call: "GET" + list + "parcels/", Rows: "results"},
			handoverParcelFields),
		on("open --service SERVICE --place TEXT", command.Operation{Call: "POST" + lists, Body: request.OpenHandover.Shape()}),
		command.OnScan(p, commands.Of("handover add LIST CODE..."), command.Operation{Call: "POST" + list + "parcels/"}),
		on("remove LIST TRACKING-NO", command.Operation{Call: "DELETE" + list + "parcels/{}/"}),
		on("close LIST --parcels NUMBER --given-by NAME --taken-by NAME",
			command.Operation{Call: "POST" + list + "close/", Body: request.CloseHandover.Shape()}),
		on("reopen LIST --reason TEXT", command.Operation{Call: "POST" + list + "reopen/", Body: request.ReopenHandover.Shape()}),
		command.Download(p, commands.Of("handover pdf LIST -o FILE"), command.Operation{Call: "GET" + list + "pdf/"}),
		on("show LIST", command.Operation{Call: "GET" + list}))
}
