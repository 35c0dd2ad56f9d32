package e2e_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"waybill/test/harness"
)

// frontend is a proxy with TLS: where it listens, and where it logs requests.
type frontend struct {
	http, https string
	log         func() string
}

// TestProxies runs the proxies of packaging/ that have TLS before a server that records what arrives, and an address where no
// server listens.
func TestProxies(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T, [2]string) frontend{
		"nginx": startNginxTLS, "caddy": startCaddyTLS, "haproxy": startHAProxyTLS,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &arrivals{connections: map[string]bool{}}
			recorder := httptest.NewServer(r)
			t.Cleanup(recorder.Close)
			f := start(t, [2]string{recorder.Listener.Addr().String(), freeAddress(t)})
			c := f.client(t)
			expectPagesRedirectedAlone(t, c, r)
			t.Run("headers", func(t *testing.T) {
				status, header := send(t, c, "https://ship.example.com/a", "{}")
				if hsts := header.Get("Strict-Transport-Security"); status != http.StatusOK || hsts != "max-age=31536000" {
					t.Errorf("status %d, Strict-Transport-Security %q", status, hsts)
				}
				got := r.last()
				if from := got.Header.Values("X-Forwarded-For"); len(from) != 1 || from[0] != "127.0.0.1" {
					t.Errorf("X-Forwarded-For is %q, and the client is 127.0.0.1", from)
				}
				if id := got.Header.Get("X-Request-Id"); got.Host != "ship.example.com" || len(id) < 16 {
					t.Errorf("host %q, request %q", got.Host, id)
				}
			})
			t.Run("keepalive", func(t *testing.T) {
				for range 20 {
					send(t, c, "https://ship.example.com/a", "{}")
				}
				if n := r.opened(); n > 2 {
					t.Errorf("%d connections to the server", n)
				}
			})
			t.Run("size", func(t *testing.T) {
				const file, larger = 32<<20 + 512<<10, 33<<20 + 1
				if status, _ := send(t, c, "https://ship.example.com/a", strings.Repeat("x", file)); status != http.StatusOK {
					t.Errorf("a file of orders with its form: status %d", status)
				}
				if name == "haproxy" { // it has no limit: Waybill has
					return
				}
				status, _ := send(t, c, "https://ship.example.com/refused?secret_key=sk_in_the_query", strings.Repeat("x", larger))
				if status < http.StatusBadRequest {
					t.Errorf("a body of %d bytes: status %d", larger, status)
				}
			})
			t.Run("log", func(t *testing.T) {
				send(t, c, "https://ship.example.com/logged?secret_key=sk_in_the_query", "{}")
				(&server{t: t}).eventually("the request is logged", func() bool { return strings.Contains(f.log(), "/logged") })
				// The body that was too large is logged too, by Caddy as an error.
				if text := f.log(); strings.Contains(text, "sk_in_the_") || !strings.Contains(text, "127.0.0.1") {
					t.Errorf("the log has a key, or no address:\n%s", text)
				}
			})
		})
	}
}

// expectPagesRedirectedAlone sends pages and requests of programs by HTTP: the pages are redirected, the others are refused and do not
// reach the server.
func expectPagesRedirectedAlone(t *testing.T, c *http.Client, r *arrivals) {
	t.Helper()
	t.Run("pages are redirected", func(t *testing.T) {
		for _, page := range []string{"/", "/console", "/console/accounts/1/orders?page=2", "/track/WB1", "/docs/"} {
			status, header, _ := exchange(t, c, http.MethodGet, "http://ship.example.com"+page, "")
			to, err := url.Parse(header.Get("Location"))
			if err != nil {
				t.Fatal(err)
			}
			if status != http.StatusPermanentRedirect || to.Scheme != "https" || to.Hostname() != "ship.example.com" ||
				to.RequestURI() != page {
				t.Errorf("%s: status %d to %s", page, status, to)
			}
		}
	})
	t.Run("programs are refused", func(t *testing.T) {
		for _, to := range []string{
			"GET /api/order/order/?secret_key=sk_in_the_query", "POST /api/order/orders/", "POST //api/order/orders/", "GET /labels/WB1-x.pdf",
			"POST /console/sign-in", "GET /consoles", "PUT /api/", "GET /api/console/",
		} {
			method, path, _ := strings.Cut(to, " ")
			status, header, body := exchange(t, c, method, "http://ship.example.com"+path, "{}")
			if status != http.StatusForbidden || header.Get("Location") != "" || header.Get("Content-Type") != "application/json" ||
				!strings.Contains(body, `{"detail":"Use HTTPS.`) {
				t.Errorf("%s: status %d, %v, %s", to, status, header, body)
			}
		}
		if r.last() != nil {
			t.Errorf("the server got %s", r.last().URL)
		}
	})
}

