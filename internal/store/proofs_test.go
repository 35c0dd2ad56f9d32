package store_test

import (
	"testing"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/storetest"
)

func TestProofs(t *testing.T) { onEachEngine(t, testProofs) }

func testProofs(t *testing.T, f *fixture) {
	s := f.open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	no := create(t, s, k, storetest.Order(1)).Orders[0].TrackingNo
	wantError(t, s.PutProof(t.Context(), "UNKNOWN-1", shipment.Proof{}), store.ErrNotFound)
	_, err := s.Proof(t.Context(), k.AccountID, no)
	wantError(t, err, store.ErrNotFound)

	first := shipment.Proof{Name: "Budi", MediaType: "image/png", Image: []byte{0, 1, 0xff}}
	noError(t, s.PutProof(t.Context(), no, first))
	first.SignedOn = f.clock.Now()
	same(t, "proof", must[shipment.Proof](t)(s.Proof(t.Context(), k.AccountID, no)), first)
	second := shipment.Proof{Name: "Sari 🧕", SignedOn: f.clock.Now().Add(-time.Hour), MediaType: "image/jpeg", Image: []byte{7}}
	noError(t, s.PutProof(t.Context(), no, second))
	same(t, "proof in its place", must[shipment.Proof](t)(s.Proof(t.Context(), 0, no)), second)
	_, err = s.Proof(t.Context(), other.AccountID, no)
	wantError(t, err, store.ErrNotFound)

	second.Image = nil
	detail := must[store.Detail](t)(s.OrderDetail(t.Context(), k.AccountID, no))
	same(t, "proofs of the detail", detail.Proofs, []shipment.Proof{second})
	_, err = s.OrderDetail(t.Context(), other.AccountID, no)
	wantError(t, err, store.ErrNotFound)
}
