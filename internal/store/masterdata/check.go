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

	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// nameShape is the name of an account, a key or a service. Its length is not in the expression, which
// would take 4 MB and 15 ms at every start.
var nameShape = regexp.MustCompile(`^[\pL\pM\pN\pP\pS ]+$`)

// isName reports whether the name of an account, a key or a service is valid: 1 to 100 visible characters and spaces.
func isName(name string) bool {
	return utf8.RuneCountInString(name) <= maxName && nameShape.MatchString(name)
}

// nameTaken is ErrNameTaken of a field name.
func nameTaken(kind, name string) error {
	return fmt.Errorf("%s %q: %w: %w", kind, name, engine.ErrNameTaken, problem.Wrong("name", problem.NameTaken))
}

// maxName is the longest name of an account, a key or a service, in characters.
const maxName = 100

// trackingPrefixShape keeps tracking numbers to capital letters and digits, so that they stay readable in a Code 128
// barcode of a label.
var trackingPrefixShape = regexp.MustCompile(`^[A-Z]{2,4}$`)

// complete sets what follows from other settings, and returns a *problem.FieldError if one of them is wrong.
func (a *Account) complete() error {
	a.Name = strings.TrimSpace(a.Name)
	switch {
	case !isName(a.Name):
		return problem.Wrong("name", problem.NotName.With(maxName))
	case a.TrackingPrefix != "" && !trackingPrefixShape.MatchString(a.TrackingPrefix):
		return problem.Wrong("tracking_prefix", problem.NotPrefix)
	case a.RateLimit < 0:
		return problem.Wrong("rate_limit", problem.NotRate)
	case a.RateBurst < 0:
		return problem.Wrong("rate_burst", problem.NotRate)
	case a.RateBurst > 0 && a.RateLimit == 0:
		return problem.Wrong("rate_burst", problem.BurstAlone)
	case !isRetention(a.EraseAfterDays):
		return problem.Wrong("erase_after_days", problem.NotEraseDays.With(MinRetention, MaxRetention))
	case !isRetention(a.DeleteAfterDays), a.DeleteAfterDays > 0 && a.DeleteAfterDays < a.EraseAfterDays:
		return problem.Wrong("delete_after_days", problem.NotDeleteDays.With(MinRetention, MaxRetention))
	}
	a.RateBurst = cmp.Or(a.RateBurst, 2*a.RateLimit)
	return nil
}

// Check sets what follows from other settings, and returns a *problem.FieldError if one of them is wrong. CreateKey calls it.
func (k *Key) Check(now time.Time) error {
	k.Name, k.Scopes = strings.TrimSpace(k.Name), k.May()
	switch {
	case !isName(k.Name):
		return problem.Wrong("name", problem.NotName.With(maxName))
	case !k.ExpiresOn.IsZero() && !k.ExpiresOn.After(now):
		return problem.Wrong("expires", problem.InThePast)
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
	maxSecretOverlap = maxOverlapDays * 24 * time.Hour
	maxOverlapDays   = 30
)

// check returns a *problem.FieldError if a setting of the partner is wrong.
func (p *Partner) check() error {
	switch {
	case !partnerNameShape.MatchString(p.Name):
		return problem.Wrong("name", problem.NotPartnerName)
	case p.Name == shipment.PartnerSimulated, slices.Contains(shipment.BuiltInPartners(), p.Name):
		return problem.Wrong("name", problem.BuiltInPartner)
	case p.Concurrency < 1 || p.Concurrency > maxConcurrency:
		return problem.Wrong("concurrency", problem.NotConcurrency.With(maxConcurrency))
	case p.CallTimeout < minPartnerTimeout || p.CallTimeout > maxPartnerTimeout:
		return problem.Wrong("timeout", problem.NotCallTimeout.With(minPartnerTimeout.Seconds(), maxPartnerTimeout.Seconds()))
	}
	return p.CheckURL()
}

// CheckURL returns a *problem.FieldError if no adapter can have the URL of the partner.
func (p *Partner) CheckURL() error {
	u, err := url.Parse(p.BaseURL)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || u.Scheme != "https" && u.Scheme != "http":
		return problem.Wrong("url", problem.NotAdapterURL)
	case u.Scheme == "http" && !p.PrivateNetwork:
		return problem.Wrong("allow_private_network", problem.AdapterInClear)
	}
	return nil
}

// checkService sets the category that a service has by default, and returns a *problem.FieldError if the name is wrong. Package request
// checks the other fields, for all callers, but not the partner.
func checkService(sv *shipment.Service) error {
	sv.Name, sv.Category = strings.TrimSpace(sv.Name), cmp.Or(sv.Category, shipment.CategoryPickup)
	if !isName(sv.Name) {
		return problem.Wrong("name", problem.NotName.With(maxName))
	}
	return nil
}
