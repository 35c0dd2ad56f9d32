package cli_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"waybill/internal/cli"
	"waybill/test/database"
)

// runCopy runs the command until it ends.
func runCopy(t *testing.T, from, to string) (code int, output string) {
	t.Helper()
	var out bytes.Buffer
	code = cli.Run(t.Context(), cli.Process{Args: []string{"copy", "--from", from, "--to", to}, Stdout: &out, Stderr: &out})
	return code, out.String()
}

// labelOf fetches a label without the dates of its file, and fails if there is none.
func labelOf(t *testing.T, address string) string {
	t.Helper()
	status, label := call(t, http.MethodGet, address, "")
	if status != http.StatusOK {
		t.Fatalf("%s: %d %s", address, status, label)
	}
	return label
}

// TestLongCopyToPostgresAndBack takes orders on SQLite, copies them to PostgreSQL and goes on there, and copies all back.
// The addresses of labels stay the same.
func TestLongCopyToPostgresAndBack(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	folder, back := t.TempDir(), filepath.Join(t.TempDir(), "back")
	target := database.Postgres(t)
	var labels []string // paths, with what they printed
	printed := map[string]string{}
	create := func(server running, count int) {
		t.Helper()
		for range count {
			status, created := call(t, http.MethodPost, server.base+"/api/order/orders/", demoOrder(t))
			label := regexp.MustCompile(`"order_label_url":"http://[^/]+(/labels/[^"]+)"`).FindStringSubmatch(created)
			if status != http.StatusCreated || label == nil {
				t.Fatalf("create: %d %s", status, created)
			}
			labels = append(labels, label[1])
			printed[label[1]] = labelOf(t, server.base+label[1])
		}
	}
	compare := func(server running) {
		t.Helper()
		for _, path := range labels {
			if labelOf(t, server.base+path) != printed[path] {
				t.Errorf("%s prints something else", path)
			}
		}
	}
	urlFile := filepath.Join(t.TempDir(), "url")
	if err := os.WriteFile(urlFile, []byte(target+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}

	server := serve(t, folder, "WAYBILL_DEMO_KEY=my-demo-key")
	create(server, 30)
	if code, said := runCopy(t, folder, "@"+urlFile); code != 1 || !strings.Contains(said, "another waybill serves the data in "+folder) {
		t.Fatalf("copied while a server runs: %d %s", code, said)
	}
	server.stop()
	copied := regexp.MustCompile(`^Copied 30 orders, \d+ rows in \d+ tables, to postgres://\S+ in \S+\. All rows were compared\.\n` +
		`A server of these data makes no partner calls `)
	if code, said := runCopy(t, folder, "@"+urlFile); code != 0 || !copied.MatchString(said) {
		t.Fatalf("to PostgreSQL: %d %s", code, said)
	}
	if code, said := runCopy(t, folder, "@"+urlFile); code != 1 || !strings.Contains(said, "it holds data already") {
		t.Fatalf("again: %d %s", code, said)
	}

	server = serve(t, folder, "WAYBILL_DATABASE_URL="+target)
	compare(server)
	create(server, 20)
	if code, said := runCopy(t, "@"+urlFile, back); code != 1 || !strings.Contains(said, "are connected to postgres://") {
		t.Fatalf("copied while a server runs: %d %s", code, said)
	}
	server.stop()
	if code, said := runCopy(t, "@"+urlFile, back); code != 0 || !strings.HasPrefix(said, "Copied 50 orders, ") {
		t.Fatalf("back: %d %s", code, said)
	}
	server = serve(t, back)
	compare(server)
	create(server, 5)
	compare(server)
}

// TestLongInterruptedCopy ends copies before they are ready. No server opens what they leave, and the last one continues it.
func TestLongInterruptedCopy(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	folder, target := t.TempDir(), database.Postgres(t)
	server := serve(t, folder, "WAYBILL_DEMO_KEY=my-demo-key")
	order := strings.TrimSuffix(strings.SplitAfterN(demoOrder(t), `"orders": [`, 2)[1], "]\n}\n")
	for range 20 {
		body := `{"orders": [` + strings.Repeat(order+",", 999) + order + `]}`
		if status, created := call(t, http.MethodPost, server.base+"/api/order/orders/", body); status != http.StatusCreated {
			t.Fatalf("create: %d %.300s", status, created)
		}
	}
	server.stop()
	interrupted := 0
	for wait := 50 * time.Millisecond; ; wait += wait / 5 { // small steps, so that also a fast machine is interrupted while it copies
		ctx, cancel := context.WithTimeout(t.Context(), wait)
		var out bytes.Buffer
		code := cli.Run(ctx, cli.Process{Args: []string{"copy", "--from", folder, "--to", target}, Stdout: &out, Stderr: &out})
		cancel()
		if code == 0 {
			if !strings.HasPrefix(out.String(), "Copied 20000 orders, ") {
				t.Error(out.String())
			}
			break
		}
		if ctx.Err() == nil || wait > time.Minute {
			t.Fatalf("%d %s", code, &out)
		}
		var said bytes.Buffer
		code = cli.Run(t.Context(), cli.Process{
			Args: []string{"account", "list"}, Environ: []string{"WAYBILL_DATABASE_URL=" + target}, Stdout: &said, Stderr: &said,
		})
		switch {
		case code == 1 && strings.Contains(said.String(), "run `waybill copy` again"):
			interrupted++
		case strings.Contains(said.String(), "run `waybill migrate`"), strings.HasPrefix(said.String(), "There are no accounts"):
			// it had not begun
		default:
			t.Fatalf("an unfinished copy is used: %d %s", code, &said)
		}
	}
	if interrupted == 0 {
		t.Error("no copy was interrupted")
	}
	fmt.Fprintln(t.Output(), interrupted, "copies were interrupted")
}
