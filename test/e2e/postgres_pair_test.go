package e2e_test

import (
	"context"
	"database/sql"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// pair is a primary, a standby that every COMMIT waits for, and a server of both.
type pair struct {
	primary, standby *cluster
	*server          // not started yet
}

// startPair starts two clusters. The server's URL names both.
func startPair(t *testing.T) pair {
	t.Helper()
	primary := startCluster(t)
	standby := primary.copy("standby")
	u, err := url.Parse(primary.url)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	query.Set("host", primary.folder+","+standby.folder)
	query.Set("target_session_attrs", "read-write")
	u.RawQuery = query.Encode()
	p := pair{primary, standby, newServer(t, u.String(), t.TempDir(), quickPartners...)}

	standby.start()
	t.Cleanup(func() { standby.end(p.server) })
	primary.exec(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
	primary.exec(`SELECT pg_reload_conf()`)
	p.eventually("the standby is synchronous", func() bool {
		return primary.count(`SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'`) == 1
	})
	return p
}

// copy makes a standby of the cluster in a folder below it, and does not start it.
func (c *cluster) copy(name string) *cluster {
	c.t.Helper()
	folder := filepath.Join(c.folder, name)
	twin := &cluster{t: c.t, folder: folder, url: strings.ReplaceAll(c.url, c.folder, folder)}
	for _, arg := range c.argv {
		twin.argv = append(twin.argv, strings.ReplaceAll(arg, c.folder, folder))
	}
	data := filepath.Join(folder, "data")
	backup := exec.Command(filepath.Join(filepath.Dir(c.argv[0]), "pg_basebackup"),
		"-h", c.folder, "-U", "waybill", "-D", data, "-R", "-X", "stream", "-c", "fast")
	backup.Dir = "/"
	c.asOwner(backup)
	if out, err := backup.CombinedOutput(); err != nil {
		c.t.Fatalf("pg_basebackup: %v: %s", err, out)
	}
	return twin
}

// asOwner makes a command run as the owner of the cluster: PostgreSQL refuses to run as root.
func (c *cluster) asOwner(cmd *exec.Cmd) {
	c.t.Helper()
	info, err := os.Stat(c.folder)
	if err != nil {
		c.t.Fatal(err)
	}
	if owner := info.Sys().(*syscall.Stat_t); os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
}

// end stops a running standby like a crash.
func (c *cluster) end(s *server) {
	if _, err := os.Stat(filepath.Join(c.folder, "data", "postmaster.pid")); err == nil {
		c.stop(s, syscall.SIGQUIT)
	}
}

// promote makes a standby the primary.
func (c *cluster) promote() {
	c.t.Helper()
	c.exec(`SELECT pg_promote()`)
}

func (c *cluster) exec(statement string) {
	c.t.Helper()
	db := c.open()
	defer func() { _ = db.Close() }()
	if _, err := db.ExecContext(context.Background(), statement); err != nil {
		c.t.Fatalf("%s: %v", statement, err)
	}
}

func (c *cluster) count(query string) int {
	c.t.Helper()
	db := c.open()
	defer func() { _ = db.Close() }()
	return count(c.t, db, query)
}

func (c *cluster) open() *sql.DB {
	c.t.Helper()
	db, err := sql.Open("pgx", c.url)
	if err != nil {
		c.t.Fatal(err)
	}
	return db
}
