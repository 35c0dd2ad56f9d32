package store_test

import (
	"sync"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

func advance(t *testing.T, s *store.Store) int {
	t.Helper()
	return must[int](t)(s.Journeys.AdvanceJourneys(t.Context(), 100))
}

func TestJourney(t *testing.T) { onEachEngine(t, testJourney) }

func testJourney(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	no := create(t, s, k, storetest.Order(1)).Orders[0].TrackingNo
	journey, _ := shipment.JourneyByName("failed_delivery")
	wantError(t, s.Journeys.StartJourney(t.Context(), other.AccountID, no, journey, time.Second), store.ErrNotFound)
	wantError(t, s.Journeys.StartJourney(t.Context(), k.AccountID, "UNKNOWN-1", journey, time.Second), store.ErrNotFound)
	noError(t, s.Journeys.StartJourney(t.Context(), k.AccountID, no, journey, time.Second))
	for i, step := range journey.Steps {
		if i == 3 {
			s = f.open(t) // another start of the process
		}
		equal(t, "steps", advance(t, s), 1)
		equal(t, "status", stored(t, s, no).TrackerStatus, step.Status)
		equal(t, "too early", advance(t, s), 0)
		f.clock.Advance(time.Second)
	}
	equal(t, "the end", advance(t, s), 1)
	f.clock.Advance(time.Hour)
	equal(t, "after the end", advance(t, s), 0)
	last := tracked(t, s, no).Events[0]
	equal(t, "country", last.Country, "ID")
	equal(t, "source", last.Source, shipment.SourceSimulated)
}

// TestJourneyInPlaceOfAnother begins at its first step, with its own pause.
func TestJourneyInPlaceOfAnother(t *testing.T) { onEachEngine(t, testJourneyInPlaceOfAnother) }

func testJourneyInPlaceOfAnother(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	no := create(t, s, k, storetest.Order(1)).Orders[0].TrackingNo
	lost, _ := shipment.JourneyByName("lost")
	normal, _ := shipment.JourneyByName("normal")
	noError(t, s.Journeys.StartJourney(t.Context(), k.AccountID, no, lost, time.Hour))
	equal(t, "steps", advance(t, s), 1)
	noError(t, s.Journeys.StartJourney(t.Context(), k.AccountID, no, normal, time.Second))
	for _, step := range normal.Steps {
		equal(t, "steps", advance(t, s), 1)
		equal(t, "last event", tracked(t, s, no).Events[0].Status, step.Status)
		f.clock.Advance(time.Second)
	}
	equal(t, "status", stored(t, s, no).TrackerStatus, shipment.Success)
}

func TestJourneyEndsWithTheOrder(t *testing.T) { onEachEngine(t, testJourneyEndsWithTheOrder) }

func testJourneyEndsWithTheOrder(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	no := create(t, s, k, storetest.Order(1)).Orders[0].TrackingNo
	normal, _ := shipment.JourneyByName("normal")
	lost, _ := shipment.JourneyByName("lost")
	noError(t, s.Journeys.StartJourney(t.Context(), k.AccountID, no, lost, time.Hour))
	equal(t, "steps", advance(t, s), 1)
	noError(t, s.Journeys.StartJourney(t.Context(), k.AccountID, no, normal, 0)) // in its place
	cancel(t, s, k, no)
	equal(t, "steps", advance(t, s), 1)
	equal(t, "steps", advance(t, s), 0)
	equal(t, "status", stored(t, s, no).TrackerStatus, shipment.Cancelled)
	equal(t, "events", len(tracked(t, s, no).Events), 3)

	noError(t, s.Journeys.StartJourney(t.Context(), k.AccountID, no, shipment.Journey{Name: "of tomorrow"}, 0))
	advance(t, s)
	equal(t, "journeys", f.count(t, `SELECT count(*) FROM journeys`), 0)
}

func TestJourneysAtOnce(t *testing.T) { onEachEngine(t, testJourneysAtOnce) }

func testJourneysAtOnce(t *testing.T, f *fixture) {
	stores := []*store.Store{f.open(t), f.open(t)}
	_, k, _ := account(t, stores[0], "shipper")
	normal, _ := shipment.JourneyByName("normal")
	for _, o := range create(t, stores[0], k, orders(10)...).Orders {
		noError(t, stores[0].Journeys.StartJourney(t.Context(), k.AccountID, o.TrackingNo, normal, 0))
	}
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for n := 1; n > 0; {
				var err error
				if n, err = stores[i%2].Journeys.AdvanceJourneys(t.Context(), 3); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	for n := 1; n > 0; { // what the others held while all looked
		n = advance(t, stores[0])
	}
	equal(t, "events", f.count(t, `SELECT count(*) FROM tracking_events`), 10*len(normal.Steps))
	equal(t, "journeys", f.count(t, `SELECT count(*) FROM journeys`), 0)
}
