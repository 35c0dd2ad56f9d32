package users

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"time"
)

// TestNetworksCount: who has a network of 48 bits cannot guess from each of its 65,536 networks of 64 bits. Attempts that succeed are
// given back, and other networks are not affected.
func TestNetworksCount(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	network := func(third, fourth byte) netip.Addr {
		return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0, third, fourth / 16, fourth})
	}
	for name, c := range map[string]struct {
		client func(i byte) netip.Addr
		most   int
	}{
		"one of 64 bits": {func(byte) netip.Addr { return network(1, 1) }, budgets[failsOfAddress].burst},
		"those in one of 56 bits": {func(i byte) netip.Addr {
			return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0, 1, 0, i})
		}, budgets[failsOfSite].burst},
		"those in one of 48 bits": {func(i byte) netip.Addr {
			return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0, 1, i, i})
		}, budgets[failsOfBlock].burst},
		"IPv4 addresses":   {func(i byte) netip.Addr { return netip.AddrFrom4([4]byte{192, 0, 2, i}) }, 120},
		"those of 48 bits": {func(i byte) netip.Addr { return network(i, 0) }, 120},
	} {
		s := newSignIn(nil, nil, func() time.Time { return now })
		for range 200 { // they succeed
			back, err := s.takeNetworks(c.client(0))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			back()
		}
		failed := 0
		for i := range byte(120) {
			if _, err := s.takeNetworks(c.client(i)); err == nil {
				failed++
			} else if _, ok := errors.AsType[*TooManyError](err); !ok {
				t.Fatal(err)
			}
		}
		if failed != c.most {
			t.Errorf("%s: %d of 120 attempts are checked, want %d", name, failed, c.most)
		}
		if _, err := s.takeNetworks(netip.MustParseAddr("2001:db9::")); err != nil {
			t.Errorf("%s: elsewhere: %v", name, err)
		}
		if _, err := s.TakeAddress(netip.MustParseAddr("2001:db8:1:1fff::")); err != nil {
			t.Errorf("%s: by passkey, which nobody guesses: %v", name, err)
		}
		now = now.Add(budgets[failsOfAddress].every)
		if _, err := s.takeNetworks(c.client(0)); err != nil {
			t.Errorf("%s: later: %v", name, err)
		}
	}
}

// TestARefusedNetworkCostsItsAddressesNothing: attempts that are not made, because others in the network have failed, do not count
// against the address.
func TestARefusedNetworkCostsItsAddressesNothing(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_800_000_000, 0)
	s := newSignIn(nil, nil, func() time.Time { return now })
	client := func(i byte) netip.Addr { return netip.AddrFrom16([16]byte{0x20, 0x01, 0x0d, 0xb8, 0, 1, 0, i}) }
	for i := range byte(budgets[failsOfSite].burst) {
		if _, err := s.takeNetworks(client(i)); err != nil {
			t.Fatal(err)
		}
	}
	mine := client(200)
	for range budgets[failsOfAddress].burst {
		if _, err := s.takeNetworks(mine); err == nil {
			t.Fatal("the network is not full")
		}
	}
	if _, err := s.TakeAddress(mine); err != nil {
		t.Errorf("by passkey: %v", err)
	}
}

// TestKnownBrowsersHaveTheirPlaces: they do not wait for guesses that are hashed.
func TestKnownBrowsersHaveTheirPlaces(t *testing.T) {
	t.Parallel()
	s := newSignIn(nil, NewHasher(), time.Now)
	for range cap(s.guesses.slots) {
		release, err := s.guesses.acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(release)
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.guesses.Verify(over, "x", ""); !errors.Is(err, context.Canceled) {
		t.Errorf("a guess: %v", err)
	}
	if _, err := s.hasher.Verify(t.Context(), "x", ""); !errors.Is(err, ErrWrongPassword) {
		t.Errorf("a known browser: %v", err)
	}
}
