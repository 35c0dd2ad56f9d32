package shipment

import (
	"slices"
	"time"
)

// step is a line of the transition table.
type step struct {
	status TrackerStatus
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
	{status: OrderCreated, next: []TrackerStatus{PendingPickup, Cancelled}},
	{status: PendingPickup, next: []TrackerStatus{PickedUp, FailedPickup, Cancelled}},
	{status: PickedUp, next: []TrackerStatus{InTransitWithinOriginCountry, ReturnToSender}},
	{status: InTransitWithinOriginCountry, next: []TrackerStatus{CrossBorderTransit, ReturnToSender}},
	{status: CrossBorderTransit, next: []TrackerStatus{DestinationCountryCustoms, ReturnToSender}},
	{status: DestinationCountryCustoms, next: []TrackerStatus{InTransitWithinDestinationCountry, ReturnToSender}},
	{status: InTransitWithinDestinationCountry, next: []TrackerStatus{ReadyForCollection, ReturnToSender}},
	{status: ReadyForCollection, next: []TrackerStatus{DeliveryInProgress, FailedDelivery, Success, ReturnToSender}},
	{status: DeliveryInProgress, next: []TrackerStatus{Success, FailedDelivery, ReturnToSender}},
	{status: Success},

	{status: FailedPickup, next: []TrackerStatus{PendingPickup, Cancelled}, seen: true},
	{
		status: FailedDelivery, next: []TrackerStatus{InTransitWithinDestinationCountry, ReadyForCollection, DeliveryInProgress, ReturnToSender},
		seen: true,
	},
	{status: ReturnToSender, next: []TrackerStatus{Returned}},
	{status: Returned},
	{status: Cancelled},
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

// Standing is the state of an order after all reports on it.
type Standing struct {
	Status TrackerStatus
	// Resume is the status that the order continues from: Status, or the one that an Exception
	// interrupted.
	Resume TrackerStatus
	// Since is when the event that led to Status occurred; zero for a new order.
	Since time.Time
}

// NewStanding is the standing of an order without reports.
func NewStanding() Standing { return Standing{Status: OrderCreated, Resume: OrderCreated} }

// After returns the standing after a report of a status at a time, and whether the report moved the
// order. It does not if the order has the status already, if the table does not let it follow, or if
// it is late: it occurred before the event that led to the standing. A late report still counts when
// it is further along the journey or final, because the clocks of reporters differ.
func (s Standing) After(status TrackerStatus, occurredOn time.Time) (Standing, bool) {
	repeated := status == s.Status
	resumed := s.Status == Exception && status == s.Resume
	if repeated || !resumed && !MayFollow(s.Resume, status) {
		return s, false
	}
	if occurredOn.Before(s.Since) && !status.Final() && (offJourney(s.Status) || offJourney(status)) {
		return s, false
	}
	after := Standing{Status: status, Resume: status, Since: occurredOn}
	if status == Exception {
		after.Resume = s.Resume
	}
	if after.Since.Before(s.Since) {
		after.Since = s.Since
	}
	return after, true
}

// offJourney reports whether a status interrupts a normal journey.
func offJourney(s TrackerStatus) bool {
	return s == Exception || s == ReturnToSender || stepOf(s).seen
}
