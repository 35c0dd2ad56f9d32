package consolidation

import (
	"cmp"
	_ "embed"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/request"
)

var bagFields = command.Columns[client.Bag](`BAG bag_id, NUMBER number, STATE state, HUB hub_id, to_hub_id, service_id, SEAL seal,
	PARCELS parcels, KG weight, tare, gross, CONSIGNMENT consignment_id, reason, opened_on, opened_by`)

var bagParcelFields = command.Columns[client.BagParcel](`BAG bag, TRACKING NO tracking_no, ACCOUNT account_id, KG weight,
	SCANNED scanned_on, BY scanned_by, CUSTOMS answer, DECIDED customs_status, customs_on, customs_source, entry_no, duty, tax, currency,
	STOPPED stopped`)

var legFields = command.Columns[client.ConsignmentLeg](`LEG leg_no, FLIGHT flight, FROM from, from_country, TO to, to_country,
	PLANNED planned_departure, planned_arrival, DEPARTED departed_on, ARRIVED arrived_on, BAGS bags, PARCELS parcels, KG weight, reason`)

var consignmentFields = command.Columns(`CONSIGNMENT consignment_id, NUMBER number, AWB awb, TRUCK truck, TO destination, BROKER broker,
	STATE state, PROGRESS progress, BAGS bags, PARCELS parcels, KG weight, legs, reason, opened_on, opened_by`,
	command.Value("legs", func(c client.Consignment) any { return command.Records(c.Legs, legFields) }))

var eventFields = command.Columns[client.ConsignmentEvent](`EVENT event_no, LEG leg_no, STATUS tracker_status_code, TEXT text,
	country, PLACE place, OCCURRED occurred_on, BAGS bags, CARRIED carried, recorded_on, recorded_by, reason`)

var findingFields = command.Columns[client.ConsignmentFinding]("KIND kind, code, args, BAG bag, PARCELS tracking_nos, MESSAGE message|")

var manifestFields = command.Columns[client.ConsignmentManifest](`VERSION version, PIECES pieces, PARCELS parcels, NET KG net_weight,
	GROSS KG gross_weight, values, MADE made_on, BY made_by, ADDED added, REMOVED removed, CHANGED changed, digest`)

var answerFields = command.Columns[client.AnsweredParcel]("TRACKING NO tracking_no, RESULT result, MESSAGE message|")

var lineFields = command.Columns[client.ReadAnswer]("LINE line, TRACKING NO tracking_no, RESULT result, MESSAGE message|")

var countFields = command.Columns[client.InboundCount]("BAG bag, BAG STATE bag_state, NOTE bag_note, STATE state, PARCELS parcels")

var arrivalFields = command.Columns[client.InboundParcel](`BAG bag, ACCOUNT account_id, NUMBER number, STATE state, repeated, NOTE note,
	STOPPED stopped, KG weight, scanned_on, scanned_by, CONSIGNMENT consignment`)

//go:embed commands.txt
var commands command.Texts

func newCommands(p command.Process) map[string][]*cobra.Command {
	return map[string][]*cobra.Command{"": {newBag(p), newConsignment(p)}}
}

// newBag makes the commands of bags.
func newBag(p command.Process) *cobra.Command {
	const bags, bag = " /operator/bags/", " /operator/bags/{BG}/"
	on := func(usage, call string, body *request.Shape) *cobra.Command {
		return command.OnOperation(p, commands.Of("bag "+usage), command.Operation{Call: call, Body: body}, bagFields)
	}
	return commands.Group("bag",
		rowsOf(p, "bag list", "GET"+bags, "results", bagFields),
		on("open --hub HUB", "POST"+bags, request.OpenBag.Shape()),
		on("show BAG", "GET"+bag, nil),
		on("change BAG", "PATCH"+bag, request.ChangeBag.Shape()),
		command.OnScan(p, commands.Of("bag scan BAG CODE..."), command.Operation{Call: "POST" + bag + "parcels/"}),
		rowsOf(p, "bag parcels BAG", "GET"+bag+"parcels/", "results", bagParcelFields),
		on("remove BAG TRACKING-NO", "DELETE"+bag+"parcels/{}/", nil),
		on("close BAG", "POST"+bag+"close/", nil),
		on("reopen BAG --reason TEXT", "POST"+bag+"reopen/", request.ReopenHandover.Shape()),
		on("receive BAG", "POST"+bag+"receive/", nil),
		on("empty BAG", "POST"+bag+"empty/", nil),
		command.Download(p, commands.Of("bag label BAG -o FILE"), command.Operation{Call: "GET" + bag + "label/"}),
		command.Download(p, commands.Of("bag pdf BAG -o FILE"), command.Operation{Call: "GET" + bag + "pdf/"}))
}

