package netguard

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestIsPublic(t *testing.T) {
	cases := map[string]bool{
		"8.8.8.8": true, "93.184.216.34": true, "172.15.255.255": true, "172.32.0.0": true, "100.63.255.255": true,
		"100.128.0.0": true, "168.63.129.15": true, "2606:4700::1111": true, "2a00:1450:4001::1": true, "::ffff:8.8.8.8": true,

		"0.0.0.0": false, "10.0.0.1": false, "10.255.255.255": false, "100.64.0.1": false, "100.100.100.200": false,
		"127.0.0.1": false, "127.8.9.1": false, "168.63.129.16": false, "169.254.169.254": false, "172.16.0.1": false,
		"172.31.255.255": false, "192.0.0.192": false, "192.168.1.1": false, "198.18.0.1": false, "203.0.113.9": false,
		"224.0.0.1": false, "239.255.255.250": false, "255.255.255.255": false,
		"::": false, "::1": false, "::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::127.0.0.1": false,
		"fe80::1": false, "fe80::1%eth0": false, "fc00::1": false, "fd00:ec2::254": false, "ff02::1": false,
		"64:ff9b::a00:1": false, "2002:a00:1::": false, "2001::1": false, "2001:db8::1": false, "fec0::1": false,
		"2606:4700::1111%eth0": false,

		// The special-purpose addresses of IANA, IPv4 and IPv6.
		"0.1.2.3": false, "100.127.255.255": false, "127.255.255.254": false, "169.254.0.1": false, "169.254.170.2": false, "192.0.0.8": false,
		"192.0.2.1": false, "192.31.196.1": false, "192.52.193.1": false, "192.88.99.1": false, "192.168.255.255": false, "192.175.48.1": false,
		"198.19.255.255": false, "198.51.100.1": false, "240.0.0.1": false, "::ffff:169.254.169.254": false, "::ffff:100.64.0.1": false,
		"::ffff:0.0.0.0": false, "::ffff:168.63.129.16": false, "::ffff:0:a00:1": false, "64:ff9b::7f00:1": false, "64:ff9b::8.8.8.8": false,
		"64:ff9b:1::1": false, "100::1": false, "2001:2::1": false, "2001:10::1": false, "2001:20::1": false, "2002:7f00:1::": false,
		"2002:a9fe:a9fe::": false, "3fff::1": false, "5f00::1": false, "fdff::1": false, "febf::1": false, "feff::1": false, "ff0e::1": false,
		"4000::1": false, "1fff::1": false,
	}
	for text, want := range cases {
		if got := isPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("isPublic(%s) = %v", text, got)
		}
	}
}

// TestIsPrivate: only the names of this machine are private: what a name resolves to does not count.
func TestIsPrivate(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "LocalHost.": true, "db.localhost": true, "127.0.0.1": true, "127.0.0.1.": true, "::1": true, "fe80::1%1": true,
		"::ffff:10.0.0.1": true, "10.0.0.1": true, "8.8.8.8": false, "2606:4700::1111": false, "database.internal": false,
		"localhost.example": false, "no-such-host.invalid": false, "": false,
	} {
		if got := IsPrivate(host); got != want {
			t.Errorf("%s: %v", host, got)
		}
	}
}

// TestNoFormOfAnAddressComesThrough connects to a server on this machine by each form of its address that a resolver, or
// the normalisation of names, may accept.
func TestNoFormOfAnAddressComesThrough(t *testing.T) {
	var requests atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { requests.Add(1) }))
	t.Cleanup(server.Close)
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "http://"), ":")
	client := &http.Client{Transport: NewTransport(Config{Timeout: 5 * time.Second}), Timeout: 5 * time.Second}
	for _, host := range []string{
		"127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.255.255.254", "2130706433", "0x7f000001", "0x7f.0x0.0x0.0x1", "0177.0.0.1",
		"017700000001", "0300.0250.0.1", "0", "0.0.0.0", "000127.0.0.1", "%31%32%37.0.0.1", "１２７.0.0.1", "①②⑦.⓪.⓪.①", "127。0。0。1",
		"localhost", "LOCALHOST.", "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::127.0.0.1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
		"[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[::1%25lo]", "[fe80::1%25lo]",
	} {
		response, err := client.Get("http://" + host + ":" + port + "/")
		if err == nil {
			response.Body.Close()
			t.Errorf("%s: %d", host, response.StatusCode)
		}
	}
	if requests.Load() != 0 {
		t.Errorf("%d requests came through", requests.Load())
	}
}
