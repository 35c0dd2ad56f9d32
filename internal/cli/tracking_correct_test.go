package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// TestTrackingCorrect corrects a wrong delivery, confirms a loss, and names what is wrong.
func TestTrackingCorrect(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := storetest.Open(t, store.Options{URL: "sqlite:" + filepath.Join(data, "waybill.db")})
	batch, err := s.CreateBatch(t.Context(), store.NewBatch{AccountID: 1, Orders: []shipment.Order{storetest.Order(1)}})
	if err != nil {
		t.Fatal(err)
	}
	no := batch.Orders[0].TrackingNo
	scans := filepath.Join(data, "scans.csv")
	if err := os.WriteFile(scans, []byte("tracking_no,status\n"+no+",SUCCESS\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, said := runs(t, data, nil, "tracking", "import", scans); code != 0 {
		t.Fatal(said)
	}
	correct := func(args ...string) (int, string) {
		return runs(t, data, nil, append([]string{"tracking", "correct"}, args...)...)
	}
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{no + " --status PICKED_UP", 2, "reason: This field may not be blank."},
		{no + " --status CANCELLED --reason r", 2, `"CANCELLED" is not a valid choice.`},
		{no + " --status PICKED_UP --lost --reason r", 2, "lost: Leave it out: only a parcel with the status EXCEPTION is lost."},
		{"UNKNOWN-1 --lost --reason r", 1, "no order has the tracking number UNKNOWN-1"},
		{strings.ToLower(no) + " --status delivery_in_progress --reason r", 0, no + " is DELIVERY_IN_PROGRESS, which corrects SUCCESS."},
		{no + " --lost --reason r", 0, no + " is EXCEPTION, which corrects DELIVERY_IN_PROGRESS."},
	} {
		if code, said := correct(strings.Fields(c.args)...); code != c.code || !strings.Contains(said, c.want) {
			t.Errorf("%s: %d, %s", c.args, code, said)
		}
	}
	tracks, err := s.TrackOrders(t.Context(), []string{no}, 0)
	if err != nil {
		t.Fatal(err)
	}
	events := tracks[no][0].Events // newest first
	if e := events[0]; e.ActorKind != "command" || e.Actor == "" || e.Reason != "r" || e.Text != shipment.LostText {
		t.Errorf("the correction is by %+v", e)
	}
	if e := events[2]; e.ActorKind != "command" || !strings.HasSuffix(e.Actor, ", scans.csv") || !e.Corrected {
		t.Errorf("the import is by %+v", e)
	}
}

// TestDoctorNoticesTheClock has data of a server whose clock was an hour ahead.
func TestDoctorNoticesTheClock(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	s := storetest.Open(t, store.Options{
		URL: "sqlite:" + filepath.Join(data, "waybill.db"), Now: func() time.Time { return time.Now().Add(time.Hour) },
	})
	if _, _, err := s.NoteClock(t.Context()); err != nil {
		t.Fatal(err)
	}
	if code, said := runs(t, data, nil, "doctor"); code != 1 || !strings.Contains(said, "behind times that servers have stored") {
		t.Errorf("doctor: %d, %s", code, said)
	}
}
