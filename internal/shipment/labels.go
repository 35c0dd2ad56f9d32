package shipment

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// AccountLabels are the settings of an account for its labels. The zero value is a label without settings.
type AccountLabels struct {
	HideContents bool   `json:"hide_contents"`  // no items and no value on the outer label
	ReturnTo     string `json:"return_to"`      // address for parcels that cannot be delivered, at most MaxReturnTo
	Size         string `json:"size,omitempty"` // one of LabelSizes, of labels whose request names none; "": 100x150
	Logo         *Logo  `json:"logo,omitempty"`
	Revision     int64  `json:"-"` // changes with the settings
}

// ServiceLabels are the settings of a service for its labels. The zero value is a label without settings.
type ServiceLabels struct {
	Marks    []string `json:"marks"`   // some of ServiceMarks, in their order
	Routing  []Route  `json:"routing"` // sorted by prefix, each once, at most MaxRoutes
	Revision int64    `json:"-"`       // changes with the settings
}

// AccountSettings are the time zone and the language of an account's pages, what becomes of its phone numbers and parcels, and how far
// weights may differ.
type AccountSettings struct {
	Timezone string // "": UTC
	Language string // "": the language of the browser
	// CompletePhones gives phone numbers without a country code that of their country; nil: it is not decided.
	CompletePhones *bool
	WeightTolerance
	// UnscannedHours is after how many hours a parcel that was handed over and that nobody has scanned since is a problem; 0: UnscannedHours.
	UnscannedHours int64
}

// WeightTolerance is how far the weight on a scale may be from the stated one without a warning: the greater of both.
type WeightTolerance struct {
	Grams   int64
	Percent int64 // of the stated weight
}

// Exceeds reports whether a weight differs from the stated one by more than the tolerance.
func (t WeightTolerance) Exceeds(weight, stated Thousandths) bool {
	difference := max(weight-stated, stated-weight)
	return int64(difference)*100 > max(t.Grams*100, int64(stated)*t.Percent)
}

// DefaultWeightTolerance is that of a new account.
var DefaultWeightTolerance = WeightTolerance{Grams: 50, Percent: 5}

// UnscannedHours are those of accounts that have set none. MaxUnscannedHours is how many an account may set.
const (
	UnscannedHours    = 24
	MaxUnscannedHours = 30 * 24
)

// PageLanguages are the languages of the pages for users, as BCP 47 tags; the first is the default.
func PageLanguages() []string { return []string{"en", "id", "zh-Hans"} }

// LabelSizes are the papers of labels.
func LabelSizes() []string { return []string{"100x150", "a6", "4x6", "a4"} }

// The limits of the settings of labels. Lengths are in characters.
const (
	MaxReturnTo    = 160
	MaxRoutes      = 5000
	MaxRoutePrefix = 12
	MaxRouteText   = 16 // of a hub, and of a sort code
)

// The marks of a service: what the people who handle its parcels must know.
const (
	MarkSignature = "signature" // the consignee signs
	MarkBattery   = "battery"   // contains lithium batteries
	MarkFragile   = "fragile"
)

// ServiceMarks are all marks, in the order in which they are printed.
func ServiceMarks() []string { return []string{MarkSignature, MarkBattery, MarkFragile} }

// MarksOf are the marks with some names, in the order of ServiceMarks, and the names that no mark has.
func MarksOf(names []string) (marks, unknown []string) {
	for _, mark := range ServiceMarks() {
		if slices.Contains(names, mark) {
			marks = append(marks, mark)
		}
	}
	return marks, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return slices.Contains(marks, name) })
}

// Route says where a carrier sorts the parcels to some postal codes.
type Route struct {
	Prefix   string `json:"prefix"` // of postal codes, as PostalKey returns it; "" is every code
	Hub      string `json:"hub"`
	SortCode string `json:"sort_code"`
}

// PostalKey is a postal code, or a part of it, as routes compare it: in upper case, without spaces and hyphens.
func PostalKey(postal string) string {
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, postal))
}

// Route returns the route of a postal code: the one with the longest prefix. It is the zero Route when none fits.
func (l ServiceLabels) Route(postal string) Route {
	key := PostalKey(postal)
	key = key[:min(len(key), MaxRoutePrefix)]
	for n := len(key); n >= 0; n-- {
		i, found := slices.BinarySearchFunc(l.Routing, key[:n], func(r Route, prefix string) int { return strings.Compare(r.Prefix, prefix) })
		if found {
			return l.Routing[i]
		}
	}
	return Route{}
}

// NewRouting returns routes as ServiceLabels has them. The error names the number of the first wrong route, from 1.
func NewRouting(routes []Route) ([]Route, error) {
	if len(routes) > MaxRoutes {
		return nil, fmt.Errorf("%d routes: a service has at most %d", len(routes), MaxRoutes)
	}
	sorted := make([]Route, len(routes))
	numbers := make(map[string]int, len(routes))
	for i, r := range routes {
		r = Route{PostalKey(strings.TrimSpace(r.Prefix)), strings.TrimSpace(r.Hub), strings.TrimSpace(r.SortCode)}
		switch first, twice := numbers[r.Prefix]; {
		case twice:
			return nil, fmt.Errorf("route %d has the prefix %q of route %d: each prefix has one route", i+1, r.Prefix, first)
		case !isPostalPrefix(r.Prefix):
			return nil, fmt.Errorf("route %d has the prefix %q: want at most %d letters and digits", i+1, r.Prefix, MaxRoutePrefix)
		case !isRouteText(r.Hub):
			return nil, fmt.Errorf("route %d has the hub %q: want at most %d printable characters", i+1, r.Hub, MaxRouteText)
		case !isRouteText(r.SortCode):
			return nil, fmt.Errorf("route %d has the sort code %q: want at most %d printable characters", i+1, r.SortCode, MaxRouteText)
		case r.Hub == "" && r.SortCode == "":
			return nil, fmt.Errorf("route %d has no hub and no sort code: want one of them", i+1)
		}
		numbers[r.Prefix] = i + 1
		sorted[i] = r
	}
	slices.SortFunc(sorted, func(a, b Route) int { return strings.Compare(a.Prefix, b.Prefix) })
	return sorted, nil
}

func isPostalPrefix(s string) bool {
	return len(s) <= MaxRoutePrefix && !strings.ContainsFunc(s, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z')
	})
}

func isRouteText(s string) bool {
	return utf8.ValidString(s) && utf8.RuneCountInString(s) <= MaxRouteText &&
		!strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}
