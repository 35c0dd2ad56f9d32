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
	// seen: the status is always reported, so nothing may follow by passing through it.
	// A failure that nobody reported did not happen; a stage of the journey may well have.
	seen bool
}

// steps is the transition table: a normal journey from top to bottom, then what lies off
// it. docs/tracking.md draws it. Exception is missing: it interrupts every status that is
// not final, and after it the order goes on from where it stood.
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
	{status: FailedDelivery, next: []TrackerStatus{InTransitWithinDestinationCountry, ReadyForCollection, DeliveryInProgress, ReturnToSender}, seen: true},
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

// Final reports whether nothing can happen to an order any more.
func (s TrackerStatus) Final() bool {
	line := stepOf(s)
	return line.status == s && line.next == nil
}

// MayFollow reports whether an order of the status from may come to the status to: by a
// step of the table, or by several whose statuses in between nobody reported, as couriers
// do not report each. Nothing follows Exception as such: see Standing.
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

// Standing is where an order stands after all that was reported of it.
type Standing struct {
	Status TrackerStatus
	// Resume is where it goes on from: Status, but for an Exception that which it
	// interrupted.
	Resume TrackerStatus
	// Since is when what brought it there occurred; zero for an order just created.
	Since time.Time
}

// NewStanding is that of an order that nothing was reported of yet.
func NewStanding() Standing { return Standing{Status: OrderCreated, Resume: OrderCreated} }

// After returns the standing after a report of a status at a time, and whether it has
// moved the order. It has not if the order has the status already, if the table does not
// let it follow, or if it is late: it occurred before that which brought the order where
// it stands. A late report still counts when it is further along the journey or final,
// because the clocks of those who report differ.
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
