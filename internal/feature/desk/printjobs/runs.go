package printjobs

import (
	"context"
	"fmt"
	"slices"
	"time"

	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// PartOfRun is how many labels of a run a statement stores, and how many a file of a run has.
const PartOfRun = 1000

// Run is many labels that are printed one after the other: each is a job with a number, from 1. Jobs of a run without a printer wait until
// a person starts the run, or prints its files. A label that does not come out stops the run.
type Run struct {
	RunID   int64 // when it was made, in microseconds since 1970
	MadeBy  string
	Printer string // the last one; "": none
	Labels  int64
	Printed int64
	LeftOut int64     // whose orders were cancelled, or whose labels were printed elsewhere meanwhile
	Waiting int64     // for the agent, or at it
	Next    int64     // number of the label whose agent is gone, or the first that is not printed; 0: all are
	NextJob Job       // with this number
	Changed []Changed // at most 20
}

// Changed is an order of a run that was changed since it was added: it is left out, or its label is a new one.
type Changed struct {
	TrackingNo string
	Number     int64
	LeftOut    bool
}

// MadeOn is when the run was made.
func (r *Run) MadeOn() time.Time { return time.UnixMicro(r.RunID) }

const (
	ofRun = ` FROM print_jobs JOIN orders USING (account_id, order_id) WHERE account_id = $1 AND run_id = $2 AND run_id > 0`
	// isLeftOut is the condition of jobs of runs of the account $1 that are not printed: their order has no label any more, or it was
	// printed elsewhere.
	isLeftOut = `(print_jobs.state <> 'printed' AND (has_label = 0 OR EXISTS (
		SELECT 1 FROM label_prints l WHERE l.account_id = $1
		AND l.order_id = print_jobs.order_id AND l.printed_on >= print_jobs.queued_on AND l.printed_on >= label_changed_on)))`
)

var jobsTable = engine.NewTable("print_jobs", "", "account_id bigint", "request_key text", "order_id bigint", "printer text", "state text",
	"lease text", "leased_until bigint", "queued_on bigint", "queued_by text", "taken_on bigint", "ended_on bigint", "note text",
	"answered_by text", "run_id bigint", "number bigint")

// MakeRun makes a run of the labels of orders, all or none, by the actor of ctx, and returns its id.
func (s *Jobs) MakeRun(ctx context.Context, accountID int64, orderIDs []int64) (runID int64, err error) {
	runID = engine.Micros(s.DB.Now())
	by := audit.ActorOf(ctx).Name
	return runID, s.DB.Change(ctx, "make a print run", func(ctx context.Context, q engine.Querier) error {
		number := int64(0)
		for part := range slices.Chunk(orderIDs, PartOfRun) {
			in := s.DB.Inserting(ctx, q)
			for _, id := range part {
				number++
				in.Insert(&jobsTable, []any{
					accountID, fmt.Sprintf("run-%d-%d", runID, number), id, "", string(Queued), "", int64(0), runID + number, by, int64(0), int64(0), "",
					"", runID, number,
				})
			}
			if err := in.Flush(); err != nil {
				return err
			}
		}
		return nil
	})
}

// Run returns a run as it is now. Returns engine.ErrNotFound.
func (s *Jobs) Run(ctx context.Context, accountID, runID int64) (r Run, err error) {
	defer func() { err = s.DB.Explain("read a print run", err) }()
	r.RunID = runID
	var stuck int64 // number of the first label of which a person has to say whether it came out
	err = engine.QueryRow(ctx, s.DB.Reads, `SELECT count(*), coalesce(max(queued_by), ''), coalesce(max(printer), ''),
			coalesce(sum(CASE WHEN print_jobs.state = 'printed' THEN 1 ELSE 0 END), 0), coalesce(sum(CASE WHEN `+isLeftOut+` THEN 1 ELSE 0 END), 0),
			coalesce(sum(CASE WHEN printer <> '' AND (print_jobs.state IN ('queued', 'sent') AND NOT `+isLeftOut+`
				OR print_jobs.state = 'started' AND leased_until >= $3) THEN 1 ELSE 0 END), 0),
			coalesce(min(CASE WHEN print_jobs.state <> 'printed' AND NOT `+isLeftOut+` THEN number END), 0),
			coalesce(min(CASE WHEN print_jobs.state = 'unknown' OR print_jobs.state = 'started' AND leased_until < $3 THEN number END), 0)`+ofRun,
		accountID, runID, engine.Micros(s.DB.Now())).
		Scan(&r.Labels, &r.MadeBy, &r.Printer, &r.Printed, &r.LeftOut, &r.Waiting, &r.Next, &stuck)
	if stuck > 0 { // no other is printed before that
		r.Waiting, r.Next = 0, stuck
	}
	if err == nil && r.Labels == 0 {
		err = engine.ErrNotFound
	}
	if err == nil && r.Next > 0 {
		r.NextJob, err = engine.First(s.collect(ctx, s.DB.Reads, `run_id = $2 AND run_id > 0 AND number = $3`, accountID, runID, r.Next))
	}
	if err == nil {
		r.Changed, err = engine.Collect(ctx, s.DB.Reads, func(row engine.Scanner, c *Changed) error {
			return row.Scan(&c.TrackingNo, &c.Number, engine.Is(&c.LeftOut))
		}, `SELECT tracking_no, number, CASE WHEN `+isLeftOut+` THEN 1 ELSE 0 END`+ofRun+`
			AND (label_changed_on > run_id OR `+isLeftOut+`) ORDER BY number LIMIT 20`, accountID, runID)
	}
	return r, err
}

// Runs returns the ids of at most limit runs of an account, the newest first.
func (s *Jobs) Runs(ctx context.Context, accountID int64, limit int) ([]int64, error) {
	ids, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT run_id FROM print_jobs WHERE account_id = $1 AND run_id > 0 AND number = 1
		ORDER BY run_id DESC LIMIT CAST($2 AS BIGINT)`, accountID, limit)
	return ids, s.DB.Explain("list print runs", err)
}

// StartRun prints the labels of a run from a number on that are not printed on a printer; "" has them wait for a person. With again those
// that are printed, or may be, are printed again. Returns ErrNoPrinter.
func (s *Jobs) StartRun(ctx context.Context, accountID, runID, from int64, printer string, again bool) error {
	now := engine.Micros(s.DB.Now())
	return s.DB.Change(ctx, "start a print run", func(ctx context.Context, q engine.Querier) error {
		if printer != "" {
			if err := knowsPrinter(ctx, q, accountID, printer); err != nil {
				return err
			}
		}
		states, queued := `('queued', 'failed')`, `queued_on`
		if again {
			states, queued = `('queued', 'failed', 'printed', 'unknown')`, `$5 + number`
		}
		return engine.Exec(ctx, q, `UPDATE print_jobs SET state = 'queued', printer = $4, lease = '', leased_until = 0, ended_on = 0, note = '',
				answered_by = '', queued_on = `+queued+`
			WHERE account_id = $1 AND run_id = $2 AND run_id > 0 AND number >= $3 AND (state IN `+states+`
				OR leased_until < $5 AND (state = 'sent' OR state = 'started' AND $6 = 1))`,
			accountID, runID, from, printer, now, engine.Flag(again))
	})
}

// StopRun takes the labels of a run of which no byte was sent from their printer: an agent that has one is told so before it prints.
func (s *Jobs) StopRun(ctx context.Context, accountID, runID int64) error {
	return s.DB.Change(ctx, "stop a print run", func(ctx context.Context, q engine.Querier) error { return stopRun(ctx, q, accountID, runID) })
}

func stopRun(ctx context.Context, q engine.Querier, accountID, runID int64) error {
	return engine.Exec(ctx, q, `UPDATE print_jobs SET printer = '', state = 'queued', lease = '', leased_until = 0
		WHERE account_id = $1 AND run_id = $2 AND run_id > 0 AND state IN ('queued', 'sent')`, accountID, runID)
}

// FileOfRun returns the tracking numbers of the labels of a run, from a number on to the end of its part, that are to be printed. With
// again, it also has labels that are printed or may be printed.
func (s *Jobs) FileOfRun(ctx context.Context, accountID, runID, from int64, again bool) ([]string, error) {
	trackingNos, err := engine.Values[string](ctx, s.DB.Reads, `SELECT tracking_no`+ofRun+` AND number BETWEEN $3 AND $4 AND has_label > 0
			AND ($5 = 1 OR print_jobs.state IN ('queued', 'failed') AND NOT `+isLeftOut+`) ORDER BY number`,
		accountID, runID, from, endOfPart(from), engine.Flag(again))
	return trackingNos, s.DB.Explain("read the labels of a print run", err)
}

// endOfPart is the last number of the part that has a number.
func endOfPart(number int64) int64 { return (number + PartOfRun - 1) / PartOfRun * PartOfRun }

// FilePrinted notes that the actor of ctx has a file of FileOfRun with the labels of these tracking numbers.
func (s *Jobs) FilePrinted(ctx context.Context, accountID, runID, from int64, trackingNos []string) error {
	return s.DB.Execute(ctx, "note a file of a print run", `
		UPDATE print_jobs SET state = 'printed', printer = '', ended_on = $1, answered_by = $2
		WHERE account_id = $3 AND run_id = $4 AND run_id > 0 AND number BETWEEN $5 AND $6
			AND EXISTS (SELECT 1 FROM orders o WHERE o.account_id = $3 AND o.order_id = print_jobs.order_id
				AND o.tracking_no `+s.DB.Dialect.In("$7")+`)
			AND (state IN ('queued', 'failed', 'unknown') OR state = 'started' AND leased_until < $1)`,
		engine.Micros(s.DB.Now()), audit.ActorOf(ctx).Name, accountID, runID, from, endOfPart(from), s.DB.Dialect.List(trackingNos))
}
