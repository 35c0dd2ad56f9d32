package harness

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNoPooler says that PgBouncer is not installed.
var ErrNoPooler = errors.New("pgbouncer is not installed")

// poolerPort is part of the name of the socket; the pooler listens nowhere else.
const poolerPort = "6432"

// StartPooler runs a PgBouncer before a PostgreSQL, and returns a URL that leads through it to the same schema. mode
// is session or transaction, size the most connections to PostgreSQL. stop kills it and removes its files. Returns
// ErrNoPooler.
func StartPooler(ctx context.Context, databaseURL, mode string, size int) (poolerURL string, stop func() error, err error) {
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		return "", nil, ErrNoPooler
	}
	server, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return "", nil, fmt.Errorf("start pgbouncer: %w", err)
	}
	folder, err := os.MkdirTemp("", "waybill-pooler.")
	if err != nil {
		return "", nil, fmt.Errorf("start pgbouncer: %w", err)
	}
	remove := func() error { return os.RemoveAll(folder) }
	process, err := runPooler(program, folder, poolerConfig(server, folder, mode, size), server.Host)
	if err != nil {
		return "", nil, errors.Join(fmt.Errorf("start pgbouncer: %w", err), remove())
	}
	stop = func() error {
		process.End(os.Kill)
		return remove()
	}
	if err := process.awaitSocket(ctx, filepath.Join(folder, ".s.PGSQL."+poolerPort)); err != nil {
		return "", nil, errors.Join(err, stop())
	}
	poolerURL = fmt.Sprintf("postgres:///%s?host=%s&port=%s&user=%s&connect_timeout=60", server.Database, folder, poolerPort, server.User)
	return poolerURL, stop, nil
}

func poolerConfig(server *pgx.ConnConfig, folder, mode string, size int) string {
	database := fmt.Sprintf("host=%s port=%d user=%s", server.Host, server.Port, server.User)
	if schema := server.RuntimeParams["search_path"]; schema != "" {
		database += " connect_query='SET search_path TO " + schema + "'"
	}
	if server.Password != "" {
		database += " password=" + server.Password
	}
	return fmt.Sprintf(`[databases]
%s = %s
[pgbouncer]
listen_port = %s
unix_socket_dir = %s
auth_type = any
pool_mode = %s
default_pool_size = %d
ignore_startup_parameters = search_path
`, server.Database, database, poolerPort, folder, mode, size)
}

// runPooler starts PgBouncer. It refuses to run as root: then it runs as the owner of PostgreSQL's socket.
func runPooler(program, folder, config, host string) (*Process, error) {
	file := filepath.Join(folder, "pgbouncer.ini")
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		return nil, err
	}
	p := Program{Argv: []string{program, file}, Output: new(Log)}
	if os.Getuid() != 0 {
		return Start(p)
	}
	owner := ownerOf(host)
	p.Credential = &syscall.Credential{Uid: owner, Gid: owner}
	for _, path := range []string{folder, file} {
		if err := os.Chown(path, int(owner), int(owner)); err != nil {
			return nil, err
		}
	}
	return Start(p)
}

// nobody is a user without rights.
const nobody = 65534

// ownerOf is the user who may enter a folder of a socket; for a host, one without rights.
func ownerOf(host string) uint32 {
	info, err := os.Stat(host)
	if err != nil {
		return nobody
	}
	stat, known := info.Sys().(*syscall.Stat_t)
	if !known {
		return nobody
	}
	return stat.Uid
}

// socketPause is how long to wait for a socket before the next look.
const socketPause = 10 * time.Millisecond

// awaitSocket waits until a process listens on a socket.
func (p *Process) awaitSocket(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, readyTimeout)
	defer cancel()
	pause := time.NewTicker(socketPause)
	defer pause.Stop()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "unix", path)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-p.exited:
			return fmt.Errorf("%s ended before it served", p.cmd.Path)
		case <-ctx.Done():
			return fmt.Errorf("wait for %s: %w", p.cmd.Path, ctx.Err())
		case <-pause.C:
		}
	}
}
