package floor

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"testing"

	"waybill/internal/cli/command"
)

// TestChangeFails: the command fails unless all parcels that were named are changed, also if a job did not end.
func TestChangeFails(t *testing.T) {
	t.Parallel()
	job := func(state string, refused int) string {
		return fmt.Sprintf(`{"account_id":1,"job_id":7,"state":%q,"parcels":2,"changed":1,"unchanged":0,"refused":%d,"not_changed":[]}`,
			state, refused)
	}
	for i, c := range []struct {
		started, followed, more string
		fails                   bool
	}{
		{started: job("done", 0)},
		{started: job("tried", 0)},
		{started: job("running", 0), followed: job("done", 0)},
		{started: job("stopped", 0), fails: true},
		{started: job("failed", 0), fails: true},
		{started: job("running", 0), followed: job("stopped", 0), fails: true},
		{started: job("choosing", 0), followed: job("failed", 0), fails: true},
		{started: job("done", 1), fails: true},
		{started: job("refused", 2), fails: true},
		{started: job("done", 0), more: `,"not_found":["A"]`, fails: true},
		{started: job("done", 0), more: `,"ambiguous":["A"]`, fails: true},
	} {
		t.Run(strconv.Itoa(i), func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				if r.Method == http.MethodGet {
					_, _ = io.WriteString(w, c.followed)
					return
				}
				_, _ = io.WriteString(w, `{"jobs":[`+job("done", 0)+`,`+c.started+`]`+c.more+`}`)
			}))
			defer server.Close()
			cmd := newChange(command.Process{Environ: []string{"WAYBILL_URL=" + server.URL, "WAYBILL_KEY=wb_test_x"}})
			cmd.SetArgs([]string{"--kind", "cancel", "A", "B"})
			cmd.SetOut(io.Discard)
			cmd.SetErr(io.Discard)
			if err := cmd.ExecuteContext(t.Context()); errors.Is(err, command.ErrReported) != c.fails || err != nil && !c.fails {
				t.Errorf("%+v: %v", c, err)
			}
		})
	}
}
