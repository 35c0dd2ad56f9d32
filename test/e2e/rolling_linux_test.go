package e2e_test

import (
	"fmt"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"waybill/internal/store/storetest"
	"waybill/test/harness"
)

// drainDelay is enough for the proxy of the test, which asks for readiness twice a second, on a busy machine.
const drainDelay = 6 * time.Second

// checkTimeout is that of proxies that ask for readiness: a busy machine must not make them think that no server is there.
const checkTimeout = "timeout check 3m"

// proxy is a load balancer before two servers.
type proxy struct {
	address string
	// cuts says that setAside may cut connections of clients, whatever the servers do. A client
	// repeats a request whose connection was cut, with its Idempotency-Key.
	cuts bool
	// setAside has the proxy send nothing to the server at an address, for a proxy that does
	// not ask for readiness. The returned function takes the server back.
	setAside func(address string) (takeBack func())
}

// TestLongRollingRestart restarts each of two servers behind the proxies of packaging/ while
// orders are created and read: every request gets its response.
func TestLongRollingRestart(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	for name, start := range map[string]func(*testing.T, [2]string) proxy{
		"haproxy": startHAProxy, "nginx": startNginxBeforeTwo, "caddy": startCaddyBeforeTwo,
	} {
		t.Run(name, func(t *testing.T) {
			databaseURL, folder := storetest.Postgres(t), t.TempDir()
			var two [2]*server
			var addresses [2]string
			for i := range two {
				addresses[i] = freeAddress(t)
				two[i] = newServer(t, databaseURL, folder, "WAYBILL_DRAIN_DELAY="+drainDelay.String(), "WAYBILL_TRUSTED_PROXIES=127.0.0.1")
				two[i].listen, two[i].metrics = addresses[i], freeAddress(t)
				two[i].start()
			}
			before := start(t, addresses)
			traffic := startTraffic(t, before)
			for i, s := range two {
				traffic.await(200)
				takeBack := before.setAside(addresses[i])
				if code := s.stop(); code != 0 {
					t.Errorf("exit code %d", code)
				}
				traffic.await(200)
				s.start()
				takeBack()
				s.eventually("the proxy sends requests to the server again", func() bool {
					_, served := s.scraped(`waybill_http_requests_total\{operation="create_orders",status="201"\}`)
					return served
				})
			}
			traffic.await(200)
			traffic.finish()
			db := two[0].openDatabase()
			if stored := count(t, db, `SELECT count(*) FROM orders`); int64(stored) != traffic.created.Load() {
				t.Errorf("%d orders are stored, and %d were answered", stored, traffic.created.Load())
			}
		})
	}
}

// traffic creates orders and reads them, each request sent once unless the proxy cuts it.
type traffic struct {
	t        *testing.T
	proxy    proxy
	http     *http.Client
	over     atomic.Bool
	workers  sync.WaitGroup
	answered atomic.Int64
	created  atomic.Int64
}

func startTraffic(t *testing.T, p proxy) *traffic {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: workers}
	t.Cleanup(transport.CloseIdleConnections)
	tr := &traffic{t: t, proxy: p, http: &http.Client{Timeout: patience, Transport: transport}}
	for worker := range workers {
		tr.workers.Go(func() {
			for n := 0; !tr.over.Load(); n++ {
				if n%3 == 2 {
					tr.send(http.MethodGet, "/api/order/order/", "", "", http.StatusOK)
					continue
				}
				r := newRequest(t, fmt.Sprintf("R%d%05d", worker, n), shape{orders: 1, service: serviceInHouse, keyed: true})
				if tr.send(http.MethodPost, "/api/order/orders/", r.body, r.key, http.StatusCreated) {
					tr.created.Add(1)
				}
			}
		})
	}
	t.Cleanup(tr.finish)
	return tr
}

// send sends a request and reports whether the response is the right one.
func (tr *traffic) send(method, path, body, idempotencyKey string, want int) bool {
	a, err := tr.try(method, path, body, idempotencyKey)
	if err != nil && tr.proxy.cuts {
		a, err = tr.try(method, path, body, idempotencyKey)
	}
	if err != nil || a.status != want {
		tr.t.Errorf("%s %s: %v, status %d, %s", method, path, err, a.status, a.body)
		return false
	}
	tr.answered.Add(1)
	return true
}

func (tr *traffic) try(method, path, body, idempotencyKey string) (response, error) {
	req, err := http.NewRequestWithContext(tr.t.Context(), method, "http://"+tr.proxy.address+path, strings.NewReader(body))
	if err != nil {
		return response{}, err
	}
	req.Header.Set("Authorization", "Bearer "+demoKey)
	req.Header.Set("Content-Type", "application/json")
	if idempotencyKey != "" {
		req.Header.Set("Idempotency-Key", idempotencyKey)
	}
	return (&server{http: tr.http}).do(req)
}

// await waits for more responses.
func (tr *traffic) await(more int64) {
	tr.t.Helper()
	until := tr.answered.Load() + more
	(&server{t: tr.t}).eventually("requests are answered", func() bool { return tr.t.Failed() || tr.answered.Load() >= until })
	if tr.t.Failed() {
		tr.t.FailNow()
	}
}

