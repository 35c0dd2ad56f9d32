package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sync/errgroup"

	"waybill/client"
	"waybill/internal/signature"
	"waybill/test/harness"
)

// cluster has the servers, which are killed, and the partner. The clients share the desk.
type cluster struct {
	options
	*history
	*desk
	folder   string
	db       database
	lagging  int // the server that reads from a standby, -1 for none
	servers  []*harness.Daemon
	sdks     []*client.Client // of each server
	services []int64          // of the partner, and in house
	courier  *courier
}

// startCluster builds the programs, sets up the database by an operator's commands, and starts all.
func startCluster(ctx context.Context, o options, folder string, db database) (*cluster, error) {
	c := &cluster{options: o, history: newHistory(), desk: &desk{life: ordersLife}, folder: folder, db: db, lagging: -1}
	if db.standby != nil {
		c.life = laggingLife
	}
	if err := harness.Build(ctx, folder, "waybill/cmd/waybill", "waybill/test/chaos/server"); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(folder, "data"), 0o700); err != nil { //nolint:gosec // the folder of whoever runs it
		return nil, err
	}
	if err := c.setUp(ctx); err != nil {
		return nil, errors.Join(err, c.close())
	}
	for _, s := range c.servers {
		if err := s.Start(ctx); err != nil {
			return nil, errors.Join(err, c.close())
		}
	}
	return c, nil
}

// close kills the servers and ends the partner.
func (c *cluster) close() error {
	for _, s := range c.servers {
		s.Kill()
	}
	if c.courier == nil {
		return nil
	}
	return c.courier.close()
}

// environ is a whole environment.
func (c *cluster) environ(variables ...string) []string {
	return append([]string{
		"PATH=" + os.DevNull, "HOME=" + c.folder, "WAYBILL_ENV=production", "WAYBILL_DATABASE_URL=" + c.db.url,
		"WAYBILL_DATA=" + filepath.Join(c.folder, "data"), "WAYBILL_WEBHOOK_ALLOW_PRIVATE=yes",
	}, variables...)
}

// setUp makes an account, services and the partner, and describes the servers.
func (c *cluster) setUp(ctx context.Context) error {
	operator := harness.Installation{Binary: filepath.Join(c.folder, "waybill"), Environ: c.environ()}
	if err := operator.Run(ctx, nil, "migrate"); err != nil {
		return err
	}
	_, key, err := operator.CreateAccount(ctx, "Shipper")
	if err != nil {
		return err
	}
	if err := c.setUpPartner(ctx, operator); err != nil {
		return err
	}
	for i := range c.serverCount() {
		address, err := harness.FreeAddress(ctx)
		if err != nil {
			return err
		}
		name, more := "server "+string(rune('A'+i)), []string(nil)
		if c.db.standby != nil && i == 0 {
			// What its workers write for an account would be read from the primary, too.
			c.lagging, more = i, []string{"WAYBILL_DATABASE_REPLICA_URL=" + c.db.standby.URL, "WAYBILL_NO_OUTGOING=yes"}
		}
		c.servers = append(c.servers, &harness.Daemon{
			Name: name, Address: address, Probe: "/readyz", Log: filepath.Join(c.folder, name+".log"),
			Program: harness.Program{Argv: []string{filepath.Join(c.folder, "server")}, Environ: c.environ(append(more,
				"WAYBILL_LISTEN="+address, "WAYBILL_METRICS_LISTEN=off", "WAYBILL_PUBLIC_URL=http://"+address, "WAYBILL_LOG_LEVEL=warn",
				"WAYBILL_BLOCKING_BUDGET=2s", "WAYBILL_RATE_LIMIT=100000", "WAYBILL_RATE_BURST=100000")...)},
		})
		// Each call is sent once: a transport repeats some on a connection that was used before.
		transport := &http.Transport{DisableKeepAlives: true}
		sdk, err := client.New("http://"+address+"/api", key, client.WithMaxRetries(0),
			client.WithHTTPClient(&http.Client{Transport: transport, Timeout: time.Minute}))
		if err != nil {
			return err
		}
		c.sdks = append(c.sdks, sdk)
	}
	return nil
}

func (c *cluster) setUpPartner(ctx context.Context, operator harness.Installation) error {
	address, err := harness.FreeAddress(ctx)
	if err != nil {
		return err
	}
	secret, err := operator.CreatePartner(ctx, "courier", "http://"+address, "--timeout", "1s", "--concurrency", "32")
	if err != nil {
		return err
	}
	for _, flags := range [][]string{{"--partner", "courier"}, nil} {
		id, err := operator.CreateService(ctx, flags...)
		if err != nil {
			return err
		}
		c.services = append(c.services, id)
	}
	c.courier, err = startCourier(ctx, c.history, address, filepath.Join(c.folder, "courier.db"),
		signature.Keys{signature.Key(secret)}, c.seed)
	return err
}

// run has the clients call while servers are killed in turn. At the end all orders are viewed, which shows whether
// calls without a response were done.
func (c *cluster) run(ctx context.Context, say func(string, ...any)) error {
	calling, stop := context.WithTimeout(ctx, longestRun*c.duration)
	defer stop()
	group, calling := errgroup.WithContext(calling)
	group.Go(func() error {
		defer stop()
		err := pause(calling, c.duration)
		for err == nil && len(c.missing()) > 0 {
			err = pause(calling, checkPause)
		}
		return nil
	})
	for i := range clients {
		group.Go(func() error { return c.newCaller(i).run(calling) })
	}
	group.Go(func() error { return c.kill(calling) })
	group.Go(func() error { return c.halt(calling) })
	if err := group.Wait(); err != nil {
		return err
	}
	say("the calls are done")
	last := c.newCaller(clients + 1)
	last.fresh = true
	numbers := c.all()
	for len(numbers) > 0 {
		n := min(len(numbers), pageSize)
		if err := last.look(ctx, numbers[:n], true); err != nil {
			return err
		}
		numbers = numbers[n:]
	}
	return ctx.Err()
}

const (
	// pageSize is how many orders a page has.
	pageSize = 50
	// longestRun is how many times as long as it should a run may take until each expected call has happened.
	longestRun = 20
	// checkPause is how often a run asks whether they have happened.
	checkPause = 100 * time.Millisecond
)

func (c *cluster) newCaller(id int) *caller {
	return &caller{
		cluster: c, id: id, versions: make(map[string]int64),
		rng: rand.New(rand.NewPCG(c.seed, uint64(id))), //nolint:gosec // a load, no secret
	}
}

// kill kills the servers in turn until ctx ends.
func (c *cluster) kill(ctx context.Context) error {
	rng := rand.New(rand.NewPCG(c.seed, killStream)) //nolint:gosec // a schedule, no secret
	for n := 0; pause(ctx, c.every/2+time.Duration(rng.Int64N(int64(c.every)))) == nil; n++ {
		if err := c.servers[n%len(c.servers)].Restart(context.WithoutCancel(ctx)); err != nil {
			return err
		}
	}
	return nil
}
