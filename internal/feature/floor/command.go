package floor

import (
	"context"
	"crypto/rand"
	"slices"

	"github.com/spf13/cobra"

	"waybill/client"
	"waybill/internal/cli/command"
	"waybill/internal/each"
	"waybill/internal/shipment"
)

var hubFields = command.Columns[client.Hub]("HUB hub_id, NAME name, COUNTRY country, TIME ZONE timezone, DISABLED disabled_on")

var hubScanFields = command.Columns[client.HubScanResult]("TRACKING NO tracking_no, RESULT result, NEXT next, code, MESSAGE message|")

var parcelFields = command.Columns[client.Parcel](`TRACKING NO tracking_no, ACCOUNT account_id, REFERENCE shipper_order_id,
	TO consignee_country, PARTNER partner, STATUS tracker_status_code, HELD held, STOPPED stopped, CREATED created_on`)

// showStopped prints what came of each parcel.
var showStopped = command.Results[client.StoppedParcel]()

// newFloor makes the commands of the floor. They need a key of an operator's account.
func newFloor(p command.Process) *cobra.Command {
	return commands.Group("floor",
		newHubs(p), newHubCreate(p), newHubScan(p), newParcels(p), newChange(p), newStop(p), newLift(p))
}

// onFloor completes a command that calls a server as an operator.
func onFloor(p command.Process, cmd *cobra.Command, do func(context.Context, client.Administration, []string) error) *cobra.Command {
	return command.OnServer(p, cmd, func(ctx context.Context, _ *cobra.Command, server *client.Client, args []string) error {
		return do(ctx, client.NewAdministration(server), args)
	})
}

func newHubs(p command.Process) *cobra.Command {
	cmd := commands.Of("floor hubs")
	return onFloor(p, cmd, func(ctx context.Context, server client.Administration, _ []string) error {
		hubs, err := server.Hubs(ctx)
		return command.List(cmd, err, hubs, hubFields, "There are no hubs: `waybill floor create-hub NAME` makes one.")
	})
}

func newHubCreate(p command.Process) *cobra.Command {
	var hub client.NewHub
	cmd := commands.Of("floor create-hub NAME --country COUNTRY --timezone ZONE")
	cmd = onFloor(p, cmd, func(ctx context.Context, server client.Administration, args []string) error {
		hub.Name = args[0]
		made, err := server.CreateHub(ctx, hub)
		return command.Show(cmd, err, made, hubFields)
	})
	cmd.Flags().StringVar(&hub.Country, "country", "", "`COUNTRY` of the hub, by code or name")
	cmd.Flags().StringVar(&hub.Timezone, "timezone", "", "`ZONE` of the hub, such as Asia/Singapore")
	return cmd
}

func newHubScan(p command.Process) *cobra.Command {
	sent := client.HubScans{}
	cmd := commands.Of("floor scan CODE... --hub HUB")
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
	cmd := commands.Of("floor parcels")
	cmd = onFloor(p, cmd, func(ctx context.Context, server client.Administration, _ []string) error {
		parcels, err := command.First(server.Parcels(ctx, f), limit)
		return command.List(cmd, err, parcels, parcelFields, "There are no such parcels.")
	})
	parcelFlags(cmd, &f)
	cmd.Flags().IntVar(&limit, "limit", 50, "list at most this `NUMBER`")
	return cmd
}

func newStop(p command.Process) *cobra.Command {
	var reason string
	cmd := commands.Of("floor stop TRACKING-NO... --reason TEXT")
	cmd = onFloor(p, cmd, func(ctx context.Context, server client.Administration, numbers []string) error {
		results, err := server.StopParcels(ctx, numbers, reason)
		return showStopped(cmd, results, err)
	})
	cmd.Flags().StringVar(&reason, "reason", "", "`TEXT` that each scan says, at most 500 characters")
	return cmd
}

func newLift(p command.Process) *cobra.Command {
	cmd := commands.Of("floor lift TRACKING-NO...")
	return onFloor(p, cmd, func(ctx context.Context, server client.Administration, numbers []string) error {
		results, err := server.LiftStops(ctx, numbers)
		return showStopped(cmd, results, err)
	})
}
