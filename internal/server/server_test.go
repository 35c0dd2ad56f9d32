package server_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"waybill/internal/config"
	"waybill/internal/data"
	"waybill/internal/server"
)

// running is a server in this process.
type running struct {
	base     string // URL
	greeting string
	stop     func() (log string, err error)
}

// start starts a server on a free port with a data folder and more variables.
func start(t *testing.T, folder string, environ ...string) running {
	t.Helper()
	r, err := tryStart(t, folder, environ...)
	if err != nil {
		t.Fatalf("the server does not start: %v", err)
	}
	return r
}

// tryStart is start for a server that may refuse to start.
func tryStart(t *testing.T, folder string, environ ...string) (running, error) {
	t.Helper()
	variables := append([]string{"WAYBILL_LISTEN=127.0.0.1:0", "WAYBILL_METRICS_LISTEN=off", "WAYBILL_DATA=" + folder}, environ...)
	c, _, err := config.Load(nil, variables)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	printed, greeting := io.Pipe()
	var log bytes.Buffer
	ended := make(chan error, 1)
	go func() {
		ended <- server.Run(ctx, server.Options{Config: c, Greeting: greeting, Log: server.NewLog(&log, c, c.LogLevel), KeepMemoryLimit: true})
		_ = greeting.Close()
	}()
	r := running{stop: sync.OnceValues(func() (string, error) {
		cancel()
		_, _ = io.Copy(io.Discard, printed)
		err := <-ended
		return log.String(), err
	})}
	t.Cleanup(func() { _, _ = r.stop() })

	var text strings.Builder
	for lines := bufio.NewScanner(printed); lines.Scan(); {
		fmt.Fprintln(&text, lines.Text())
		if endsGreeting(lines.Text()) {
			r.greeting = text.String()
			r.base = regexp.MustCompile(`http://\S+`).FindString(r.greeting)
			return r, nil
		}
	}
	_, err = r.stop()
	return r, err
}

// endsGreeting reports whether a line is the last one of a greeting.
func endsGreeting(line string) bool {
	return strings.HasPrefix(line, "curl ") || strings.Contains(line, "was shown at the first start") ||
		strings.HasPrefix(line, "Waybill serves production")
}

// shownKey is the demo key of a greeting, "" if it shows none.
func shownKey(greeting string) string {
	_, rest, _ := strings.Cut(greeting, "\nDemo secret key: ")
	key, _, _ := strings.Cut(rest, "\n")
	return key
}

// get returns the status and the header of a response.
func get(t *testing.T, url string) (status int, header http.Header) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close() // nothing of it is read
	return response.StatusCode, response.Header
}

func TestRunShowsTheDemoKeyOnce(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "data")
	first := start(t, folder)
	key := shownKey(first.greeting)
	if !regexp.MustCompile(`^wb_test_[A-Za-z0-9]{32}$`).MatchString(key) ||
		!strings.Contains(first.greeting, `Bearer `+key+`' --json @docs/examples/order.json`) {
		t.Errorf("first greeting: %s", first.greeting)
	}
	if got, _ := get(t, first.base+"/healthz"); got >= 300 {
		t.Errorf("healthz: %d", got)
	}
	log, err := first.stop()
	if err != nil || strings.Contains(log, key) || !strings.Contains(log, `"msg":"stopped"`) {
		t.Errorf("%v, log: %s", err, log)
	}

	second := start(t, folder)
	if shownKey(second.greeting) != "" || !strings.Contains(second.greeting, "was shown at the first start") {
		t.Errorf("second greeting: %s", second.greeting)
	}
}

// TestRunShowsALinkToTheConsole: one click from the terminal, once.
func TestRunShowsALinkToTheConsole(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "data")
	first := start(t, folder)
	link := regexp.MustCompile(`http://localhost:\d+/console/link/(wbl_\S+)`).FindStringSubmatch(first.greeting)
	if link == nil {
		t.Fatalf("greeting: %s", first.greeting)
	}
	if status, _ := get(t, link[0]); status != http.StatusOK {
		t.Errorf("the page of the link: %d", status)
	}
	follow := func() (status int, header http.Header) {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, link[0], http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close() // nothing of it is read
		return response.StatusCode, response.Header
	}
	if status, header := follow(); status != http.StatusSeeOther || !strings.Contains(header.Get("Set-Cookie"), "waybill_session=wbs_") {
		t.Errorf("following the link: %d %v", status, header)
	}
	if status, _ := follow(); status != http.StatusNotFound {
		t.Errorf("following it again: %d", status)
	}
	log, err := first.stop()
	if err != nil || strings.Contains(log, link[1]) || strings.Contains(log, "wbs_") || !strings.Contains(log, "/console/link/") {
		t.Errorf("%v, log: %s", err, log)
	}
	second := start(t, folder)
	if !strings.Contains(second.greeting, "/console/link/wbl_") || strings.Contains(second.greeting, link[1]) {
		t.Errorf("second greeting: %s", second.greeting)
	}
}

