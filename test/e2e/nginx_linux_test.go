package e2e_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"waybill/test/harness"
)

// TestLongNginxNamesTheClient runs the nginx of docs/operations/configure.md before a server. A client
// that invents an X-Forwarded-For for each request is still one client to the public limit,
// and does not affect another client.
func TestLongNginxNamesTheClient(t *testing.T) {
	if testing.Short() {
		t.Skip("long: make test-long runs it")
	}
	s := newServer(t, "", t.TempDir(), "WAYBILL_ENV=production", "WAYBILL_DEMO_KEY=", "WAYBILL_TRUSTED_PROXIES=127.0.0.1")
	s.start()
	address := startNginx(t, s.process.Load().base)

	const requests = 2000 // all of them passed when nginx did not set the header
	forging := clientFrom(t, "198.51.100.2")
	passed := 0
	for passed < requests && track(t, forging, address, fmt.Sprintf("203.0.113.%d", passed%256)) == http.StatusOK {
		passed++
	}
	if passed == requests {
		t.Errorf("%d of %d requests passed the public limit", passed, requests)
	}
	if status := track(t, clientFrom(t, "198.51.100.3"), address, ""); status != http.StatusOK {
		t.Errorf("another client gets %d", status)
	}
}

// track asks for a parcel that is not there.
func track(t *testing.T, c *http.Client, address, forwarded string) (status int) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "https://"+address+"/api/tracker/query-by-tracking-nos/",
		strings.NewReader(`{"tracking_nos":["WB00000000000SG"]}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if forwarded != "" {
		req.Header.Set("X-Forwarded-For", forwarded)
	}
	res, err := c.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode
}

// clientFrom is a client that nginx takes for one with this address: each connection begins with the line
// of the PROXY protocol. A real address of this machine would be loopback, which no limit counts.
func clientFrom(t *testing.T, address string) *http.Client {
	t.Helper()
	dial := func(ctx context.Context, network, to string) (net.Conn, error) {
		conn, err := new(net.Dialer).DialContext(ctx, network, to)
		if err != nil {
			return nil, err
		}
		if _, err := fmt.Fprintf(conn, "PROXY TCP4 %s 127.0.0.1 1 443\r\n", address); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		return conn, nil
	}
	transport := &http.Transport{
		DialContext:     dial,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // the certificate is of this test
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Timeout: patience, Transport: transport}
}

// startNginx runs nginx with the documented file before a server, until the test ends, and
// returns where it listens. The paths and addresses of the file become this test's.
func startNginx(t *testing.T, server string) (address string) {
	t.Helper()
	binary := harness.Tool(t, "nginx")
	folder, address := t.TempDir(), freeAddress(t)
	certificate, key := selfSigned(t, folder)
	documented := documentedNginx(t)
	for from, to := range map[string]string{
		"listen 443 ssl":                    "listen " + address + " ssl proxy_protocol",
		"/etc/ssl/ship.example.com.pem":     certificate,
		"/etc/ssl/ship.example.com.key":     key,
		"/var/log/nginx/waybill.log":        filepath.Join(folder, "access.log"),
		"proxy_pass http://127.0.0.1:8080;": "proxy_pass " + server + ";",
	} {
		if strings.Count(documented, from) != 1 {
			t.Fatalf("the documented file has %q not once:\n%s", from, documented)
		}
		documented = strings.Replace(documented, from, to, 1)
	}
	var temporary strings.Builder
	for _, what := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
		fmt.Fprintf(&temporary, "%s_temp_path %s;\n", what, filepath.Join(folder, what))
	}
	file := filepath.Join(folder, "nginx.conf")
	const clientFromProxyProtocol = "set_real_ip_from 127.0.0.1;\nreal_ip_header proxy_protocol;\n"
	text := fmt.Sprintf("daemon off; master_process off; pid %s; error_log stderr;\nevents {}\nhttp {\n%s%s%s}\n",
		filepath.Join(folder, "pid"), &temporary, clientFromProxyProtocol, documented)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	startProxy(t, address, binary, "-c", file, "-p", folder)
	return address
}

// documentedNginx is the file of docs/operations/configure.md.
func documentedNginx(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/operations/configure.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```nginx\n")
	file, _, closed := strings.Cut(rest, "```")
	if !found || !closed {
		t.Fatal("docs/operations/configure.md has no file for nginx")
	}
	return file
}

func freeAddress(t *testing.T) string {
	t.Helper()
	address, err := harness.FreeAddress(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return address
}

func awaitListener(t *testing.T, address string) {
	t.Helper()
	deadline := time.After(patience)
	for {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
			return
		}
		select {
		case <-deadline:
			t.Fatalf("no process listens on %s after %v: %v", address, patience, err)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// selfSigned writes a certificate and its key into a folder.
func selfSigned(t *testing.T, folder string) (certificate, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"ship.example.com"}}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, content []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: content}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", signed), write("key.pem", "PRIVATE KEY", der)
}
