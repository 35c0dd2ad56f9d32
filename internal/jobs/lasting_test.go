package jobs

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"waybill/internal/importer"
	"waybill/internal/orderfile"
	"waybill/internal/store/engine"
	"waybill/internal/store/storetest"
)

// TestErasingKeepsWork: a part that is not done stays when an order is erased, and so does a part of a file that has the orders before and
// after it alone. What came of the order goes.
func TestErasingKeepsWork(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(3)
		numbers := b.numbers(by.AccountID)
		f.Exec(t, `UPDATE orders SET tracker_status = 'SUCCESS' WHERE tracking_no = $1`, numbers[1])
		f.Clock.Advance(48 * time.Hour)
		work := b.start(by, holding("Check"))
		f.Clock.Advance(time.Millisecond)
		file := b.start(by, New{Kind: Export, File: File{Form: orderfile.Orders, Format: importer.CSV}})
		f.Exec(t, `UPDATE job_parts SET numbers = $1 WHERE job_id = $2`, `["`+numbers[0]+`","`+numbers[2]+`"]`, file.JobID)
		id := int64(f.Count(t, `SELECT order_id FROM orders WHERE tracking_no = '`+numbers[1]+`'`))
		if done, err := b.store.EraseOrders(b.ctx(), by.AccountID, []int64{id}); err != nil || done[0].Reason != "" {
			t.Errorf("not erased: %+v, %v", done, err)
		}
		work = b.finish(work)
		if work.State != Done || work.Finished != 3 || work.Counts["held"] != 2 {
			t.Errorf("work was skipped: %+v", work)
		}
		file = b.now(file)
		if has, err := b.HasFile(b.ctx(), &file); !has || err != nil || file.Finished != 2 {
			t.Errorf("the file of other orders is not left: %+v, %v", file, err)
		}
		f.Exec(t, `UPDATE orders SET tracker_status = 'SUCCESS'`)
		id = int64(f.Count(t, `SELECT order_id FROM orders WHERE tracking_no = '`+numbers[0]+`'`))
		if done, err := b.store.EraseOrders(b.ctx(), by.AccountID, []int64{id}); err != nil || done[0].Reason != "" {
			t.Errorf("not erased: %+v, %v", done, err)
		}
		if n := f.Count(t, `SELECT count(*) FROM job_parts`); n > 0 {
			t.Errorf("%d parts that are done are left", n)
		}
	})
}

// lostReads loses the connection at a read of a part.
type lostReads struct {
	engine.Querier
	close func() error
}

func (l lostReads) Query(ctx context.Context, query string, args ...any) (engine.Rows, error) {
	if strings.HasPrefix(query, `SELECT numbers FROM job_parts`) {
		return nil, io.ErrUnexpectedEOF
	}
	return l.Querier.Query(ctx, query, args...)
}

func (l lostReads) Close() error { return l.close() }

// TestALostConnectionIsNoEnd: a job whose part could not be read is tried again.
func TestALostConnectionIsNoEnd(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(1)
		j := b.start(by, holding("Check"))
		reads := b.store.DB.Reads
		b.store.DB.Reads = lostReads{reads, reads.Close}
		j = b.finish(j)
		b.store.DB.Reads = reads
		if j.State != Running {
			t.Errorf("after the loss: %+v", j)
		}
		f.Clock.Advance(retryAfter)
		if j = b.finish(j); j.State != Done || j.Counts["held"] != 1 {
			t.Errorf("tried again: %+v", j)
		}
	})
}

// TestPartsOfAChangeAreSmall, those of others are not.
func TestPartsOfAChangeAreSmall(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(2*changeSize + 1)
		change := b.start(by, New{Kind: Change, Fields: map[string]any{"changes": map[string]any{"order_weight": 2}}})
		f.Clock.Advance(time.Millisecond)
		if hold := b.start(by, holding("Check")); change.Parts != 3 || hold.Parts != 1 {
			t.Errorf("%d parts of a change, %d of a hold", change.Parts, hold.Parts)
		}
		change = b.finish(change)
		if change.State != Done || change.Finished != 2*changeSize+1 || change.Counts["changed"] != change.Finished {
			t.Errorf("%+v", change)
		}
	})
}

