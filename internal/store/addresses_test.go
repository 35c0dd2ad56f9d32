package store_test

import (
	"strings"
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/storetest"
)

func TestRevokeAddresses(t *testing.T) { onEachEngine(t, testRevokeAddresses) }

func testRevokeAddresses(t *testing.T, f *fixture) {
	s := f.open(t)
	a, k, _ := account(t, s, "shipper")
	other, _, _ := account(t, s, "other")
	endpoint(t, s, k, shipment.EventLabelReady)
	made := create(t, s, k, storetest.Order(1), storetest.Order(2)).Orders
	want, before := made[0], made[0].UpdatedOn
	revisions := func() (of []int64) {
		t.Helper()
		for _, no := range []string{made[0].TrackingNo, made[1].TrackingNo} {
			of = append(of, stored(t, s, no).AddressRevision)
		}
		records, _, err := s.RecordsAfter(t.Context(), store.OrderFilter{AccountID: a.AccountID, PageSize: 10}, store.Cursor{})
		noError(t, err)
		events, _, err := s.Webhooks.EventsAfter(t.Context(), a.AccountID, shipment.EventRange{}, "")
		noError(t, err)
		return append(of, records[1].AddressRevision, records[0].AddressRevision, events[0].AddressRevision, events[1].AddressRevision)
	}
	same(t, "revisions", revisions(), make([]int64, 6))
	f.clock.Advance(time.Minute)
	for _, no := range []string{"", "NONE", "a\x00b"} {
		_, err := s.RevokeAddresses(t.Context(), a.AccountID, no)
		wantError(t, err, store.ErrNotFound)
	}
	_, err := s.RevokeAddresses(t.Context(), other.AccountID, want.TrackingNo)
	wantError(t, err, store.ErrNotFound)
	same(t, "revisions after refusals", revisions(), make([]int64, 6))

	for n := range int64(2) {
		revoked := must[shipment.Order](t)(s.RevokeAddresses(byAnn(t), a.AccountID, want.TrackingNo))
		equal(t, "revision", revoked.AddressRevision, n+1)
		same(t, "revisions", revisions(), []int64{n + 1, 0, n + 1, 0, n + 1, 0})
		want.AddressRevision, want.UpdatedOn = n+1, f.clock.Now()
		same(t, "order", must[shipment.Order](t)(s.OrderByAddress(t.Context(), want.TrackingNo, n+1)), want)
		for _, wrong := range []int64{-1, n, n + 2} {
			_, err := s.OrderByAddress(t.Context(), want.TrackingNo, wrong)
			wantError(t, err, store.ErrNotFound)
		}
	}
	same(t, "the other order", must[shipment.Order](t)(s.OrderByAddress(t.Context(), made[1].TrackingNo, 0)), made[1])
	equal(t, "changed", want.UpdatedOn.After(before), true)
	log := auditText(t, s, audit.Filter{SubjectKind: audit.SubjectOrder})
	equal(t, "entries", strings.Count(log, "revoke-addresses order/"+want.TrackingNo), 2)
	equal(t, "the newest entry", strings.Contains(log, `{"address_revision":2}`), true)
}
