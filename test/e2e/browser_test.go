package e2e_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"waybill/test/harness"
)

// page calls a server with everything that a page may send, and reports what it can read.
const page = `<!doctype html><script>
const call = async (method, path, key, body) => {
  const headers = {"Authorization": "Bearer " + key};
  if (body) Object.assign(headers, {"Content-Type": "application/json", "Idempotency-Key": "browser-1", "X-Request-ID": "from-a-page"});
  try {
    const res = await fetch(BASE + path, {method, headers, body});
    await res.json();
    return [res.status, res.headers.get("Idempotency-Replayed"), res.headers.get("X-Request-ID") === "from-a-page"].join(" ");
  } catch (e) {
    return e.name;
  }
};
(async () => {
  const order = JSON.stringify(ORDER);
  const found = [];
  for (const [method, path, key, body] of [
    ["POST", "/api/order/orders/", KEY, order], ["POST", "/api/order/orders/", KEY, order],
    ["POST", "/api/order/orders/", "wrong", order], ["GET", "/api/order/order/", KEY], ["GET", "/api/order/order/nothing!/", KEY],
  ]) found.push(await call(method, path, key, body));
  await fetch("/found", {method: "POST", body: JSON.stringify(found)});
})();
</script>`

// TestLongBrowser opens pages of two origins in a real browser: one may call the server.
func TestLongBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	browser := harness.Tool(t, harness.Browser)
	s := newServer(t, "", t.TempDir())
	allowed, found := servePage(t, s)
	other, blocked := servePage(t, s)
	s.environ = []string{"WAYBILL_CORS_ORIGINS=" + allowed}
	s.start()
	for _, c := range []struct {
		origin string
		found  chan []string
		want   string
	}{
		{allowed, found, "201  true, 201 true true, 401  true, 200  false, 404  false"},
		{other, blocked, "TypeError, TypeError, TypeError, TypeError, TypeError"},
	} {
		visit(t, browser, c.origin)
		select {
		case got := <-c.found:
			if text := strings.Join(got, ", "); text != c.want {
				t.Errorf("page of %s: %s, want %s", c.origin, text, c.want)
			}
		case <-time.After(patience):
			t.Fatalf("the page of %s reports nothing", c.origin)
		}
	}
}

// servePage serves the page, which calls s, and sends what it reports.
func servePage(t *testing.T, s *server) (origin string, found chan []string) {
	t.Helper()
	order, err := os.ReadFile("../../docs/examples/order.json")
	if err != nil {
		t.Fatal(err)
	}
	found = make(chan []string, 1)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = strings.NewReplacer("BASE", `"`+s.process.Load().base+`"`, "KEY", `"`+demoKey+`"`, "ORDER", string(order)).WriteString(w, page)
	})
	mux.HandleFunc("POST /found", func(_ http.ResponseWriter, r *http.Request) {
		var report []string
		if err := json.NewDecoder(r.Body).Decode(&report); err != nil {
			t.Error(err)
		}
		found <- report
	})
	pages := httptest.NewServer(mux)
	t.Cleanup(pages.Close)
	return pages.URL, found
}

// visit opens a page in a browser that the end of the test closes.
func visit(t *testing.T, browser, url string, flags ...string) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	flags = append(flags, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--user-data-dir="+t.TempDir(), url)
	command := exec.CommandContext(ctx, browser, flags...)
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) } // so that it ends its processes
	command.WaitDelay = patience
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		_ = command.Wait() // stop ends it
	})
}