// TestJobsThatWait: a job that waits does not delay other jobs of its account. TestTurnsOfAccounts tests leased jobs.
func TestJobsThatWait(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(1)
		waits := b.start(by, holding("Check"))
		check(t, b.store.MasterData.SuspendAccount(b.ctx(), by.AccountID))
		b.step()
		f.Clock.Advance(time.Millisecond)
		file := b.start(by, New{Kind: Export, File: File{Form: orderfile.Orders, Format: importer.CSV}})
		file, waits = b.finish(file), b.now(waits)
		if file.State != Done || waits.State != Running {
			t.Errorf("the file is %s and the work that waits is %s", file.State, waits.State)
		}
	})
}

// TestStopWhileSuspended: a job that waits for its account ends when it is stopped, and does no more.
func TestStopWhileSuspended(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(1)
		waits := b.start(by, holding("Check"))
		check(t, b.store.MasterData.SuspendAccount(b.ctx(), by.AccountID))
		if got := b.finish(waits); got.State != Running {
			t.Fatalf("the job of a suspended account is %s", got.State)
		}
		check(t, b.Stop(b.ctx(), waits.AccountID, waits.JobID))
		f.Clock.Advance(suspendedWait)
		if got := b.finish(waits); got.State != Stopped || f.Count(t, `SELECT count(*) FROM order_holds`) != 0 {
			t.Errorf("the job is %s after it was stopped", got.State)
		}
	})
}

// TestPurge deletes each old job in a transaction of its own: one that cannot be deleted keeps none of those before it.
func TestPurge(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		if strings.HasSuffix(t.Name(), "/citus") {
			t.Skip("its tables have no triggers")
		}
		by := b.shipper(1)
		last := b.finish(b.start(by, holding("Check")))
		for n := range purgedAtOnce + 5 { // older ones
			for _, copied := range []string{
				`INSERT INTO jobs (` + columns + `) SELECT ` + strings.Replace(columns, "job_id", "job_id - $1", 1) + ` FROM jobs WHERE job_id = $2`,
				`INSERT INTO job_parts SELECT account_id, job_id - $1, part, first_id, last_id, numbers, result FROM job_parts WHERE job_id = $2`,
			} {
				f.Exec(t, copied, n+1, last.JobID)
			}
		}
		f.Clock.Advance(Retention + time.Hour)
		condition, drop := fmt.Sprintf("WHEN (OLD.job_id = %d)", last.JobID), `DROP TRIGGER refuse`
		if strings.HasPrefix(f.URL, "postgres") {
			drop += ` ON job_parts`
			f.Exec(t, `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $f$ BEGIN RAISE 'refused'; END $f$`)
			f.Exec(t, `CREATE TRIGGER refuse BEFORE DELETE ON job_parts FOR EACH ROW `+condition+` EXECUTE FUNCTION refuse()`)
		} else {
			f.Exec(t, `CREATE TRIGGER refuse BEFORE DELETE ON job_parts `+condition+` BEGIN SELECT RAISE(ABORT, 'refused'); END`)
		}
		if err := b.purge(b.ctx()); err == nil {
			t.Error("the last one was deleted")
		}
		if n := f.Count(t, `SELECT count(*) FROM jobs`) + f.Count(t, `SELECT count(*) FROM job_parts`); n != 2 {
			t.Errorf("%d rows are left, want those of the last job", n)
		}
		f.Exec(t, drop)
		check(t, b.purge(b.ctx()))
		if n := f.Count(t, `SELECT count(*) FROM jobs`) + f.Count(t, `SELECT count(*) FROM job_parts`); n > 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}
