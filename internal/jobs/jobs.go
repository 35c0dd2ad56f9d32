package jobs

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"time"

	"waybill/internal/importer"
	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

const (
	// MaxOpen is how many jobs of an account wait or are under way at most.
	MaxOpen = 20
	// MaxKept is of how many orders a job keeps why it did not change them.
	MaxKept = 1000
	// MaxBytes is how large the compressed rows of a file are at most.
	MaxBytes = 64 << 20
	// MaxFiles is of how many exports of an account that have ended the files are kept, the newest ones.
	MaxFiles = 20
	// Retention is how long a job, its file and its reasons are kept.
	Retention = 7 * 24 * time.Hour
)

// Kind is what a job does.
type Kind string

// The kinds.
const (
	Change  Kind = "change"
	Hold    Kind = "hold"
	Release Kind = "release"
	Cancel  Kind = "cancel"
	Tag     Kind = "tag"
	Correct Kind = "correct" // the status
	Report  Kind = "report"  // where the parcels are
	Export  Kind = "export"  // writes a file, and changes nothing
)

// WhileSuspended reports whether a job of the kind goes on while its account is suspended: it changes nothing, or is the operator's.
func (k Kind) WhileSuspended() bool { return k == Export || k == Correct || k == Report }

// State is how far a job is.
type State string

// The states. A job is open until it is done, stopped or failed.
const (
	Choosing State = "choosing" // its orders are being found
	Running  State = "running"
	Done     State = "done"
	Stopped  State = "stopped" // what was done before stays
	Failed   State = "failed"  // as well
)

// IsOpen reports whether the job is not at an end.
func (s State) IsOpen() bool { return s == Choosing || s == Running }

// isOpen is the condition of jobs that are not at an end.
const isOpen = `state IN ('choosing', 'running')`

// New is a job that is to begin.
type New struct {
	Kind   Kind
	Filter store.OrderFilter // its orders: no list by update
	Fields map[string]any    // of the request to the API that does this, without the numbers
	Base   string            // scheme and host of the tracking pages that a file names
	File   File              // of an export

	Languages []string // of the messages of rules; Start sets it
	Later     bool     `json:"-"` // Start gives it no first turn
}

// File says how a file is.
type File struct {
	Form   string
	Format importer.Format
	Parts  []string `json:",omitempty"` // the headings of columns that only some orders have; a job sets it
}

// Job is work on many orders.
type Job struct {
	AccountID, JobID int64
	Kind             Kind
	State            State
	Stopping         bool            // it is to end before the next part
	Message          problem.Message // why it failed, if there is more to say than that it did
	Actor            audit.Actor     // who started it
	Progress

	parameters string // of New, as JSON
	dueOn      int64
	leaseOwner string
	leaseToken int64
}

// StartedOn is when the job was started.
func (j *Job) StartedOn() time.Time { return engine.FromMicros(j.JobID) }

// Progress is how far a job is.
type Progress struct {
	Orders   int64            // that were found
	Finished int64            // of these
	Counts   map[string]int64 `json:",omitempty"` // of the finished ones by what came of each: see the operations of package orders
	File     File

	Parts, Part int64        // that were found, and how many of these are done
	Place       store.Cursor // after the orders that were found
	Bytes       int64        // of the results of parts
}

// Kept is how many orders were not changed, for a reason.
func (p *Progress) Kept() int64 { return p.Counts[orders.Refused] + p.Counts[orders.NotFound] }

// Service starts jobs, and works on them. Safe for concurrent use.
type Service struct {
	store    *store.Store
	orders   *orders.Service
	log      *slog.Logger
	owner    string        // names this process in leases
	turnTime time.Duration // after how long a job ends its turn
}

// NewService makes a Service that works in the background only while it runs.
func NewService(s *store.Store, o *orders.Service, log *slog.Logger) *Service {
	return &Service{s, o, log, rand.Text(), turnTime}
}

// Start starts a job and gives it its first turn, so that one with few orders has often ended, unless it is for later. The actor of ctx is
// named by it. Returns a *request.InvalidError for fields that are wrong, and engine.ErrTooMany if the account has MaxOpen open ones.
func (s *Service) Start(ctx context.Context, by orders.Caller, n New) (Job, error) {
	if read, changes := operations[n.Kind]; changes {
		if _, err := read(s.orders, n.Fields, []string{"X"}); err != nil {
			return Job{}, err
		}
	}
	now := s.store.DB.Now()
	switch {
	case n.Filter.Sort == store.SortChanged: // an order that is changed meanwhile would move
		n.Filter.Sort = store.SortNewest
	case n.Filter.Sort == store.SortOldest && (n.Filter.To.IsZero() || n.Filter.To.After(now)): // new orders are the last ones
		n.Filter.To = now
	}
	n.Languages = by.Languages
	parameters, err := json.Marshal(n)
	if err != nil {
		return Job{}, err
	}
	j := Job{
		AccountID: by.AccountID, Kind: n.Kind, State: Choosing, Actor: audit.ActorOf(ctx), Progress: Progress{File: n.File},
		parameters: string(parameters), dueOn: engine.Micros(now.Add(lease)), leaseOwner: s.owner, leaseToken: 1,
	}
	if n.Later {
		j.dueOn, j.leaseOwner = engine.Micros(now), ""
	}
	err = s.store.DB.Change(ctx, "start a job", func(ctx context.Context, q engine.Querier) error { return s.insert(ctx, q, &j, now) })
	if err == nil && !n.Later {
		s.turn(ctx, &j)
	}
	return j, err
}

