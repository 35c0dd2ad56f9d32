package main

import (
	"context"
	"fmt"
	"net/http"
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
	partnerName        = "courier"
	partnerTimeout     = "1s"
	partnerConcurrency = "32"
)

// The folder that the servers share for the labels of partners, and the files of the other sides.
const (
	dataFolder      = "data"
	receiverJournal = "receiver.journal"
	partnerJournal  = "partner.journal"
	partnerLedger   = "courier.db"
)

// cluster is everything that runs: two servers on one PostgreSQL or one on SQLite, a partner, and a receiver of webhooks.
type cluster struct {
	options
	*history
	*desk
	folder string
	db     database

	servers           []*harness.Daemon
	lagging           int // the server that reads from a standby, -1 for none
	partner, receiver *harness.Daemon
	service           struct{ partner, partnerToo, inHouse int64 }
	shipper, operator []*client.Client // of each server
}

// processes are killed in this order, which is also that of the table.
func (c *cluster) processes() []*harness.Daemon {
	return append(slices.Clone(c.servers), c.partner, c.receiver)
}

func (c *cluster) path(name string) string { return filepath.Join(c.folder, name) }

// startCluster builds the programs, sets up the database by an operator's commands, and starts all processes.
func startCluster(ctx context.Context, o options, folder string, db database) (*cluster, error) {
	c := &cluster{options: o, history: newHistory(), desk: newDesk(db.standby != nil), folder: folder, db: db, lagging: -1}
	if err := harness.Build(ctx, folder, "waybill/cmd/waybill", "waybill/test/faults", "waybill/test/faults/server"); err != nil {
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

// environ is the whole environment of servers and commands.
func (c *cluster) environ(variables ...string) []string {
	return append([]string{
		"PATH=" + os.DevNull, "HOME=" + c.folder, "WAYBILL_DATABASE_URL=" + c.db.url, "WAYBILL_DATA=" + c.path(dataFolder),
		"WAYBILL_ENV=production", "WAYBILL_WEBHOOK_ALLOW_PRIVATE=yes",
	}, variables...)
}

// setUp migrates the database, makes accounts, keys, services, a rule and an endpoint, and describes the processes, which do
// not run yet.
func (c *cluster) setUp(ctx context.Context) error {
	installation := harness.Installation{Binary: c.path("waybill"), Environ: c.environ()}
	if err := os.MkdirAll(c.path(dataFolder), 0o700); err != nil {
		return err
	}
	if err := installation.Run(ctx, nil, "migrate"); err != nil {
		return err
	}
	account, shipper, err := installation.CreateAccount(ctx, "Shipper")
	if err != nil {
		return err
	}
	_, operator, err := installation.CreateAccount(ctx, "Depot", "--operator")
	if err != nil {
		return err
	}
	if err := c.makeServers(ctx, shipper, operator); err != nil {
		return err
	}
	if err := c.makePartner(ctx, installation); err != nil {
		return err
	}
	if err := c.makeReceiver(ctx, installation, account); err != nil {
		return err
	}
	if err := os.WriteFile(c.path("rule.json"), []byte(holdRule), 0o600); err != nil {
		return err
	}
	return installation.Run(ctx, nil, "rules", "set", c.path("rule.json"))
}

// makeServers describes servers as they run in production, except that they may call private addresses: partner and receiver
// are on the same machine.
func (c *cluster) makeServers(ctx context.Context, shipper, operator string) error {
	names := []string{"server A", "server B"}
	if c.sqlite {
		names = names[:1]
	}
	for i, name := range names {
		address, err := harness.FreeAddress(ctx)
		if err != nil {
			return err
		}
		environ := c.environ("WAYBILL_LISTEN="+address, "WAYBILL_METRICS_LISTEN=off", "WAYBILL_PUBLIC_URL=http://"+address,
			"WAYBILL_LOG_LEVEL=warn", "WAYBILL_BLOCKING_BUDGET=2s", "WAYBILL_RATE_LIMIT=100000", "WAYBILL_RATE_BURST=100000")
		if c.db.standby != nil && i == 0 {
			// Rows that its workers write for an account would be read from the primary, too.
			c.lagging = i
			environ = append(environ, "WAYBILL_DATABASE_REPLICA_URL="+c.db.standby.URL, "WAYBILL_NO_OUTGOING=yes")
		}
		c.servers = append(c.servers, c.newProcess(name, address, "/readyz", environ, c.path("server")))
		for _, sdk := range []struct {
			of  *[]*client.Client
			key string
		}{{&c.shipper, shipper}, {&c.operator, operator}} {
			// Each call is sent once: a transport repeats some on a connection that was used before.
			made, err := client.New("http://"+address+"/api", sdk.key, client.WithMaxRetries(0), client.WithHTTPClient(
				&http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute},
			))
			if err != nil {
				return err
			}
			*sdk.of = append(*sdk.of, made)
		}
	}
	return nil
}

func (c *cluster) newProcess(name, address, probe string, environ []string, argv ...string) *harness.Daemon {
	return &harness.Daemon{
		Name: name, Program: harness.Program{Argv: argv, Environ: environ}, Address: address, Probe: probe, Log: c.path(name + ".log"),
	}
}

// makePartner makes a partner with two services, and a service that is fulfilled in house. The partner sends its callbacks to
// the last server.
func (c *cluster) makePartner(ctx context.Context, installation harness.Installation) error {
	address, err := harness.FreeAddress(ctx)
	if err != nil {
		return err
	}
	secret, err := installation.CreatePartner(ctx, partnerName, "http://"+address, "--timeout", partnerTimeout,
		"--concurrency", partnerConcurrency)
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
		if *s.id, err = installation.CreateService(ctx, s.flags...); err != nil {
			return err
		}
	}
	callback := "http://" + c.servers[len(c.servers)-1].Address + "/api/partner/" + partnerName + "/events/"
	c.partner = c.newProcess("partner", address, "/", []string{
		variableAddress + "=" + address, variableSecret + "=" + secret, variableCallback + "=" + callback,
		variableJournal + "=" + c.path(partnerJournal), variableLedger + "=" + c.path(partnerLedger),
	}, c.path("faults"), partnerCommand)
	return nil
}

// makeReceiver subscribes a receiver to all events of an account.
func (c *cluster) makeReceiver(ctx context.Context, installation harness.Installation, account int64) error {
	address, err := harness.FreeAddress(ctx)
	if err != nil {
		return err
	}
	var endpoint struct {
		Secret string `json:"secret"`
	}
	err = installation.Run(ctx, &endpoint, "webhook", "create", "--account", strconv.FormatInt(account, 10), "--url", "http://"+address+"/")
	c.receiver = c.newProcess("receiver", address, "/", []string{
		variableAddress + "=" + address, variableJournal + "=" + c.path(receiverJournal), variableSecret + "=" + endpoint.Secret,
	}, c.path("faults"), receiverCommand)
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
		late := time.Now().After(deadline)
		if n%saySeldom == 0 || left == 0 || late {
			say("open:%s", text)
		}
		if left == 0 || late {
			return nil
		}
		if err := pause(ctx, lookPause); err != nil {
			return err
		}
	}
}
