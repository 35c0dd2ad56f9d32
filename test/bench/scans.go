package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strconv"
	"sync/atomic"
	"time"

	"waybill/client"
)

const (
	// scannedParcels is how many parcels are scanned in turn, five a second: the work of a few people in a hub.
	scannedParcels = 200
	scanEvery      = 200 * time.Millisecond
	// besideScans is how many orders are created while parcels are scanned, compared to none.
	besideScans = 0.98
)

// measureScans compares creates with creates while parcels are scanned in a hub, five a second, each in a request of its own.
func (b *bench) measureScans(ctx context.Context) error {
	return b.withServer(ctx, "scans", func(s *server, d database) error {
		var reference atomic.Int64
		for range scannedParcels / bulkOrders {
			if err := createOne(ctx, s.address, &reference); err != nil {
				return err
			}
		}
		scans, err := b.newScans(ctx, s.address, d)
		if err != nil {
			return err
		}
		creates, hangUpAll := newCreates(ctx, "no scan", s.address, singleConnections, 1, &reference)
		defer hangUpAll()
		return b.compareBeside(ctx, "1 order a request, c=64, while parcels are scanned", "the scans", creates, scans, besideScans)
	})
}

// newScans makes an operator with a hub, who scans parcels of the demo account there: each comes in, then it is found, and so on.
func (b *bench) newScans(ctx context.Context, address string, d database) (*beside, error) {
	operator, err := b.newOperator(ctx, address, d)
	if err != nil {
		return nil, err
	}
	parcels, err := newChange(ctx, address)
	if err != nil {
		return nil, err
	}
	activities := []string{"inbound", "found"}
	scanned := 0
	return &beside{every: scanEvery, do: func() (int, error) {
		round := scanned / len(parcels.numbers)
		results, err := operator.ScanInHub(ctx, client.HubScans{
			HubID: operator.hub.HubID, Activity: activities[round%len(activities)],
			Scans: []client.HubScan{{Scan: "bench " + strconv.Itoa(scanned), Code: parcels.numbers[scanned%len(parcels.numbers)]}},
		})
		if err == nil && results[0].Result != "recorded" {
			err = fmt.Errorf("a scan is not recorded: %+v", results[0])
		}
		scanned++
		return 1, err
	}}, err
}

// operator is an operator's account with a hub.
type operator struct {
	client.Administration
	sdk *client.Client
	hub client.Hub
}

func (b *bench) newOperator(ctx context.Context, address string, d database) (o operator, err error) {
	o.sdk, err = b.newAccount(ctx, address, d, "administration,floor:read,floor:write,tracking:write", "Operator", "--operator")
	if err != nil {
		return o, err
	}
	o.Administration = client.NewAdministration(o.sdk)
	o.hub, err = o.CreateHub(ctx, client.NewHub{Name: "Tuas", Country: "SG", Timezone: "Asia/Singapore"})
	return o, err
}

// newAccount makes an account, and a client with a key of it.
func (b *bench) newAccount(ctx context.Context, address string, d database, scopes string, args ...string) (*client.Client, error) {
	var account struct {
		ID int64 `json:"account_id"`
	}
	if err := b.command(ctx, d, &account, append([]string{"account", "create"}, args...)...); err != nil {
		return nil, err
	}
	var key struct {
		Secret string `json:"secret_key"`
	}
	if err := b.command(ctx, d, &key, "key", "create", "--account", strconv.FormatInt(account.ID, 10), "--scopes", scopes); err != nil {
		return nil, err
	}
	return client.New("http://"+address+"/api", key.Secret)
}

// command runs a command of the product on a database, and reads the JSON that it prints.
func (b *bench) command(ctx context.Context, d database, printed any, args ...string) error {
	cmd := exec.CommandContext(ctx, b.binary, append(args, "--json")...) //nolint:gosec // commands of this file
	cmd.Env = environment(d.folder, d.url, "127.0.0.1:0")
	output, err := cmd.Output()
	if err == nil {
		err = json.Unmarshal(output, printed)
	}
	if err != nil {
		return fmt.Errorf("%v: %w", args, err)
	}
	return nil
}
