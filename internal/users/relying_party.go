package users

import (
	"net/netip"
	"net/url"
	"strings"

	"golang.org/x/net/idna"

	"github.com/go-webauthn/webauthn/protocol"
)

// RelyingParty is the site that passkeys are for.
type RelyingParty struct {
	ID     string // its domain
	Origin string // as browsers send it
}

const localhost = "localhost"

// NewRelyingParty returns the site with the public URL of the server. Without one it is the host of a request, with its
// port, if that is localhost. Returns a *ProblemError if browsers do not allow passkeys there.
func NewRelyingParty(publicURL, host string) (RelyingParty, error) {
	address := publicURL
	if publicURL == "" {
		address = "http://" + host
	}
	u, err := url.Parse(address)
	if err != nil {
		return RelyingParty{}, &ProblemError{Text: "Passkeys are off: WAYBILL_PUBLIC_URL has no domain name."}
	}
	domain, err := idna.Lookup.ToASCII(strings.ToLower(u.Hostname()))
	_, notIP := netip.ParseAddr(u.Hostname())
	switch {
	case publicURL == "" && domain != localhost:
		return RelyingParty{}, &ProblemError{
			Text: "Passkeys are off: the server has no WAYBILL_PUBLIC_URL with https and a domain name.",
		}
	case notIP == nil:
		return RelyingParty{}, &ProblemError{
			Text: "Passkeys are off: WAYBILL_PUBLIC_URL has an IP address, and browsers allow passkeys for domain names only.",
		}
	case err != nil || protocol.ValidateRPID(domain) != nil:
		return RelyingParty{}, &ProblemError{Text: "Passkeys are off: WAYBILL_PUBLIC_URL has no domain name."}
	case u.Scheme != "https" && domain != localhost:
		return RelyingParty{}, &ProblemError{
			Text: "Passkeys are off: WAYBILL_PUBLIC_URL is not https, and browsers allow passkeys for HTTPS only.",
		}
	}
	origin := u.Scheme + "://" + domain
	if port := u.Port(); port != "" && !(u.Scheme == "https" && port == "443") && !(u.Scheme == "http" && port == "80") {
		origin += ":" + port
	}
	return RelyingParty{ID: domain, Origin: origin}, nil
}
