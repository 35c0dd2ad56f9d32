package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"waybill/test/harness"
)

// haCluster is what docs/high-availability.md describes, with the files of packaging/ha, on one machine: three
// databases with Patroni and PgBouncer, three etcd, and two haproxy.
type haCluster struct {
	t         *testing.T
	folder    string
	asOwner   []string          // a command that runs another as the owner of PostgreSQL
	addresses map[string]string // of this machine, by those of the files
	binaries  string            // of PostgreSQL
	running   map[string]*harness.Process
	log       *harness.Log
	*server
}

var (
	haDatabases = []string{"db1", "db2", "db3"}
	haEtcds     = []string{"etcd1", "etcd2", "etcd3"}
)

func startHACluster(t *testing.T) *haCluster {
	t.Helper()
	c := &haCluster{t: t, addresses: make(map[string]string), running: make(map[string]*harness.Process), log: new(harness.Log)}
	for _, program := range []string{"etcd", "patroni", "pgbouncer", "haproxy"} {
		harness.Tool(t, program)
	}
	c.binaries = filepath.Dir(postgresBinary(t))
	c.makeFolder()
	for i := range 3 {
		for _, port := range []string{"5432", "6432", "8008"} {
			c.addresses[fmt.Sprintf("10.0.0.2%d:%s", i+1, port)] = freeAddress(t)
		}
		for _, port := range []string{"2379", "2380"} {
			c.addresses[fmt.Sprintf("10.0.0.4%d:%s", i+1, port)] = freeAddress(t)
		}
	}
	c.addresses["10.0.0.31:5000"], c.addresses["10.0.0.32:5000"] = freeAddress(t), freeAddress(t)
	t.Cleanup(c.end)
	for _, name := range haEtcds {
		c.startEtcd(name)
	}
	for _, name := range haDatabases {
		c.startDatabase(name)
	}
	c.startProxy("lb1")
	c.startProxy("lb2")
	c.server = newServer(t, "", t.TempDir(), quickPartners...)
	c.makeDatabase()
	host1, port1, _ := strings.Cut(c.addresses["10.0.0.31:5000"], ":")
	host2, port2, _ := strings.Cut(c.addresses["10.0.0.32:5000"], ":")
	c.databaseURL = fmt.Sprintf("postgres://waybill:change-me@%s:%s,%s:%s/waybill?target_session_attrs=read-write", host1, port1, host2, port2)
	return c
}

// makeFolder makes a folder that PostgreSQL's owner may write: it refuses to run as root.
func (c *haCluster) makeFolder() {
	c.t.Helper()
	var err error
	if c.folder, err = os.MkdirTemp("", "waybill-ha."); err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() {
		if err := os.RemoveAll(c.folder); err != nil {
			c.t.Error(err)
		}
	})
	if os.Getuid() != 0 {
		return
	}
	owner, err := user.Lookup("postgres")
	if err != nil {
		c.t.Fatal(err)
	}
	uid, _ := strconv.Atoi(owner.Uid)
	gid, _ := strconv.Atoi(owner.Gid)
	if err := os.Chown(c.folder, uid, gid); err != nil {
		c.t.Fatal(err)
	}
	c.asOwner = []string{"setpriv", "--reuid=" + owner.Uid, "--regid=" + owner.Gid, "--clear-groups"}
}

// place writes a file of packaging/ha for a machine and returns its path.
func (c *haCluster) place(file, machine string, changes ...string) string {
	c.t.Helper()
	content, err := os.ReadFile("../../packaging/ha/" + file)
	if err != nil {
		c.t.Fatal(err)
	}
	// These follow the comment at the head of each file.
	var text strings.Builder
	number := machine[len(machine)-1:]
	for line := range strings.Lines(string(content)) {
		if !strings.Contains(line, "10.0.0.42") && !strings.Contains(line, "server db") {
			line = strings.NewReplacer("10.0.0.21", "10.0.0.2"+number, "10.0.0.31", "10.0.0.3"+number, "10.0.0.41", "10.0.0.4"+number,
				"name: db1", "name: "+machine, "name: etcd1", "name: "+machine).Replace(line)
		}
		for i := 0; i < len(changes); i += 2 {
			line = strings.ReplaceAll(line, changes[i], changes[i+1])
		}
		text.WriteString(c.here(line))
	}
	path := filepath.Join(c.folder, machine+"-"+file)
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		c.t.Fatal(err)
	}
	return path
}

