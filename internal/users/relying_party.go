package users

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/idna"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"waybill/internal/problem"
)

// RelyingParty is the site that passkeys are for.
type RelyingParty struct {
	ID     string // its domain
	Origin string // as browsers send it

	library *webauthn.WebAuthn
}

const localhost = "localhost"

// NewRelyingParty returns the site with the public URL of the server. Without one it is the host of a request, with its
// port, if that is localhost. Returns a problem.Error if browsers do not allow passkeys there.
func NewRelyingParty(publicURL, host string) (RelyingParty, error) {
	address := publicURL
	if publicURL == "" {
		address = "http://" + host
	}
	u, err := url.Parse(address)
	if err != nil {
		return RelyingParty{}, problem.PasskeysNoName.Err()
	}
	domain, err := idna.Lookup.ToASCII(strings.ToLower(u.Hostname()))
	_, notIP := netip.ParseAddr(u.Hostname())
	switch {
	case publicURL == "" && domain != localhost:
		return RelyingParty{}, problem.NoPasskeys.Err()
	case notIP == nil:
		return RelyingParty{}, problem.PasskeysIP.Err()
	case err != nil || protocol.ValidateRPID(domain) != nil:
		return RelyingParty{}, problem.PasskeysNoName.Err()
	case u.Scheme != "https" && domain != localhost:
		return RelyingParty{}, problem.PasskeysInClear.Err()
	}
	origin := u.Scheme + "://" + domain
	if port := u.Port(); port != "" && !(u.Scheme == "https" && port == "443") && !(u.Scheme == "http" && port == "80") {
		origin += ":" + port
	}
	return newSite(domain, origin)
}
