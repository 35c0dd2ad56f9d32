package users

import (
	"strings"
	"testing"
	"time"
)

func TestRelyingParty(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ publicURL, host, id, origin, problem string }{
		{"https://ship.example.com", "127.0.0.1:8080", "ship.example.com", "https://ship.example.com", ""},
		{"https://Ship.Example.com:443/waybill", "", "ship.example.com", "https://ship.example.com", ""},
		{"https://ship.example.com:8443", "", "ship.example.com", "https://ship.example.com:8443", ""},
		{"https://münchen.example", "", "xn--mnchen-3ya.example", "https://xn--mnchen-3ya.example", ""},
		{"http://localhost:8080", "", "localhost", "http://localhost:8080", ""},
		{"", "localhost:7100", "localhost", "http://localhost:7100", ""},
		{"", "localhost", "localhost", "http://localhost", ""},
		{"", "127.0.0.1:8080", "", "", "the server has no WAYBILL_PUBLIC_URL"},
		{"", "ship.example.com", "", "", "the server has no WAYBILL_PUBLIC_URL"},
		{"", "a b\x00", "", "", "no domain name"},
		{"http://ship.example.com", "localhost", "", "", "is not https"},
		{"https://192.0.2.7", "", "", "", "has an IP address"},
		{"https://[2001:db8::1]:8443", "", "", "", "has an IP address"},
		{"https://ship_1.example..com", "", "", "", "no domain name"},
	} {
		rp, err := NewRelyingParty(c.publicURL, c.host)
		refused := err != nil && c.problem != "" && strings.Contains(err.Error(), c.problem)
		if rp.ID != c.id || rp.Origin != c.origin || refused != (err != nil) || refused != (c.problem != "") {
			t.Errorf("%q at %q: %+v, %v", c.publicURL, c.host, rp, err)
		}
	}
}

func TestSealedCeremony(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 3, 4, 5, 6, 789000, time.UTC)
	s := sealer{derive([]byte("secret"), "passkey challenges")}
	sealed := s.seal(ceremony{addingPasskey, 7, now.Add(time.Minute), []byte(strings.Repeat("c", challengeSize))})
	c, err := s.open(sealed, addingPasskey, 7, now)
	if err != nil || string(c.challenge) != strings.Repeat("c", challengeSize) || !c.expiresOn.Equal(now.Add(time.Minute)) {
		t.Fatal(c, err)
	}
	if _, err := s.open(sealed, signingIn, 7, now); err == nil {
		t.Error("it is valid for another purpose")
	}
	if _, err := s.open(sealed, addingPasskey, 8, now); err == nil {
		t.Error("it is valid in another session")
	}
	if _, err := s.open(sealed, addingPasskey, 7, now.Add(time.Minute-time.Microsecond)); err != nil {
		t.Error("it expires too soon")
	}
	if _, err := s.open(sealed, addingPasskey, 7, now.Add(time.Minute)); err == nil {
		t.Error("it does not expire")
	}
	if _, err := (sealer{derive([]byte("other"), "passkey challenges")}).open(sealed, addingPasskey, 7, now); err == nil {
		t.Error("it is valid with another key")
	}
	for i := range len(sealed) {
		changed := []byte(sealed)
		changed[i] = 'A' + (changed[i]-'A'+1)%26
		if _, err := s.open(string(changed), addingPasskey, 7, now); err == nil {
			t.Errorf("character %d can be changed", i)
		}
	}
	for _, wrong := range []string{"", "x", sealed[1:], sealed + "A", "\xff"} {
		if _, err := s.open(wrong, addingPasskey, 7, now); err == nil {
			t.Errorf("%q is valid", wrong)
		}
	}
}