// here replaces the addresses of the files by those of this machine.
func (c *haCluster) here(line string) string {
	for from, to := range c.addresses {
		line = strings.ReplaceAll(line, from, to)
		host, port, _ := strings.Cut(from, ":")
		toHost, toPort, _ := strings.Cut(to, ":")
		for _, form := range []string{"host=%s port=%s", "addr %s port %s"} {
			line = strings.ReplaceAll(line, fmt.Sprintf(form, host, port), fmt.Sprintf(form, toHost, toPort))
		}
	}
	return line
}

// run starts a program of a machine.
func (c *haCluster) run(name string, argv ...string) {
	c.t.Helper()
	p, err := harness.Start(harness.Program{
		Argv:    append(append([]string(nil), c.asOwner...), argv...),
		Environ: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + c.folder, "LC_ALL=C.UTF-8"}, Output: c.log,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	c.running[name] = p
}

func (c *haCluster) startEtcd(machine string) {
	c.t.Helper()
	c.run(machine, harness.Tool(c.t, "etcd"), "--config-file",
		c.place("etcd.yml", machine, "/var/lib/etcd/waybill", filepath.Join(c.folder, machine+"-data")))
}

func (c *haCluster) data(machine string) string { return filepath.Join(c.folder, machine+"-data") }

// startDatabase starts Patroni and PgBouncer.
func (c *haCluster) startDatabase(machine string) {
	c.t.Helper()
	listen := c.addresses["10.0.0.2"+machine[2:]+":6432"]
	host, port, _ := strings.Cut(listen, ":")
	users := filepath.Join(c.folder, machine+"-userlist.txt")
	if err := os.WriteFile(users, []byte("\"waybill\" \"change-me\"\n"), 0o644); err != nil {
		c.t.Fatal(err)
	}
	passwords := filepath.Join(c.folder, machine+"-pgpass") // by default in the home folder, which all machines share here
	c.run("patroni-"+machine, harness.Tool(c.t, "patroni"), c.place("patroni.yml", machine,
		"/var/lib/postgresql/15/waybill", c.data(machine), "/usr/lib/postgresql/15/bin", c.binaries, "10.0.0.0/24", "127.0.0.0/8",
		"  bin_dir:", "  pgpass: "+passwords+"\n  bin_dir:",
		"        max_connections: 100", "        max_connections: 100\n        unix_socket_directories: "+c.folder))
	c.run("pgbouncer-"+machine, harness.Tool(c.t, "pgbouncer"), c.place("pgbouncer.ini", machine,
		"listen_addr = 10.0.0.2"+machine[2:], "listen_addr = "+host+"\nunix_socket_dir =", "listen_port = 6432", "listen_port = "+port,
		"/etc/pgbouncer/userlist.txt", users))
}

func (c *haCluster) startProxy(machine string) {
	c.t.Helper()
	c.run("haproxy-"+machine, harness.Tool(c.t, "haproxy"), "-db", "-f", c.place("haproxy.cfg", machine))
}

// kill ends a program at once.
func (c *haCluster) kill(name string) {
	c.t.Helper()
	c.running[name].End(syscall.SIGKILL)
	delete(c.running, name)
}

// killMachine ends all that runs on a database machine at once.
func (c *haCluster) killMachine(machine string) {
	c.t.Helper()
	// PostgreSQL has the output of its Patroni, which ends for the test when both have ended.
	if err := c.running["patroni-"+machine].Signal(syscall.SIGKILL); err != nil {
		c.t.Fatal(err)
	}
	c.killPostgres(machine)
	for _, program := range []string{"patroni", "pgbouncer"} {
		c.kill(program + "-" + machine)
	}
}

// killPostgres ends a PostgreSQL, which outlives its Patroni.
func (c *haCluster) killPostgres(machine string) {
	content, err := os.ReadFile(filepath.Join(c.data(machine), "postmaster.pid"))
	if err != nil {
		return // it does not run
	}
	first, _, _ := strings.Cut(string(content), "\n")
	if pid, err := strconv.Atoi(first); err == nil {
		_ = syscall.Kill(pid, syscall.SIGQUIT)
	}
}

// end ends all programs.
func (c *haCluster) end() {
	if c.t.Failed() {
		c.t.Logf("the end of the log of the cluster:\n%s", c.tellingLog())
	}
	for _, p := range c.running {
		_ = p.Signal(syscall.SIGKILL) // it may have ended
	}
	for _, machine := range haDatabases {
		c.killPostgres(machine)
	}
	for _, p := range c.running {
		p.Wait()
	}
}

// tellingLog is the end of the log of the cluster without what its programs repeat each second.
func (c *haCluster) tellingLog() string {
	log := new(harness.Log)
	for line := range strings.Lines(c.log.String()) {
		if !strings.Contains(line, " LOG stats: ") && !strings.Contains(line, "the database system is starting up") {
			_, _ = log.Write([]byte(line)) // it does not fail
		}
	}
	return log.Tail()
}

// patroni is the address of the Patroni of a machine.
func (c *haCluster) patroni(machine string) string {
	return "http://" + c.addresses["10.0.0.2"+machine[2:]+":8008"]
}

// member is a database as Patroni's /cluster shows it.
type member struct{ Name, Role, State string }

// members are the databases that a machine knows; none while its Patroni does not respond.
func (c *haCluster) members(machine string) []member {
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, c.patroni(machine)+"/cluster", http.NoBody)
	if err != nil {
		c.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil
	}
	defer res.Body.Close()
	var cluster struct{ Members []member }
	if json.NewDecoder(res.Body).Decode(&cluster) != nil {
		return nil
	}
	return cluster.Members
}

