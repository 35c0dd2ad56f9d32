package shipment

import (
	_ "embed"
	"slices"
	"strings"
	"time"
)

//go:embed transitions.csv
var transitionsCSV string

// step is a line of the transition table, which says what its columns mean.
type step struct {
	status TrackerStatus
	text   string
	next   []TrackerStatus
	seen   bool
}

// steps is the transition table.
var steps = func() (all []step) {
	for _, row := range Rows("transitions.csv", transitionsCSV)[1:] {
		s := step{status: TrackerStatus(row[0]), text: row[1], seen: row[3] != ""}
		for next := range strings.FieldsSeq(row[2]) {
			s.next = append(s.next, TrackerStatus(next))
		}
		all = append(all, s)
	}
	return all
}()

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
