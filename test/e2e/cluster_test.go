package e2e_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// cluster is a PostgreSQL cluster that a test may stop.
type cluster struct {
	t      *testing.T
	url    string
	folder string
	argv   []string // of the postmaster
}

// startCluster makes a cluster by scripts/with-postgres, which removes it at the end of the test. Without an
// installed PostgreSQL the test is skipped, or fails when CI=true.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	script := exec.Command("env", "-u", "WAYBILL_TEST_POSTGRES_URL",
		"../../scripts/with-postgres", "sh", "-c", `echo "$WAYBILL_TEST_POSTGRES_URL"; exec cat`)
	var said bytes.Buffer
	script.Stderr = &said
	stdin, err := script.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := script.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := script.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(stdin.Close(), script.Wait()); err != nil {
			t.Errorf("with-postgres: %v: %s", err, &said)
		}
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if errors.Is(err, io.EOF) {
		t.Fatal("with-postgres starts no PostgreSQL")
	}
	if strings.TrimSpace(line) == "" {
		t.Skip("SKIPPED ON POSTGRESQL: there is none to start")
	}
	c := &cluster{t: t, url: strings.TrimSpace(line)}
	u, err := url.Parse(c.url)
	if err != nil {
		t.Fatal(err)
	}
	c.folder = u.Query().Get("host")
	c.argv = strings.Split(strings.TrimSuffix(c.read("/proc", strconv.Itoa(c.pid()), "cmdline"), "\x00"), "\x00")
	return c
}

func (c *cluster) read(path ...string) string {
	c.t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		c.t.Fatal(err)
	}
	return string(content)
}

// pid is the postmaster's.
func (c *cluster) pid() int {
	c.t.Helper()
	first, _, _ := strings.Cut(c.read(c.folder, "data", "postmaster.pid"), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		c.t.Fatal(err)
	}
	return pid
}

// stop ends the cluster: in good order by SIGINT, like a crash by SIGQUIT.
func (c *cluster) stop(s *server, signal syscall.Signal) {
	c.t.Helper()
	if err := syscall.Kill(c.pid(), signal); err != nil {
		c.t.Fatal(err)
	}
	s.eventually("PostgreSQL stops", func() bool {
		_, err := os.Stat(filepath.Join(c.folder, "data", "postmaster.pid"))
		return errors.Is(err, os.ErrNotExist)
	})
}

// start starts the cluster with the same command and user as the first time. It does not wait until the
// cluster serves.
func (c *cluster) start() {
	c.t.Helper()
	data := filepath.Join(c.folder, "data")
	info, err := os.Stat(data)
	if err != nil {
		c.t.Fatal(err)
	}
	postgres := exec.Command(c.argv[0], c.argv[1:]...)
	postgres.Dir = data
	if owner := info.Sys().(*syscall.Stat_t); os.Getuid() == 0 {
		postgres.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: owner.Uid, Gid: owner.Gid}}
	}
	if err := postgres.Start(); err != nil {
		c.t.Fatal(err)
	}
	go func() { _ = postgres.Wait() }() // stop and with-postgres end it
}

// newServer makes a server on the cluster.
func (c *cluster) newServer() *server {
	c.t.Helper()
	return newServer(c.t, c.url, c.t.TempDir())
}

// freeze suspends every process of the cluster: like in a network that drops packets, connections stay
// open without a response. The returned function resumes them, and so does the end of the test.
func (c *cluster) freeze() (thaw func()) {
	c.t.Helper()
	signalAll := func(signal syscall.Signal) {
		postmaster := c.pid()
		_ = syscall.Kill(postmaster, signal) // first, so that it starts no others
		for _, child := range c.children(postmaster) {
			_ = syscall.Kill(child, signal) // it may be gone
		}
	}
	thaw = sync.OnceFunc(func() { signalAll(syscall.SIGCONT) })
	c.t.Cleanup(thaw)
	signalAll(syscall.SIGSTOP)
	return thaw
}

func (c *cluster) children(parent int) (pids []int) {
	c.t.Helper()
	path := fmt.Sprintf("/proc/%d/task/%d/children", parent, parent)
	for text := range strings.FieldsSeq(c.read(path)) {
		pid, err := strconv.Atoi(text)
		if err != nil {
			c.t.Fatal(err)
		}
		pids = append(pids, pid)
	}
	return pids
}