// isStandby reports whether a database runs as a standby.
func (c *haCluster) isStandby(machine string) bool {
	for _, m := range c.members(machine) {
		if m.Name == machine {
			return m.Role != "leader" && (m.State == "running" || m.State == "streaming")
		}
	}
	return false
}

// leader is the primary, and the synchronous standby; "" while there is none.
func (c *haCluster) leader() (primary, standby string) {
	for _, machine := range haDatabases {
		if c.running["patroni-"+machine] == nil {
			continue
		}
		for _, m := range c.members(machine) {
			switch {
			case m.Role == "leader" && m.State == "running":
				primary = m.Name
			case m.Role == "sync_standby":
				standby = m.Name
			}
		}
		return primary, standby
	}
	return "", ""
}

// awaitSafe waits until there are a primary and a standby that COMMITs wait for.
func (c *haCluster) awaitSafe() (primary, standby string) {
	c.t.Helper()
	c.eventually("there are a primary and a synchronous standby", func() bool {
		primary, standby = c.leader()
		return primary != "" && standby != ""
	})
	return primary, standby
}

// makeDatabase makes the role and the database of Waybill, as the page says.
func (c *haCluster) makeDatabase() {
	c.t.Helper()
	primary, _ := c.awaitSafe()
	host, port, _ := strings.Cut(c.addresses["10.0.0.2"+primary[2:]+":5432"], ":")
	for _, statement := range []string{`CREATE ROLE waybill LOGIN PASSWORD 'change-me'`, `CREATE DATABASE waybill OWNER waybill`} {
		cmd := exec.CommandContext(c.t.Context(), filepath.Join(c.binaries, "psql"),
			"-h", host, "-p", port, "-U", "postgres", "-d", "postgres", "-c", statement)
		cmd.Env = []string{"PGPASSWORD=change-me-superuser"}
		if out, err := cmd.CombinedOutput(); err != nil {
			c.t.Fatalf("%s: %v: %s", statement, err, out)
		}
	}
}

