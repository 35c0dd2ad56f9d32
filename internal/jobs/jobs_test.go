package jobs

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"waybill/internal/each"
	"waybill/internal/fulfil"
	"waybill/internal/importer"
	"waybill/internal/inforce"
	"waybill/internal/orderfile"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
	"waybill/internal/store/masterdata"
	"waybill/internal/store/storetest"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// bench is a Service that works only when a test says so, a step at a time.
type bench struct {
	*Service
	t *testing.T
}

// ctx is the context of a person.
func (b *bench) ctx() context.Context {
	return audit.WithActor(b.t.Context(), audit.Actor{Kind: audit.ActorUser, Name: "ann@example.com"})
}

func newBench(t *testing.T, s *store.Store) *bench {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	rules := inforce.New(s, log, func(string) {})
	fulfiller := fulfil.New(fulfil.Config{
		Store: s, Owner: t.Name(), Now: s.DB.Now, Jitter: func() float64 { return 0.5 }, Log: log,
		ObserveCall: func(string, string, time.Duration) {}, ObserveCircuit: func(string, bool) {},
	})
	rules.Partners = fulfiller.Check
	o := orders.New(orders.Config{
		Store: s, Rules: rules, Fulfiller: fulfiller, Now: s.DB.Now, Patience: time.Minute, AnswerWithin: time.Minute,
		Created: func(string, int) {}, Note: func(context.Context, error) {},
	})
	b := &bench{NewService(s, o, log), t}
	b.turnTime = 0
	return b
}

// shipper makes an account with n orders, and returns it as a caller.
func (b *bench) shipper(n int) orders.Caller {
	b.t.Helper()
	a, err := b.store.MasterData.CreateAccount(b.ctx(), masterdata.Account{Name: fmt.Sprint("shipper ", n, time.Now().UnixNano())})
	check(b.t, err)
	for some := range slices.Chunk(make([]shipment.Order, n), 500) {
		for i := range some {
			some[i] = storetest.Order(i)
			some[i].ServiceType, some[i].ForwardTrackingNo = "", ""
		}
		_, err := b.store.CreateBatch(b.ctx(), store.NewBatch{AccountID: a.AccountID, KeyID: 1, Orders: some})
		check(b.t, err)
	}
	return orders.Caller{Caller: a.Caller()}
}

func (b *bench) start(by orders.Caller, n New) Job {
	b.t.Helper()
	n.Filter.AccountID = by.AccountID
	j, err := b.Start(b.ctx(), by, n)
	check(b.t, err)
	return j
}

// step gives one job a turn of one step, and returns its account; 0: none is due.
func (b *bench) step() int64 {
	b.t.Helper()
	j, err := b.claim(b.ctx())
	if errors.Is(err, engine.ErrNotFound) {
		return 0
	}
	check(b.t, err)
	b.turn(b.ctx(), &j)
	return j.AccountID
}

// drain takes steps until nothing is due.
func (b *bench) drain() {
	b.t.Helper()
	for worked := true; worked; {
		worked = b.step() != 0
	}
}

// finish takes steps until nothing is due, and returns the job as it is then.
func (b *bench) finish(j Job) Job {
	b.t.Helper()
	b.drain()
	return b.now(j)
}

func (b *bench) now(j Job) Job {
	b.t.Helper()
	j, err := b.Job(b.ctx(), j.AccountID, j.JobID)
	check(b.t, err)
	return j
}

// numbers are the tracking numbers of an account as its list has them.
func (b *bench) numbers(accountID int64) (numbers []string) {
	b.t.Helper()
	for after, more := (store.Cursor{}), true; more; {
		page, err := b.store.BrowseRecords(b.ctx(), store.OrderFilter{AccountID: accountID}, after)
		check(b.t, err)
		numbers = append(numbers, each.Of(page.Found, func(r store.OrderRecord) string { return r.TrackingNo })...)
		after, more = page.Next, page.More
	}
	return numbers
}

func (b *bench) count(query string, args ...any) int {
	b.t.Helper()
	n, err := engine.Value[int](b.ctx(), b.store.DB.Reads, query, args...)
	check(b.t, err)
	return n
}

func holding(reason string) New { return New{Kind: Hold, Fields: map[string]any{"reason": reason}} }

// killedVariable is the URL of the database in which a child of TestAKilledProcessIsResumed works.
const killedVariable = "WAYBILL_TEST_JOB_KILLED"

// killedOrders are in three parts.
const killedOrders = 2*partSize + 50

