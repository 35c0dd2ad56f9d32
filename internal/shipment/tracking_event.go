package shipment

import (
	"slices"
	"time"
)

// TrackingEvent is one thing that happened to a parcel, as it was reported.
type TrackingEvent struct {
	Status        TrackerStatus
	Text          string  // in words; "" is Status.Text
	Country       Country // where; "" when it is not known
	Place         string  // where there, such as a city or a depot; never a person's address
	OccurredOn    time.Time
	RecordedOn    time.Time
	Source        string // who reported it
	SourceEventID string // the source's own id of it, "" when it has none
	Moved         bool   // it changed the status of the order to Status
}

// TrackingReport is an event with the tracking number of its order.
type TrackingReport struct {
	TrackingNo string // or another code that names the order, as it was sent
	TrackingEvent
}

// The sources of events. A partner's events have its name.
const (
	SourceService   = "service"   // the service itself
	SourceShipper   = "shipper"   // the account, through the API
	SourceOperator  = "operator"  // who scans parcels for the operator
	SourceSimulated = "simulator" // a test journey
)

// Description says what happened, in words.
func (e TrackingEvent) Description() string {
	if e.Text != "" {
		return e.Text
	}
	return e.Status.Text()
}

// Same reports whether one of two events repeats the other: they have the same id of the same source,
// or, where there is no id, the same content.
func (e TrackingEvent) Same(other TrackingEvent) bool {
	if e.Source != other.Source {
		return false
	}
	if e.SourceEventID != "" || other.SourceEventID != "" {
		return e.SourceEventID == other.SourceEventID
	}
	return e.Status == other.Status && e.Text == other.Text && e.Country == other.Country && e.Place == other.Place &&
		e.OccurredOn.Equal(other.OccurredOn)
}

// Repeats reports whether a history, in the order in which it was recorded, has the event already. An
// event without a time is compared with the last event of its source only.
func Repeats(history []TrackingEvent, e TrackingEvent) bool {
	for _, earlier := range slices.Backward(history) {
		if earlier.Source != e.Source {
			continue
		}
		if e.OccurredOn.IsZero() && e.SourceEventID == "" {
			earlier.OccurredOn = time.Time{}
			return earlier.Same(e)
		}
		if earlier.Same(e) {
			return true
		}
	}
	return false
}

// StandingAfter is the standing of an order after its events, in the order in which they were recorded.
func StandingAfter(events []TrackingEvent) Standing {
	standing := NewStanding()
	for _, e := range events {
		if e.Moved {
			standing, _ = standing.After(e.Status, e.OccurredOn)
		}
	}
	return standing
}
