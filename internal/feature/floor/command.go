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
	const stops = "POST /operator/stops/"
	stop := func(usage string, o command.Operation) *cobra.Command {
		o.Rest, o.Rows = "tracking_nos", "orders"
		return command.OnOperation(p, commands.Of(usage), o, stoppedFields)
	}
	return commands.Group("floor",
		command.OnOperation(p, commands.Of("floor hubs"), command.Operation{Call: "GET /operator/hubs/", Rows: "results"}, hubFields),
		command.OnOperation(p, commands.Of("floor create-hub NAME --country COUNTRY --timezone ZONE"),
			command.Operation{Call: "POST /operator/hubs/", Body: request.CreateHub.Shape(), Rest: "name"}, hubFields),
		newHubScan(p), newParcels(p), newChange(p),
		stop("floor stop TRACKING-NO... --reason TEXT", command.Operation{Call: stops, Body: request.StopParcels.Shape()}),
		stop("floor lift TRACKING-NO...", command.Operation{Call: stops + "lift/"}))
}

// onFloor completes a command that calls a server as an operator.
func onFloor(p command.Process, cmd *cobra.Command, do func(context.Context, client.Administration, []string) error) *cobra.Command {
	return command.OnServer(p, cmd, func(ctx context.Context, _ *cobra.Command, server *client.Client, args []string) error {
		return do(ctx, client.NewAdministration(server), args)
	})
}

func newHubScan(p command.Process) *cobra.Command {
	sent := client.HubScans{Activity: string(shipment.ActivityInbound)}
	cmd := commands.Of("floor scan CODE... --hub HUB")
	cmd = onFloor(p, cmd, func(ctx context.Context, server client.Administration, codes []string) error {
		sent.Scans = each.Of(codes, func(code string) client.HubScan { return client.HubScan{Scan: rand.Text(), Code: code} })
		results, err := server.ScanInHub(ctx, sent)
		failed := slices.ContainsFunc(results, func(r client.HubScanResult) bool { return r.Result != Recorded && r.Result != Repeated })
		return command.FailIf(failed, command.List(cmd, err, results, hubScanFields, ""))
	})
	return command.Flags(cmd, "hub", &sent.HubID, "activity", &sent.Activity)
}

func newParcels(p command.Process) *cobra.Command {
	var f client.ParcelFilter
	var limit int
	cmd := commands.Of("floor parcels")
	cmd = onFloor(p, cmd, func(ctx context.Context, server client.Administration, _ []string) error {
		parcels, err := command.First(server.Parcels(ctx, f), limit)
		return command.List(cmd, err, parcels, parcelFields, "There are no such parcels.")
	})
	parcelFlags(cmd, &f)
	cmd.Flags().IntVar(&limit, "limit", 50, "list at most this `NUMBER`")
	return cmd
}
