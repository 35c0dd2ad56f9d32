package store

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

func TestPostgresSetup(t *testing.T) {
	t.Parallel()
	u, err := url.Parse(emptyDatabase(t, Postgres))
	if err != nil {
		t.Fatal(err)
	}
	options := u.Query()
	options.Set("synchronous_commit", "off")
	options.Set("default_transaction_read_only", "on")
	u.RawQuery = options.Encode()
	s, err := Open(t.Context(), Options{URL: u.String()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := s.PostgresSetup(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var limit int
	if err := queryRow(t.Context(), s.reads, `SELECT current_setting('max_connections')::int`).Scan(&limit); err != nil {
		t.Fatal(err)
	}
	if got.ConnectionLimit >= limit || got.ConnectionLimit < limit-20 || got.OtherConnections < 1 || got.OtherConnections > limit {
		t.Errorf("%d connections of %d, %d open", got.ConnectionLimit, limit, got.OtherConnections)
	}
	got.ConnectionLimit, got.OtherConnections = 0, 0
	want := PostgresSetup{ReadOnly: true, SynchronousCommit: "off", Fsync: true, FullPageWrites: true, Pooler: NoPooler}
	if *got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestPoolers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode string
		size int
		want Pooler
	}{
		{"session", 20, SessionPooler},
		{"session", 2, UnknownPooler},
		{"transaction", 20, TransactionPooler},
		{"transaction", 1, TransactionPooler},
	} {
		t.Run(fmt.Sprintf("%s %d", c.mode, c.size), func(t *testing.T) {
			t.Parallel()
			s, err := Open(t.Context(), Options{URL: StartPooler(t, c.mode, c.size), Connections: 6})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			setup, err := s.PostgresSetup(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if setup.Pooler != c.want {
				t.Errorf("pooler %q, want %q", setup.Pooler, c.want)
			}
		})
	}
}

// StartPooler runs a PgBouncer before the tests' PostgreSQL and returns its URL. Without
// the program the test is skipped, or fails when CI=true.
func StartPooler(t testing.TB, mode string, size int) string {
	t.Helper()
	server := emptyDatabase(t, Postgres)
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("pgbouncer is not installed, and CI=true forbids to skip it")
		}
		t.Skip("SKIPPED: pgbouncer is not installed")
	}
	config, err := pgx.ParseConfig(server)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	database := fmt.Sprintf("host=%s port=%d user=%s", config.Host, config.Port, config.User)
	if schema := config.RuntimeParams["search_path"]; schema != "" {
		database += " connect_query='SET search_path TO " + schema + "'"
	}
	if config.Password != "" {
		database += " password=" + config.Password
	}
	text := fmt.Sprintf(`[databases]
%s = %s
[pgbouncer]
listen_port = 6432
unix_socket_dir = %s
auth_type = any
pool_mode = %s
default_pool_size = %d
ignore_startup_parameters = search_path
`, config.Database, database, folder, mode, size)
	file := filepath.Join(folder, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	pooler := exec.Command(program, file)
	pooler.Stdout, pooler.Stderr = &said, &said
	if os.Getuid() == 0 { // it refuses to run as root
		uid := ownerOf(t, config.Host)
		pooler.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uid, Gid: uid}}
		if err := errors.Join(os.Chmod(filepath.Dir(folder), 0o755), os.Chown(folder, int(uid), int(uid))); err != nil {
			t.Fatal(err)
		}
	}
	if err := pooler.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = pooler.Wait()
	}()
	t.Cleanup(func() {
		_ = pooler.Process.Kill()
		<-ended
	})
	for {
		conn, err := net.Dial("unix", filepath.Join(folder, ".s.PGSQL.6432"))
		if err == nil {
			_ = conn.Close()
			return fmt.Sprintf("postgres:///%s?host=%s&port=6432&user=%s", config.Database, folder, config.User)
		}
		select {
		case <-ended:
			t.Fatalf("pgbouncer ends: %s", &said)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// ownerOf is the user who may enter a socket's folder; for a host, one without rights.
func ownerOf(t testing.TB, host string) uint32 {
	t.Helper()
	info, err := os.Stat(host)
	if err != nil {
		return 65534
	}
	return info.Sys().(*syscall.Stat_t).Uid
}
