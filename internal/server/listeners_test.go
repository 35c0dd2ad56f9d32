package server

import (
	"net"
	"testing"

	"waybill/internal/config"
)

func TestBaseURL(t *testing.T) {
	t.Parallel()
	cases := []struct {
		publicURL string
		address   net.TCPAddr
		want      string
	}{
		{"", net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, "http://127.0.0.1:8080"},
		{"", net.TCPAddr{IP: net.IPv4zero, Port: 80}, "http://127.0.0.1:80"},
		{"", net.TCPAddr{IP: net.IPv6zero, Port: 80}, "http://127.0.0.1:80"},
		{"https://ship.example.com", net.TCPAddr{Port: 80}, "https://ship.example.com"},
	}
	for _, c := range cases {
		if got := baseURL(config.Config{PublicURL: c.publicURL}, &c.address); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
