package printjobs

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// Jobs is the print jobs of a database. Its methods are safe for concurrent use.
type Jobs struct{ DB *engine.DB }

const (
	// SentLease is how long an agent may prepare a job before another one gets it.
	SentLease = time.Minute
	// StartedLease is the time after which the outcome of a job that began to print is unknown.
	StartedLease = 2 * time.Minute
	// maxNote is how many characters of what an agent says are stored.
	maxNote = 500
	// seenEvery is how exactly it is stored when a printer was seen.
	seenEvery = 20 * time.Second
)

// State is how far a job is.
type State string

// The states. What started with a lease that ran out is read as unknown.
const (
	Queued  State = "queued"
	Sent    State = "sent"    // an agent has it, and has sent no byte
	Started State = "started" // bytes may have been sent
	Printed State = "printed"
	Failed  State = "failed"  // nothing came out
	Unknown State = "unknown" // a person says whether it came out
	// Withdrawn is no state, but an answer of a person: a job that no agent has is not to be printed.
	Withdrawn State = "withdrawn"
)

// The errors of jobs.
var (
	// ErrNoPrinter: no agent has offered the printer. It is an engine.ErrNotFound, too.
	ErrNoPrinter = fmt.Errorf("%w: no agent has this printer", engine.ErrNotFound)
	// ErrOtherJob: the key of the request was used for another order or printer.
	ErrOtherJob error = &orders.ConflictError{Message: problem.OtherPrintJob}
	// ErrOver: the job is not in the state that the caller has seen.
	ErrOver error = &orders.ConflictError{Message: problem.PrintJobOver}
)

// Job is a label for a printer.
type Job struct {
	Key        string // of the request; it names the job in its account
	OrderID    int64
	TrackingNo string
	Printer    string
	State      State
	Lease      string // of the agent that has it
	QueuedOn   time.Time
	QueuedBy   string
	TakenOn    time.Time // zero: no agent has had it
	EndedOn    time.Time
	Note       string // of the agent
	AnsweredBy string // who said whether it came out, or that it is not to be printed
	RunID      int64  // of the Run that has it; 0: none has
}

// Printer is one that an agent has offered.
type Printer struct {
	Name      string
	SeenOn    time.Time            // the last time
	Weight    shipment.Thousandths // kg on the scale beside it, as its agent said last; 0: nothing
	WeighedOn time.Time            // zero: it has no scale
	IsThere   bool                 // its agent asks for jobs
}

// aliveFor is how long a printer whose agent does not ask for jobs is taken for one that is there.
const aliveFor = time.Minute

const (
	selectJobs = `SELECT request_key, order_id, tracking_no, printer, print_jobs.state, lease, leased_until, queued_on, queued_by, taken_on,
		ended_on, note, answered_by, run_id FROM print_jobs JOIN orders USING (account_id, order_id) WHERE account_id = $1 AND `
	// isUnknown is the condition of jobs whose outcome a person says, at the time $2.
	isUnknown = `(print_jobs.state = 'unknown' OR print_jobs.state = 'started' AND leased_until < $2)`
)

// scan reads a row as it is at a time.
func scan(now time.Time) func(engine.Scanner, *Job) error {
	return func(row engine.Scanner, j *Job) error {
		var until int64
		err := row.Scan(&j.Key, &j.OrderID, &j.TrackingNo, &j.Printer, &j.State, &j.Lease, &until, engine.At(&j.QueuedOn), &j.QueuedBy,
			engine.At(&j.TakenOn), engine.At(&j.EndedOn), &j.Note, &j.AnsweredBy, &j.RunID)
		if j.State == Started && until < engine.Micros(now) {
			j.State = Unknown
		}
		return err
	}
}

func (s *Jobs) collect(ctx context.Context, q engine.Querier, query string, args ...any) ([]Job, error) {
	return engine.Collect(ctx, q, scan(s.DB.Now()), selectJobs+query, args...)
}

