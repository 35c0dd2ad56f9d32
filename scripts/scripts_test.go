package scripts_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestVuln runs scripts/vuln with a fake govulncheck that prints and exits like the real one, with a vulnerability
// database that is reachable and with one that is not.
func TestVuln(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	if _, err := os.Stat("vuln"); err != nil { // go test repeats the test when it has changed
		t.Fatal(err)
	}
	answers := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/index/db.json" {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer answers.Close()
	gone := httptest.NewServer(http.NotFoundHandler())
	gone.Close()

	const unfetched = `echo 'govulncheck: fetching vulnerabilities: Get "https://vuln.go.dev/index/modules.json.gz": EOF' >&2; exit 1`
	for what, c := range map[string]struct {
		govulncheck, database string
		want                  int
		says                  string
	}{
		"nothing found":                 {"echo 'No vulnerabilities found.'", answers.URL, 0, "No vulnerabilities found."},
		"something found":               {"echo 'Vulnerability #1'; exit 3", answers.URL, 3, "Vulnerability #1"},
		"the code does not compile":     {"echo 'govulncheck: loading packages' >&2; exit 1", gone.URL, 1, "loading packages"},
		"the database was not queried":  {unfetched, answers.URL, 1, answers.URL + " is reachable, but was not queried."},
		"the database is not reachable": {unfetched, gone.URL, 0, "NOT CHECKED FOR VULNERABILITIES: " + gone.URL + " is not reachable."},
		"the database has another URL":  {`[ "$1 $2" = "-db ` + answers.URL + `" ]`, answers.URL, 0, ""},
	} {
		govulncheck := filepath.Join(t.TempDir(), "govulncheck")
		if err := os.WriteFile(govulncheck, []byte("#!/bin/sh\n"+c.govulncheck+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("./vuln", govulncheck)
		cmd.Env = append(cmd.Environ(), "VULNDB="+c.database, "NO_PROXY=127.0.0.1")
		out, err := cmd.CombinedOutput()
		if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if code := cmd.ProcessState.ExitCode(); code != c.want || !strings.Contains(string(out), c.says) {
			t.Errorf("%s: exit code %d, want %d: %s", what, code, c.want, out)
		}
	}
}
