package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"waybill/test/browser"
)

// calls call a server with everything that a page may send, and are what the page can read.
const calls = `(async () => {
  const call = async (method, path, key, body) => {
    const headers = {"Authorization": "Bearer " + key};
    if (body) Object.assign(headers, {"Content-Type": "application/json", "Idempotency-Key": "browser-1", "X-Request-ID": "from-a-page"});
    try {
      const res = await fetch("BASE" + path, {method, headers, body});
      await res.json();
      return [res.status, res.headers.get("Idempotency-Replayed"), res.headers.get("X-Request-ID") === "from-a-page"].join(" ");
    } catch (e) {
      return e.name;
    }
  };
  const order = JSON.stringify(ORDER), found = [];
  for (const [method, path, key, body] of [
    ["POST", "/api/order/orders/", "KEY", order], ["POST", "/api/order/orders/", "KEY", order],
    ["POST", "/api/order/orders/", "wrong", order], ["GET", "/api/order/order/", "KEY"], ["GET", "/api/order/order/nothing!/", "KEY"],
  ]) found.push(await call(method, path, key, body));
  return found.join(", ");
})()`

// TestLongBrowser opens pages of two origins in a real browser: one may call the server.
func TestLongBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	t.Parallel()
	order, err := os.ReadFile("../../docs/examples/order.json")
	if err != nil {
		t.Fatal(err)
	}
	w := browser.Open(t, browser.Shell)
	pages := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte("<!doctype html>"))
	})
	allowed, other := httptest.NewServer(pages), httptest.NewServer(pages)
	t.Cleanup(allowed.Close)
	t.Cleanup(other.Close)
	s := newServer(t, "", t.TempDir())
	s.environ = []string{"WAYBILL_CORS_ORIGINS=" + allowed.URL}
	s.start()
	script := strings.NewReplacer("BASE", s.process.Load().base, "KEY", demoKey, "ORDER", string(order)).Replace(calls)
	for origin, want := range map[string]string{
		allowed.URL: "201  true, 201 true true, 401  true, 200  false, 404  false",
		other.URL:   "TypeError, TypeError, TypeError, TypeError, TypeError",
	} {
		w.Open(origin)
		if got := browser.Evaluate[string](w, script); got != want {
			t.Errorf("page of %s: %s, want %s", origin, got, want)
		}
	}
}
