package stored_test

import (
	"context"
	"crypto/sha256"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"waybill/internal/feature/imports/stored"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

// newImport stores an import whose file has a content, ready to be checked.
func newImport(t *testing.T, s *store.Store, k masterdata.Key, content string) stored.Import {
	t.Helper()
	made, isNew, err := of(s).NewImport(t.Context(), stored.Import{
		AccountID: k.AccountID, KeyID: k.KeyID, FileName: "orders.csv", FileSize: int64(len(content)),
		FileHash: sha256.Sum256([]byte(content)), Options: []byte(`{}`),
	})
	noError(t, err)
	equal(t, "new", isNew, true)
	noError(t, of(s).AddImportPart(t.Context(), k.AccountID, made.ImportID, 0, []byte(content)))
	return must[stored.Import](t)(of(s).ChangeImport(t.Context(), k.AccountID, made.ImportID, func(i *stored.Import) error {
		i.State = stored.Checking
		return nil
	}))
}

func claimImports(t *testing.T, s *store.Store, owner string) []stored.Queue {
	t.Helper()
	return must[[]stored.Queue](t)(of(s).ClaimImports(t.Context(), owner, 9, time.Minute))
}

// staged stores n checked orders of an import in groups of three, and lets them be created.
func staged(t *testing.T, s *store.Store, queue stored.Queue, i stored.Import, groups int) {
	t.Helper()
	contents := make([][]byte, groups)
	for n := range contents {
		contents[n] = fmt.Appendf(nil, "[%d]", n)
	}
	noError(t, of(s).AddImportCheck(t.Context(), queue, i.ImportID, 0, contents, []stored.Problems{
		{Row: 7, Refused: true, Problems: []byte(`["é"]`), Cells: []byte(`["A-1","ü"]`)}, {Row: 9, Problems: []byte(`["w"]`)},
	}))
	must[stored.Import](t)(of(s).AdvanceImport(t.Context(), queue, i.ImportID, func(i *stored.Import) error {
		i.State, i.GroupsStaged, i.Report = stored.Creating, int64(groups), []byte(`{"rows":9}`)
		return nil
	}))
}

// createGroup creates three orders, the first group.
func createGroup(t *testing.T, s *store.Store, k masterdata.Key, i stored.Import) (store.Batch, error) {
	t.Helper()
	result := &stored.GroupResult{
		ImportID: i.ImportID, Skipped: 1, Refused: 1, Rows: make([]int64, 3),
		Problems: []stored.Problems{{Row: 20, Late: true, Refused: true, Problems: []byte(`["late"]`)}},
	}
	for r := range result.Rows {
		result.Rows[r] = int64(r) + 2
	}
	return s.CreateBatch(t.Context(), store.NewBatch{AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(3), Rider: result})
}

func TestImports(t *testing.T) { onEachEngine(t, testImports) }

func testImports(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	i := newImport(t, s, k, "a;b\n1;2\n")
	equal(t, "number", i.ImportID, 1)
	equal(t, "content", string(must[[]byte](t)(of(s).ImportPart(t.Context(), k.AccountID, 1, 0))), "a;b\n1;2\n")
	_, err := of(s).ImportPart(t.Context(), k.AccountID, 1, 1)
	wantError(t, err, store.ErrNotFound)
	_, err = of(s).Import(t.Context(), other.AccountID, 1)
	wantError(t, err, store.ErrNotFound)
	_, err = of(s).ChangeImport(t.Context(), other.AccountID, 1, func(*stored.Import) error { return nil })
	wantError(t, err, store.ErrNotFound)

	queue := claimImports(t, s, "me")[0]
	equal(t, "account", queue.AccountID, k.AccountID)
	equal(t, "claimed again", len(claimImports(t, s, "you")), 0)
	equal(t, "work", len(must[[]stored.Import](t)(of(s).ImportsToWorkOn(t.Context(), k.AccountID))), 1)
	staged(t, s, queue, i, 2)
	equal(t, "group", string(must[[]byte](t)(of(s).ImportGroup(t.Context(), k.AccountID, 1, 1))), "[1]")

	first, err := createGroup(t, s, k, i)
	noError(t, err)
	again := must[stored.Import](t)(of(s).Import(t.Context(), k.AccountID, 1))
	same(t, "progress", again.Progress, stored.Progress{GroupsDone: 1, Created: 3, Skipped: 1, Refused: 1})
	equal(t, "report", string(again.Report), `{"rows":9}`)
	_, err = createGroup(t, s, k, i)
	wantError(t, err, stored.ErrGroupDone)
	wantError(t, of(s).FinishEmptyGroup(t.Context(), queue, stored.GroupResult{ImportID: 1, Group: 0}), stored.ErrGroupDone)
	noError(t, of(s).FinishEmptyGroup(t.Context(), queue, stored.GroupResult{ImportID: 1, Group: 1, Skipped: 3}))

	groups := must[[]stored.Group](t)(of(s).ImportGroups(t.Context(), k.AccountID, 1, -1, 9))
	equal(t, "groups", len(groups), 2)
	same(t, "first group", groups[0], stored.Group{
		UploadBatchNo: first.UploadBatchNo, FirstOrderID: first.Orders[0].OrderID, Rows: []int64{2, 3, 4}, CreatedOn: first.Orders[0].CreatedOn,
	})
	rows := must[[]stored.Problems](t)(of(s).ImportRowsAfter(t.Context(), k.AccountID, 1, 0, 9, true))
	same(t, "refused", rows, []stored.Problems{
		{Row: 7, Refused: true, Problems: []byte(`["é"]`), Cells: []byte(`["A-1","ü"]`)},
		{Row: 20, Late: true, Refused: true, Problems: []byte(`["late"]`), Cells: []byte{}},
	})
	equal(t, "all", len(must[[]stored.Problems](t)(of(s).ImportRowsAfter(t.Context(), k.AccountID, 1,
		rows[0].Cursor(), 9, false))), 2)

	same(t, "of the file", len(must[[]stored.Import](t)(of(s).ImportsOfFile(t.Context(), newImport(t, s, k, "a;b\n1;2\n")))), 1)
	equal(t, "of another file", len(must[[]stored.Import](t)(of(s).ImportsOfFile(t.Context(), newImport(t, s, k, "c")))), 0)
	newImport(t, s, other, "d") // so that the next one has another number than the first of the account
	equal(t, "of another account", len(must[[]stored.Import](t)(of(s).ImportsOfFile(t.Context(), newImport(t, s, other, "a;b\n1;2\n")))), 0)
	list := must[[]stored.Import](t)(of(s).Imports(t.Context(), k.AccountID, 0, 2))
	equal(t, "newest", list[0].ImportID, 3)
	equal(t, "older", must[[]stored.Import](t)(of(s).Imports(t.Context(), k.AccountID, 2, 2))[0].ImportID, 1)
	noError(t, of(s).DropImportCheck(t.Context(), queue, 1))
	_, err = of(s).ImportGroup(t.Context(), k.AccountID, 1, 1)
	wantError(t, err, store.ErrNotFound)
}

// TestImportLeases: a process that lost its lease changes nothing, and no work is overlooked when a lease ends.
func TestImportLeases(t *testing.T) { onEachEngine(t, testImportLeases) }

func testImportLeases(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	i := newImport(t, s, k, "a")
	lost := claimImports(t, s, "me")[0]
	f.Clock.Advance(time.Minute)
	queue := claimImports(t, s, "you")[0]
	wantError(t, of(s).KeepImports(t.Context(), &lost, time.Minute), store.ErrLeaseLost)
	wantError(t, of(s).AddImportCheck(t.Context(), lost, i.ImportID, 0, [][]byte{[]byte("[]")}, nil), store.ErrLeaseLost)
	_, err := of(s).AdvanceImport(t.Context(), lost, i.ImportID, func(*stored.Import) error { return nil })
	wantError(t, err, store.ErrLeaseLost)
	wantError(t, of(s).FinishEmptyGroup(t.Context(), lost, stored.GroupResult{ImportID: 1}), store.ErrLeaseLost)
	noError(t, of(s).ReleaseImports(t.Context(), lost, true, 0)) // it is not its lease
	equal(t, "claimed meanwhile", len(claimImports(t, s, "me")), 0)

	newImport(t, s, k, "b") // after the last look for work
	noError(t, of(s).ReleaseImports(t.Context(), queue, true, 0))
	queue = claimImports(t, s, "me")[0]
	newImport(t, s, k, "c")
	noError(t, of(s).KeepImports(t.Context(), &queue, time.Minute))
	noError(t, of(s).ReleaseImports(t.Context(), queue, true, 0))
	equal(t, "claimed without work", len(claimImports(t, s, "me")), 0)
	newImport(t, s, k, "d")
	queue = claimImports(t, s, "me")[0]
	noError(t, of(s).ReleaseImports(t.Context(), queue, false, time.Second))
	equal(t, "claimed too soon", len(claimImports(t, s, "me")), 0)
	f.Clock.Advance(time.Second)
	claimImports(t, s, "me")
	must[int64](t)(s.Ledger.EndLeases(t.Context(), time.Minute))
	equal(t, "claimed after a crash", len(claimImports(t, s, "you")), 1)
}

// TestImportGroupAtOnce: of processes that create the same group, one does.
func TestImportGroupAtOnce(t *testing.T) { onEachEngine(t, testImportGroupAtOnce) }

func testImportGroupAtOnce(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	i := newImport(t, s, k, "a")
	staged(t, s, claimImports(t, s, "me")[0], i, 1)
	var creating sync.WaitGroup
	errs := make([]error, 8)
	for n := range errs {
		creating.Go(func() { _, errs[n] = createGroup(t, s, k, i) })
	}
	creating.Wait()
	created := 0
	for _, err := range errs {
		if err == nil {
			created++
			continue
		}
		wantError(t, err, stored.ErrGroupDone)
	}
	equal(t, "created", created, 1)
	equal(t, "orders", f.Count(t, `SELECT count(*) FROM orders`), 3)
}

func TestImportLimits(t *testing.T) { onEachEngine(t, testImportLimits) }

func testImportLimits(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	uploadBy := func(k masterdata.Key, key, content string, size int64) (stored.Import, bool, error) {
		return of(s).NewImport(t.Context(), stored.Import{
			AccountID: k.AccountID, KeyID: k.KeyID, IdempotencyKey: key, FileSize: size, FileHash: sha256.Sum256([]byte(content)),
			Options: []byte(`{}`),
		})
	}
	upload := func(key, content string, size int64) (stored.Import, bool, error) {
		return uploadBy(k, key, content, size)
	}
	_, _, err := upload("", "a", stored.MaxBytes+1)
	wantError(t, err, stored.ErrTooManyBytes)
	first, _, err := upload("key", "a", stored.MaxBytes)
	noError(t, err)
	_, _, err = upload("", "b", 1)
	wantError(t, err, stored.ErrTooManyBytes)
	cancelled := func(i *stored.Import) error { i.State = stored.Cancelled; return nil }
	must[stored.Import](t)(of(s).ChangeImport(t.Context(), k.AccountID, first.ImportID, cancelled))
	f.Clock.Advance(24*time.Hour - time.Microsecond) // after which the key is free
	again, isNew, err := upload("key", "a", 1)
	noError(t, err)
	equal(t, "new", isNew, false)
	equal(t, "number", again.ImportID, first.ImportID)
	_, _, err = upload("key", "b", 1)
	wantError(t, err, store.ErrOtherRequest)
	_, _, err = of(s).NewImport(t.Context(), stored.Import{
		AccountID: k.AccountID, IdempotencyKey: "key", FileSize: 1, FileHash: sha256.Sum256([]byte("a")), Options: []byte(`{"service_id":2}`),
	})
	wantError(t, err, store.ErrOtherRequest) // for the same file
	_, isNew, err = uploadBy(other, "key", "b", 1)
	noError(t, err)
	equal(t, "new by the same key of another account", isNew, true)

	f.Clock.Advance(stored.ContentRetention)
	equal(t, "purged", must[int64](t)(of(s).PurgeImports(t.Context())), 2) // that of the other account, too
	for range stored.MaxOpen {
		_, _, err := upload("key", "b", 1)
		noError(t, err)
	}
	_, _, err = upload("", "a", 1)
	wantError(t, err, stored.ErrTooMany)
}

func TestPurgeImports(t *testing.T) { onEachEngine(t, testPurgeImports) }

func testPurgeImports(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	i := newImport(t, s, k, "a")
	queue := claimImports(t, s, "me")[0]
	staged(t, s, queue, i, 2)
	_, err := createGroup(t, s, k, i)
	noError(t, err)
	f.Clock.Advance(stored.Retention)
	equal(t, "purged while it runs", must[int64](t)(of(s).PurgeImports(t.Context())), 0)
	waits := func(i *stored.Import) error { i.State = stored.Waiting; return nil }
	must[stored.Import](t)(of(s).ChangeImport(t.Context(), k.AccountID, 1, waits))
	noError(t, of(s).DropImportGroups(t.Context(), k.AccountID, 1))
	f.Clock.Advance(stored.ContentRetention)
	equal(t, "purged", must[int64](t)(of(s).PurgeImports(t.Context())), 2) // its content, then itself
	for table := range strings.FieldsSeq(`imports import_files import_groups import_problems import_results`) {
		equal(t, table, f.Count(t, `SELECT count(*) FROM `+table), 0)
	}
	left := newImport(t, s, k, "b")
	must[stored.Import](t)(of(s).ChangeImport(t.Context(), k.AccountID, left.ImportID, waits))
	f.Clock.Advance(stored.ContentRetention)
	equal(t, "purged", must[int64](t)(of(s).PurgeImports(t.Context())), 1)
	left = must[stored.Import](t)(of(s).Import(t.Context(), k.AccountID, left.ImportID))
	equal(t, "state", left.State, stored.Cancelled)
	equal(t, "content", left.HasContent, false)
	equal(t, "orders", f.Count(t, `SELECT count(*) FROM orders`), 3)
}

func TestImportReferences(t *testing.T) { onEachEngine(t, testImportReferences) }

func testImportReferences(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	batch := create(t, s, k, orders(3)...)
	create(t, s, other, orders(4)...)
	_, err := s.CancelOrders(t.Context(), k.AccountID, []string{batch.Orders[2].TrackingNo}, false)
	noError(t, err)
	back := storetest.Order(4) // the return of an order has the same reference, and is no reason to skip a new order
	back.Return, back.ForwardTrackingNo = true, batch.Orders[0].TrackingNo
	f.Clock.Advance(time.Second)
	again := storetest.Order(1)
	again.Return = true
	create(t, s, k, back, again)
	found := must[map[string]stored.ExistingOrder](t)(of(s).OrdersOfReferences(t.Context(), k.AccountID,
		[]string{"REF-000001", "REF-000002", "REF-000003", "REF-000004", "REF-'"}))
	same(t, "found", found, map[string]stored.ExistingOrder{
		"REF-000001": {TrackingNo: batch.Orders[1].TrackingNo, CreatedOn: batch.Orders[1].CreatedOn},
	})
}

func TestImportMappings(t *testing.T) { onEachEngine(t, testImportMappings) }

func testImportMappings(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	mapping := func(hash byte) stored.Mapping {
		return must[stored.Mapping](t)(of(s).ImportMapping(t.Context(), k.AccountID, [32]byte{hash}))
	}
	keep := func(hash byte, n int) {
		noError(t, of(s).KeepImportMapping(t.Context(), k.AccountID, [32]byte{hash},
			stored.Mapping{Mapping: fmt.Appendf(nil, `{"n":%d}`, n), ImportID: int64(n) + 1}))
	}
	same(t, "none", mapping(1), stored.Mapping{})
	_, other, _ := account(t, s, "other")
	for n := range 102 {
		keep(byte(n), n)
		f.Clock.Advance(time.Second)
	}
	keep(101, 0)
	equal(t, "kept", f.Count(t, `SELECT count(*) FROM import_mappings`), 100)
	same(t, "oldest", mapping(1), stored.Mapping{})
	same(t, "changed", mapping(101), stored.Mapping{Mapping: []byte(`{"n":0}`), ImportID: 1})
	ofOther := must[stored.Mapping](t)(of(s).ImportMapping(t.Context(), other.AccountID, [32]byte{101}))
	same(t, "that of another account", ofOther, stored.Mapping{})
}

// TestImportCorrections: corrections are stored with the change of their import or not at all, and end with its content.
func TestImportCorrections(t *testing.T) { onEachEngine(t, testImportCorrections) }

func testImportCorrections(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	i := newImport(t, s, k, "a")
	staged(t, s, claimImports(t, s, "me")[0], i, 1) // rows 7 and 9 have problems
	correct := func(change stored.Corrections) error {
		_, err := of(s).ChangeImport(t.Context(), k.AccountID, i.ImportID, func(i *stored.Import) error {
			i.State, i.Correct = stored.Checking, change
			return nil
		})
		return err
	}
	all := func() []stored.Correction {
		return must[[]stored.Correction](t)(of(s).Corrections(t.Context(), k.AccountID, i.ImportID))
	}
	err := correct(stored.Corrections{Cells: []stored.Correction{{Row: 7, Column: 2, Text: "x"}, {Row: 8, Column: 1}}})
	equal(t, "a row without a problem", fmt.Sprint(request.ProblemsOf(err)),
		fmt.Sprint(request.ProblemsOf(request.Wrong("corrections", problem.NoProblemRow.With(8)))))
	equal(t, "after a refusal", len(all()), 0)
	after := must[stored.Import](t)(of(s).Import(t.Context(), k.AccountID, i.ImportID))
	equal(t, "state after a refusal", after.State, stored.Creating)
	noError(t, correct(stored.Corrections{Cells: []stored.Correction{{Row: 9, Column: 0, Text: "b"}, {Row: 7, Column: 2, Text: "ü"}}}))
	noError(t, correct(stored.Corrections{Forget: true, Cells: []stored.Correction{{Row: 9, Column: 0, Text: "b"}}}))
	equal(t, "after others are forgotten", len(all()), 1)
	noError(t, correct(stored.Corrections{Cells: []stored.Correction{{Row: 7, Column: 2, Text: "ü"}}}))
	noError(t, of(s).DropImportCheck(t.Context(), claimedQueue(t, s, f), i.ImportID))
	noError(t, correct(stored.Corrections{Cells: []stored.Correction{{Row: 7, Column: 2, Text: ""}}})) // a corrected row
	same(t, "corrections", all(), []stored.Correction{{Row: 7, Column: 2}, {Row: 9, Column: 0, Text: "b"}})

	many := make([]stored.Correction, stored.MaxCorrections)
	for n := range many {
		many[n] = stored.Correction{Row: 9, Column: int64(n)}
	}
	wantError(t, correct(stored.Corrections{Cells: many}), stored.ErrManyCorrections)
	equal(t, "after too many", len(all()), 2)
	waits := func(i *stored.Import) error { i.State = stored.Waiting; return nil }
	must[stored.Import](t)(of(s).ChangeImport(t.Context(), k.AccountID, i.ImportID, waits))
	f.Clock.Advance(stored.ContentRetention)
	must[int64](t)(of(s).PurgeImports(t.Context()))
	equal(t, "after the purge", len(all()), 0)
}

// TestImportFingerprints: orders of other imports of the account are found for 30 days, unless they are cancelled.
func TestImportFingerprints(t *testing.T) { onEachEngine(t, testImportFingerprints) }

func testImportFingerprints(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	_, other, _ := account(t, s, "other")
	i := newImport(t, s, k, "a")
	batch := must[store.Batch](t)(s.CreateBatch(t.Context(), store.NewBatch{
		AccountID: k.AccountID, KeyID: k.KeyID, Orders: orders(3),
		Rider: &stored.GroupResult{ImportID: i.ImportID, Rows: []int64{2, 3, 4}, Fingerprints: []string{"f1", "", "f3"}},
	}))
	like := func(accountID, importID int64) map[string]stored.ExistingOrder {
		return must[map[string]stored.ExistingOrder](t)(of(s).OrdersLike(t.Context(),
			stored.Import{AccountID: accountID, ImportID: importID}, []string{"f1", "f2", "f3", ""}))
	}
	_, err := s.CancelOrders(t.Context(), k.AccountID, []string{batch.Orders[0].TrackingNo}, false)
	noError(t, err)
	same(t, "of another import", like(k.AccountID, 9), map[string]stored.ExistingOrder{
		"f3": {TrackingNo: batch.Orders[2].TrackingNo, CreatedOn: batch.Orders[2].CreatedOn, ImportID: i.ImportID},
	})
	equal(t, "of the same import", len(like(k.AccountID, i.ImportID)), 0)
	equal(t, "of another account", len(like(other.AccountID, 9)), 0)
	f.Clock.Advance(30 * 24 * time.Hour)
	equal(t, "after 30 days", len(like(k.AccountID, 9)), 0)
	must[int64](t)(of(s).PurgeImports(t.Context()))
	equal(t, "after the purge", f.Count(t, `SELECT count(*) FROM import_fingerprints`), 0)
}

// claimedQueue is the queue of the only account, whose lease ends first.
func claimedQueue(t *testing.T, s *store.Store, f *fixture) stored.Queue {
	t.Helper()
	f.Clock.Advance(time.Minute)
	return claimImports(t, s, "you")[0]
}

// TestImportFinished: the end of an import is one event, whoever ends it, and that of a dry run is none.
func TestImportFinished(t *testing.T) { onEachEngine(t, testImportFinished) }

func testImportFinished(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	watch := endpoint(t, s, k, shipment.EventImportFinished)
	i := newImport(t, s, k, "a")
	queue := claimImports(t, s, "me")[0]
	staged(t, s, queue, i, 1)
	_, err := createGroup(t, s, k, i)
	noError(t, err)
	end := func(id int64, state stored.State, options string) {
		must[stored.Import](t)(of(s).ChangeImport(t.Context(), k.AccountID, id, func(i *stored.Import) error {
			i.State, i.Options = state, []byte(options)
			i.Report = []byte(`{"rows":9,"orders":8,"invalid":2,"left_out":1}`)
			return nil
		}))
	}
	finished := func(id int64, state, message string, created, skipped, refused int) string {
		return fmt.Sprintf(`{"import_id":%d,"file_name":"orders.csv","state":%q,"message":%s,"rows":9,"orders":8,"created":%d,"skipped":%d,`+
			`"refused":%d,"left_out":1,"finished_on":%q}`, id, state, message, created, skipped, refused, shipment.FormatTime(f.Clock.Now()))
	}
	end(i.ImportID, stored.Done, `{}`)
	end(i.ImportID, stored.Done, `{}`) // it is at an end already
	dry := newImport(t, s, k, "b")
	end(dry.ImportID, stored.Failed, `{"dry_run":true}`)
	left := newImport(t, s, k, "c")
	end(left.ImportID, stored.Waiting, `{}`)
	got := deliver(t, s, watch, 9)
	equal(t, "events", len(got), 1)
	equal(t, "data", string(got[0].Event.Data), finished(i.ImportID, "done", "null", 3, 1, 3))
	equal(t, "sequence", got[0].Event.Sequence, 1)
	record(t, s, got[0], delivered)

	f.Clock.Advance(stored.ContentRetention)
	must[int64](t)(of(s).PurgeImports(t.Context()))
	got = deliver(t, s, watch, 9)
	equal(t, "events of imports that waited too long", len(got), 1)
	equal(t, "data", string(got[0].Event.Data), finished(left.ImportID, "cancelled", "null", 0, 0, 2))
}

// TestAuditOfImports: who uploads, confirms and cancels imports in the console is in the log, or it is not done.
func TestAuditOfImports(t *testing.T) { onEachEngine(t, testAuditOfImports) }

func testAuditOfImports(t *testing.T, f *fixture) {
	s := f.Open(t)
	_, k, _ := account(t, s, "shipper")
	byUser := audit.WithActor(t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "budi@example.com"})
	change := func(ctx context.Context, importID int64, state stored.State) error {
		_, err := of(s).ChangeImport(ctx, k.AccountID, importID, func(i *stored.Import) error {
			i.State, i.Options = state, []byte(`{"valid_only":true,"mapping":{}}`)
			return nil
		})
		return err
	}
	made, _, err := of(s).NewImport(byUser, stored.Import{AccountID: k.AccountID, KeyID: k.KeyID, FileSize: 3, FileName: "Zorblaxia.csv"})
	noError(t, err)
	noError(t, change(byUser, made.ImportID, stored.Checking))
	noError(t, change(t.Context(), made.ImportID, stored.Waiting))
	f.Clock.Advance(time.Second)
	noError(t, change(byUser, made.ImportID, stored.Creating))
	newImport(t, s, k, "of a key")
	equal(t, "log", auditText(t, s, audit.Filter{SubjectKind: audit.SubjectImport}), fmt.Sprintf(
		`%[1]d-4 user:budi@example.com update import/1 {"state":"waiting","dry_run":false,"valid_only":true} -> `+
			`{"state":"creating","dry_run":false,"valid_only":true}`+"\n"+
			`%[1]d-3 user:budi@example.com create import/1  -> {"bytes":3,"sha256":"%064d"}`+"\n", k.AccountID, 0))

	f.Exec(t, `UPDATE audit_sequences SET last_seq = 0 WHERE account_id = $1`, k.AccountID) // the next entry has a taken number
	if err := change(byUser, made.ImportID, stored.Cancelled); err == nil {
		t.Error("an import was cancelled without an entry")
	}
	equal(t, "state", must[stored.Import](t)(of(s).Import(t.Context(), k.AccountID, made.ImportID)).State, stored.Creating)
}
