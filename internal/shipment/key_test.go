package shipment

import (
	"cmp"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestScopesAreStoredByName(t *testing.T) {
	for s := Scopes(1); ; s++ {
		again, unknown := ScopesOf(strings.Fields(s.String()))
		if again != s || unknown != "" {
			t.Errorf("%d is stored as %q, which is %d", s, s.String(), again)
		}
		if s == AllScopes {
			break
		}
	}
	if s, unknown := ScopesOf([]string{"labels", "prices:read"}); s != ScopeLabels || unknown != "prices:read" {
		t.Errorf("of a later version: %q, %q", s, unknown)
	}
	for _, name := range PresetNames() {
		if s := PresetNamed(name); s == 0 || s&(ScopeRules|ScopeAudit|ScopeAccount) != 0 {
			t.Errorf("the preset %s has %q", name, s)
		}
	}
}

func TestNetworks(t *testing.T) {
	for text, want := range map[string]Networks{
		"":                              "",
		"203.0.113.7":                   "203.0.113.7/32",
		"203.0.113.7/24 203.0.113.0/24": "203.0.113.0/24",
		"2001:db8::1 2001:db8::/32":     "2001:db8::1/128 2001:db8::/32",
	} {
		if n, wrong := NetworksOf(strings.Fields(text)); n != want || wrong != "" {
			t.Errorf("%q is %q, wrong %q", text, n, wrong)
		}
	}
	for _, text := range []string{"203.0.113", "203.0.113.0/33", "example.com", "::ffff:203.0.113.7", "::ffff:10.0.0.0/104"} {
		if n, wrong := NetworksOf([]string{"192.0.2.1", text}); n != "" || wrong != text {
			t.Errorf("%q is %q, wrong %q", text, n, wrong)
		}
	}
	office := Networks("203.0.113.0/24 2001:db8::/32")
	for address, want := range map[string]bool{
		"203.0.113.255": true, "::ffff:203.0.113.1": true, "203.0.114.0": false, "2001:db8:ffff::1": true, "2001:db9::": false, "": false,
	} {
		parsed, _ := netip.ParseAddr(address) // of "": the zero address
		if office.Allow(parsed) != want {
			t.Errorf("%q is allowed: %t", address, !want)
		}
	}
	if !Networks("").Allow(netip.Addr{}) {
		t.Error("a key without networks is refused")
	}
	for _, c := range []struct {
		inner, outer Networks
		want         bool
	}{
		{"", "", true},
		{"10.0.0.0/8", "", true},
		{"", office, false},
		{office, office, true},
		{"203.0.113.7/32", office, true},
		{"203.0.112.0/23", office, false},
		{"10.0.0.0/8", "10.0.0.0/24", false}, // a wider one with the same first address
		{"2001:db8::/31", office, false},
		{"203.0.113.7/32 10.0.0.1/32", office, false},
		{"2001:db8:1::/48", office, true},
	} {
		if c.inner.Within(c.outer) != c.want {
			t.Errorf("%q is within %q: %t", c.inner, c.outer, !c.want)
		}
	}
}

// TestANewScopeChangesNoKey adds scopes until there is no room for more. Keys have the text that their version stored.
func TestANewScopeChangesNoKey(t *testing.T) {
	names, all := scopeNames, AllScopes
	defer func() { scopeNames, AllScopes = names, all }()
	stored := append(slices.Clone(names), "", strings.Join(names, " "), DefaultScopes.String(), "labels prices:read")
	may := func() (all []string) {
		for _, text := range stored {
			s, _ := ScopesOf(strings.Fields(text))
			all = append(all, cmp.Or(s, DefaultScopes).String())
		}
		return all
	}
	before := may()
	for i := len(names); i < 32; i++ {
		scopeNames = append(slices.Clip(scopeNames), "new:"+strconv.Itoa(i))
		AllScopes |= 1 << i
		if after := may(); !slices.Equal(before, after) {
			t.Fatalf("with %d scopes keys have %q, before they had %q", i+1, after, before)
		}
		last, unknown := ScopesOf(scopeNames[i:])
		if last != 1<<i || unknown != "" || last.String() != scopeNames[i] {
			t.Errorf("the scope %s is %b, unknown %q", scopeNames[i], last, unknown)
		}
	}
	if every, _ := ScopesOf(scopeNames); every != AllScopes || len(every.Names()) != 32 {
		t.Errorf("all scopes are %b", every)
	}
}

// TestTheScopesOfExistingKeys are a list that no release changes.
func TestTheScopesOfExistingKeys(t *testing.T) {
	if got := DefaultScopes.String(); got != "orders:write orders:read labels tracking:write webhooks account parcels:write" {
		t.Errorf("keys of versions without scopes have %q", got)
	}
}
