package store_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// submitTo stores an order of an account with a reference that a partner takes, which gives it a number.
func submitTo(t *testing.T, s *store.Store, k masterdata.Key, partner, reference, hawbNo string) shipment.Order {
	t.Helper()
	o := orders(1)
	o[0].ShipperOrderID = reference
	made := must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: o, Partners: []string{partner}, LeaseFor: time.Hour, Owner: "me",
	}))
	born := made.Submissions[0]
	noError(t, s.Ledger.StartAttempt(t.Context(), &born, time.Minute))
	noError(t, s.Ledger.RecordOutcome(t.Context(), born, store.Outcome{State: store.SubmissionConfirmed, HAWBNo: hawbNo}))
	return made.Orders[0]
}

func newPartner(t *testing.T, s *store.Store, name string) {
	t.Helper()
	if _, _, err := s.MasterData.CreatePartner(t.Context(), masterdata.Partner{
		Name: name, BaseURL: "https://" + name + ".example.com", Concurrency: 1, CallTimeout: time.Second,
	}); err != nil {
		t.Fatal(err)
	}
}

// TestOrderOfCode finds orders of an account by the numbers of two partners, by tracking numbers and by references.
func TestOrderOfCode(t *testing.T) { onEachEngine(t, testOrderOfCode) }

func testOrderOfCode(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "another shipper")
	newPartner(t, s, "acme")
	newPartner(t, s, "best")
	a := submitTo(t, s, k, "acme", "A-1", "618-12345675")
	b := submitTo(t, s, k, "best", "B-1", "9400111202555555555555")
	c := submitTo(t, s, k, shipment.PartnerSimulated, "C-1", "mixedCase-1")
	foreign := submitTo(t, s, other, "acme", "F-1", "FOREIGN-1")
	index(t, s, "me")
	for code, want := range map[string]shipment.Order{
		"618-12345675": a, "]C1618-12345675": a, a.TrackingNo: a, strings.ToLower(a.TrackingNo): a, "a-1": a, "]C0A-1": a,
		"420941059400111202555555555555": b, "9400 1112 0255 5555 5555 55": b,
		"mixedCase-1": c, "MIXEDcase-1": c,
	} {
		if o, err := s.Search.OrderOfCode(t.Context(), k.AccountID, code, 0); err != nil || o.OrderID != want.OrderID {
			t.Errorf("%s: %+v, %v, want %s", code, o, err, want.ShipperOrderID)
		}
	}
	for _, code := range []string{"", "618", "12345675", "FOREIGN-1", "F-1", foreign.TrackingNo, "\x00", "%", "1"} {
		if o, err := s.Search.OrderOfCode(t.Context(), k.AccountID, code, 0); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("%q: %+v, %v", code, o, err)
		}
	}

	// A code of several orders is asked, whichever ways lead to them.
	submitTo(t, s, k, "best", "D-1", "618-12345675")
	submitTo(t, s, k, "acme", "618-12345675", "E-1")
	submitTo(t, s, other, "acme", "D-1", "618-12345675")
	_, err := s.Search.OrderOfCode(t.Context(), k.AccountID, "]C1618-12345675", 0)
	several, ok := errors.AsType[*store.AmbiguousError](err)
	if !ok || len(several.Orders) != 3 {
		t.Fatalf("%v: %+v", err, several)
	}
	for _, want := range several.Orders {
		o, err := s.Search.OrderOfCode(t.Context(), k.AccountID, "618-12345675", want.OrderID)
		if err != nil || o.TrackingNo != want.TrackingNo {
			t.Errorf("chosen: %+v, %v, want %s", o, err, want.TrackingNo)
		}
	}
	if _, err := s.Search.OrderOfCode(t.Context(), k.AccountID, "618-12345675", b.OrderID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("an order without the code is chosen: %v", err)
	}
}

// TestReportsNameOrdersByCodes: events are recorded by the numbers of partners, and none of a request with a number of two orders.
func TestReportsNameOrdersByCodes(t *testing.T) { onEachEngine(t, testReportsNameOrdersByCodes) }

func testReportsNameOrdersByCodes(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	newPartner(t, s, "acme")
	a, b := submitTo(t, s, k, "acme", "A-1", "H-1"), submitTo(t, s, k, "acme", "B-1", "H-2")
	report := func(codes ...string) ([]store.TrackingOutcome, []shipment.TrackingReport, error) {
		reports := make([]shipment.TrackingReport, len(codes))
		for i, code := range codes {
			reports[i].TrackingNo = code
			reports[i].Status, reports[i].SourceEventID = shipment.PickedUp, fmt.Sprint(code, i)
		}
		outcomes, err := s.AddTrackingEvents(t.Context(), reports)
		return outcomes, reports, err
	}
	outcomes, reports, err := report("]C1H-1", "h-2", strings.ToLower(a.TrackingNo), "A-1", "none-1")
	noError(t, err)
	same(t, "outcomes", outcomes, []store.TrackingOutcome{
		store.TrackingMoved, store.TrackingMoved, store.TrackingRecorded, store.TrackingUnknown, store.TrackingUnknown,
	})
	for i, want := range []string{a.TrackingNo, b.TrackingNo, a.TrackingNo, "A-1", "NONE-1"} {
		equal(t, "number", reports[i].TrackingNo, want)
	}
	c := submitTo(t, s, k, "acme", "C-1", "H-1")
	_, _, err = report(c.TrackingNo, "H-1")
	if several, ok := errors.AsType[*store.AmbiguousError](err); !ok || len(several.Orders) != 2 {
		t.Errorf("a number of two orders: %v", err)
	}
	equal(t, "status", stored(t, s, c.TrackingNo).TrackerStatus, shipment.OrderCreated)
}