// TestIngressRedirectsPagesAlone runs nginx with the snippet of packaging/kubernetes/ingress.yaml, where NGINX Ingress Controller puts it.
func TestIngressRedirectsPagesAlone(t *testing.T) {
	t.Parallel()
	r := &arrivals{connections: map[string]bool{}}
	recorder := httptest.NewServer(r)
	t.Cleanup(recorder.Close)
	ingress, err := os.ReadFile("../../packaging/kubernetes/ingress.yaml")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(ingress), "nginx.org/server-snippets: |\n")
	snippet, _, ended := strings.Cut(after, "\nspec:")
	if !found || !ended {
		t.Fatal("the ingress has no snippet")
	}
	folder, f := t.TempDir(), frontend{http: freeAddress(t), https: freeAddress(t)}
	certificate, key := selfSigned(t, folder)
	conf := fmt.Sprintf(`daemon off; pid %s/pid; error_log stderr notice;
events {}
http {
	access_log off; client_body_temp_path %s/body; proxy_temp_path %s/proxy;
	server {
		listen %s; listen %s ssl; server_name ship.example.com; ssl_certificate %s; ssl_certificate_key %s;
%s
		location / { proxy_pass %s; }
	}
}
`, folder, folder, folder, f.http, f.https, certificate, key, snippet, recorder.URL)
	file := filepath.Join(folder, "nginx.conf")
	if err := os.WriteFile(file, []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	startProxy(t, f.https, harness.Tool(t, "nginx"), "-c", file, "-p", folder)
	c := f.client(t)
	expectPagesRedirectedAlone(t, c, r)
	if status, _ := send(t, c, "https://ship.example.com/api/order/orders/", "{}"); status != http.StatusOK || r.last() == nil {
		t.Errorf("by HTTPS: status %d", status)
	}
}

// arrivals answers all requests, and records them.
type arrivals struct {
	mu          sync.Mutex
	request     *http.Request
	connections map[string]bool
}

func (a *arrivals) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/readyz" {
		return
	}
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		w.WriteHeader(http.StatusRequestEntityTooLarge) // as Waybill
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.request = r
	a.connections[r.RemoteAddr] = true
}

func (a *arrivals) last() *http.Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.request
}

func (a *arrivals) opened() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.connections)
}

