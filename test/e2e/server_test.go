package e2e_test

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"waybill/client"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

// demoKey is the secret key of the demo account.
const demoKey = "e2e-demo-key-0123456789"

// patience is how long a test waits for what must happen. Nothing takes nearly as long.
const patience = 60 * time.Second

// server is one Waybill: a data folder, a database, and the process that serves them at
// the moment. Its methods but kill, stop and start are safe for concurrent use.
type server struct {
	t           *testing.T
	folder      string
	databaseURL string   // "": SQLite in the folder
	listen      string   // host:port; newServer leaves the port free
	environ     []string // settings of this test
	log         *logBuffer
	http        *http.Client
	process     atomic.Pointer[process]
}

// process is one run of the binary.
type process struct {
	cmd      *exec.Cmd
	greeting chan string // receives the first line of its output
	base     string      // http://host:port
	exited   chan struct{}
}

// onEngines runs a test on each engine, with a server that is not started yet.
func onEngines(t *testing.T, test func(t *testing.T, s *server)) {
	t.Helper()
	t.Run(store.SQLite, func(t *testing.T) {
		t.Parallel()
		test(t, newServer(t, "", t.TempDir()))
	})
	t.Run(store.Postgres, func(t *testing.T) {
		t.Parallel()
		test(t, newServer(t, storetest.Postgres(t), t.TempDir()))
	})
}

// newServer makes a server; start starts it. At the end of the test it is killed, and its
// log shown if the test failed.
func newServer(t *testing.T, databaseURL, folder string, environ ...string) *server {
	t.Helper()
	s := &server{
		t: t, folder: folder, databaseURL: databaseURL, listen: "127.0.0.1:0", environ: environ, log: new(logBuffer),
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
			t.Logf("the end of the server's log:\n%s", text[max(0, len(text)-8<<10):])
		}
	})
	return s
}

// launch starts the binary without waiting for it to serve.
func (s *server) launch() *process {
	s.t.Helper()
	binary, err := built()
	if err != nil {
		s.t.Fatal(err)
	}
	p := &process{greeting: make(chan string, 1), exited: make(chan struct{})}
	p.cmd = exec.Command(binary, "serve", "--listen", s.listen, "--metrics-listen", "off", "--data", s.folder, "--log-level", "warn")
	p.cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "WAYBILL_DEMO_KEY=" + demoKey, "WAYBILL_DATABASE_URL=" + s.databaseURL}, s.environ...)
	p.cmd.Stderr = s.log
	stdout, err := p.cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := p.cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	go func() {
		defer close(p.exited)
		lines := bufio.NewReader(stdout)
		line, _ := lines.ReadString('\n') // without one it is no greeting
		p.greeting <- line
		_, _ = io.Copy(io.Discard, lines)
		_ = p.cmd.Wait() // the exit code is in ProcessState
	}()
	s.t.Cleanup(func() { p.end(syscall.SIGKILL) })
	return p
}

// baseURL finds the address in a server's greeting, "" if there is none.
func baseURL(greeting string) string {
	_, address, found := strings.Cut(strings.TrimSpace(greeting), "http://")
	if !found {
		return ""
	}
	return "http://" + address
}

// start starts the server and waits until it says that it is ready.
func (s *server) start() {
	s.t.Helper()
	p := s.launch()
	if p.base = baseURL(<-p.greeting); p.base == "" {
		s.t.Fatal("the server does not start")
	}
	s.process.Store(p)
	s.awaitReady()
}

func (s *server) awaitReady() {
	s.t.Helper()
	s.eventually("the server is ready", func() bool {
		a, err := s.get("/readyz")
		return err == nil && a.status == http.StatusOK
	})
}

// end sends a signal and waits for the end of the process. It returns the exit code, -1 for
// one that a signal ended.
func (p *process) end(signal os.Signal) int {
	_ = p.cmd.Process.Signal(signal) // it may be gone already
	<-p.exited
	return p.cmd.ProcessState.ExitCode()
}

// kill ends the process as a crash does.
func (s *server) kill() {
	if p := s.process.Load(); p != nil {
		p.end(syscall.SIGKILL)
	}
}

// stop asks the process to end and returns its exit code.
func (s *server) stop() int { return s.process.Load().end(syscall.SIGTERM) }

// answer is what a request came to.
type answer struct {
	status int
	header http.Header
	body   []byte
}

func (s *server) get(path string) (answer, error) {
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodGet, s.process.Load().base+path, http.NoBody)
	if err != nil {
		return answer{}, err
	}
	return s.do(req)
}

// post sends a body to the create operation. An error is an answer that did not come.
func (s *server) post(body, idempotencyKey string) (answer, error) {
	req, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, s.process.Load().base+"/api/order/orders/", strings.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	req.Header.Set("Authorization", "Bearer "+demoKey)
	req.Header.Set("Content-Type", "application/json")
	if idempotencyKey != "" {
		req.Header.Set("Idempotency-Key", idempotencyKey)
	}
	return s.do(req)
}

func (s *server) do(req *http.Request) (answer, error) {
	res, err := s.http.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	return answer{res.StatusCode, res.Header, body}, err
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

// eventually asks again and again until the condition holds.
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

// logBuffer keeps what a process writes to its log.
type logBuffer struct {
	mu   sync.Mutex
	text strings.Builder
}

func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// expectUnavailable checks an answer that asks to come back later.
func expectUnavailable(t *testing.T, what string, a answer, err error) {
	t.Helper()
	if err != nil || a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("%s: status %d, Retry-After %q, %s, %v; want 503 with Retry-After", what, a.status, a.header.Get("Retry-After"), a.body, err)
	}
}
