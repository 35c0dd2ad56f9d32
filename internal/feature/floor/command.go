package floor

import (
	"context"
	"crypto/rand"
	"slices"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
)

var hubFields = command.Columns[client.Hub]("HUB hub_id, NAME name, COUNTRY country, TIME ZONE timezone, DISABLED disabled_on")

var hubScanFields = command.Columns[client.HubScanResult]("TRACKING NO tracking_no, RESULT result, NEXT next, code, MESSAGE message|")

var parcelFields = command.Columns[client.Parcel](`TRACKING NO tracking_no, ACCOUNT account_id, REFERENCE shipper_order_id,
	TO consignee_country, PARTNER partner, STATUS tracker_status_code, HELD held, STOPPED stopped, CREATED created_on`)

var stoppedFields = command.Columns[client.StoppedParcel]("TRACKING NO tracking_no, RESULT result, MESSAGE message|")

// newFloor makes the commands of the floor. They need a key of an operator's account.
func newFloor(p command.Process) *cobra.Command {
	return command.NewGroup("floor", "Scan the parcels of all shippers in hubs, list them, and stop them",
		`Asks a server, with a key of an operator's account that has the scopes floor:read and floor:write, and administration to make a hub.
The console and the API do the same.`,
		command.OnOperation(p, command.Operation{
			Use: "hubs", Short: "List hubs", Example: "floor hubs", Call: "GET /operator/hubs/", Rows: "results",
		}, hubFields),
		command.OnOperation(p, command.Operation{
			Use: "create-hub NAME", Short: "Create a hub", Example: "floor create-hub Tuas --country SG --timezone Asia/Singapore",
			Call: "POST /operator/hubs/", Body: request.CreateHub.Shape(), Rest: "name",
		}, hubFields),
		newHubScan(p), newParcels(p), newChange(p),
		command.OnOperation(p, command.Operation{
			Use: "stop TRACKING-NO...", Short: "Stop parcels at each scan",
			Example: `floor stop WB48210739526ID --reason "Customs asks for the invoice"`, Call: "POST /operator/stops/",
			Body: request.StopParcels.Shape(), Rest: "tracking_nos", Rows: "orders",
		}, stoppedFields),
		command.OnOperation(p, command.Operation{
			Use: "lift TRACKING-NO...", Short: "Lift the stops of parcels", Example: "floor lift WB48210739526ID",
			Call: "POST /operator/stops/lift/", Rest: "tracking_nos", Rows: "orders",
		}, stoppedFields))
}

// onFloor completes a command that calls a server as an operator.
func onFloor(p command.Process, cmd *cobra.Command, do func(context.Context, client.Administration, []string) error) *cobra.Command {
	return command.OnServer(p, cmd, func(ctx context.Context, _ *cobra.Command, server *client.Client, args []string) error {
		return do(ctx, client.NewAdministration(server), args)
	})
}

func newHubScan(p command.Process) *cobra.Command {
	sent := client.HubScans{}
	cmd := &cobra.Command{
		Use: "scan CODE... --hub HUB", Short: "Scan parcels in a hub",
		Long: `Records what was seen of at most 1000 parcels, by tracking numbers, partners' numbers or references, and prints where each goes
next. Exits with 1 if one is not known or must not leave.`,
		Example: "  waybill floor scan WB48210739526ID --hub 1 --activity outbound",
	}
	cmd = onFloor(p, cmd, func(ctx context.Context, server client.Administration, codes []string) error {
		sent.Scans = each.Of(codes, func(code string) client.HubScan { return client.HubScan{Scan: rand.Text(), Code: code} })
		results, err := server.ScanInHub(ctx, sent)
		failed := slices.ContainsFunc(results, func(r client.HubScanResult) bool { return r.Result != Recorded && r.Result != Repeated })
		return command.FailIf(failed, command.List(cmd, err, results, hubScanFields, ""))
	})
	cmd.Flags().Int64Var(&sent.HubID, "hub", 0, "`HUB`, by its number: `waybill floor hubs` lists them")
	cmd.Flags().StringVar(&sent.Activity, "activity", string(shipment.ActivityInbound),
		"inbound, outbound, return_received, found or damaged")
	return cmd
}

func newParcels(p command.Process) *cobra.Command {
	var f client.ParcelFilter
	var limit int
	cmd := &cobra.Command{
		Use: "parcels", Short: "List parcels of all accounts that have not ended",
		Example: "  waybill floor parcels --queue problem\n  waybill floor parcels --code WB48210739526ID",
	}
	cmd = onFloor(p, cmd, func(ctx context.Context, server client.Administration, _ []string) error {
		parcels, err := command.First(server.Parcels(ctx, f), limit)
		return command.List(cmd, err, parcels, parcelFields, "There are no such parcels.")
	})
	parcelFlags(cmd, &f)
	cmd.Flags().IntVar(&limit, "limit", 50, "list at most this `NUMBER`")
	return cmd
}