// newConsignment makes the commands of consignments.
func newConsignment(p command.Process) *cobra.Command {
	const all, one, leg = " /operator/consignments/", " /operator/consignments/{CN}/", " /operator/consignments/{CN}/legs/{}/"
	on := func(usage, call string, body *request.Shape) *cobra.Command {
		return command.OnOperation(p, commands.Of("consignment "+usage), command.Operation{Call: call, Body: body}, consignmentFields)
	}
	paper := func(usage, call string) *cobra.Command {
		return command.Download(p, commands.Of("consignment "+usage+" -o FILE"), command.Operation{Call: call})
	}
	results := command.OnOperation(p, commands.Of("consignment results CONSIGNMENT FILE"), command.Operation{
		Call: "POST" + one + "results/file/", Rest: "file", Rows: "answers", Notes: []string{"repeated", "missing"},
	}, lineFields)
	results.Flags().Bool("confirm", false, "store the rows that are ready")
	return commands.Group("consignment",
		rowsOf(p, "consignment list", "GET"+all, "results", consignmentFields),
		on("open --destination COUNTRY", "POST"+all, request.OpenConsignment.Shape()),
		on("show CONSIGNMENT", "GET"+one, nil),
		on("change CONSIGNMENT", "PATCH"+one, request.ChangeConsignment.Shape()),
		on("add CONSIGNMENT BAG...", "POST"+one+"bags/", request.MoveBags.Shape()),
		on("leave CONSIGNMENT BAG...", "POST"+one+"bags/leave/", request.MoveBags.Shape()),
		on("add-leg CONSIGNMENT --flight FLIGHT --from PLACE --from-country COUNTRY --to PLACE --to-country COUNTRY", "POST"+one+"legs/",
			request.AddLeg.Shape()),
		on("change-leg CONSIGNMENT LEG", "PATCH"+leg, request.ChangeLeg.Shape()),
		on("depart CONSIGNMENT LEG", "POST"+leg+"depart/", request.MoveLeg.Shape()),
		on("arrive CONSIGNMENT LEG", "POST"+leg+"arrive/", request.MoveLeg.Shape()),
		rowsOf(p, "consignment legs CONSIGNMENT", "GET"+one, "legs", legFields),
		rowsOf(p, "consignment bags CONSIGNMENT", "GET"+one+"bags/", "results", bagFields),
		rowsOf(p, "consignment parcels CONSIGNMENT", "GET"+one+"parcels/", "results", bagParcelFields),
		rowsOf(p, "consignment check CONSIGNMENT", "GET"+one+"checks/", "findings", findingFields),
		rowsOf(p, "consignment events CONSIGNMENT", "GET"+one+"events/", "results", eventFields),
		rowsOf(p, "consignment report CONSIGNMENT --text TEXT", "POST"+one+"events/", "", eventFields, request.ReportConsignment.Shape()),
		command.OnOperation(p, commands.Of("consignment answer CONSIGNMENT CODE... --answer ANSWER"), command.Operation{
			Call: "POST" + one + "customs/", Rest: request.AnswersField, Element: request.AnswerFields(), Rows: request.AnswersField,
		}, answerFields),
		rowsOf(p, "consignment manifest CONSIGNMENT", "POST"+one+"manifest/", "", manifestFields),
		rowsOf(p, "consignment manifests CONSIGNMENT", "GET"+one+"manifest/", "results", manifestFields),
		paper("load CONSIGNMENT LEG", "GET"+leg+"pdf/"),
		paper("pdf CONSIGNMENT", "GET"+one+"manifest/pdf/"),
		paper("xlsx CONSIGNMENT", "GET"+one+"manifest/xlsx/"),
		results,
		rowsOf(p, "consignment inbound CONSIGNMENT --state STATE", "POST"+one+"inbound/", "counts", countFields, request.MoveInbound.Shape()),
		rowsOf(p, "consignment receive CONSIGNMENT --scan NAME", "POST"+one+"inbound/scans/", "", arrivalFields, request.ScanInbound.Shape()),
		rowsOf(p, "consignment received CONSIGNMENT", "GET"+one+"inbound/parcels/", "results", arrivalFields))
}

// rowsOf makes a command that prints what rows of a response have, or with "" the response. It sends at most one body.
func rowsOf[T any](p command.Process, usage, call, rows string, columns []command.Field[T], body ...*request.Shape) *cobra.Command {
	return command.OnOperation(p, commands.Of(usage), command.Operation{Call: call, Rows: rows, Body: cmp.Or(body...)}, columns)
}
