package stored_test

import (
	"strings"
	"testing"
	"time"

	"waybill/internal/feature/imports/stored"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/report"
)

// TestErasureOfImportedOrders: orders keep their data while their import has not ended. Then what the import has of them goes with them.
func TestErasureOfImportedOrders(t *testing.T) { onEachEngine(t, testErasureOfImportedOrders) }

func testErasureOfImportedOrders(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	imported := func(content string) (stored.Import, []int64) {
		i := newImport(t, s, k, content)
		staged(t, s, claimedQueue(t, s, f), i, 1)
		batch := must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
			AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(2),
			Rider: &stored.GroupResult{ImportID: i.ImportID, Rows: []int64{2, 3}, Fingerprints: []string{content, ""}},
		}))
		must[stored.Import](t)(of(s).ChangeImport(t.Context(), k.AccountID, i.ImportID, func(i *stored.Import) error {
			i.Correct.Cells = []stored.Correction{{Row: 7, Column: 2, Text: "x"}}
			return nil
		}))
		return i, shipment.IDs(batch.Orders)
	}
	one, ids := imported("a")
	imported("b")
	f.Exec(t, `UPDATE orders SET tracker_status = 'SUCCESS'`)
	f.Clock.Advance(2 * 24 * time.Hour)
	erase := func(reason string) {
		t.Helper()
		done := must[[]store.Erasure](t)(s.EraseOrders(t.Context(), k.AccountID, ids))
		equal(t, "orders", len(done), len(ids))
		equal(t, "reason", done[0].Reason, reason)
		equal(t, "reason of the other", done[1].Reason, reason)
	}
	left := func() (all []int) {
		for table := range strings.FieldsSeq(`import_files import_groups import_problems import_corrections import_fingerprints`) {
			all = append(all, f.Count(t, `SELECT count(*) FROM `+table))
		}
		return all
	}
	erase("import 1, which created it, has not ended")
	same(t, "rows of both", left(), []int{2, 2, 4, 2, 2})
	for id := range int64(2) {
		must[stored.Import](t)(of(s).ChangeImport(t.Context(), k.AccountID, id+1, func(i *stored.Import) error {
			i.State = stored.Done
			return nil
		}))
	}
	erase("")
	same(t, "rows of the other one", left(), []int{1, 1, 2, 1, 1})
	equal(t, "content", must[stored.Import](t)(of(s).Import(t.Context(), k.AccountID, one.ImportID)).HasContent, false)
	equal(t, "content of the other", must[stored.Import](t)(of(s).Import(t.Context(), k.AccountID, 2)).HasContent, true)
}

// TestImportQueueIsCounted among the work that waits.
func TestImportQueueIsCounted(t *testing.T) { onEachEngine(t, testImportQueueIsCounted) }

func testImportQueueIsCounted(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	queue := func() report.QueueFact {
		facts := must[report.Facts](t)(report.Reader{Store: s}.Facts(t.Context()))
		equal(t, "after the queues of the core", facts.Queues[4].Kind, "imports")
		return facts.Queues[4]
	}
	same(t, "none", queue(), report.QueueFact{Kind: "imports"})
	newImport(t, s, k, "a")
	same(t, "one", queue(), report.QueueFact{Kind: "imports", Waiting: 1, OldestDue: f.Clock.Now()})
}

// TestBatchesOfImport: labels and files are of the orders of an import, in the order of its groups.
func TestBatchesOfImport(t *testing.T) { onEachEngine(t, testBatchesOfImport) }

func testBatchesOfImport(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	i := newImport(t, s, k, "a")
	queue := claimImports(t, s, "me")[0]
	staged(t, s, queue, i, 2)
	noError(t, of(s).FinishEmptyGroup(t.Context(), queue, stored.GroupResult{ImportID: i.ImportID, Group: 1, Skipped: 3}))
	first := must[store.Batch](t)(createGroup(t, s, k, i))
	batches, count, err := s.BatchesOfImport(t.Context(), k.AccountID, i.ImportID)
	noError(t, err)
	same(t, "batches", batches, []string{first.UploadBatchNo})
	equal(t, "orders", count, int64(3))
	_, _, err = s.BatchesOfImport(t.Context(), k.AccountID+1, i.ImportID)
	wantError(t, err, store.ErrNotFound)
}
