package cli_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"testing"

	"waybill/internal/cli"
)

// TestOrderExportHasTheWholeLastDay: a day without a time is meant from its begin to its end.
func TestOrderExportHasTheWholeLastDay(t *testing.T) {
	t.Parallel()
	var asked url.Values
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Query()
		w.Header().Set("Waybill-Export-Orders", "0")
	}))
	defer server.Close()
	for to, want := range map[string]string{
		"2026-01-02": "2026-01-02T23:59:59.999999Z", "2026-01-02T10:00:00Z": "2026-01-02T10:00:00.000000Z", "": "",
	} {
		var out bytes.Buffer
		args := []string{"order", "export", "-o", filepath.Join(t.TempDir(), "orders.csv"), "--from", "2026-01-02"}
		if to != "" {
			args = append(args, "--to", to)
		}
		code := cli.Run(context.Background(), cli.Process{
			Args: args, Environ: []string{"WAYBILL_URL=" + server.URL, "WAYBILL_KEY=wb_test_x"}, Stdout: &out, Stderr: &out,
		})
		if from, got := asked.Get("date_from"), asked.Get("date_to"); code != 0 || from != "2026-01-02T00:00:00.000000Z" || got != want {
			t.Errorf("--to %q: asks from %q to %q; exit code %d, %s", to, from, got, code, &out)
		}
	}
}
