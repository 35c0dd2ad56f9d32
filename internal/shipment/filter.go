package shipment

import "time"

// Filter selects orders of an account; the zero Filter selects all.
type Filter struct {
	WithItems      bool
	Expand         []Extra   // what records also have
	Limit          int       // orders of a page of a list by cursor; 0: none was sent
	From, To       time.Time // of CreatedOn, both inclusive; zero: open
	ServiceID      *int64    // nil: any
	ShipperOrderID string    // "": any
	UploadBatchNo  string    // "": any
	TrackingNos    []string  // upper case; nil: any

	StatusCode             *StatusCode   // nil: any
	TrackerStatus          TrackerStatus // "": any
	PickedUp               *bool         // whether the tracker status is PickedUp; nil: any
	UpdatedFrom, UpdatedTo time.Time     // of UpdatedOn, both inclusive; zero: open
	Return                 *bool         // nil: returns and other orders
	Printed                *bool         // whether the label is marked as printed; nil: any
	LabelStale             bool          // the label has changed since it was printed, and the order is not cancelled
	Facets                 [facets]*bool // whether the order has each facet; nil: any
	Queue                  Queue         // "": any
	Held                   *bool         // whether the order is held; nil: any
	Search                 string        // words that the order has, or that its words begin with; "": any
	Tag                    string        // as of TagOf; "": any
	Warning                WarningKind   // the order has such a warning; "": any order
	Metadata               []Metadata    // the order has all of them; nil: any order
}

// Extra is something of an order that a list shows if it is asked for.
type Extra string

// The extras. A caller can ask for those of Extras.
const (
	ExtraMetadata   Extra = "metadata"
	ExtraTags       Extra = "tags"
	ExtraHold       Extra = "hold"
	ExtraReplacedBy Extra = "replaced_by"
	ExtraPacking    Extra = "packing"
	ExtraProof      Extra = "proof"

	ExtraMeasured   Extra = "measured"
	ExtraTracking   Extra = "tracking"
	ExtraSubmission Extra = "submission"
)

// Extras are those that a caller can ask for.
func Extras() []Extra {
	return []Extra{ExtraMetadata, ExtraTags, ExtraHold, ExtraReplacedBy, ExtraPacking, ExtraProof}
}

// Placed selects parcels by where they fly, and by what customs say of them. All that is not "" counts.
type Placed struct {
	Bags        string // numbers, with commas between
	Consignment string // its number
	Customs     string
}

// Facet is what a feature knows of an order, such as that its parcel is packed.
type Facet int

// The facets.
const (
	Packed Facet = iota
	facets
)

// Facets that a filter only selects by when orders got them.
const (
	LabelPrinted = facets + iota // of the core
	Driven                       // a driver has taken the parcel over
)

// Facets are all facets that a Filter has.
func Facets() []Facet { return []Facet{Packed} }

// WarningKind is the subject of a warning about an order.
type WarningKind string

// The kinds of warnings.
const (
	WarningAny     WarningKind = "any"     // anything
	WarningAddress WarningKind = "address" // the address, phone number or e-mail address of the consignee or of the pickup
)

// BySearch reports whether the search index selects the orders, by Search, Warning or Metadata. A list by cursor then has the order in
// which they were indexed, the newest first.
func (f *Filter) BySearch() bool { return f.Search != "" || f.Warning != "" || f.Metadata != nil }

// ByUpdate reports whether the filter has a time of the last change. A list by cursor is then sorted by it, the oldest first,
// instead of by the time of creation, the newest first.
func (f *Filter) ByUpdate() bool { return !f.UpdatedFrom.IsZero() || !f.UpdatedTo.IsZero() }

// MaxPageSize is how many orders a page has at most, and unless fewer are asked for.
const MaxPageSize = 50

// LastPage stands for the page "last".
const LastPage = -1