func (s *Service) insert(ctx context.Context, q engine.Querier, j *Job, now time.Time) error {
	open, openErr := engine.Value[int64](ctx, q, `SELECT count(*) FROM jobs WHERE account_id = $1 AND `+isOpen, j.AccountID)
	newest, err := engine.Value[int64](ctx, q, `SELECT coalesce(max(job_id), 0) FROM jobs WHERE account_id = $1`, j.AccountID)
	progress, jsonErr := json.Marshal(j.Progress)
	if err := cmp.Or(openErr, err, jsonErr); err != nil {
		return err
	}
	if open >= MaxOpen {
		return engine.ErrTooMany
	}
	err = engine.Exec(ctx, q, `DELETE FROM job_parts WHERE account_id = $1 AND job_id IN (SELECT job_id FROM jobs
		WHERE account_id = $1 AND kind = 'export' AND NOT (`+isOpen+`) AND job_id < (SELECT min(job_id) FROM (SELECT job_id FROM jobs
			WHERE account_id = $1 AND kind = 'export' AND NOT (`+isOpen+`) ORDER BY job_id DESC LIMIT CAST($2 AS BIGINT)) AS newest))`,
		j.AccountID, MaxFiles)
	if err != nil {
		return err
	}
	j.JobID = max(engine.Micros(now), newest+1)
	return engine.Exec(ctx, q, `INSERT INTO jobs (account_id, job_id, kind, state, stopping, parameters, progress, message, actor_kind, actor,
			due_on, lease_owner, lease_token) VALUES ($1, $2, $3, $4, 0, $5, $6, '', $7, $8, $9, $10, $11)`,
		j.AccountID, j.JobID, string(j.Kind), string(j.State), j.parameters, string(progress), string(j.Actor.Kind), j.Actor.Name,
		j.dueOn, j.leaseOwner, j.leaseToken)
}

const (
	columns = `account_id, job_id, kind, state, stopping, parameters, progress, message, actor_kind, actor, due_on, lease_owner,
		lease_token`
	selectJobs = `SELECT ` + columns + ` FROM jobs WHERE `
)

func scan(row engine.Scanner, j *Job) error {
	var progress, message string
	err := row.Scan(&j.AccountID, &j.JobID, &j.Kind, &j.State, engine.Is(&j.Stopping), &j.parameters, &progress, &message, &j.Actor.Kind,
		&j.Actor.Name, &j.dueOn, &j.leaseOwner, &j.leaseToken)
	if message != "" {
		j.Message = problem.Decode(message, message)
	}
	return cmp.Or(err, json.Unmarshal([]byte(progress), &j.Progress))
}

// Job returns a job of an account. Returns engine.ErrNotFound.
func (s *Service) Job(ctx context.Context, accountID, jobID int64) (Job, error) {
	j, err := engine.One(ctx, s.store.DB.Reads, scan, selectJobs+`account_id = $1 AND job_id = $2`, accountID, jobID)
	return j, s.store.DB.Explain("read a job", err)
}

// List returns at most limit jobs of an account, the newest first.
func (s *Service) List(ctx context.Context, accountID int64, limit int) ([]Job, error) {
	return engine.List(ctx, s.store.DB, "list jobs", scan, selectJobs+`account_id = $1 ORDER BY job_id DESC LIMIT CAST($2 AS BIGINT)`,
		accountID, limit)
}

// Stop ends a job before its next part. One that has ended stays as it is.
func (s *Service) Stop(ctx context.Context, accountID, jobID int64) error {
	return s.store.DB.Execute(ctx, "stop a job", `UPDATE jobs SET stopping = 1 WHERE account_id = $1 AND job_id = $2 AND `+isOpen,
		accountID, jobID)
}

// selectNext selects the job for claim. A due time that is to come says that a process has a job of the account; one that waits does not
// hold up the others of its account. Signs and the condition that all fulfil keep SQLite to the index of the open jobs, which are few.
const selectNext = `SELECT ` + columns + ` FROM jobs JOIN (
		SELECT +account_id AS free, max(due_on) AS last_on FROM jobs WHERE ` + isOpen + ` AND due_on > 0 AND (due_on <= $1 OR lease_owner <> '')
		GROUP BY free HAVING max(due_on) <= $1) turns ON free = +account_id
	WHERE ` + isOpen + ` AND due_on <= $1 ORDER BY last_on, account_id, due_on LIMIT 1`

