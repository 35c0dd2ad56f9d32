package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"waybill/client"
)

// The partner's limits: short calls keep leases short, for a lease covers two calls and 20 s.
const (
	partnerName        = "chaos"
	partnerTimeout     = "1s"
	partnerLatency     = "1500ms" // a third of the slow calls take longer than a call may
	partnerFaults      = "0.2"
	partnerConcurrency = "32"
)

// dataFolder is the servers' in the folder of the run. They share it, for the labels that
// couriers draw.
const dataFolder = "data"

// house is everything that runs: two servers on one PostgreSQL or one on SQLite, a partner,
// a receiver.
type house struct {
	options
	folder string
	db     database
	binary string // waybill, for commands and the partner

	servers           []*process
	partner, receiver *process
	service           struct{ partner, inHouse int64 }
	shipper           []*client.Client // of each server
	operatorKey       string
	figures           []figure
}

// processes are all that may be killed, in the order of the table.
func (h *house) processes() []*process {
	return append(slices.Clone(h.servers), h.partner, h.receiver)
}

func (h *house) journal() string { return filepath.Join(h.folder, "receiver.journal") }
func (h *house) ledger() string  { return filepath.Join(h.folder, "courier.db") }

// build builds the programs, sets up an operator's database by the commands that an operator
// has, and starts everything.
func build(ctx context.Context, o options, folder string, db database) (*house, error) {
	h := &house{options: o, folder: folder, db: db, binary: filepath.Join(folder, "waybill")}
	programs := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", folder, "waybill/cmd/waybill", "waybill/test/chaos", "waybill/test/chaos/server") //nolint:gosec // a path of our own
	if output, err := programs.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the programs: %w\n%s", err, output)
	}
	if err := h.furnish(ctx); err != nil {
		return nil, err
	}
	for _, p := range h.processes() {
		if err := p.start(ctx); err != nil {
			h.close()
			return nil, err
		}
	}
	return h, nil
}

// close ends whatever runs.
func (h *house) close() {
	for _, p := range h.processes() {
		_ = p.kill() // the run is over
	}
}

// waybill runs a command of the binary and reads what it prints as JSON, unless result is nil.
func (h *house) waybill(ctx context.Context, result any, args ...string) error {
	if result != nil {
		args = append(args, "--json")
	}
	cmd := exec.CommandContext(ctx, h.binary, args...) //nolint:gosec // a path of our own
	cmd.Env = h.environ("WAYBILL_ENV=production")
	var said bytes.Buffer
	cmd.Stderr = &said
	output, err := cmd.Output()
	if err == nil && result != nil {
		err = json.Unmarshal(output, result)
	}
	if err != nil {
		return fmt.Errorf("waybill %v: %w: %s", args, err, &said)
	}
	return nil
}

// environ is a whole environment on the house's database.
func (h *house) environ(variables ...string) []string {
	return append([]string{"PATH=" + os.DevNull, "HOME=" + h.folder, "WAYBILL_DATABASE_URL=" + h.db.url, "WAYBILL_DATA=" + filepath.Join(h.folder, dataFolder)}, variables...)
}

// furnish makes the database and all processes, which do not run yet.
func (h *house) furnish(ctx context.Context) error {
	if err := os.MkdirAll(filepath.Join(h.folder, dataFolder), 0o700); err != nil {
		return err
	}
	if err := h.waybill(ctx, nil, "migrate"); err != nil {
		return err
	}
	var addresses [4]string
	for i := range addresses {
		var err error
		if addresses[i], err = freeAddress(ctx); err != nil {
			return err
		}
	}
	if err := h.makePartner(ctx, addresses[2], addresses[0]); err != nil {
		return err
	}
	shipper, shipperKey, err := h.makeAccount(ctx, "Shipper")
	if err != nil {
		return err
	}
	if _, h.operatorKey, err = h.makeAccount(ctx, "Depot", "--operator"); err != nil {
		return err
	}
	if err := h.makeReceiver(ctx, addresses[3], shipper); err != nil {
		return err
	}
	names := []string{"server A", "server B"}
	if h.sqlite {
		names = names[:1]
	}
	for i, name := range names {
		h.servers = append(h.servers, h.newServer(name, addresses[i]))
		// The harness repeats by itself, at the other server, and counts.
		shipper, err := client.New("http://"+addresses[i]+"/api", shipperKey, client.WithMaxRetries(0))
		if err != nil {
			return err
		}
		h.shipper = append(h.shipper, shipper)
	}
	return nil
}

func (h *house) newProcess(name, address, probe string, environ []string, argv ...string) *process {
	return &process{name: name, argv: argv, environ: environ, address: address, probe: probe, log: filepath.Join(h.folder, name+".log")}
}