// Queue queues a print of the label of an order of the account to a printer, by the actor of ctx, once for each key: the same key again
// returns the job that it made. Returns ErrNoPrinter, ErrOtherJob, and engine.ErrNotFound if the account has no such order.
func (s *Jobs) Queue(ctx context.Context, accountID, orderID int64, printer, key string) (j Job, err error) {
	return engine.Changed(ctx, s.DB, "queue a print job", func(ctx context.Context, q engine.Querier) (Job, error) {
		if err := knowsPrinter(ctx, q, accountID, printer); err != nil {
			return Job{}, err
		}
		_, err := q.Exec(ctx, `INSERT INTO print_jobs (account_id, request_key, order_id, printer, state, lease, leased_until, queued_on,
				queued_by, taken_on, ended_on, note, answered_by, run_id, number)
			VALUES ($1, $2, $3, $4, 'queued', '', 0, $5, $6, 0, 0, '', '', 0, 0) ON CONFLICT DO NOTHING`,
			accountID, key, orderID, printer, engine.Micros(s.DB.Now()), audit.ActorOf(ctx).Name)
		if err != nil {
			return Job{}, err
		}
		j, err := engine.First(s.collect(ctx, q, `request_key = $2`, accountID, key))
		if err == nil && (j.OrderID != orderID || j.Printer != printer) {
			err = ErrOtherJob
		}
		return j, err
	})
}

// knowsPrinter returns ErrNoPrinter if no agent has offered a printer.
func knowsPrinter(ctx context.Context, q engine.Querier, accountID int64, printer string) error {
	known, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM printers WHERE account_id = $1 AND name = $2`, accountID, printer)
	if err == nil && known == 0 {
		err = ErrNoPrinter
	}
	return err
}

// Job returns the job of a key. Returns engine.ErrNotFound.
func (s *Jobs) Job(ctx context.Context, accountID int64, key string) (Job, error) {
	j, err := engine.First(s.collect(ctx, s.DB.Reads, `request_key = $2`, accountID, key))
	return j, s.DB.Explain("read a print job", err)
}

// List returns at most limit jobs of an account, without those of runs, that were queued before a time, the newest first; the zero time is
// no bound.
func (s *Jobs) List(ctx context.Context, accountID int64, before time.Time, limit int) ([]Job, error) {
	jobs, err := s.collect(ctx, s.DB.Reads,
		`run_id = 0 AND ($2 = 0 OR queued_on < $2) ORDER BY queued_on DESC, request_key LIMIT CAST($3 AS BIGINT)`,
		accountID, engine.Micros(before), limit)
	return jobs, s.DB.Explain("list print jobs", err)
}

// Questions returns at most limit jobs whose outcome a person has to say, the oldest first.
func (s *Jobs) Questions(ctx context.Context, accountID int64, limit int) ([]Job, error) {
	jobs, err := s.collect(ctx, s.DB.Reads, isUnknown+` ORDER BY queued_on LIMIT CAST($3 AS BIGINT)`,
		accountID, engine.Micros(s.DB.Now()), limit)
	return jobs, s.DB.Explain("list print jobs with an unknown outcome", err)
}

// Printers returns the printers that agents have offered, by name.
func (s *Jobs) Printers(ctx context.Context, accountID int64) ([]Printer, error) {
	return engine.List(ctx, s.DB, "list printers", func(row engine.Scanner, p *Printer) error {
		err := row.Scan(&p.Name, engine.At(&p.SeenOn), &p.Weight, engine.At(&p.WeighedOn))
		p.IsThere = s.DB.Now().Sub(p.SeenOn) < aliveFor
		return err
	}, `SELECT name, seen_on, weight, weighed_on FROM printers WHERE account_id = $1 ORDER BY name`, accountID)
}

// Offer notes that an agent has a printer.
func (s *Jobs) Offer(ctx context.Context, accountID int64, printer string) error {
	now := s.DB.Now()
	known, err := engine.Value[int64](ctx, s.DB.Reads, `SELECT count(*) FROM printers WHERE account_id = $1 AND name = $2 AND seen_on > $3`,
		accountID, printer, engine.Micros(now.Add(-seenEvery)))
	if err != nil || known > 0 {
		return s.DB.Explain("note a printer", err)
	}
	return s.DB.Execute(ctx, "note a printer", `INSERT INTO printers (account_id, name, seen_on) VALUES ($1, $2, $3)
		ON CONFLICT (account_id, name) DO UPDATE SET seen_on = excluded.seen_on`, accountID, printer, engine.Micros(now))
}

// Weigh notes what an agent reads on the scale beside a printer that it has offered, 0 for nothing. Returns ErrNoPrinter.
func (s *Jobs) Weigh(ctx context.Context, accountID int64, printer string, weight shipment.Thousandths) error {
	return s.DB.Change(ctx, "note a weight", func(ctx context.Context, q engine.Querier) error {
		return engine.UpdateOne(ctx, q, ErrNoPrinter, `UPDATE printers SET weight = $1, weighed_on = $2 WHERE account_id = $3 AND name = $4`,
			int64(weight), engine.Micros(s.DB.Now()), accountID, printer)
	})
}

// Take leases the job of a printer that was queued first to an agent. No job of a run is taken while it is not known whether another one
// came out. Returns engine.ErrNotFound if there is none.
func (s *Jobs) Take(ctx context.Context, accountID int64, printer string) (Job, error) {
	now := s.DB.Now()
	j, err := engine.First(s.collect(ctx, s.DB.Reads, `printer = $2 AND print_jobs.state IN ('queued', 'sent') AND leased_until < $3
		AND (run_id = 0 OR NOT `+isLeftOut+` AND NOT EXISTS (SELECT 1 FROM print_jobs b WHERE b.account_id = $1 AND b.run_id = print_jobs.run_id
			AND b.run_id > 0 AND b.state IN ('started', 'unknown')))
		ORDER BY queued_on, request_key LIMIT 1`, accountID, printer, engine.Micros(now)))
	if err == nil {
		lease := rand.Text()
		err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
			return engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE print_jobs SET state = 'sent', lease = $1, leased_until = $2, taken_on = $3
				WHERE account_id = $4 AND request_key = $5 AND state IN ('queued', 'sent') AND lease = $6`,
				lease, engine.Micros(now.Add(SentLease)), engine.Micros(now), accountID, j.Key, j.Lease)
		})
		j.Lease, j.State, j.TakenOn = lease, Sent, now
	}
	return j, s.DB.Explain("take a print job", err)
}