// TestAKilledProcessIsResumed kills a process that has held the orders of a part and not stored that: another one does the part again, and
// the others, and each order is held once.
func TestAKilledProcessIsResumed(t *testing.T) {
	t.Parallel()
	if databaseURL := os.Getenv(killedVariable); databaseURL != "" {
		holdAndWait(t, databaseURL)
		return
	}
	for _, on := range []string{engine.SQLite, engine.Postgres} {
		t.Run(on, func(t *testing.T) {
			t.Parallel()
			databaseURL := storetest.Database(t, on)
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAKilledProcessIsResumed$", "-test.v")
			child.Env = append(child.Environ(), killedVariable+"="+databaseURL)
			output, err := child.StdoutPipe()
			check(t, err)
			check(t, child.Start())
			lines, waits := bufio.NewScanner(output), false
			var said []string
			for !waits && lines.Scan() {
				said = append(said, lines.Text())
				waits = strings.Contains(lines.Text(), "it waits")
			}
			_ = child.Process.Kill()
			_ = child.Wait()
			if !waits {
				t.Fatalf("the child said %q", said)
			}
			later := func() time.Time { return time.Now().Add(2 * lease) }
			b := newBench(t, storetest.Open(t, store.Options{URL: databaseURL, Now: later, Parts: []store.Part{Part()}}))
			if n := b.count(`SELECT count(*) FROM order_holds`); n != 2*partSize {
				t.Errorf("the killed process has held %d", n)
			}
			all, err := b.List(b.ctx(), 1, 10)
			check(t, err)
			if all[0].Finished != partSize || all[0].State != Running {
				t.Errorf("it has stored %+v", all[0])
			}
			j := b.finish(all[0])
			if j.State != Done || j.Finished != killedOrders || j.Counts["held"] != killedOrders-partSize || j.Counts["unchanged"] != partSize {
				t.Errorf("resumed: %+v", j)
			}
			if n := b.count(`SELECT count(*) FROM order_holds`); n != killedOrders {
				t.Errorf("%d orders are held", n)
			}
			if n := b.count(`SELECT count(*) FROM order_changes`); n != killedOrders {
				t.Errorf("the orders have %d changes", n)
			}
		})
	}
}

// holdAndWait holds the orders of two parts, stores the result of one part, and waits to be killed.
func holdAndWait(t *testing.T, databaseURL string) {
	b := newBench(t, storetest.Open(t, store.Options{URL: databaseURL, Parts: []store.Part{Part()}}))
	by := b.shipper(killedOrders)
	b.start(by, holding("Check"))
	b.step()
	claimed, err := b.claim(b.ctx())
	check(t, err)
	second := b.numbers(by.AccountID)[partSize : 2*partSize]
	_, err = b.Do(audit.WithActor(b.ctx(), claimed.Actor), by, Hold, map[string]any{"reason": "Check"}, second)
	check(t, err)
	_, _ = fmt.Fprintln(os.Stdout, "it waits")
	<-time.After(time.Hour)
}

func onEachEngine(t *testing.T, test func(t *testing.T, f *storetest.Fixture, b *bench)) {
	storetest.OnEachEngine(t, func(t *testing.T, f *storetest.Fixture) { test(t, f, newBench(t, f.Open(t))) }, Part())
}

// TestStop stops a job between two parts: what is done stays done.
func TestStop(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(2*partSize + 1)
		j := b.start(by, holding("Check"))
		b.step()
		check(t, b.Stop(b.ctx(), j.AccountID, j.JobID))
		j = b.finish(j)
		held := f.Count(t, `SELECT count(*) FROM order_holds`)
		if j.State != Stopped || j.Finished != partSize || j.Counts["held"] != partSize || held != partSize {
			t.Errorf("stopped: %+v, %d held", j, held)
		}
		check(t, b.Stop(b.ctx(), j.AccountID, j.JobID))
		if n := f.Count(t, `SELECT count(*) FROM jobs WHERE parameters <> ''`); n > 0 {
			t.Error("the parameters are kept after the end")
		}
	})
}

