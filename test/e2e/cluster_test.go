package e2e_test

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"waybill/test/harness"
)

// cluster is a PostgreSQL cluster that a test may stop.
type cluster struct {
	t *testing.T
	*harness.Postgres
}

// startCluster makes a cluster, which is removed at the end of the test. Without an installed PostgreSQL the test is skipped,
// or fails when CI=true.
func startCluster(t *testing.T) *cluster {
	t.Helper()
	db, remove, err := harness.StartPostgres()
	if errors.Is(err, harness.ErrNoPostgres) {
		t.Skip("SKIPPED ON POSTGRESQL: there is none to start")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := remove(); err != nil {
			t.Error(err)
		}
	})
	return &cluster{t, db}
}

func (c *cluster) check(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// stop ends the cluster: in good order by SIGINT, like a crash by SIGQUIT.
func (c *cluster) stop(s *server, signal syscall.Signal) {
	c.t.Helper()
	c.check(c.Stop(signal))
	s.eventually("PostgreSQL stops", c.Ended)
}

// start starts the cluster again, and does not wait until it serves.
func (c *cluster) start() {
	c.t.Helper()
	c.check(c.Start())
}

// newServer makes a server on the cluster.
func (c *cluster) newServer() *server {
	c.t.Helper()
	return newServer(c.t, c.URL, c.t.TempDir())
}

// freeze suspends every process of the cluster: like in a network that drops packets, connections stay
// open without a response. The returned function resumes them, and so does the end of the test.
func (c *cluster) freeze() (thaw func()) {
	c.t.Helper()
	signalAll := func(signal syscall.Signal) {
		postmaster, err := c.PID()
		c.check(err)
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
	content, err := os.ReadFile(path)
	c.check(err)
	for text := range strings.FieldsSeq(string(content)) {
		pid, err := strconv.Atoi(text)
		c.check(err)
		pids = append(pids, pid)
	}
	return pids
}
