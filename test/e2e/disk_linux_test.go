package e2e_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// TestDiskFull takes the room to write away from a server on SQLite and gives it back, in
// two ways: a limit on the size of files, which every user may set, and a file system
// that is full, which only root may mount.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	t.Run("file size limit", func(t *testing.T) {
		t.Parallel()
		s := newServer(t, "", t.TempDir())
		s.start()
		testDiskFull(t, s, func() { s.limitFiles(4 << 10) }, func() { s.limitFiles(unix.RLIM_INFINITY) })
	})
	t.Run("file system", func(t *testing.T) {
		t.Parallel()
		folder := mountSmall(t)
		s := newServer(t, "", folder)
		s.start()
		ballast := filepath.Join(folder, "ballast")
		testDiskFull(t, s, func() { fill(t, ballast) }, func() {
			if err := os.Remove(ballast); err != nil {
				t.Error(err)
			}
		})
	})
}

func testDiskFull(t *testing.T, s *server, takeRoom, makeRoom func()) {
	t.Helper()
	before := sent(t, s, "BEFORE")
	takeRoom()
	// Room that is left in the database's own files may take a few small ones.
	requests := []*request{before}
	send := func(orders int) (*request, outcome) {
		r := newRequest(t, fmt.Sprintf("FULL%03d", len(requests)), shape{orders: orders, service: serviceInHouse, keyed: true})
		requests = append(requests, r)
		o := r.send(s)
		return r, o
	}
	s.eventually("the disk is full for a large batch", func() bool { _, o := send(200); return o == refused })
	var a response
	var err error
	s.eventually("the server says that it is not ready", func() bool {
		send(1)
		a, err = s.get("/readyz")
		return a.status != http.StatusOK
	})
	expectUnavailable(t, "readyz", a, err)
	turnedAway, _ := send(200)
	a, err = s.post(turnedAway.body, turnedAway.key)
	expectUnavailable(t, "create", a, err)
	if a, err = s.get("/healthz"); err != nil || a.status != http.StatusOK {
		t.Errorf("healthz: status %d, %v", a.status, err)
	}
	audit(t, s, requests) // what is read is what was acknowledged
	if label, err := s.get(labelPath(t, s, before)); err != nil || label.status != http.StatusOK ||
		!strings.HasPrefix(string(label.body), "%PDF") {
		t.Errorf("label: status %d, %v", label.status, err)
	}

	makeRoom()
	s.awaitReady()
	if turnedAway.send(s) != accepted {
		t.Error("the request that was turned away is not accepted now")
	}
	audit(t, s, requests)
	s.kill()
	s.start()
	audit(t, s, requests)
	auditData(t, s)
}

// limitFiles bounds the size of the files that the server writes.
func (s *server) limitFiles(size uint64) {
	s.t.Helper()
	limit := unix.Rlimit{Cur: size, Max: unix.RLIM_INFINITY}
	if err := unix.Prlimit(s.process.Load().PID(), unix.RLIMIT_FSIZE, &limit, nil); err != nil {
		s.t.Fatalf("limit the size of files: %v", err)
	}
}

// mountSmall mounts a file system of 64 MiB until the end of the test.
func mountSmall(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=64m"); err != nil {
		t.Skipf("needs the right to mount: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, 0); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// fill writes a file until there is no room for more.
func fill(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for chunk := make([]byte, 4<<10); err == nil; {
		_, err = file.Write(chunk)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("fill the disk: %v", err)
	}
}
