package shipment

import (
	"net/netip"
	"slices"
	"strings"
)

// Scopes are the permissions of a secret key. There is room for 32.
type Scopes uint32

// The scopes. Those of OperatorScopes are of use on an operator's account alone.
const (
	ScopeOrdersWrite    Scopes = 1 << iota // creates and changes orders
	ScopeOrdersRead                        // sees orders, services and HS codes
	ScopeLabels                            // prints labels and manifests
	ScopeTrackingWrite                     // reports where parcels are, of all accounts
	ScopeWebhooks                          // manages endpoints, and sees events
	ScopeAccount                           // manages keys and settings of its own account
	ScopeRules                             // manages the rules of all accounts
	ScopeAudit                             // sees the audit log
	ScopeParcelsWrite                      // packs parcels and hands them over
	ScopeAdministration                    // manages all accounts, services and partners, and sees users
	ScopeUsers                             // manages users, who can do everything, and what gives such rights
	ScopeFloorRead                         // sees the parcels of all accounts as they pass the operator's hubs
	ScopeFloorWrite                        // scans them there, and stops them

	// OperatorScopes are given by operator administrators alone.
	OperatorScopes = ScopeTrackingWrite | ScopeRules | ScopeAudit | ScopeAdministration | ScopeUsers | ScopeFloorRead | ScopeFloorWrite
	// DefaultScopes are those of a key for which none are named, and of keys of versions without scopes. The list does not grow: a
	// new scope in it would give keys that exist a right that nobody gave them.
	DefaultScopes = ScopeOrdersWrite | ScopeOrdersRead | ScopeLabels | ScopeTrackingWrite | ScopeWebhooks | ScopeAccount | ScopeParcelsWrite
	// OperatorKeyScopes are refused to keys of other accounts.
	OperatorKeyScopes = OperatorScopes &^ DefaultScopes
)

// scopeNames are in the order of the bits.
var scopeNames = []string{
	"orders:write", "orders:read", "labels", "tracking:write", "webhooks", "account", "rules", "audit", "parcels:write",
	"administration", "users", "floor:read", "floor:write",
}

// AllScopes are the scopes that have a name.
var AllScopes = Scopes(1<<len(scopeNames) - 1)

// presets are the scopes of common programs, by name.
var presets = map[string]Scopes{
	"shop":      ScopeOrdersWrite | ScopeOrdersRead | ScopeLabels,
	"warehouse": ScopeOrdersRead | ScopeLabels | ScopeParcelsWrite,
	"depot":     ScopeOrdersRead | ScopeTrackingWrite,
	"hub":       ScopeFloorRead | ScopeFloorWrite,
	"read-only": ScopeOrdersRead,
}

// PresetNames are the names of the sets of scopes for common programs.
func PresetNames() []string { return []string{"shop", "warehouse", "depot", "hub", "read-only"} }

// PresetNamed returns the scopes of a preset, 0 if there is none of this name.
func PresetNamed(name string) Scopes { return presets[name] }

// ScopesOf returns the scopes with some names, and a name that no scope has, "" for none.
func ScopesOf(names []string) (s Scopes, unknown string) {
	for _, name := range names {
		if i := slices.Index(scopeNames, name); i >= 0 {
			s |= 1 << i
		} else {
			unknown = name
		}
	}
	return s, unknown
}

// Names are the names of the scopes.
func (s Scopes) Names() (names []string) {
	for i, name := range scopeNames {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String is how scopes are stored: the names with spaces between.
func (s Scopes) String() string { return strings.Join(s.Names(), " ") }

// MaxNetworks is how many networks a key may have.
const MaxNetworks = 20

// Networks are the networks from which a key may be used, such as "192.0.2.0/24 2001:db8::/32"; "": all.
type Networks string

// NetworksOf returns networks that are written as CIDR or as an address, and the first text that is neither, "" for none.
func NetworksOf(texts []string) (n Networks, wrong string) {
	var all []string
	for _, text := range texts {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			var address netip.Addr
			if address, err = netip.ParseAddr(text); err == nil {
				p, err = address.WithZone("").Prefix(address.BitLen())
			}
		}
		if err != nil || p.Addr().Is4In6() {
			return "", text
		}
		if canonical := p.Masked().String(); !slices.Contains(all, canonical) {
			all = append(all, canonical)
		}
	}
	return Networks(strings.Join(all, " ")), ""
}

// List are the networks one by one.
func (n Networks) List() []string { return strings.Fields(string(n)) }

// Allow reports whether a key may be used from an address.
func (n Networks) Allow(address netip.Addr) bool {
	address = address.Unmap().WithZone("")
	return n == "" || slices.ContainsFunc(n.List(), func(network string) bool {
		p, err := netip.ParsePrefix(network)
		return err == nil && p.Contains(address)
	})
}

// Within reports whether n allows no address that outer does not allow.
func (n Networks) Within(outer Networks) bool {
	return outer == "" || n != "" && !slices.ContainsFunc(n.List(), func(network string) bool {
		p, err := netip.ParsePrefix(network)
		return err != nil || !slices.ContainsFunc(outer.List(), func(o string) bool {
			around, err := netip.ParsePrefix(o)
			return err == nil && around.Bits() <= p.Bits() && around.Contains(p.Addr())
		})
	})
}
