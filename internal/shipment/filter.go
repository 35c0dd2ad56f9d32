package shipment

import "time"

// Filter selects orders of an account; the zero Filter selects all.
type Filter struct {
	WithItems      bool
	From, To       time.Time // of CreatedOn, both inclusive; zero: open
	ServiceID      *int64    // nil: any
	ShipperOrderID string    // "": any
	UploadBatchNo  string    // "": any
	TrackingNos    []string  // upper case; nil: any
}

// MaxPageSize is how many orders a page has at most, and unless fewer are asked for.
const MaxPageSize = 50

// LastPage stands for the page "last".
const LastPage = -1
