package e2e_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// cgroup is a memory cgroup of a test.
type cgroup struct {
	t      *testing.T
	folder string
	events string // the file that counts kills
}

// newCgroup makes a cgroup that may take so many bytes of memory, of version 2 or 1, and removes it at
// the end of the test. Only root may: elsewhere the test is skipped, and fails in CI.
func newCgroup(t *testing.T, limit int64) *cgroup {
	t.Helper()
	name := fmt.Sprintf("waybill-e2e-%d", os.Getpid())
	var problems []error
	for _, version := range []struct{ root, limit, events string }{
		{"/sys/fs/cgroup", "memory.max", "memory.events"},
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.oom_control"},
	} {
		c := &cgroup{t: t, folder: filepath.Join(version.root, name), events: version.events}
		err := c.make(version.root, version.limit, limit)
		if err == nil {
			return c
		}
		problems = append(problems, err)
	}
	if os.Getenv("CI") == "true" {
		t.Fatalf("no memory cgroup can be made: %v", problems)
	}
	t.Skipf("SKIPPED, THE SERVER IS NOT TRIED WITH LITTLE MEMORY: no memory cgroup can be made: %v", problems)
	return nil
}

func (c *cgroup) make(root, setting string, limit int64) error {
	// Version 2 has no memory controller in its root's children until it is enabled there; version 1 has no such file.
	_ = os.WriteFile(filepath.Join(root, "cgroup.subtree_control"), []byte("+memory"), 0)
	if err := os.Mkdir(c.folder, 0o700); err != nil {
		return err
	}
	c.t.Cleanup(func() { _ = os.Remove(c.folder) }) // after the server's
	file := filepath.Join(c.folder, setting)
	if _, err := os.Stat(file); err != nil {
		return err
	}
	return os.WriteFile(file, []byte(strconv.FormatInt(limit, 10)), 0)
}

// enter is the command that runs its arguments in the cgroup.
func (c *cgroup) enter() []string {
	return []string{"sh", "-c", `echo $$ >"$0" && exec "$@"`, filepath.Join(c.folder, "cgroup.procs")}
}

// kills is how many processes the kernel has killed for want of memory.
func (c *cgroup) kills() int {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.folder, c.events))
	if err != nil {
		c.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 2 && fields[0] == "oom_kill" {
			n, err := strconv.Atoi(fields[1])
			if err != nil {
				c.t.Fatal(err)
			}
			return n
		}
	}
	c.t.Fatalf("%s does not count kills: %s", c.events, text)
	return 0
}

// has reports whether a process is in the cgroup.
func (c *cgroup) has(pid int) bool {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.folder, "cgroup.procs"))
	if err != nil {
		c.t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		if strings.TrimSpace(string(line)) == strconv.Itoa(pid) {
			return true
		}
	}
	return false
}
