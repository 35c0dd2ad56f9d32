package consolidation

import (
	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/request"
)

var bagFields = command.Columns[client.Bag](`BAG bag_id, NUMBER number, STATE state, HUB hub_id, to_hub_id, service_id, SEAL seal,
	PARCELS parcels, KG weight, tare, gross, CONSIGNMENT consignment_id, reason, opened_on, opened_by`)

var bagParcelFields = command.Columns[client.BagParcel](`BAG bag, TRACKING NO tracking_no, ACCOUNT account_id, KG weight,
	SCANNED scanned_on, BY scanned_by, CUSTOMS answer, STOPPED stopped`)

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

func newCommands(p command.Process) map[string][]*cobra.Command {
	return map[string][]*cobra.Command{"": {newBag(p), newConsignment(p)}}
}

// newBag makes the commands of bags.
func newBag(p command.Process) *cobra.Command {
	const bags, bag = " /operator/bags/", " /operator/bags/{BG}/"
	one := func(use, short, example, call string, body *request.Shape) *cobra.Command {
		return command.OnOperation(p, command.Operation{Use: use, Short: short, Example: "bag " + example, Call: call, Body: body}, bagFields)
	}
	return command.NewGroup("bag", "Fill bags in which parcels of all shippers fly",
		`Asks a server, with a key of an operator's account that has the scopes floor:read and floor:write, to put parcels of all shippers into
bags. A bag is named by its number or id. A consignment takes bags that are closed: see "waybill consignment".`,
		command.OnOperation(p, command.Operation{
			Use: "list", Short: "List bags, the newest first", Example: "bag list", Call: "GET" + bags, Rows: "results",
		}, bagFields),
		one("open", "Open a bag", "open --hub 1 --seal SL-4711 --tare 0.35", "POST"+bags, request.OpenBag.Shape()),
		one("show BAG", "Show a bag", "show BG-00001", "GET"+bag, nil),
		one("change BAG", "Change the seal, the hub or the weights of a bag", "change BG-00001 --gross 30.05", "PATCH"+bag,
			request.ChangeBag.Shape()),
		command.NewScan(p, command.Operation{
			Use: "scan BAG CODE...", Short: "Put parcels of any account into a bag",
			Long: `Puts the parcels with these tracking numbers, numbers of partners or references into an open bag, and prints what came of each.
Exits with 1 if one was refused.`,
			Example: "bag scan BG-00001 WB48210739526ID ORDER123", Call: "POST" + bag + "parcels/",
		}),
		command.OnOperation(p, command.Operation{
			Use: "parcels BAG", Short: "List the parcels of a bag", Example: "bag parcels BG-00001", Call: "GET" + bag + "parcels/", Rows: "results",
		}, bagParcelFields),
		one("remove BAG TRACKING-NO", "Take a parcel out of an open bag", "remove BG-00001 WB48210739526ID", "DELETE"+bag+"parcels/{}/", nil),
		one("close BAG", "Close a bag: it takes no more parcels, and is counted", "close BG-00001", "POST"+bag+"close/", nil),
		one("reopen BAG", "Have a bag that is closed take parcels again", `reopen BG-00001 --reason "Customs keeps a parcel"`,
			"POST"+bag+"reopen/", request.ReopenHandover.Shape()),
		one("receive BAG", "Record that a bag came to where it was sent", "receive BG-00001", "POST"+bag+"receive/", nil),
		one("empty BAG", "Record that the parcels of a bag were taken out", "empty BG-00001", "POST"+bag+"empty/", nil),
		command.NewDownload(p, command.Operation{
			Use: "label BAG", Short: "Print the label of a bag", Example: "bag label BG-00001 -o label.pdf", Call: "GET" + bag + "label/",
		}),
		command.NewDownload(p, command.Operation{
			Use: "pdf BAG", Short: "Print the list of the parcels of a bag", Example: "bag pdf BG-00001 -o bag.pdf", Call: "GET" + bag + "pdf/",
		}))
}

