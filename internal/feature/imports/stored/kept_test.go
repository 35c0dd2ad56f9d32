package stored_test

import (
	"fmt"
	"testing"
	"time"

	"waybill/internal/feature/imports/stored"
	"waybill/internal/store"
)

// TestContentsOfImportsAreKept: for a week from the last change of an import on, also one whose file came long before, and an upload for
// an hour.
func TestContentsOfImportsAreKept(t *testing.T) { onEachEngine(t, testContentsOfImportsAreKept) }

func testContentsOfImportsAreKept(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	purge := func(what string, want int64) {
		t.Helper()
		equal(t, "purged "+what, must[int64](t)(of(s).PurgeImports(t.Context())), want)
	}
	state := func(id int64) string {
		t.Helper()
		i := must[stored.Import](t)(of(s).Import(t.Context(), k.AccountID, id))
		return fmt.Sprint(i.State, " ", i.HasContent)
	}
	to := func(id int64, state stored.State) {
		t.Helper()
		must[stored.Import](t)(of(s).ChangeImport(t.Context(), k.AccountID, id, func(i *stored.Import) error { i.State = state; return nil }))
	}
	corrected, done := newImport(t, s, k, "a"), newImport(t, s, k, "b")
	to(corrected.ImportID, stored.Waiting)
	to(done.ImportID, stored.Done)
	f.Clock.Advance(stored.ContentRetention - time.Hour)
	to(corrected.ImportID, stored.Checking) // somebody corrects a row
	to(corrected.ImportID, stored.Waiting)
	f.Clock.Advance(time.Hour - time.Microsecond)
	purge("before a week", 0)
	f.Clock.Advance(time.Microsecond)
	purge("after a week", 1)
	equal(t, "done", state(done.ImportID), "done false")
	equal(t, "corrected", state(corrected.ImportID), "waiting true")
	equal(t, "its file", string(must[[]byte](t)(of(s).ImportPart(t.Context(), k.AccountID, corrected.ImportID, 0))), "a")
	f.Clock.Advance(stored.ContentRetention - time.Hour - time.Microsecond)
	purge("before a week from the correction", 0)
	f.Clock.Advance(time.Microsecond)
	purge("after it", 1)
	equal(t, "corrected", state(corrected.ImportID), "cancelled false")

	upload, _, err := of(s).NewImport(t.Context(), stored.Import{AccountID: k.AccountID, KeyID: k.KeyID, FileSize: 1})
	noError(t, err)
	f.Clock.Advance(time.Hour - time.Microsecond)
	purge("within an hour", 0)
	f.Clock.Advance(time.Microsecond)
	purge("after an hour", 1)
	_, err = of(s).Import(t.Context(), k.AccountID, upload.ImportID)
	wantError(t, err, store.ErrNotFound)

	f.Clock.Advance(done.CreatedOn.Add(stored.Retention - time.Microsecond).Sub(f.Clock.Now()))
	purge("before 90 days", 0)
	f.Clock.Advance(time.Microsecond)
	purge("after 90 days", 2)
	equal(t, "imports", f.Count(t, `SELECT count(*) FROM imports`), 0)
}