// newServer is a server as it runs in production, but for the guards against what is beside
// it: partner and receiver are on the same machine.
func (h *house) newServer(name, address string) *process {
	environ := h.environ("WAYBILL_ENV=production", "WAYBILL_LISTEN="+address, "WAYBILL_METRICS_LISTEN=off",
		"WAYBILL_PUBLIC_URL=http://"+address, "WAYBILL_LOG_LEVEL=warn", "WAYBILL_BLOCKING_BUDGET=2s",
		"WAYBILL_WEBHOOK_ALLOW_PRIVATE=yes", "WAYBILL_RATE_LIMIT=100000", "WAYBILL_RATE_BURST=100000")
	return h.newProcess(name, address, "/readyz", environ, filepath.Join(h.folder, "server"))
}

// makeAccount makes an account and a key for it.
func (h *house) makeAccount(ctx context.Context, name string, flags ...string) (id int64, key string, err error) {
	var account struct {
		ID int64 `json:"account_id"`
	}
	if err := h.waybill(ctx, &account, append([]string{"account", "create", name}, flags...)...); err != nil {
		return 0, "", err
	}
	var secret struct {
		Key string `json:"secret_key"`
	}
	err = h.waybill(ctx, &secret, "key", "create", "--account", strconv.FormatInt(account.ID, 10))
	return account.ID, secret.Key, err
}

// makePartner makes a partner with a service, and a service that is fulfilled in house. The
// partner calls back a server.
func (h *house) makePartner(ctx context.Context, address, serverAddress string) error {
	var partner struct {
		Secret string `json:"secret"`
	}
	err := h.waybill(ctx, &partner, "partner", "create", partnerName, "--url", "http://"+address, "--allow-private-network",
		"--timeout", partnerTimeout, "--concurrency", partnerConcurrency)
	if err != nil {
		return err
	}
	for _, s := range []struct {
		id    *int64
		flags []string
	}{{&h.service.partner, []string{"--partner", partnerName}}, {&h.service.inHouse, nil}} {
		var service struct {
			ID int64 `json:"service_id"`
		}
		if err := h.waybill(ctx, &service, append([]string{"service", "create", "To anywhere"}, s.flags...)...); err != nil {
			return err
		}
		*s.id = service.ID
	}
	secret := filepath.Join(h.folder, "partner-secret")
	h.partner = h.newProcess("partner", address, "/", h.environ("WAYBILL_ENV=development", "WAYBILL_LOG_LEVEL=warn"),
		h.binary, "partner", "simulate", "--listen", address, "--secret-file", secret, "--ledger", h.ledger(),
		"--faults", partnerFaults, "--latency", partnerLatency, "--callback", "http://"+serverAddress+"/api/partner/"+partnerName+"/events/")
	return os.WriteFile(secret, []byte(partner.Secret), 0o600)
}

// makeReceiver subscribes a receiver to all events of an account.
func (h *house) makeReceiver(ctx context.Context, address string, account int64) error {
	var endpoint struct {
		Secret string `json:"secret"`
	}
	err := h.waybill(ctx, &endpoint, "webhook", "create", "--account", strconv.FormatInt(account, 10), "--url", "http://"+address+"/")
	h.receiver = h.newProcess("receiver", address, "/", []string{
		variableAddress + "=" + address, variableJournal + "=" + h.journal(), variableSecret + "=" + endpoint.Secret,
	}, filepath.Join(h.folder, "chaos"), receiverCommand)
	return err
}

// openWork are the counts of what is due some time.
var openWork = []struct{ what, query string }{
	{"submissions", `SELECT count(*) FROM submissions WHERE state IN ('pending', 'submitted', 'unknown')`},
	{"cancellations", `SELECT count(*) FROM cancellations WHERE state IN ('waiting', 'pending')`},
	{"labels", `SELECT count(*) FROM courier_labels WHERE state = 'due'`},
	{"deliveries", `SELECT count(*) FROM deliveries WHERE state = 'pending'`},
}

// awaitRest waits until nothing is due any more, or all patience is used up: the audit counts
// what is left.
func (h *house) awaitRest(ctx context.Context, say func(string, ...any)) error {
	deadline := time.Now().Add(h.patience)
	look := time.NewTicker(500 * time.Millisecond)
	defer look.Stop()
	for n := 0; ; n++ {
		left, text := 0, ""
		for _, w := range openWork {
			open, err := h.db.count(ctx, w.query)
			if err != nil {
				return err
			}
			left += open
			text += fmt.Sprintf(" %d %s", open, w.what)
		}
		if left == 0 {
			say("nothing is due any more")
			return nil
		}
		if n%10 == 0 {
			say("open:%s", text)
		}
		if time.Now().After(deadline) {
			say("given up, open:%s", text)
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-look.C:
		}
	}
}
