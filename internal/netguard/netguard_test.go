package netguard

import (
	"context"
	"errors"
	"net/netip"
	"testing"
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
	}
	for text, want := range cases {
		if got := isPublic(netip.MustParseAddr(text)); got != want {
			t.Errorf("isPublic(%s) = %v", text, got)
		}
	}
}

// TestIsPrivate: a name is private if all its addresses are. A name without an address may get one.
func TestIsPrivate(t *testing.T) {
	addresses := map[string][]string{
		"inside": {"10.0.0.1", "fd00::1"}, "both": {"10.0.0.1", "8.8.8.8"}, "outside": {"8.8.8.8", "2606:4700::1111"}, "empty": {},
		"mapped": {"::ffff:10.0.0.1"},
	}
	lookup := func(_ context.Context, _, host string) (found []netip.Addr, err error) {
		texts, known := addresses[host]
		if !known {
			return nil, errors.New("no such host")
		}
		for _, text := range texts {
			found = append(found, netip.MustParseAddr(text))
		}
		return found, nil
	}
	for host, want := range map[string]bool{
		"inside": true, "mapped": true, "both": false, "outside": false, "empty": false, "unknown": false,
	} {
		if got := isPrivate(t.Context(), host, lookup); got != want {
			t.Errorf("%s: %v", host, got)
		}
	}
	for host, want := range map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true, "fe80::1%1": true, "8.8.8.8": false} {
		if got := IsPrivate(t.Context(), host); got != want {
			t.Errorf("%s: %v", host, got)
		}
	}
}
