package e2e_test

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStartOnAFullDisk starts a server on SQLite whose disk has no room: after a shutdown, and after a kill.
// It serves what is stored, refuses uploads as creates, and can be backed up to another disk. When there is room it goes on.
func TestStartOnAFullDisk(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*server){"shut down": func(s *server) { s.stop() }, "killed": (*server).kill} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := mountSmall(t)
			s := newServer(t, "", folder)
			s.start()
			before := sent(t, s, "BEFORE")
			end(s)
			ballast := filepath.Join(folder, "ballast")
			fill(t, ballast)
			s.startUnready()
			servesOnAFullDisk(t, s, before)
			if err := os.Remove(ballast); err != nil {
				t.Fatal(err)
			}
			s.awaitReady()
			after := sent(t, s, "AFTER")
			audit(t, s, []*request{before, after})
			auditData(t, s)
		})
	}
}

func servesOnAFullDisk(t *testing.T, s *server, before *request) {
	t.Helper()
	audit(t, s, []*request{before})
	label, err := s.get(labelPath(t, s, before))
	if err != nil || label.status != http.StatusOK || !strings.HasPrefix(string(label.body), "%PDF") {
		t.Errorf("label: status %d, %v", label.status, err)
	}
	// Room that is left in the database's own files may take a few small ones.
	var created response
	s.eventually("the disk is full for a large batch", func() bool {
		r := newRequest(t, "FULL", shape{orders: 200, service: serviceInHouse})
		var err error
		created, err = s.post(r.body, "")
		return err == nil && created.status == http.StatusServiceUnavailable
	})
	for what, size := range map[string]int{"in memory": 700 << 10, "on disk": 3 << 20} {
		file := "Order,Name\n" + strings.Repeat("SO-1,Susan\n", size/10+1)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.process.Load().base+"/api/order/import/?dry_run=true",
			strings.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+demoKey)
		req.Header.Set("Content-Type", "text/csv")
		uploaded, err := s.do(req)
		if err != nil || uploaded.status != created.status || !bytes.Equal(uploaded.body, created.body) ||
			uploaded.header.Get("Retry-After") != created.header.Get("Retry-After") {
			t.Errorf("upload, %s: %d %s, %v; a create: %d %s", what, uploaded.status, uploaded.body, err, created.status, created.body)
		}
	}
	file := filepath.Join(t.TempDir(), "backup.tar")
	if said := s.mustWaybill("backup", file); !strings.Contains(string(said), "Backed up ") {
		t.Errorf("backup: %s", said)
	}
	restored := newServer(t, "", t.TempDir())
	restored.mustWaybill("restore", file)
	restored.start()
	audit(t, restored, []*request{before})
}
