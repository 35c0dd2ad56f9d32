package client

import "time"

// ParcelFilter selects parcels of all accounts whose journey has not ended. Zero fields select all.
type ParcelFilter struct {
	AccountID int64  // all parcels of this account
	Code      string // the parcels that a number or reference names, in all accounts
	Partner   string // of the service
	Search    string // words; it needs AccountID

	DateFrom, DateTo          time.Time // of the creation
	ServiceID                 int64
	StatusCode                string
	TrackerStatusCode         string
	PickedUp, Printed, Packed *bool
	IsReturn, Held            *bool
	Queue, Tag, Warning       string
	Attention                 string // why the operator has to look at them, such as "customs"
}