// newConsignment makes the commands of consignments.
func newConsignment(p command.Process) *cobra.Command {
	const get, post, patch = "GET /operator/consignments/{CN}/", "POST /operator/consignments/{CN}/", "PATCH /operator/consignments/{CN}/"
	show := func(use, short, example, call string, rest string, body *request.Shape) *cobra.Command {
		return command.OnOperation(p, command.Operation{
			Use: use, Short: short, Example: "consignment " + example, Call: call, Rest: rest, Body: body,
		}, consignmentFields)
	}
	paper := func(use, short, example, call string) *cobra.Command {
		return command.NewDownload(p, command.Operation{Use: use, Short: short, Example: "consignment " + example, Call: call})
	}
	group := command.NewGroup("consignment", "Send bags on flights, and report to their parcels what happens",
		`Asks a server, with a key of an operator's account that has the scopes floor:read, floor:write and tracking:write, to send closed bags on
the legs of a consignment, which is named by its number or id. A departure, an arrival and other events come to the parcels of the bags in
the background. What has departed changes with a reason alone.`,
		show("open", "Open a consignment", "open --destination ID --awb 618-12345675 --broker Nusantara", "POST /operator/consignments/",
			"", request.OpenConsignment.Shape()),
		show("show CONSIGNMENT", "Show a consignment", "show CN-00001 --json", get, "", nil),
		show("change CONSIGNMENT", "Change the state, the air waybill or the broker of a consignment", "change CN-00001 --state cleared", patch,
			"", request.ChangeConsignment.Shape()),
		show("add CONSIGNMENT BAG...", "Put closed bags on a consignment, and with a leg on it", "add CN-00001 BG-00001 BG-00002 --leg 1",
			post+"bags/", request.BagsField, request.MoveBags.Shape()),
		show("leave CONSIGNMENT BAG...", "Leave bags of a leg behind, or without a leg take them out", "leave CN-00001 BG-00002 --leg 1",
			post+"bags/leave/", request.BagsField, request.MoveBags.Shape()),
		show("add-leg CONSIGNMENT", "Add a flight or drive",
			"add-leg CN-00001 --flight SQ322 --from SIN --from-country SG --to CGK --to-country ID", post+"legs/", "", request.AddLeg.Shape()),
		show("change-leg CONSIGNMENT LEG", "Change a flight or drive", "change-leg CN-00001 1 --flight SQ306", patch+"legs/{}/",
			"", request.ChangeLeg.Shape()),
		show("depart CONSIGNMENT LEG", "Have a leg depart", "depart CN-00001 1 --occurred-on 2026-11-28T23:45:00+08:00", post+"legs/{}/depart/",
			"", request.MoveLeg.Shape()),
		show("arrive CONSIGNMENT LEG", "Have a leg arrive", "arrive CN-00001 1 --without WB48210739526ID", post+"legs/{}/arrive/",
			"", request.MoveLeg.Shape()),
		paper("load CONSIGNMENT LEG", "Print the list of the bags on a leg", "load CN-00001 1 -o load.pdf", get+"legs/{}/pdf/"),
		paper("pdf CONSIGNMENT", "Print the manifest", "pdf CN-00001 -o manifest.pdf", get+"manifest/pdf/"),
		paper("xlsx CONSIGNMENT", "Export the manifest", "xlsx CN-00001 -o manifest.xlsx", get+"manifest/xlsx/"))
	command.Add(group, consignmentLists(p, get, post)...)
	return group
}

// consignmentLists makes the commands that print what belongs to a consignment.
func consignmentLists(p command.Process, get, post string) []*cobra.Command {
	return []*cobra.Command{
		rowsOf(p, "list", "List consignments, the newest first", "list", "GET /operator/consignments/", "results", consignmentFields),
		rowsOf(p, "legs CONSIGNMENT", "List the legs of a consignment", "legs CN-00001", get, "legs", legFields),
		rowsOf(p, "bags CONSIGNMENT", "List the bags of a consignment", "bags CN-00001", get+"bags/", "results", bagFields),
		rowsOf(p, "parcels CONSIGNMENT", "List the parcels of a consignment, by bag", "parcels CN-00001", get+"parcels/", "results",
			bagParcelFields),
		rowsOf(p, "check CONSIGNMENT", "List what stands against a consignment before it is closed; exits with 1 if it cannot be closed",
			"check CN-00001", get+"checks/", "findings", findingFields),
		rowsOf(p, "events CONSIGNMENT", "List what happened to a consignment", "events CN-00001", get+"events/", "results", eventFields),
		command.OnOperation(p, command.Operation{
			Use: "report CONSIGNMENT", Short: "Report an event, which the parcels of a consignment get, or some of them",
			Example: `consignment report CN-00001 --text "Held by customs" --status EXCEPTION --country ID --bags BG-00001`,
			Call:    post + "events/", Body: request.ReportConsignment.Shape(),
		}, eventFields),
		command.OnOperation(p, command.Operation{
			Use: "answer CONSIGNMENT CODE...", Short: "Record what customs answered about parcels; exits with 1 if one is not in the consignment",
			Example: `consignment answer CN-00001 WB48210739526ID --answer do_not_load --reason "X-ray"`, Call: post + "customs/",
			Rest: request.AnswersField, Element: request.AnswerFields(), Rows: request.AnswersField,
		}, answerFields),
		command.OnOperation(p, command.Operation{
			Use: "manifest CONSIGNMENT", Short: "Make the next version of the manifest, or show the newest one if nothing is different",
			Example: "consignment manifest CN-00001", Call: post + "manifest/",
		}, manifestFields),
		rowsOf(p, "manifests CONSIGNMENT", "List the versions of the manifest", "manifests CN-00001", get+"manifest/", "results", manifestFields),
	}
}

// rowsOf makes a command that lists what belongs to a consignment.
func rowsOf[T any](p command.Process, use, short, example, call, rows string, columns []command.Field[T]) *cobra.Command {
	o := command.Operation{Use: use, Short: short, Example: "consignment " + example, Call: call, Rows: rows}
	return command.OnOperation(p, o, columns)
}