func TestRunTakesTheDemoKeyOfTheSettings(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, first := range []bool{true, false} {
		r := start(t, folder, "WAYBILL_DEMO_KEY=my-demo-key")
		if kept := strings.Contains(r.greeting, "it is not shown again"); kept != first {
			t.Errorf("greeting: %s", r.greeting)
		}
		if shownKey(r.greeting) != "my-demo-key" {
			t.Errorf("greeting: %s", r.greeting)
		}
		_, _ = r.stop()
	}
}

func TestRunLocksASQLiteFolder(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	first := start(t, folder)
	if _, err := tryStart(t, folder); err == nil || !strings.Contains(err.Error(), "another waybill serves the data in "+folder+": stop it") {
		t.Errorf("second server: %v", err)
	}
	_, _ = first.stop()
	start(t, folder)
}

func TestPortOfTheMetricsInUse(t *testing.T) {
	t.Parallel()
	other, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	inUse := "WAYBILL_METRICS_LISTEN=" + other.Addr().String()
	if log, err := start(t, t.TempDir(), inUse).stop(); err != nil || !strings.Contains(log, "no metrics: their port is in use") {
		t.Errorf("development: %v, log: %s", err, log)
	}
	_, err = tryStart(t, t.TempDir(), inUse, "WAYBILL_ENV=production")
	if err == nil || !strings.Contains(err.Error(), "address already in use: name another address with --metrics-listen") {
		t.Errorf("production: %v", err)
	}
}

func TestProductionRefusesDemoData(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	_, _ = start(t, folder).stop()
	_, err := tryStart(t, folder, "WAYBILL_ENV=production", "WAYBILL_PUBLIC_URL=https://ship.example.com")
	refused, ok := errors.AsType[*data.SettingsError](err)
	if !ok || !strings.Contains(refused.Error(), "holds the data of development, and this is production") {
		t.Errorf("got %v", err)
	}
}

func TestLogFormat(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]string{"auto": `"msg":"ready"`, "json": `"msg":"ready"`, "text": "msg=ready"} {
		var log bytes.Buffer
		server.NewLog(&log, config.Config{LogFormat: format}, nil).Info("ready")
		if !strings.Contains(log.String(), want) {
			t.Errorf("%s: %s", format, &log)
		}
	}
}

func TestRunServesPages(t *testing.T) {
	t.Parallel()
	base := start(t, t.TempDir()).base
	for _, c := range []struct {
		method, path, accept string
		status               int
		kind                 string
	}{
		{http.MethodGet, "/track/UNKNOWN-1", "", http.StatusNotFound, "text/html; charset=utf-8"},
		{http.MethodGet, "/track", "", http.StatusOK, "text/html; charset=utf-8"},
		{http.MethodGet, "/", "text/html,application/xhtml+xml,*/*;q=0.8", http.StatusOK, "text/html; charset=utf-8"},
		{http.MethodHead, "/", "text/html", http.StatusOK, "text/html; charset=utf-8"},
		{http.MethodGet, "/", "*/*", http.StatusNotFound, "application/json"},
		{http.MethodPost, "/", "text/html", http.StatusMethodNotAllowed, "application/json"},
		{http.MethodGet, "/unknown", "text/html", http.StatusNotFound, "application/json"},
		{http.MethodGet, "/x/../y", "text/html", http.StatusNotFound, "application/json"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, base+c.path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Accept", c.accept)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close() // it is not read
		status, header := response.StatusCode, response.Header
		if status != c.status || header.Get("Content-Type") != c.kind || header.Get("X-Request-Id") == "" {
			t.Errorf("%s %s for %q: %d %v", c.method, c.path, c.accept, status, header)
		}
	}
}
