package shipment

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 2, 3, 12, 0, 0, 0, time.UTC)

// normal are the statuses of a normal journey, in order.
var normal = []TrackerStatus{
	OrderCreated, PendingPickup, PickedUp, InTransitWithinOriginCountry, CrossBorderTransit,
	DestinationCountryCustoms, InTransitWithinDestinationCountry, ReadyForCollection, DeliveryInProgress, Success,
}

func TestEveryStatusIsInTheTableOnceAndHasAText(t *testing.T) {
	all := TrackerStatuses()
	if len(all) != len(steps)+1 || !slices.Equal(all[:len(normal)], normal) {
		t.Errorf("statuses %v", all)
	}
	for _, s := range all {
		if s.Text() == "" || slices.Index(all, s) != len(all)-1-slices.Index(reversed(all), s) {
			t.Errorf("%s: text %q, or it stands twice", s, s.Text())
		}
	}
}

func reversed(all []TrackerStatus) []TrackerStatus {
	all = slices.Clone(all)
	slices.Reverse(all)
	return all
}

func TestNormalJourneyGoesForwardOnlyAndMaySkip(t *testing.T) {
	for i, from := range normal {
		for j, to := range normal {
			if got, want := MayFollow(from, to), j > i; got != want {
				t.Errorf("%s to %s: %v, want %v", from, to, got, want)
			}
		}
	}
}

func TestWaysOffTheJourney(t *testing.T) {
	before := func(end TrackerStatus) []TrackerStatus { return normal[:slices.Index(normal, end)] }
	for to, from := range map[TrackerStatus][]TrackerStatus{
		Cancelled:      append(slices.Clone(before(PickedUp)), FailedPickup),
		FailedPickup:   before(PickedUp),
		FailedDelivery: append(slices.Clone(before(Success)), FailedPickup),
		ReturnToSender: append(slices.Clone(before(Success)), FailedPickup, FailedDelivery),
		Returned:       append(slices.Clone(before(Success)), FailedPickup, FailedDelivery, ReturnToSender),
		Exception:      append(slices.Clone(before(Success)), FailedPickup, FailedDelivery, ReturnToSender),
	} {
		for _, s := range TrackerStatuses() {
			if got, want := MayFollow(s, to), slices.Contains(from, s); got != want {
				t.Errorf("%s to %s: %v, want %v", s, to, got, want)
			}
		}
	}
}

func TestWaysBack(t *testing.T) {
	for from, want := range map[TrackerStatus][]TrackerStatus{
		FailedPickup:   normal[1:],
		FailedDelivery: normal[6:],
		ReturnToSender: nil,
		Exception:      nil, // as such; the standing knows
	} {
		for _, to := range normal {
			if got := MayFollow(from, to); got != slices.Contains(want, to) {
				t.Errorf("%s to %s: %v", from, to, got)
			}
		}
	}
}

func TestNothingFollowsAFinalStatus(t *testing.T) {
	for _, from := range TrackerStatuses() {
		want := from == Success || from == Returned || from == Cancelled
		if from.Final() != want {
			t.Errorf("%s is final: %v", from, from.Final())
		}
		for _, to := range TrackerStatuses() {
			if want && MayFollow(from, to) {
				t.Errorf("%s follows %s", to, from)
			}
		}
	}
	if TrackerStatus("LOST").Final() {
		t.Error("an unknown status is final")
	}
}

// TestReportsThatMovedNothingDoNotCount: the next report meets the order where it is, not where a late one saw it.
func TestReportsThatMovedNothingDoNotCount(t *testing.T) {
	for _, status := range TrackerStatuses() {
		events := []TrackingEvent{{Status: Success, OccurredOn: noon, Moved: true}, {Status: status, OccurredOn: noon.Add(time.Hour)}}
		if got := StandingAfter(events); got != NewStanding().At(events[0]) {
			t.Errorf("after %s: %+v", status, got)
		}
	}
}

// stated is an event of a partner that states a time.
func stated(status TrackerStatus, at time.Time) TrackingEvent {
	return TrackingEvent{Status: status, OccurredOn: at, StatedOn: at, Source: "p"}
}

