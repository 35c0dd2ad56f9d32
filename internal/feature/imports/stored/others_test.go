package stored_test

import (
	"testing"
	"time"

	"waybill/internal/feature/imports/stored"
	"waybill/internal/store"
)

// TestImportBesideOthers: what is looked up beside other imports, orders and processes is the newest, of an earlier import, and of one
// process.
func TestImportBesideOthers(t *testing.T) { onEachEngine(t, testImportBesideOthers) }

func testImportBesideOthers(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	ctx := t.Context()
	first := newImport(t, s, k, "a")
	to := func(id int64, state stored.State) {
		t.Helper()
		must[stored.Import](t)(of(s).ChangeImport(ctx, k.AccountID, id, func(i *stored.Import) error { i.State = state; return nil }))
	}
	to(first.ImportID, stored.Waiting)
	equal(t, "claimed", len(claimImports(t, s, "me")), 1)
	second := newImport(t, s, k, "a")
	equal(t, "claimed by another process, of the lease that new work came in", len(claimImports(t, s, "you")), 0)
	ofFile := func(i stored.Import) int { return len(must[[]stored.Import](t)(of(s).ImportsOfFile(ctx, i))) }
	equal(t, "earlier imports of the file", ofFile(second), 1)
	equal(t, "earlier imports of the file of the first", ofFile(first), 0)

	var newest store.Batch
	for n, i := range []stored.Import{first, second} {
		f.Clock.Advance(time.Second)
		newest = must[store.Batch](t)(s.CreateBatch(ctx, store.NewBatch{
			AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(1),
			Rider: &stored.GroupResult{ImportID: i.ImportID, Group: int64(n), Rows: []int64{2}, Fingerprints: []string{"f"}},
		}))
	}
	order := newest.Orders[0]
	byReference := must[map[string]stored.ExistingOrder](t)(of(s).OrdersOfReferences(ctx, k.AccountID, []string{order.ShipperOrderID}))
	equal(t, "order of the reference", byReference[order.ShipperOrderID].TrackingNo, order.TrackingNo)
	f.Clock.Advance(29 * 24 * time.Hour)
	must[int64](t)(of(s).PurgeImports(ctx))
	like := must[map[string]stored.ExistingOrder](t)(of(s).OrdersLike(ctx, stored.Import{AccountID: k.AccountID, ImportID: 9}, []string{"f"}))
	equal(t, "like order after 29 days", like["f"].TrackingNo, order.TrackingNo)
	still := must[stored.Import](t)(of(s).Import(ctx, k.AccountID, second.ImportID))
	equal(t, "content of an import that is checked for 29 days", still.HasContent, true)
}

// TestManyImportsArePurged: more than one transaction purges.
func TestManyImportsArePurged(t *testing.T) { onEachEngine(t, testManyImportsArePurged) }

func testManyImportsArePurged(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	end := func(i *stored.Import) error { i.State = stored.Done; return nil }
	for range stored.MaxOpen + 1 {
		must[stored.Import](t)(of(s).ChangeImport(t.Context(), k.AccountID, newImport(t, s, k, "a").ImportID, end))
	}
	f.Clock.Advance(stored.ContentRetention)
	equal(t, "purged", must[int64](t)(of(s).PurgeImports(t.Context())), stored.MaxOpen+1)
}
