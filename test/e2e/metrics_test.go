package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestMetricsOfTheData reads what the metrics say about the orders, the disk and the last backup.
func TestMetricsOfTheData(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, s *server) {
		s.metrics = freeAddress(t)
		s.start()
		sent(t, s, "FIRST")
		if recent := s.figure(`waybill_recent_orders\{service="\d+",state="ORDER_CREATED"\}`); recent == 0 {
			t.Errorf("recent orders: %v", recent)
		}
		for _, name := range []string{"waybill_database_size_bytes", "waybill_data_free_bytes"} {
			if bytes := s.figure(name); bytes < 100_000 {
				t.Errorf("%s is %v", name, bytes)
			}
		}
		kinds := "submissions cancellations labels deliveries imports search stops unknown_scans runs_open consignment_events"
		for kind := range strings.FieldsSeq(kinds) {
			s.figure(`waybill_backlog\{kind="` + kind + `"\}`)
		}
		if on := s.figure("waybill_last_backup_timestamp_seconds"); on != 0 {
			t.Errorf("before a backup: %v", on)
		}
		before := float64(time.Now().Unix() - 1) // the time of a file may be some milliseconds behind the clock
		if s.databaseURL == "" {
			s.mustWaybill("backup", filepath.Join(t.TempDir(), "backup.tar"))
		} else if err := os.WriteFile(filepath.Join(s.folder, "last-backup"), []byte(time.Now().Format(time.RFC3339)+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if on := s.figure("waybill_last_backup_timestamp_seconds"); on < before {
			t.Errorf("after a backup: %v, want at least %v", on, before)
		}
	})
}

// figure waits for a figure of the metrics, which a scrape leaves out while it is not known, and returns it; series is a regular
// expression.
func (s *server) figure(series string) (value float64) {
	s.t.Helper()
	s.eventually("there is "+series, func() (found bool) {
		value, found = s.scraped(series)
		return found
	})
	return value
}

func (s *server) scraped(series string) (value float64, found bool) {
	s.t.Helper()
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, "http://"+s.metrics+"/metrics", http.NoBody)
	if err != nil {
		s.t.Fatal(err)
	}
	a, err := s.do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	match := regexp.MustCompile(`(?m)^` + series + ` (\S+)$`).FindSubmatch(a.body)
	if match == nil {
		return 0, false
	}
	value, err = strconv.ParseFloat(string(match[1]), 64)
	if err != nil {
		s.t.Fatal(err)
	}
	return value, true
}
