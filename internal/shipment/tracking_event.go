package shipment

import (
	"cmp"
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
	// StatedOn is the time that the source stated, zero if it stated none. A stored event has it only if it was in the future; then
	// OccurredOn is when it was recorded.
	StatedOn  time.Time `json:",omitzero"`
	ActorKind string    `json:",omitzero"` // user, key, partner or command; "": the server itself
	Actor     string    `json:",omitzero"` // who of them reported it
	Corrects  int64     `json:",omitzero"` // of a correction: the number of the event that it corrects, from 1; 0: the order had none
	Reason    string    `json:",omitzero"` // of a correction; it is not public
	Corrected bool      `json:",omitzero"` // a later event corrects it
}

// TrackingReport is an event with the tracking number of its order.
type TrackingReport struct {
	TrackingNo string // or another code that names the order, as it was sent
	TrackingEvent
}

// Correction is an operator's correction of the status of an order.
type Correction struct {
	TrackingNo string // in upper case
	Status     TrackerStatus
	Lost       bool // the parcel is lost: Status is Exception
	Reason     string
}

// The sources of events. A partner's events have its name.
const (
	SourceService    = "service"     // the service itself
	SourceShipper    = "shipper"     // the account, through the API
	SourceOperator   = "operator"    // who scans parcels for the operator
	SourceHandover   = "handover"    // the list with which a driver took the parcel over
	SourceHub        = "hub"         // a scan in a hub of the operator
	SourceConsigned  = "consignment" // what happened to the bag in which it is
	SourceCorrection = "correction"  // an operator who corrects a status
	SourceSimulated  = "simulator"   // a test journey
)

// MaxEvents is how many events an order has at most. One that ends its journey is always added.
const MaxEvents = 500

// Milestones are when a parcel was picked up and when it was delivered, the zero time for never, and how many deliveries of it failed.
// Events that were corrected do not count.
func Milestones(events []TrackingEvent) (pickedUp, delivered time.Time, failed int) {
	for _, e := range events {
		if e.Corrected || e.Status == Exception { // which happens anywhere
			continue
		}
		if e.Status.PickedUp() && (pickedUp.IsZero() || e.OccurredOn.Before(pickedUp)) {
			pickedUp = e.OccurredOn
		}
		switch {
		case e.Status == FailedDelivery:
			failed++
		case e.Status == Success && (delivered.IsZero() || e.OccurredOn.Before(delivered)):
			delivered = e.OccurredOn
		}
	}
	return pickedUp, delivered, failed
}

// Description says what happened, in words.
func (e TrackingEvent) Description() string { return cmp.Or(e.Text, e.Status.Text()) }

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
		e.stated().Equal(other.stated())
}

// stated is the time of an event as its source stated it.
func (e TrackingEvent) stated() time.Time {
	if e.StatedOn.IsZero() {
		return e.OccurredOn
	}
	return e.StatedOn
}

// clock names the clock of the time that the source stated: that of a partner, a key, a user or a file. "" is this server's.
func (e TrackingEvent) clock() string {
	switch {
	case e.Source == SourceCorrection:
		return SourceCorrection
	case e.StatedOn.IsZero():
		return ""
	}
	return e.Source + " " + e.ActorKind + " " + e.Actor
}

// Repeats reports whether a history, in the order in which it was recorded, has the event already. An
// event without a time is compared with the last event of its source only, and is a new one if a correction came after that.
func Repeats(history []TrackingEvent, e TrackingEvent) bool {
	bare := e.OccurredOn.IsZero() && e.SourceEventID == ""
	for _, earlier := range slices.Backward(history) {
		if bare && earlier.Source == SourceCorrection {
			return false
		}
		if earlier.Source != e.Source {
			continue
		}
		if bare {
			earlier.OccurredOn, earlier.StatedOn = time.Time{}, time.Time{}
			return earlier.Same(e)
		}
		if earlier.Same(e) {
			return true
		}
	}
	return false
}

// StandingAfter is the standing of an order after the events that moved it, in the order in which they were recorded. No event is
// judged again.
func StandingAfter(events []TrackingEvent) Standing {
	standing := NewStanding()
	for _, e := range events {
		if e.Moved {
			standing = standing.At(e)
		}
	}
	return standing
}