// TestEveryReportAtEveryStanding walks the whole table: in time, twice, and late.
func TestEveryReportAtEveryStanding(t *testing.T) {
	for _, from := range TrackerStatuses() {
		resume := from
		if from == Exception {
			resume = DestinationCountryCustoms
		}
		standing := Standing{Status: from, Resume: resume, Since: noon, Stated: noon, Clock: stated("", noon).clock()}
		for _, to := range TrackerStatuses() {
			may := from != to && (MayFollow(resume, to) || from == Exception && to == resume)
			after, moved := standing.After(stated(to, noon), 0)
			if moved != may {
				t.Errorf("%s to %s: moved %v", from, to, moved)
			}
			if want := (Standing{to, to, noon, noon, standing.Clock}); moved && to != Exception && after != want {
				t.Errorf("%s to %s: %+v", from, to, after)
			}
			if !moved && after != standing {
				t.Errorf("%s to %s: it did not move, but became %+v", from, to, after)
			}
			if _, again := after.After(stated(to, noon), 0); moved && again {
				t.Errorf("%s to %s: a repetition moved it", from, to)
			}
			onJourney := slices.Contains(normal, from) && slices.Contains(normal, to)
			after, moved = standing.After(stated(to, noon.Add(-time.Second)), 0)
			if moved != (may && (onJourney || to.Final())) {
				t.Errorf("%s to %s, late: moved %v", from, to, moved)
			}
			if want := noon.Add(-time.Second); moved && after.Since != want {
				t.Errorf("%s to %s, late: since %v", from, to, after.Since)
			}
		}
	}
}

func TestAJourneyWithMishaps(t *testing.T) {
	standing := NewStanding()
	for i, report := range []struct {
		status TrackerStatus
		hour   int
		moves  bool
	}{
		{FailedPickup, 1, true},
		{PendingPickup, 0, false}, // late
		{PendingPickup, 2, true},
		{CrossBorderTransit, 3, true}, // skips
		{PickedUp, 2, false},          // late
		{DestinationCountryCustoms, 4, true},
		{Exception, 5, true}, // held
		{CrossBorderTransit, 6, false},
		{Exception, 7, false},
		{DestinationCountryCustoms, 8, true}, // released
		{DeliveryInProgress, 9, true},
		{FailedDelivery, 10, true},
		{DeliveryInProgress, 9, false}, // late
		{DeliveryInProgress, 11, true}, // the second time
		{FailedDelivery, 10, false},    // reported again
		{Cancelled, 12, false},
		{Success, 12, true},
		{Returned, 13, false},
	} {
		after, moved := standing.After(stated(report.status, noon.Add(time.Duration(report.hour)*time.Hour)), 0)
		if moved != report.moves {
			t.Fatalf("report %d, %s at %s: moved %v", i, report.status, standing.Status, moved)
		}
		standing = after
	}
}

func TestAnExceptionRemembersWhatItInterrupted(t *testing.T) {
	held, _ := Standing{Status: ReturnToSender, Resume: ReturnToSender}.After(stated(Exception, noon), 0)
	if held.Resume != ReturnToSender {
		t.Errorf("interrupted %s", held.Resume)
	}
	if _, moved := held.After(stated(Success, noon), 0); moved {
		t.Error("a parcel on its way back was delivered")
	}
	if _, moved := held.After(stated(Returned, noon), 0); !moved {
		t.Error("the parcel did not arrive")
	}
	created, _ := NewStanding().After(stated(Exception, noon), 0)
	if _, moved := created.After(stated(Cancelled, noon), 0); !moved {
		t.Error("an order that was not picked up was not cancelled")
	}
}

// TestTheTableAgrees compares docs/tracking.md with the table.
func TestTheTableAgrees(t *testing.T) {
	page, err := os.ReadFile("../../docs/tracking.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range Journeys() {
		if line := "| `" + j.Name + "` | " + j.About + " |"; !strings.Contains(string(page), line) {
			t.Errorf("the table lacks %s", line)
		}
	}
	for _, from := range TrackerStatuses() {
		var to []string
		for _, s := range TrackerStatuses() {
			if MayFollow(from, s) {
				to = append(to, "`"+string(s)+"`")
			}
		}
		if line := "| `" + string(from) + "` | " + strings.Join(to, ", ") + " |"; to != nil && !strings.Contains(string(page), line) {
			t.Errorf("the table lacks %s", line)
		}
	}
}