// TestAJobHasTheOrdersOfItsStart: what an order becomes, and what is created meanwhile, changes nothing.
func TestAJobHasTheOrdersOfItsStart(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(partSize + 2)
		f.Clock.Advance(time.Second)
		n := holding("Check")
		n.Filter.Held, n.Filter.Sort = new(false), store.SortOldest
		j := b.start(by, n)
		f.Clock.Advance(time.Second)
		_, err := b.store.CreateBatch(b.ctx(), store.NewBatch{AccountID: by.AccountID, KeyID: 1, Orders: []shipment.Order{storetest.Order(1)}})
		check(t, err)
		newest := b.numbers(by.AccountID)
		_, err = b.Do(b.ctx(), by, Hold, map[string]any{"reason": "Check"}, newest[1:2])
		check(t, err)
		_, err = b.Do(b.ctx(), by, Cancel, nil, newest[2:3])
		check(t, err)
		j = b.finish(j)
		if j.State != Done || j.Orders != partSize+2 || j.Counts["held"] != partSize || j.Counts["unchanged"] != 1 || j.Kept() != 1 {
			t.Errorf("%+v", j)
		}
		var kept []Outcome
		check(t, b.Kept(b.ctx(), &j, func(o Outcome) error { kept = append(kept, o); return nil }))
		if len(kept) != 1 || kept[0].TrackingNo != newest[2] || kept[0].Problems()[""][0] != problem.CancelledBefore {
			t.Errorf("kept %+v", kept)
		}
		if e := f.Count(t, `SELECT count(*) FROM audit_log WHERE subject_kind = 'job' AND action = 'start' AND actor = 'ann@example.com'
			AND new_value LIKE '%"orders":202%'`); e != 1 {
			t.Errorf("%d audit entries", e)
		}
	})
}

// TestTurnsOfAccounts: the account whose last turn is the longest ago is next, however many jobs another one has.
func TestTurnsOfAccounts(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		one, two := b.shipper(2*partSize), b.shipper(2*partSize)
		for range 3 {
			b.start(one, holding("Check"))
			f.Clock.Advance(time.Millisecond)
		}
		b.start(two, holding("Check"))
		names := map[int64]string{one.AccountID: "1", two.AccountID: "2", 0: ""}
		turns := ""
		for {
			f.Clock.Advance(time.Millisecond)
			name := names[b.step()]
			if turns += name; name == "" {
				break
			}
		}
		if turns != "12121111" {
			t.Errorf("turns %s", turns)
		}
		b.start(one, holding("Check"))
		_, err := b.claim(b.ctx())
		check(t, err)
		b.start(one, holding("Check"))
		if again, err := b.claim(b.ctx()); !errors.Is(err, engine.ErrNotFound) {
			t.Errorf("an account has a second job at a time: %+v, %v", again, err)
		}
	})
}

// TestTurnsOfManyJobs: an account has one job at a time while many wait.
func TestTurnsOfManyJobs(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(partSize)
		first := b.start(by, holding("Check"))
		b.start(by, holding("Check"))
		claimed, err := b.claim(b.ctx())
		check(t, err)
		if claimed.JobID != first.JobID {
			t.Fatalf("claimed %d, want %d", claimed.JobID, first.JobID)
		}
		for n := range 1000 {
			f.Exec(t, `INSERT INTO jobs (account_id, job_id, kind, state, stopping, parameters, progress, message, actor_kind, actor, due_on,
				lease_owner, lease_token) SELECT $1, job_id, kind, state, stopping, parameters, progress, message, actor_kind, actor, due_on + 1,
				lease_owner, lease_token FROM jobs WHERE account_id = $2 AND job_id <> $3`, 1000+n, by.AccountID, first.JobID)
		}
		f.Clock.Advance(time.Second)
		if next, err := b.claim(b.ctx()); err != nil || next.AccountID != 1000 {
			t.Errorf("claimed a job of account %d: %v", next.AccountID, err)
		}
	})
}

// TestEndedJobsCostNoTime: a look for jobs, which is made each second, does not read those that have ended.
func TestEndedJobsCostNoTime(t *testing.T) {
	s := storetest.Open(t, store.Options{URL: storetest.SQLite(t)})
	plan, err := engine.Collect(t.Context(), s.DB.Reads, func(row engine.Scanner, step *string) error {
		var id, parent, unused int64
		return row.Scan(&id, &parent, &unused, step)
	}, `EXPLAIN QUERY PLAN `+selectNext, int64(1))
	check(t, err)
	for _, step := range plan {
		if strings.Contains(step, " jobs") && !strings.Contains(step, "USING INDEX jobs_due (due_on") {
			t.Errorf("it reads the table: %q", plan)
		}
	}
}

// TestFilesOfExports: an account keeps the files of its newest exports, and the reasons of its other jobs.
func TestFilesOfExports(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(1)
		_, err := b.store.CancelOrders(b.ctx(), by.AccountID, b.numbers(by.AccountID), false)
		check(t, err)
		held := b.finish(b.start(by, holding("Check")))
		f.Clock.Advance(time.Second)
		var all []Job
		for range MaxFiles + 2 {
			all = append(all, b.finish(b.start(by, New{Kind: Export, File: File{Form: "orders", Format: importer.CSV}})))
			f.Clock.Advance(time.Second)
		}
		for i := range all {
			has, err := b.HasFile(b.ctx(), &all[i])
			check(t, err)
			if want := i > 0; has != want { // one more ended after the last start
				t.Errorf("export %d has a file: %v, want %v", i, has, want)
			}
		}
		refused := 0
		check(t, b.Kept(b.ctx(), &held, func(Outcome) error { refused++; return nil }))
		if refused != 1 || held.Kept() != 1 {
			t.Errorf("%d of %d reasons are kept", refused, held.Kept())
		}
	})
}

