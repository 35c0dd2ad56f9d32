package e2e_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/store/engine"
	"waybill/internal/store/storetest"
	"waybill/test/harness"
)

// demoKey is the secret key of the demo account.
const demoKey = "e2e-demo-key-0123456789"

// patience is how long a test waits for an event: many times what it takes, because other tests need the processors too.
const patience = 3 * time.Minute

// server is one Waybill: a data folder, a database, and the process that serves them at the moment. Its
// methods are safe for concurrent use, except kill, stop and start.
type server struct {
	t           *testing.T
	folder      string
	databaseURL string   // "": SQLite in the folder
	listen      string   // host:port
	metrics     string   // host:port of the metrics; "off"
	environ     []string // settings of this test
	prefix      []string // a command that runs the server
	log         *harness.Log
	http        *http.Client
	process     atomic.Pointer[instance]
}

// instance is one run of the binary.
type instance struct {
	*harness.Process
	base string // http://host:port
}

// onEngines runs a test on each engine, with a server that is not started yet.
func onEngines(t *testing.T, test func(t *testing.T, s *server)) {
	t.Helper()
	t.Run(engine.SQLite, func(t *testing.T) {
		t.Parallel()
		test(t, newServer(t, "", t.TempDir()))
	})
	t.Run(engine.Postgres, func(t *testing.T) {
		t.Parallel()
		test(t, newServer(t, storetest.Postgres(t), t.TempDir()))
	})
}

// newServer makes a server; start starts it. The end of the test kills it, and shows its log if the test
// failed.
func newServer(t *testing.T, databaseURL, folder string, environ ...string) *server {
	t.Helper()
	// A port of its own: after a kill, requests must not reach a server of another test.
	listen, err := harness.FreeAddress(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := &server{
		t: t, folder: folder, databaseURL: databaseURL, listen: listen, metrics: "off", environ: environ, log: new(harness.Log),
		http: &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 64}},
	}
	t.Cleanup(func() {
		s.kill()
		s.http.CloseIdleConnections()
		text := s.log.String()
		if strings.Contains(text, "DATA RACE") || strings.Contains(text, "panic:") {
			t.Error("the server's log has a data race or a panic")
		}
		if t.Failed() {
			t.Logf("the end of the server's log:\n%s", s.log.Tail())
		}
	})
	return s
}

// launch starts the binary and does not wait until it serves.
func (s *server) launch() *harness.Process {
	s.t.Helper()
	p, err := harness.Start(harness.Program{
		Argv: append(slices.Clone(s.prefix), binary, "serve", "--listen", s.listen, "--metrics-listen", s.metrics, "--data", s.folder),
		Environ: append([]string{
			"PATH=" + os.Getenv("PATH"), "WAYBILL_DEMO_KEY=" + demoKey, "WAYBILL_DATABASE_URL=" + s.databaseURL, "WAYBILL_LOG_LEVEL=warn",
		}, s.environ...),
		Output: s.log,
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { p.End(os.Kill) })
	return p
}

// start starts the server and waits until it says that it is ready.
func (s *server) start() {
	s.t.Helper()
	s.startUnready()
	s.awaitReady()
}

// startUnready starts the server and waits until it serves.
func (s *server) startUnready() {
	s.t.Helper()
	p := s.launch()
	_, address, found := strings.Cut(strings.TrimSpace(p.FirstLine()), "http://")
	if !found {
		s.t.Fatal("the server does not start")
	}
	s.process.Store(&instance{p, "http://" + address})
}

func (s *server) awaitReady() {
	s.t.Helper()
	s.eventually("the server is ready", func() bool {
		a, err := s.get("/readyz")
		return err == nil && a.status == http.StatusOK
	})
}

// kill ends the process as a crash does.
func (s *server) kill() {
	if p := s.process.Load(); p != nil {
		p.End(os.Kill)
	}
}

// stop asks the process to end and returns its exit code.
func (s *server) stop() int { return s.process.Load().End(syscall.SIGTERM) }

// response is the response to a request.
type response struct {
	status int
	header http.Header
	body   []byte
}

func (s *server) get(path string) (response, error) {
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.process.Load().base+path, http.NoBody)
	if err != nil {
		return response{}, err
	}
	return s.do(req)
}

// post sends a body to the create operation. An error means that there is no response.
func (s *server) post(body, idempotencyKey string) (response, error) {
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.process.Load().base+"/api/order/orders/", strings.NewReader(body))
	if err != nil {
		return response{}, err
	}
	req.Header.Set("Authorization", "Bearer "+demoKey)
	req.Header.Set("Content-Type", "application/json")
	if idempotencyKey != "" {
		req.Header.Set("Idempotency-Key", idempotencyKey)
	}
	return s.do(req)
}

func (s *server) do(req *http.Request) (response, error) {
	res, err := s.http.Do(req)
	if err != nil {
		return response{}, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return response{res.StatusCode, res.Header, body}, err
}

// sdk is a client of the process that serves now.
func (s *server) sdk() *client.Client {
	s.t.Helper()
	c, err := client.New(s.process.Load().base+"/api", demoKey, client.WithMaxRetries(0))
	if err != nil {
		s.t.Fatal(err)
	}
	return c
}

// eventually waits until a condition holds.
func (s *server) eventually(what string, holds func() bool) {
	s.t.Helper()
	deadline := time.After(patience)
	for !holds() {
		select {
		case <-deadline:
			s.t.Fatalf("did not happen in %v: %s", patience, what)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// waybill runs a command on the server's data, and returns what it prints.
func (s *server) waybill(args ...string) (output []byte, err error) {
	s.t.Helper()
	cmd := exec.CommandContext(s.t.Context(), binary, append(args, "--data", s.folder)...)
	cmd.Env = append([]string{"WAYBILL_DATABASE_URL=" + s.databaseURL}, s.environ...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if output, err = cmd.Output(); err != nil {
		err = fmt.Errorf("waybill %s: %w: %s", strings.Join(args, " "), err, &stderr)
	}
	return output, err
}

// mustWaybill is waybill for a command that must succeed.
func (s *server) mustWaybill(args ...string) []byte {
	s.t.Helper()
	output, err := s.waybill(args...)
	if err != nil {
		s.t.Fatal(err)
	}
	return output
}

// expectUnavailable checks a response that asks to come back later.
func expectUnavailable(t *testing.T, what string, a response, err error) {
	t.Helper()
	if err != nil || a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("%s: status %d, Retry-After %q, %s, %v; want 503 with Retry-After", what, a.status, a.header.Get("Retry-After"), a.body, err)
	}
}