// Report stores what an agent says about a job that it has: that it starts, before the first byte, or how it ended. The same report
// again changes nothing. Returns ErrOver if the lease is of another agent, or a person has answered.
func (s *Jobs) Report(ctx context.Context, accountID int64, key, lease string, state State, note string) error {
	now, ended := s.DB.Now(), time.Time{}
	from, isReport := map[State]string{ // an agent that did not say that it starts has sent nothing
		Started: `('sent', 'started')`, Failed: `('sent', 'started')`, Printed: `('started')`, Unknown: `('started')`,
	}[state]
	if !isReport {
		return ErrOver
	}
	if state != Started {
		ended = now
	}
	return s.DB.Change(ctx, "report on a print job", func(ctx context.Context, q engine.Querier) error {
		j, err := engine.First(s.collect(ctx, q, `request_key = $2`, accountID, key))
		if err != nil || j.Lease == lease && j.State == state && state != Started && j.AnsweredBy == "" {
			return err
		}
		err = engine.UpdateOne(ctx, q, ErrOver, `UPDATE print_jobs SET state = $1, leased_until = $2, ended_on = $3, note = $4
			WHERE account_id = $5 AND request_key = $6 AND lease = $7 AND state IN `+from,
			string(state), engine.Micros(now.Add(StartedLease)), engine.Micros(ended), shipment.CutText(note, maxNote), accountID, key, lease)
		if err != nil || state == Started {
			return err
		}
		return s.end(ctx, q, accountID, &j, state)
	})
}

// end marks the label of a job that was printed as printed when the agent took it: what was changed later is not on it. It stops the run of
// another one.
func (s *Jobs) end(ctx context.Context, q engine.Querier, accountID int64, j *Job, state State) error {
	if state == Printed {
		return store.NotePrinted(ctx, s.DB, q, accountID, store.LabelPrint{OrderID: j.OrderID, On: j.TakenOn, By: j.QueuedBy})
	}
	return stopRun(ctx, q, accountID, j.RunID)
}

// Answer stores what the actor of ctx says of a job whose outcome is unknown: Printed, or Failed, which stops its run. Withdrawn ends a job
// that no agent has. Returns engine.ErrNotFound, and ErrOver if the job is in another state.
func (s *Jobs) Answer(ctx context.Context, accountID int64, key string, answer State) error {
	now, state, from := engine.Micros(s.DB.Now()), answer, isUnknown
	if answer == Withdrawn {
		state, from = Failed, `print_jobs.state IN ('queued', 'sent') AND leased_until < $2`
	}
	return s.DB.Change(ctx, "answer what became of a print job", func(ctx context.Context, q engine.Querier) error {
		j, err := engine.First(s.collect(ctx, q, `request_key = $2`, accountID, key))
		if err != nil {
			return err
		}
		err = engine.UpdateOne(ctx, q, ErrOver, `UPDATE print_jobs SET state = $3, ended_on = $2, answered_by = $4
			WHERE account_id = $1 AND request_key = $5 AND `+from, accountID, now, string(state), audit.ActorOf(ctx).Name, key)
		if err != nil || answer == Withdrawn {
			return err
		}
		return s.end(ctx, q, accountID, &j, state)
	})
}
