package e2e_test

import (
	"fmt"
	"path/filepath"
	"testing"
)

// TestBackupUnderLoad backs a server up while orders arrive, loses it, and restores it in another
// folder: what was acknowledged before the backup is there, and no tracking number comes twice.
func TestBackupUnderLoad(t *testing.T) {
	t.Parallel()
	s := newServer(t, "", t.TempDir())
	s.start()
	var before []*request
	for i := range 20 {
		before = append(before, sent(t, s, fmt.Sprintf("BEFORE%d", i)))
	}
	l := startLoad(s, "DURING", seeded(t), inHouseShapes)
	l.awaitResponses(20)
	file := filepath.Join(t.TempDir(), "backup.tar")
	t.Logf("%s", s.mustWaybill("backup", file))
	l.awaitResponses(l.responses.Load() + 20)
	l.finish()
	s.kill()

	restored := newServer(t, "", t.TempDir())
	t.Logf("%s", restored.mustWaybill("restore", file))
	restored.start()
	issued := make(map[string]bool)
	maybe := make([]*request, 0, len(l.requests)) // the backup has each of these whole or not at all
	for _, r := range append(before, l.requests...) {
		if r.response != nil {
			for _, no := range r.response.trackingNos {
				issued[no] = true
			}
		}
	}
	for _, r := range l.requests {
		unanswered := *r
		unanswered.response = nil
		maybe = append(maybe, &unanswered)
	}
	audit(t, restored, append(before, maybe...))
	auditData(t, restored)
	for i := range 20 {
		for _, no := range sent(t, restored, fmt.Sprintf("AFTER%d", i)).response.trackingNos {
			if issued[no] {
				t.Errorf("tracking number %s was issued before", no)
			}
		}
	}
}