func (tr *traffic) finish() {
	tr.over.Store(true)
	tr.workers.Wait()
}

// startHAProxy runs haproxy with the packaged file. It asks for readiness itself.
func startHAProxy(t *testing.T, servers [2]string) proxy {
	t.Helper()
	binary, address, folder := harness.Tool(t, "haproxy"), freeAddress(t), t.TempDir()
	file := filepath.Join(folder, "haproxy.cfg")
	writePackaged(t, "haproxy/haproxy.cfg", file, map[string]string{
		"bind :80\n": "bind " + freeAddress(t) + "\n",
		"bind :443 ssl crt /etc/ssl/ship.example.com.pem": "bind " + address,
		"log /dev/log local0":                             "",
		"timeout check 2s":                                checkTimeout,
		"10.0.0.11:8080":                                  servers[0],
		"10.0.0.12:8080":                                  servers[1],
	})
	startProxy(t, address, binary, "-db", "-f", file)
	return proxy{address: address, setAside: func(string) func() { return func() {} }}
}

// startCaddyBeforeTwo runs Caddy with the packaged file, without TLS. It asks for readiness itself.
func startCaddyBeforeTwo(t *testing.T, servers [2]string) proxy {
	t.Helper()
	address := freeAddress(t)
	_, port, _ := net.SplitHostPort(freeAddress(t))
	runCaddy(t, address, "http://"+address, servers, "http_port "+port+"\n")
	return proxy{address: address, setAside: func(string) func() { return func() {} }}
}

// startNginxBeforeTwo runs nginx with the packaged file. A reload marks a server as down.
func startNginxBeforeTwo(t *testing.T, servers [2]string) proxy {
	t.Helper()
	address, folder := freeAddress(t), t.TempDir()
	names := map[string]string{
		"listen 80;":      "listen " + freeAddress(t) + ";",
		"listen 443 ssl;": "listen " + address + ";",
		"ssl_certificate     /etc/ssl/ship.example.com.pem;": "",
		"ssl_certificate_key /etc/ssl/ship.example.com.key;": "",
		"/var/log/nginx/waybill.log":                         filepath.Join(folder, "access.log"),
	}
	log, nginx := runNginx(t, folder, address, servers, names)
	reloads := 0
	reload := func(down string) {
		writeNginx(t, folder, servers, down, names)
		reloads++
		if err := nginx.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		(&server{t: t}).eventually("the worker before the reload has ended", func() bool {
			return strings.Count(log.String(), "exited with code 0") == reloads
		})
	}
	return proxy{address: address, cuts: true, setAside: func(down string) func() {
		reload(down)
		return func() { reload("none") }
	}}
}

// runNginx runs nginx with the packaged file and the names of the test in it.
func runNginx(t *testing.T, folder, address string, servers [2]string, names map[string]string) (*harness.Log, *harness.Process) {
	t.Helper()
	binary, file := harness.Tool(t, "nginx"), filepath.Join(folder, "nginx.conf")
	site := writeNginx(t, folder, servers, "none", names)
	text := fmt.Sprintf("user root; daemon off; pid %s; error_log stderr notice; worker_processes 1;\nevents {}\nhttp { "+
		"client_body_temp_path %s; proxy_temp_path %s; include %s; }\n",
		filepath.Join(folder, "pid"), filepath.Join(folder, "body"), filepath.Join(folder, "proxy"), site)
	if os.Getuid() != 0 {
		text = strings.TrimPrefix(text, "user root; ")
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return startProxy(t, address, binary, "-c", file, "-p", folder)
}

// writeNginx writes the packaged file with the names of the test, and a server marked as down.
func writeNginx(t *testing.T, folder string, servers [2]string, down string, names map[string]string) (site string) {
	t.Helper()
	all := maps.Clone(names)
	for i, packaged := range []string{"10.0.0.11:8080", "10.0.0.12:8080"} {
		all[packaged] = servers[i]
		if servers[i] == down {
			all[packaged] += " down"
		}
	}
	site = filepath.Join(folder, "waybill.conf")
	writePackaged(t, "nginx/waybill.conf", site, all)
	return site
}

// writePackaged writes a file of packaging/ with the names of the test in it.
func writePackaged(t *testing.T, packaged, file string, names map[string]string) {
	t.Helper()
	content, err := os.ReadFile("../../packaging/" + packaged)
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	for from, to := range names {
		if !strings.Contains(text, from) {
			t.Fatalf("%s does not say %q", packaged, from)
		}
		text = strings.ReplaceAll(text, from, to)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// startProxy runs a proxy until the test ends, and waits until it listens.
func startProxy(t *testing.T, address string, argv ...string) (*harness.Log, *harness.Process) {
	t.Helper()
	log := new(harness.Log)
	p, err := harness.Start(harness.Program{Argv: argv, Environ: []string{"PATH=" + os.Getenv("PATH")}, Output: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.End(syscall.SIGTERM)
		if t.Failed() {
			t.Logf("%s:\n%s", argv[0], log.Tail())
		}
	})
	awaitListener(t, address)
	return log, p
}