// claim leases a job, if a process has no other one of its account: the one whose last turn is the longest ago, of the account for which
// this holds too. Returns engine.ErrNotFound if none is due.
func (s *Service) claim(ctx context.Context) (Job, error) {
	now := s.store.DB.Now()
	next, err := engine.One(ctx, s.store.DB.Reads, scan, selectNext, engine.Micros(now))
	if err != nil {
		return next, s.store.DB.Explain("look for jobs", err)
	}
	return engine.Changed(ctx, s.store.DB, "claim a job", func(ctx context.Context, q engine.Querier) (Job, error) {
		return engine.First(engine.Collect(ctx, q, scan, `UPDATE jobs SET lease_owner = $1, lease_token = lease_token + 1, due_on = $2
			WHERE account_id = $3 AND job_id = $4 AND lease_token = $5 AND `+isOpen+` RETURNING `+columns,
			s.owner, engine.Micros(now.Add(lease)), next.AccountID, next.JobID, next.leaseToken))
	})
}

// advance stores how far a job is with what store writes, and renews its lease. Returns store.ErrLeaseLost, and nothing is stored.
func (s *Service) advance(ctx context.Context, j *Job, write func(context.Context, engine.Querier) error) error {
	progress, err := json.Marshal(j.Progress)
	if err != nil {
		return err
	}
	if !j.State.IsOpen() {
		j.parameters = "" // they may say something of a person
	}
	return s.store.DB.Change(ctx, "advance a job", func(ctx context.Context, q engine.Querier) error {
		err := engine.QueryRow(ctx, q, `UPDATE jobs SET state = $1, parameters = $2, progress = $3, message = $4, due_on = $5
			WHERE account_id = $6 AND job_id = $7 AND lease_owner = $8 AND lease_token = $9 RETURNING stopping`,
			string(j.State), j.parameters, string(progress), j.Message.Encode(), engine.Micros(s.store.DB.Now().Add(lease)),
			j.AccountID, j.JobID, j.leaseOwner, j.leaseToken).Scan(engine.Is(&j.Stopping))
		if err != nil {
			return engine.IfNone(err, store.ErrLeaseLost)
		}
		return write(ctx, q)
	})
}

// release ends the lease of a job, which has its next turn after a wait. A lease that was lost stays so.
func (s *Service) release(ctx context.Context, j *Job, wait time.Duration) error {
	return s.store.DB.Execute(ctx, "end the turn of a job", `UPDATE jobs SET lease_owner = '', due_on = $1
		WHERE account_id = $2 AND job_id = $3 AND lease_owner = $4 AND lease_token = $5`,
		engine.Micros(s.store.DB.Now().Add(wait)), j.AccountID, j.JobID, j.leaseOwner, j.leaseToken)
}

// purge deletes what is older than Retention, each job in a transaction of its own.
func (s *Service) purge(ctx context.Context) error {
	until := engine.Micros(s.store.DB.Now().Add(-Retention))
	for {
		old, err := engine.Pairs(ctx, s.store.DB.Reads, `SELECT account_id, job_id FROM jobs WHERE job_id <= $1
			ORDER BY job_id, account_id LIMIT CAST($2 AS BIGINT)`, until, purgedAtOnce)
		if err != nil || len(old) == 0 {
			return s.store.DB.Explain("look for old jobs", err)
		}
		for _, job := range old {
			err := s.store.DB.Change(ctx, "delete an old job", func(ctx context.Context, q engine.Querier) error {
				// The job first, as in advance: a process that works on it adds no part after this.
				return cmp.Or(engine.Exec(ctx, q, `DELETE FROM jobs WHERE account_id = $1 AND job_id = $2`, job[0], job[1]),
					engine.Exec(ctx, q, `DELETE FROM job_parts WHERE account_id = $1 AND job_id = $2`, job[0], job[1]))
			})
			if err != nil {
				return err
			}
		}
	}
}

// Part is what the store knows of jobs. When personal data of orders are erased, the parts of files with these orders go, and what came of
// other parts with them. A part of changes that is not done yet has numbers alone, and stays.
func Part() store.Part {
	return store.Part{
		Queues: []store.Queue{{Kind: "jobs", Columns: "1 AS n, due_on", Table: "jobs", Open: isOpen}},
		Erase: func(ctx context.Context, s *store.Store, q engine.Querier, accountID int64, of []shipment.Order) error {
			_, err := q.Exec(ctx, `DELETE FROM job_parts WHERE account_id = $1 AND EXISTS (SELECT 1 FROM orders o
				WHERE `+s.DB.Dialect.AccountOf("o")+` = $1 AND o.order_id `+s.DB.Dialect.In("$2")+`
				AND o.order_id BETWEEN job_parts.first_id AND job_parts.last_id AND job_parts.numbers LIKE '%"' || o.tracking_no || '"%')
				AND (length(result) > 0 OR EXISTS (SELECT 1 FROM jobs j WHERE j.account_id = $1 AND j.job_id = job_parts.job_id
					AND j.kind = 'export'))`,
				accountID, s.DB.Dialect.List(shipment.IDs(of)))
			return err
		},
	}
}
