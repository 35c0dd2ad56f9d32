package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"waybill/client"
	"waybill/test/harness"
)

// The partner's limits. Short calls keep leases short: a lease covers two calls and 20 s.
const (
	partnerName        = "chaos"
	partnerTimeout     = "1s"
	partnerLatency     = "1500ms" // so that a third of the slow calls exceed the timeout
	partnerFaults      = "0.2"
	partnerConcurrency = "32"
)

// dataFolder is the folder that the servers share for the labels of partners.
const dataFolder = "data"

// cluster is everything that runs: two servers on one PostgreSQL or one on SQLite, a partner, and a
// receiver of webhooks.
type cluster struct {
	options
	folder string
	db     database
	binary string // waybill, for commands and the partner

	servers           []*harness.Daemon
	partner, receiver *harness.Daemon
	service           struct{ partner, partnerToo, inHouse int64 }
	shipper           []*client.Client // of each server
	operatorKey       string
	figures           []figure
}

// processes are killed in this order, which is also that of the table.
func (c *cluster) processes() []*harness.Daemon {
	return append(slices.Clone(c.servers), c.partner, c.receiver)
}

func (c *cluster) journal() string { return filepath.Join(c.folder, "receiver.journal") }
func (c *cluster) ledger() string  { return filepath.Join(c.folder, "courier.db") }

// startCluster builds the programs, sets up the database by an operator's commands, and starts all
// processes.
func startCluster(ctx context.Context, o options, folder string, db database) (*cluster, error) {
	c := &cluster{options: o, folder: folder, db: db, binary: filepath.Join(folder, "waybill")}
	if err := harness.Build(ctx, folder, "waybill/cmd/waybill", "waybill/test/chaos", "waybill/test/chaos/server"); err != nil {
		return nil, err
	}
	if err := c.setUp(ctx); err != nil {
		return nil, err
	}
	for _, p := range c.processes() {
		if err := p.Start(ctx); err != nil {
			c.close()
			return nil, err
		}
	}
	return c, nil
}

// close kills all processes.
func (c *cluster) close() {
	for _, p := range c.processes() {
		p.Kill()
	}
}

// installation is the program and its environment, for commands of the operator.
func (c *cluster) installation() harness.Installation {
	return harness.Installation{Binary: c.binary, Environ: c.environ("WAYBILL_ENV=production", "WAYBILL_WEBHOOK_ALLOW_PRIVATE=yes")}
}

// environ is a whole environment with the cluster's database.
func (c *cluster) environ(variables ...string) []string {
	return append([]string{
		"PATH=" + os.DevNull, "HOME=" + c.folder, "WAYBILL_DATABASE_URL=" + c.db.url,
		"WAYBILL_DATA=" + filepath.Join(c.folder, dataFolder),
	}, variables...)
}

// setUp migrates the database, makes accounts, keys, services and an endpoint, and describes the
// processes, which do not run yet.
func (c *cluster) setUp(ctx context.Context) error {
	if err := os.MkdirAll(filepath.Join(c.folder, dataFolder), 0o700); err != nil {
		return err
	}
	if err := c.installation().Run(ctx, nil, "migrate"); err != nil {
		return err
	}
	var addresses [4]string
	for i := range addresses {
		var err error
		if addresses[i], err = harness.FreeAddress(ctx); err != nil {
			return err
		}
	}
	if err := c.makePartner(ctx, addresses[2], addresses[0]); err != nil {
		return err
	}
	shipper, shipperKey, err := c.installation().CreateAccount(ctx, "Shipper")
	if err != nil {
		return err
	}
	if _, c.operatorKey, err = c.installation().CreateAccount(ctx, "Depot", "--operator"); err != nil {
		return err
	}
	if err := c.makeRule(ctx); err != nil {
		return err
	}
	if err := c.makeReceiver(ctx, addresses[3], shipper); err != nil {
		return err
	}
	names := []string{"server A", "server B"}
	if c.sqlite {
		names = names[:1]
	}
	for i, name := range names {
		c.servers = append(c.servers, c.newServer(name, addresses[i]))
		// The load repeats requests itself, at the other server, and counts.
		shipper, err := client.New("http://"+addresses[i]+"/api", shipperKey, client.WithMaxRetries(0))
		if err != nil {
			return err
		}
		c.shipper = append(c.shipper, shipper)
	}
	return nil
}