// TestLimits: an account has few open jobs, and ended ones are deleted after a week.
func TestLimits(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(1)
		for range MaxOpen {
			b.start(by, holding("Check"))
			f.Clock.Advance(time.Millisecond)
		}
		if _, err := b.Start(b.ctx(), by, holding("Check")); !errors.Is(err, engine.ErrTooMany) {
			t.Errorf("one more: %v", err)
		}
		if _, err := b.Start(b.ctx(), by, holding(" ")); request.ProblemsOf(err) == nil {
			t.Errorf("without a reason: %v", err)
		}
		b.drain()
		f.Clock.Advance(Retention - time.Hour)
		check(t, b.purge(b.ctx()))
		if n := f.Count(t, `SELECT count(*) FROM jobs`); n != MaxOpen {
			t.Errorf("%d jobs are left before the time", n)
		}
		f.Clock.Advance(2 * time.Hour)
		check(t, b.purge(b.ctx()))
		if n := f.Count(t, `SELECT count(*) FROM jobs`) + f.Count(t, `SELECT count(*) FROM job_parts`); n > 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// TestExportIsTheList exports 12,000 orders: the file is that of a request to the API, and its orders are those of the list.
func TestExportIsTheList(t *testing.T) {
	t.Parallel()
	n := 12_000
	if testing.Short() {
		n = 1200
	}
	b := newBench(t, storetest.Open(t, store.Options{URL: storetest.SQLite(t), Parts: []store.Part{Part()}}))
	by := b.shipper(n)
	for _, format := range []importer.Format{importer.CSV, importer.XLSX} {
		for _, form := range []string{orderfile.Orders, orderfile.Tracking} {
			j := b.finish(b.start(by, New{Kind: Export, File: File{Form: form, Format: format}, Base: "https://x.example"}))
			if has, err := b.HasFile(b.ctx(), &j); !has || err != nil || j.Finished != int64(n) {
				t.Fatalf("%+v, %v", j, err)
			}
			var got, want bytes.Buffer
			check(t, b.WriteFile(b.ctx(), &j, &got))
			of, err := orderfile.New(b.ctx(), orderfile.Query{
				Source: b.store, MasterData: b.store.MasterData, Filter: store.OrderFilter{AccountID: by.AccountID},
				Form: form, Format: format, Base: "https://x.example",
			})
			check(t, err)
			check(t, of.Write(b.ctx(), &want))
			if !bytes.Equal(got.Bytes(), want.Bytes()) {
				t.Errorf("%s %s: %d bytes, not %d equal ones", form, format, got.Len(), want.Len())
			}
			if form == orderfile.Tracking && format == importer.CSV {
				var numbers []string
				for line := range strings.Lines(got.String()) {
					numbers = append(numbers, strings.Split(line, ",")[1])
				}
				if !slices.Equal(numbers[1:], b.numbers(by.AccountID)) {
					t.Error("the file has other orders than the list")
				}
			}
		}
	}
}

// TestFilesGoWithPersonalData: the parts of a file that have an order go with its personal data, also while it is written.
func TestFilesGoWithPersonalData(t *testing.T) {
	onEachEngine(t, func(t *testing.T, f *storetest.Fixture, b *bench) {
		by := b.shipper(partSize + 1)
		f.Exec(t, `UPDATE orders SET tracker_status = 'SUCCESS'`)
		id := int64(f.Count(t, `SELECT min(order_id) FROM orders`))
		f.Clock.Advance(48 * time.Hour)
		file := New{Kind: Export, File: File{Form: orderfile.Orders, Format: importer.CSV}}
		ended, open := b.finish(b.start(by, file)), b.start(by, file)
		if done, err := b.store.EraseOrders(b.ctx(), by.AccountID, []int64{id}); err != nil || done[0].Reason != "" {
			t.Errorf("not erased: %+v, %v", done, err)
		}
		if n := f.Count(t, `SELECT count(*) FROM job_parts`); n != 2 {
			t.Errorf("%d parts are left, want those of other orders", n)
		}
		if open = b.finish(open); open.State != Done || open.Finished != partSize {
			t.Errorf("%+v", open)
		}
		for _, j := range []Job{ended, open} {
			if has, err := b.HasFile(b.ctx(), &j); has || err != nil {
				t.Errorf("the file is left, %v", err)
			}
		}
	})
}
