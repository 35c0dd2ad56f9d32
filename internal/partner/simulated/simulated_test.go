package simulated_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"waybill/internal/partner"
	"waybill/internal/partner/partnertest"
	"waybill/internal/partner/simulated"
	"waybill/internal/shipment"
	"waybill/test/harness"
)

func open(t *testing.T, path string) *simulated.Partner {
	t.Helper()
	c, err := simulated.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func order(name string) shipment.Order {
	return shipment.Order{TrackingNo: "WB1", Consignee: shipment.Party{Name: name}}
}

func TestSuite(t *testing.T) {
	p := open(t, filepath.Join(t.TempDir(), "ledger.db"))
	orders := map[string]shipment.Order{
		partnertest.Accepted: order("Susan"), partnertest.Refused: order("Susan [fail]"), partnertest.Temporary: order("Susan [flaky]"),
		partnertest.Lost: order("Susan [timeout]"), partnertest.Kept: order("Susan [keep]"),
		partnertest.Labelled: order("Susan [label pdf]"), partnertest.Unlabelled: order("Susan [label later]"),
	}
	for _, c := range partnertest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			if err := c.Run(t.Context(), p, orders); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestFlakyFailsTwiceThenAccepts(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "ledger.db"))
	for call := range 3 {
		_, err := c.Submit(t.Context(), "key", order("Susan [flaky]"))
		var temporary *partner.TemporaryError
		if failed := errors.As(err, &temporary); failed != (call < 2) {
			t.Errorf("call %d: %v", call+1, err)
		}
	}
}

func TestFlakyCancellationFailsTwiceThenWorks(t *testing.T) {
	c := open(t, filepath.Join(t.TempDir(), "ledger.db"))
	for range 3 {
		_, _ = c.Submit(t.Context(), "key", order("Susan [flaky]")) // the third is accepted
	}
	for call := range 3 {
		err := c.Cancel(t.Context(), "key", order("Susan [flaky]"))
		if _, failed := errors.AsType[*partner.TemporaryError](err); failed != (call < 2) {
			t.Errorf("call %d: %v", call+1, err)
		}
	}
}

func TestLedgerOutlivesThePartnerAndShowsDuplicates(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ledger.db")
	first := open(t, path)
	for range 2 {
		if _, err := first.Submit(t.Context(), "key", order("Susan")); err != nil {
			t.Fatal(err)
		}
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, path)
	if _, err := again.Find(context.Background(), "key"); err != nil {
		t.Errorf("Find after a restart: %v", err)
	}
	counts, err := harness.Acceptances(t.Context(), path)
	if err != nil || counts["WB1"] != 2 {
		t.Errorf("acceptances %v, %v; want the duplicate to show", counts, err)
	}
}
