package masterdata

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"waybill/internal/shipment"
)

// FieldError says what is wrong with a field that an operator sets.
type FieldError struct {
	Field   string // such as rate_limit
	Problem string // follows the field's name, with the limit: is 0: want 1 to 1000
}

func (e *FieldError) Error() string { return e.Field + " " + e.Problem }

// Wrong returns a *FieldError.
func Wrong(field, format string, args ...any) error {
	return &FieldError{field, fmt.Sprintf(format, args...)}
}

// nameShape is the name of an account, a key or a service. Its length is not in the expression, which
// would take 4 MB and 15 ms at every start.
var nameShape = regexp.MustCompile(`^[\pL\pM\pN\pP\pS ]+$`)

// isName reports whether the name of an account, a key or a service is valid: 1 to 100 visible characters and spaces.
func isName(name string) bool {
	return utf8.RuneCountInString(name) <= 100 && nameShape.MatchString(name)
}

const wantName = "is not valid: want 1 to 100 printable characters"

// trackingPrefixShape keeps tracking numbers to capital letters and digits, so that they stay readable in a Code 128
// barcode of a label.
var trackingPrefixShape = regexp.MustCompile(`^[A-Z]{2,4}$`)

// complete sets what follows from other settings, and returns a *FieldError if one of them is wrong.
func (a *Account) complete() error {
	a.Name = strings.TrimSpace(a.Name)
	switch {
	case !isName(a.Name):
		return Wrong("name", wantName)
	case a.TrackingPrefix != "" && !trackingPrefixShape.MatchString(a.TrackingPrefix):
		return Wrong("tracking_prefix", "is %q: want 2 to 4 capital letters", a.TrackingPrefix)
	case a.RateLimit < 0:
		return Wrong("rate_limit", "is %d: a rate cannot be negative", a.RateLimit)
	case a.RateBurst < 0:
		return Wrong("rate_burst", "is %d: a rate cannot be negative", a.RateBurst)
	case a.RateBurst > 0 && a.RateLimit == 0:
		return Wrong("rate_burst", "needs --rate-limit")
	case !isRetention(a.EraseAfterDays):
		return Wrong("erase_after_days", wantRetention, a.EraseAfterDays)
	case !isRetention(a.DeleteAfterDays), a.DeleteAfterDays > 0 && a.DeleteAfterDays < a.EraseAfterDays:
		return Wrong("delete_after_days", wantRetention+", and not before personal data are erased", a.DeleteAfterDays)
	}
	a.RateBurst = cmp.Or(a.RateBurst, 2*a.RateLimit)
	return nil
}

// Check sets what follows from other settings, and returns a *FieldError if one of them is wrong. CreateKey calls it.
func (k *Key) Check(now time.Time) error {
	k.Name, k.Scopes = strings.TrimSpace(k.Name), k.May()
	switch {
	case !isName(k.Name):
		return Wrong("name", wantName)
	case !k.ExpiresOn.IsZero() && !k.ExpiresOn.After(now):
		return Wrong("expires", "is %q, which is in the past", k.ExpiresOn.Format(time.RFC3339))
	}
	return nil
}

// partnerNameShape keeps names readable, and safe in URLs and metrics.
var partnerNameShape = regexp.MustCompile(`^[a-z][a-z0-9-]{0,31}$`)

const (
	maxConcurrency    = 1000
	minPartnerTimeout = 100 * time.Millisecond
	maxPartnerTimeout = 5 * time.Minute
	// maxSecretOverlap is the longest time for which a partner has two secrets.
	maxSecretOverlap = 30 * 24 * time.Hour
)

// check returns a *FieldError if a setting of the partner is wrong.
func (p *Partner) check() error {
	switch {
	case !partnerNameShape.MatchString(p.Name):
		return Wrong("name", "%q is not valid: want a small letter, then up to 31 small letters, digits and -", p.Name)
	case p.Name == shipment.PartnerSimulated:
		return Wrong("name", "%q is that of the simulated partner in development: choose another name", p.Name)
	case slices.Contains(shipment.BuiltInPartners(), p.Name):
		return Wrong("name", "%q is built in and needs no adapter: `waybill serve --help` shows its settings", p.Name)
	case p.Concurrency < 1 || p.Concurrency > maxConcurrency:
		return Wrong("concurrency", "is %d: want 1 to %d", p.Concurrency, maxConcurrency)
	case p.CallTimeout < minPartnerTimeout || p.CallTimeout > maxPartnerTimeout:
		return Wrong("timeout", "is %v: want %v to %v", p.CallTimeout, minPartnerTimeout, maxPartnerTimeout)
	}
	return p.checkURL()
}

func (p *Partner) checkURL() error {
	u, err := url.Parse(p.BaseURL)
	switch {
	case p.BaseURL == "":
		return Wrong("url", "is missing: name the URL of the partner's adapter")
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http":
		return Wrong("url", "is %q: want https://HOST or https://HOST/PATH", p.BaseURL)
	case u.Scheme == "http" && !p.PrivateNetwork:
		return Wrong("allow_private_network", "is not set, but the URL is not https, so the network can read the orders: "+
			"only --allow-private-network allows that")
	}
	return nil
}

// checkService returns a *FieldError if a setting of the service is wrong. Its partner is not checked.
func checkService(sv *shipment.Service) error {
	sv.Name = strings.TrimSpace(sv.Name)
	switch {
	case !isName(sv.Name):
		return Wrong("name", wantName)
	case sv.Category != shipment.CategoryPickup && sv.Category != shipment.CategoryDropOff:
		return Wrong("category", "is %q: want %s or %s", sv.Category, shipment.CategoryPickup, shipment.CategoryDropOff)
	case sv.ServiceID < 0:
		return Wrong("id", "is %d: want a positive number", sv.ServiceID)
	}
	return nil
}