// client does not follow redirects. It connects to the proxy for every host name.
func (f frontend) client(t *testing.T) *http.Client {
	t.Helper()
	transport := &http.Transport{
		DialContext: func(ctx context.Context, network, to string) (net.Conn, error) {
			if strings.HasSuffix(to, ":443") {
				return new(net.Dialer).DialContext(ctx, network, f.https)
			}
			return new(net.Dialer).DialContext(ctx, network, f.http)
		},
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // the certificate is of this test
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{
		Timeout: patience, Transport: transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// send posts a body as a client that invents where it comes from.
func send(t *testing.T, c *http.Client, to, body string) (status int, header http.Header) {
	t.Helper()
	status, header, _ = exchange(t, c, http.MethodPost, to, body)
	return status, header
}

func exchange(t *testing.T, c *http.Client, method, to, body string) (status int, header http.Header, content string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, to, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Forwarded-For", "203.0.113.9")
	req.Header.Set("Referer", "https://ship.example.com/?secret_key=sk_in_the_referer")
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(text)
}

// startNginxTLS runs nginx with the packaged file.
func startNginxTLS(t *testing.T, servers [2]string) frontend {
	t.Helper()
	folder := t.TempDir()
	f := frontend{http: freeAddress(t), https: freeAddress(t)}
	certificate, key := selfSigned(t, folder)
	log := filepath.Join(folder, "access.log")
	f.log = func() string {
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	runNginx(t, folder, f.https, servers, map[string]string{
		"listen 80;":                    "listen " + f.http + ";",
		"listen 443 ssl;":               "listen " + f.https + " ssl;",
		"/etc/ssl/ship.example.com.pem": certificate,
		"/etc/ssl/ship.example.com.key": key,
		"/var/log/nginx/waybill.log":    log,
	})
	return f
}

// startHAProxyTLS runs haproxy with the packaged file. It logs to standard output.
func startHAProxyTLS(t *testing.T, servers [2]string) frontend {
	t.Helper()
	folder := t.TempDir()
	f := frontend{http: freeAddress(t), https: freeAddress(t)}
	certificate, key := selfSigned(t, folder)
	var both []byte
	for _, file := range []string{certificate, key} {
		part, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		both = append(both, part...)
	}
	pair, file := filepath.Join(folder, "pair.pem"), filepath.Join(folder, "haproxy.cfg")
	if err := os.WriteFile(pair, both, 0o600); err != nil {
		t.Fatal(err)
	}
	writePackaged(t, "haproxy/haproxy.cfg", file, map[string]string{
		"bind :80\n":                    "bind " + f.http + "\n",
		"bind :443 ssl":                 "bind " + f.https + " ssl",
		"/etc/ssl/ship.example.com.pem": pair,
		"log /dev/log local0":           "log stdout format raw local0",
		"timeout check 2s":              checkTimeout,
		"10.0.0.11:8080":                servers[0],
		"10.0.0.12:8080":                servers[1],
	})
	log, _ := startProxy(t, f.https, harness.Tool(t, "haproxy"), "-db", "-f", file)
	f.log = log.String
	return f
}

// startCaddyTLS runs Caddy with the packaged file and a certificate of its own.
func startCaddyTLS(t *testing.T, servers [2]string) frontend {
	t.Helper()
	f := frontend{http: freeAddress(t), https: freeAddress(t)}
	_, httpPort, _ := net.SplitHostPort(f.http)
	_, httpsPort, _ := net.SplitHostPort(f.https)
	f.log = runCaddy(t, f.https, "ship.example.com", servers,
		fmt.Sprintf("local_certs\nskip_install_trust\nhttp_port %s\nhttps_port %s\ndefault_bind 127.0.0.1\n", httpPort, httpsPort)).String
	(&server{t: t}).eventually("Caddy has made its certificate", func() bool {
		dialer := tls.Dialer{Config: &tls.Config{ServerName: "ship.example.com", InsecureSkipVerify: true}}
		conn, err := dialer.DialContext(t.Context(), "tcp", f.https)
		return err == nil && conn.Close() == nil
	})
	return f
}

// runCaddy runs Caddy with the packaged file and options of the test. Caddy logs to the log that is returned.
func runCaddy(t *testing.T, address, domain string, servers [2]string, options string) *harness.Log {
	t.Helper()
	binary, folder := harness.Tool(t, "caddy"), t.TempDir()
	packaged, err := os.ReadFile("../../packaging/caddy/Caddyfile")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "Caddyfile")
	text := strings.NewReplacer("\n{\n", "\n{\nadmin off\n"+options, "health_timeout 2s", "health_timeout 3m").Replace(string(packaged))
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	log, _ := startProxy(t, address, "/usr/bin/env", "HOME="+folder, "DOMAIN="+domain, "SERVERS="+servers[0]+" "+servers[1],
		binary, "run", "--config", file, "--adapter", "caddyfile")
	return log
}
