package shipment

import (
	"slices"
	"time"
)

// step is a line of the transition table.
type step struct {
	status TrackerStatus
	text   string // in words
	// next are the statuses that directly follow it; none follows a final one.
	next []TrackerStatus
	// seen: the status is always reported, so that a path that skips reports cannot lead through it.
	// A failure without a report did not happen; a stage of the journey may have.
	seen bool
}

// steps is the transition table: a normal journey from top to bottom, then the other statuses.
// docs/tracking.md draws it. Exception is not in it: an exception can follow every status that is not
// final, and after it the order continues from that status.
var steps = []step{
	{status: OrderCreated, text: "Order created", next: []TrackerStatus{PendingPickup, Cancelled}},
	{status: PendingPickup, text: "Waiting for pickup", next: []TrackerStatus{PickedUp, FailedPickup, Cancelled}},
	{status: PickedUp, text: "Picked up", next: []TrackerStatus{InTransitWithinOriginCountry, ReturnToSender}},
	{
		status: InTransitWithinOriginCountry, text: "In transit within the origin country",
		next: []TrackerStatus{CrossBorderTransit, ReturnToSender},
	},
	{status: CrossBorderTransit, text: "In transit across the border", next: []TrackerStatus{DestinationCountryCustoms, ReturnToSender}},
	{
		status: DestinationCountryCustoms, text: "In customs of the destination country",
		next: []TrackerStatus{InTransitWithinDestinationCountry, ReturnToSender},
	},
	{
		status: InTransitWithinDestinationCountry, text: "In transit within the destination country",
		next: []TrackerStatus{ReadyForCollection, ReturnToSender},
	},
	{
		status: ReadyForCollection, text: "Ready for collection",
		next: []TrackerStatus{DeliveryInProgress, FailedDelivery, Success, ReturnToSender},
	},
	{status: DeliveryInProgress, text: "Out for delivery", next: []TrackerStatus{Success, FailedDelivery, ReturnToSender}},
	{status: Success, text: "Delivered"},

	{status: FailedPickup, text: "Pickup failed", next: []TrackerStatus{PendingPickup, Cancelled}, seen: true},
	{
		status: FailedDelivery, text: "Delivery failed", seen: true,
		next: []TrackerStatus{InTransitWithinDestinationCountry, ReadyForCollection, DeliveryInProgress, ReturnToSender},
	},
	{status: ReturnToSender, text: "On its way back to the sender", next: []TrackerStatus{Returned}},
	{status: Returned, text: "Returned to the sender"},
	{status: Cancelled, text: "Cancelled"},
}

// stepOf finds the line of a status, the zero step if it has none.
func stepOf(s TrackerStatus) step {
	i := slices.IndexFunc(steps, func(st step) bool { return st.status == s })
	if i < 0 {
		return step{}
	}
	return steps[i]
}

// TrackerStatuses are all statuses: a normal journey, then those off it.
func TrackerStatuses() []TrackerStatus {
	all := make([]TrackerStatus, 0, len(steps)+1)
	for _, s := range steps {
		if s.status == ReturnToSender {
			all = append(all, Exception)
		}
		all = append(all, s.status)
	}
	return all
}

// Final reports whether no other status can follow.
func (s TrackerStatus) Final() bool {
	line := stepOf(s)
	return line.status == s && line.next == nil
}

// MayFollow reports whether the status to may follow the status from, in one step of the table or in
// several: partners do not report every status in between. Nothing follows Exception itself: see
// Standing.
func MayFollow(from, to TrackerStatus) bool {
	if to == Exception {
		return from != Exception && !from.Final()
	}
	if to == from {
		return false // round a loop of the table: a repetition
	}
	passed := []TrackerStatus{from}
	for i := 0; i < len(passed); i++ {
		for _, next := range stepOf(passed[i]).next {
			if next == to {
				return true
			}
			if !stepOf(next).seen && !slices.Contains(passed, next) {
				passed = append(passed, next)
			}
		}
	}
	return false
}

// Standing is the state of an order after all reports on it: it follows from the last event that moved the order.
type Standing struct {
	Status TrackerStatus
	// Resume is the status that the order continues from: Status, or the one that an Exception
	// interrupted.
	Resume TrackerStatus
	// Since is when the event that led to Status occurred; zero for a new order.
	Since time.Time
	// Stated is when it occurred by Clock, the clock of its source; zero and "" if the source stated no time.
	Stated time.Time
	Clock  string
}

// NewStanding is the standing of an order without reports.
func NewStanding() Standing { return Standing{Status: OrderCreated, Resume: OrderCreated} }

// Allows reports whether a report of a status may move the order: it has another status, and the table lets it follow.
func (s Standing) Allows(status TrackerStatus) bool {
	resumed := s.Status == Exception && status == s.Resume
	return status != s.Status && (resumed || MayFollow(s.Resume, status))
}

// After returns the standing after an event, and whether the event moved the order. It does not if the order has the status
// already, if the table does not let it follow, or if it is late. A late event still counts when it is further along the journey or
// final, because the clocks of reporters differ, but not after a correction. tolerance is how far clocks may differ.
func (s Standing) After(e TrackingEvent, tolerance time.Duration) (Standing, bool) {
	lateCounts := s.Clock != SourceCorrection && (e.Status.Final() || !offJourney(s.Status) && !offJourney(e.Status))
	if !s.Allows(e.Status) || !lateCounts && s.isAfter(e, tolerance) {
		return s, false
	}
	return s.At(e), true
}

// At is the standing after an event that moved the order.
func (s Standing) At(e TrackingEvent) Standing {
	after := Standing{Status: e.Status, Resume: e.Status, Since: e.OccurredOn, Stated: e.StatedOn, Clock: e.clock()}
	if e.Status == Exception {
		after.Resume = s.Resume
	}
	if after.Resume.Final() && e.Status == Exception { // by a correction: all that can happen to a parcel may follow
		after.Resume = PickedUp
	}
	return after
}

// isAfter reports whether an event is late: it occurred before the event that led to the standing. Times of one source are compared
// as it stated them, those of different clocks only as far as clocks may differ. An event without a time occurred when it arrived.
func (s Standing) isAfter(e TrackingEvent, tolerance time.Duration) bool {
	before := e.OccurredOn.Add(tolerance).Before(s.Since)
	switch {
	case e.StatedOn.IsZero():
		return false
	case s.Clock == SourceCorrection:
		return e.OccurredOn.Before(s.Since)
	case e.clock() != s.Clock:
		return before
	}
	// If only one of the times was in the future, they may be of different time zones.
	sameZone := e.StatedOn.After(e.OccurredOn) == s.Stated.After(s.Since)
	return e.StatedOn.Before(s.Stated) && (sameZone || before)
}

// NeedsAttention reports whether a person should look at an event that did not move the order: the parcel failed, stopped, went
// back, arrived or goes on by it, and its status says something else.
func (s Standing) NeedsAttention(e TrackingEvent) bool {
	if e.Status == s.Status || e.Source == SourceCorrection {
		return false
	}
	return offJourney(e.Status) || e.Status == Success || e.Status == Returned || offJourney(s.Status) && s.Allows(e.Status)
}

// offJourney reports whether a status interrupts a normal journey.
func offJourney(s TrackerStatus) bool {
	return s == Exception || s == ReturnToSender || stepOf(s).seen
}