func (c *cluster) newProcess(name, address, probe string, environ []string, argv ...string) *harness.Daemon {
	return &harness.Daemon{
		Name: name, Program: harness.Program{Argv: argv, Environ: environ}, Address: address, Probe: probe,
		Log: filepath.Join(c.folder, name+".log"),
	}
}

// newServer is a server as it runs in production, except that it may call private addresses: partner and
// receiver are on the same machine.
func (c *cluster) newServer(name, address string) *harness.Daemon {
	environ := c.environ("WAYBILL_ENV=production", "WAYBILL_LISTEN="+address, "WAYBILL_METRICS_LISTEN=off",
		"WAYBILL_PUBLIC_URL=http://"+address, "WAYBILL_LOG_LEVEL=warn", "WAYBILL_BLOCKING_BUDGET=2s",
		"WAYBILL_WEBHOOK_ALLOW_PRIVATE=yes", "WAYBILL_RATE_LIMIT=100000", "WAYBILL_RATE_BURST=100000")
	return c.newProcess(name, address, "/readyz", environ, filepath.Join(c.folder, "server"))
}

// makePartner makes a partner with two services, and a service that is fulfilled in house. The partner sends
// its callbacks to one server.
func (c *cluster) makePartner(ctx context.Context, address, serverAddress string) error {
	operator := c.installation()
	shared, err := operator.CreatePartner(ctx, partnerName, "http://"+address,
		"--timeout", partnerTimeout, "--concurrency", partnerConcurrency)
	if err != nil {
		return err
	}
	for _, s := range []struct {
		id    *int64
		flags []string
	}{
		{&c.service.partner, []string{"--partner", partnerName}},
		{&c.service.partnerToo, []string{"--partner", partnerName}},
		{&c.service.inHouse, nil},
	} {
		if *s.id, err = operator.CreateService(ctx, s.flags...); err != nil {
			return err
		}
	}
	secret := filepath.Join(c.folder, "partner-secret")
	c.partner = c.newProcess("partner", address, "/", c.environ("WAYBILL_ENV=development", "WAYBILL_LOG_LEVEL=warn"),
		c.binary, "partner", "simulate", "--listen", address, "--secret-file", secret, "--ledger", c.ledger(),
		"--faults", partnerFaults, "--latency", partnerLatency, "--callback", "http://"+serverAddress+"/api/partner/"+partnerName+"/events/")
	return os.WriteFile(secret, []byte(shared), 0o600)
}

// makeReceiver subscribes a receiver to all events of an account.
func (c *cluster) makeReceiver(ctx context.Context, address string, account int64) error {
	var endpoint struct {
		Secret string `json:"secret"`
	}
	err := c.installation().Run(ctx, &endpoint, "webhook", "create", "--account", strconv.FormatInt(account, 10),
		"--url", "http://"+address+"/")
	c.receiver = c.newProcess("receiver", address, "/", []string{
		variableAddress + "=" + address, variableJournal + "=" + c.journal(), variableSecret + "=" + endpoint.Secret,
	}, filepath.Join(c.folder, "chaos"), receiverCommand)
	return err
}

// openWork counts the work that is left.
var openWork = []struct{ what, query string }{
	{"submissions", `SELECT count(*) FROM submissions WHERE state IN ('pending', 'submitted', 'unknown')`},
	{"cancellations", `SELECT count(*) FROM cancellations WHERE state IN ('waiting', 'pending')`},
	{"labels", `SELECT count(*) FROM partner_labels WHERE state = 'due'`},
	{"deliveries", `SELECT count(*) FROM deliveries WHERE state = 'pending'`},
}

// awaitWork waits until no work is left, or until the limit: the audit counts what is left then.
func (c *cluster) awaitWork(ctx context.Context, say func(string, ...any)) error {
	deadline := time.Now().Add(c.patience)
	look := time.NewTicker(500 * time.Millisecond)
	defer look.Stop()
	for n := 0; ; n++ {
		left, text := 0, ""
		for _, w := range openWork {
			open, err := c.db.count(ctx, w.query)
			if err != nil {
				return err
			}
			left += open
			text += fmt.Sprintf(" %d %s", open, w.what)
		}
		if left == 0 {
			say("no work is left")
			return nil
		}
		if n%10 == 0 {
			say("open:%s", text)
		}
		if time.Now().After(deadline) {
			say("time is up, open:%s", text)
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
	}
}