// interrupt does something to the cluster under load, waits until new requests are accepted after it, and logs the
// longest time in between without a response.
func (c *haCluster) interrupt(l *load, what string, event func()) {
	c.t.Helper()
	over, longest := make(chan struct{}), make(chan time.Duration)
	go func() { longest <- l.longestPause(over) }()
	event()
	r := newRequest(c.t, strings.ReplaceAll(what, " ", "-"), shape{orders: 1, service: serviceInHouse, keyed: true})
	l.add(r)
	c.eventually("a create is accepted: "+what, func() bool { return r.send(c.server) == accepted })
	l.awaitResponses(l.responses.Load() + 60)
	close(over)
	c.t.Logf("%s: no orders for %v", what, (<-longest).Round(10*time.Millisecond))
}

// longestPause is the longest time without a response until over is closed.
func (l *load) longestPause(over <-chan struct{}) (longest time.Duration) {
	seen, since := l.responses.Load(), time.Now()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if now := l.responses.Load(); now != seen {
			seen, since = now, time.Now()
		}
		longest = max(longest, time.Since(since))
		select {
		case <-over:
			return longest
		case <-tick.C:
		}
	}
}

// TestLongHighAvailability takes parts of the documented cluster away under load. No acknowledged order is lost.
func TestLongHighAvailability(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	c := startHACluster(t)
	c.start()
	l := startLoad(c.server, "H", seeded(t), keyedShapes(inHouseShapes))
	l.awaitResponses(60)

	primary, standby := c.awaitSafe()
	c.interrupt(l, "switch-over", func() { c.switchOver(primary, standby) })
	c.awaitSafe()
	c.interrupt(l, "dead etcd member", func() { c.kill("etcd3") })
	c.startEtcd("etcd3")
	c.interrupt(l, "dead haproxy", func() { c.kill("haproxy-lb1") })
	c.startProxy("lb1")
	crashed, _ := c.awaitSafe()
	c.interrupt(l, "crashed PostgreSQL", func() { c.killPostgres(crashed) })
	c.eventually("the crashed PostgreSQL returns as a standby", func() bool { return c.isStandby(crashed) })
	dead, _ := c.awaitSafe()
	c.interrupt(l, "dead primary", func() { c.killMachine(dead) })
	c.startDatabase(dead)
	c.eventually("the dead primary returns as a standby", func() bool { return c.isStandby(dead) })
	c.awaitSafe()
	l.finish()
	audit(t, c.server, l.requests)
	l.repeatAcknowledged(50, false)
}

// switchOver asks Patroni to make the standby the primary.
func (c *haCluster) switchOver(primary, standby string) {
	c.t.Helper()
	body := fmt.Sprintf(`{"leader":%q,"candidate":%q}`, primary, standby)
	req, err := http.NewRequestWithContext(c.t.Context(), http.MethodPost, c.patroni(primary)+"/switchover", strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	a, err := c.do(req)
	if err != nil || a.status != http.StatusOK {
		c.t.Fatalf("switch-over: %d %s, %v", a.status, a.body, err)
	}
}

// postgresBinary is the newest PostgreSQL of Debian.
func postgresBinary(t *testing.T) string {
	t.Helper()
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/postgres")
	if err != nil || len(found) == 0 {
		if os.Getenv("CI") != "" {
			t.Fatal("PostgreSQL is not installed")
		}
		t.Skip("SKIPPED: PostgreSQL is not installed")
	}
	return found[len(found)-1]
}
