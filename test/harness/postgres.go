package harness

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// ErrNoPostgres says that no PostgreSQL can be started.
var ErrNoPostgres = errors.New("there is no PostgreSQL to start")

// Postgres is a PostgreSQL cluster that a test may stop and copy. It needs Linux.
type Postgres struct {
	URL    string
	Folder string   // of the socket, and of the folder data
	argv   []string // of the postmaster
}

// StartPostgres makes a cluster by scripts/with-postgres and its options, such as --fsync. stop removes it. Returns ErrNoPostgres.
func StartPostgres(options ...string) (_ *Postgres, stop func() error, err error) {
	args := slices.Concat([]string{"-u", PostgresVariable, filepath.Join(moduleRoot(), "scripts", "with-postgres")}, options,
		[]string{"sh", "-c", `echo "$` + PostgresVariable + `"; exec cat`})
	script := exec.Command("env", args...) //nolint:gosec,noctx // the repository's script; stop ends it
	var said bytes.Buffer
	script.Stderr = &said
	stdin, err := script.StdinPipe()
	if err != nil {
		return nil, nil, err
	}
	stdout, err := script.StdoutPipe()
	if err != nil {
		return nil, nil, err
	}
	if err := script.Start(); err != nil {
		return nil, nil, fmt.Errorf("start with-postgres: %w", err)
	}
	stop = func() error {
		if err := errors.Join(stdin.Close(), script.Wait()); err != nil {
			return fmt.Errorf("with-postgres: %w: %s", err, &said)
		}
		return nil
	}
	p, err := readPostgres(stdout)
	if err != nil {
		return nil, nil, errors.Join(err, stop())
	}
	return p, stop, nil
}

// readPostgres reads the URL that the script prints.
func readPostgres(stdout io.Reader) (*Postgres, error) {
	line, err := bufio.NewReader(stdout).ReadString('\n')
	line = strings.TrimSpace(line)
	if err != nil {
		return nil, fmt.Errorf("with-postgres starts no PostgreSQL: %w", err)
	}
	if line == "" {
		return nil, ErrNoPostgres
	}
	u, err := url.Parse(line)
	if err != nil {
		return nil, err
	}
	p := &Postgres{URL: line, Folder: u.Query().Get("host")}
	pid, err := p.PID()
	if err != nil {
		return nil, err
	}
	argv, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	p.argv = strings.Split(strings.TrimSuffix(string(argv), "\x00"), "\x00")
	return p, err
}

// PID is the postmaster's.
func (p *Postgres) PID() (int, error) {
	text, err := os.ReadFile(filepath.Join(p.Folder, "data", "postmaster.pid"))
	if err != nil {
		return 0, err
	}
	first, _, _ := strings.Cut(string(text), "\n")
	return strconv.Atoi(first)
}

// Stop sends a signal to the postmaster: SIGINT shuts it down, SIGQUIT ends it like a crash. Ended says when it has ended.
func (p *Postgres) Stop(signal syscall.Signal) error {
	pid, err := p.PID()
	if err != nil {
		return err
	}
	return syscall.Kill(pid, signal)
}

// Ended reports whether the cluster does not run.
func (p *Postgres) Ended() bool {
	_, err := os.Stat(filepath.Join(p.Folder, "data", "postmaster.pid"))
	return errors.Is(err, os.ErrNotExist)
}

// Start starts the cluster with the same command and user as the first time. It does not wait until the cluster serves.
func (p *Postgres) Start() error {
	postgres := exec.Command(p.argv[0], p.argv[1:]...) //nolint:gosec,noctx // the command of the cluster; Stop ends it
	postgres.Dir = filepath.Join(p.Folder, "data")
	if err := asOwner(postgres, postgres.Dir); err != nil {
		return err
	}
	if err := postgres.Start(); err != nil {
		return fmt.Errorf("start PostgreSQL: %w", err)
	}
	go func() { _ = postgres.Wait() }() // Stop ends it
	return nil
}

// Standby makes a standby of the cluster with settings in a folder below it, which is removed with it, and does not start it.
func (p *Postgres) Standby(name string, settings ...string) (*Postgres, error) {
	folder := filepath.Join(p.Folder, name)
	standby := &Postgres{URL: strings.ReplaceAll(p.URL, p.Folder, folder), Folder: folder}
	for _, arg := range p.argv {
		standby.argv = append(standby.argv, strings.ReplaceAll(arg, p.Folder, folder))
	}
	for _, setting := range settings {
		standby.argv = append(standby.argv, "-c", setting)
	}
	backup := exec.Command(filepath.Join(filepath.Dir(p.argv[0]), "pg_basebackup"), //nolint:gosec,noctx // of the cluster; it ends by itself
		"-h", p.Folder, "-U", "waybill", "-D", filepath.Join(folder, "data"), "-R", "-X", "stream", "-c", "fast")
	backup.Dir = "/"
	if err := asOwner(backup, p.Folder); err != nil {
		return nil, err
	}
	if out, err := backup.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("pg_basebackup: %w: %s", err, out)
	}
	return standby, nil
}

// asOwner makes a command run as the owner of a folder: PostgreSQL refuses to run as root.
func asOwner(cmd *exec.Cmd, folder string) error {
	info, err := os.Stat(folder)
	if err != nil {
		return err
	}
	if owner, known := info.Sys().(*syscall.Stat_t); known && os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	return nil
}

// Exec runs a statement.
func (p *Postgres) Exec(ctx context.Context, statement string) error {
	return execute(ctx, p.URL, statement)
}
