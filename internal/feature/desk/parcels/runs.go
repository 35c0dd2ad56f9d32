package parcels

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// RunState is how far a pickup run is.
type RunState string

// The states. The lists of a run follow its state account by account.
const (
	RunOpen     RunState = "open"
	RunCounting RunState = "counting" // it takes no scans, and its lists are counted one account after the other
	RunCounted  RunState = "counted"  // it has the count that is signed
	RunSigned   RunState = "signed"   // its lists are closed, and their parcels become picked up
	RunCarried  RunState = "carried"  // all are
)

// Run is what a van takes from several shippers. Each has a list for each service.
type Run struct {
	RunID              int64
	Van, Driver, Place string
	Date               string // such as 2026-11-30
	State              RunState
	OpenedOn           time.Time
	OpenedBy           string
	SignedOn           time.Time
	SignedBy           string
	GivenBy, TakenBy   string
	Signature          string               // see Handover
	Parcels            int64                // now; of one that is not open when it was counted
	Weight             shipment.Thousandths // kg, likewise
	Carried            int64                // parcels that are picked up because the run was signed
	Stops              []RunStop
}

// RunStop is a shipper of a run.
type RunStop struct {
	AccountID, RunID int64
	Place            string
	State            State // open, counted or closing: what its lists are
	Lists            []Handover
}

// Parcels is how many parcels a stop has.
func (s *RunStop) Parcels() (n int64) {
	for i := range s.Lists {
		n += s.Lists[i].Parcels
	}
	return n
}

// RunNumber is the number of a run on paper and for scanners.
func RunNumber(id int64) string { return fmt.Sprintf("PR-%05d", id) }

// Number is that of the run.
func (r *Run) Number() string { return RunNumber(r.RunID) }

// ofRun says that a list is changed with its run alone.
func ofRun(id int64) error {
	return &orders.ConflictError{Message: problem.HandoverOfRun.With(RunNumber(id))}
}

// The errors of changes of runs.
var (
	// ErrRunChanged: the run is not counted, or has another count.
	ErrRunChanged error = &orders.ConflictError{Message: problem.RunChanged}
	// ErrRunEmpty: the run has no parcels.
	ErrRunEmpty error = &orders.ConflictError{Message: problem.RunNoParcels}
)

const runColumns = `run_id, van, driver, place, run_date, state, opened_on, opened_by, signed_on, signed_by, given_by, taken_by, signature,
	parcels, weight`

func scanRun(row engine.Scanner, r *Run) error {
	return row.Scan(&r.RunID, &r.Van, &r.Driver, &r.Place, &r.Date, &r.State, engine.At(&r.OpenedOn), &r.OpenedBy, engine.At(&r.SignedOn),
		&r.SignedBy, &r.GivenBy, &r.TakenBy, &r.Signature, &r.Parcels, &r.Weight)
}

func readRun(ctx context.Context, q engine.Querier, id int64, lock string) (Run, error) {
	return engine.One(ctx, q, scanRun, `SELECT `+runColumns+` FROM pickup_runs WHERE run_id = $1`+lock, id)
}

func (s *Parcels) runSubject(id int64) audit.Subject {
	return audit.Numbered(audit.SubjectRun, id, func(ctx context.Context, q engine.Querier) (int64, any, error) {
		var v struct {
			Van     string   `json:"van"`
			State   RunState `json:"state"`
			Parcels int64    `json:"parcels,omitempty"`
			GivenBy string   `json:"given_by,omitempty"`
			TakenBy string   `json:"taken_by,omitempty"`
		}
		run, err := readRun(ctx, q, id, s.Store.DB.Dialect.ForUpdate)
		v.Van, v.State, v.Parcels, v.GivenBy, v.TakenBy = run.Van, run.State, run.Parcels, run.GivenBy, run.TakenBy
		return 0, v, err
	})
}

// OpenRun stores a run with its stops, by the actor of ctx, and returns it with its number.
func (s *Parcels) OpenRun(ctx context.Context, run Run) (Run, error) {
	var err error
	run.State, run.OpenedOn, run.OpenedBy = RunOpen, s.Store.DB.Now(), audit.ActorOf(ctx).Name
	if run.RunID, err = s.Store.Draw(ctx, store.RunNumbers); err != nil {
		return run, err
	}
	for i := range run.Stops { // each in the transaction of its account: those of a run that is not stored afterwards are of no run
		stop := &run.Stops[i]
		stop.RunID, stop.State = run.RunID, Open
		err = s.Store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error { return addStop(ctx, q, stop) })
		if err != nil {
			return run, s.Store.DB.Explain("plan a stop of a pickup run", err)
		}
	}
	err = s.Store.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		_, err := q.Exec(ctx, `INSERT INTO pickup_runs (`+runColumns+`) VALUES ($1, $2, $3, $4, $5, 'open', $6, $7, 0, '', '', '', '', 0, 0)`,
			run.RunID, run.Van, run.Driver, run.Place, run.Date, engine.Micros(run.OpenedOn), run.OpenedBy)
		if err != nil {
			return err
		}
		return audit.Made(ctx, q, s.Store.Audit, s.runSubject(run.RunID), &run)
	})
	return run, s.Store.DB.Explain("open a pickup run", err)
}

func addStop(ctx context.Context, q engine.Querier, stop *RunStop) error {
	return engine.Exec(ctx, q, `INSERT INTO pickup_stops (account_id, run_id, place, state) VALUES ($1, $2, $3, 'open')
		ON CONFLICT DO NOTHING`, stop.AccountID, stop.RunID, stop.Place)
}

// Runs returns at most limit runs with ids below before, the newest first, without their stops; 0 is no bound. They have the parcels of
// when they were counted.
func (s *Parcels) Runs(ctx context.Context, before int64, limit int) ([]Run, error) {
	return engine.List(ctx, s.Store.DB, "list pickup runs", scanRun, `SELECT `+runColumns+` FROM pickup_runs
		WHERE $1 = 0 OR run_id < $1 ORDER BY run_id DESC LIMIT CAST($2 AS BIGINT)`, before, limit)
}

// Run returns a run with its stops, by account, and their lists. Returns store.ErrNotFound.
func (s *Parcels) Run(ctx context.Context, id int64) (run Run, err error) {
	defer func() { err = s.Store.DB.Explain("read a pickup run", err) }()
	q := s.Store.DB.Reads
	if run, err = readRun(ctx, q, id, ""); err != nil {
		return run, err
	}
	run.Stops, err = engine.Collect(ctx, q, scanStop,
		`SELECT account_id, run_id, place, state FROM pickup_stops WHERE run_id = $1 ORDER BY account_id`, id)
	if err != nil {
		return run, err
	}
	lists, err := engine.Collect(ctx, q, scanHandover,
		`SELECT `+handoverColumns+` FROM handovers WHERE run_id = $1 AND run_id > 0 ORDER BY account_id, handover_id`, id)
	if err != nil {
		return run, err
	}
	counted, err := engine.ByID(ctx, q, func(row engine.Scanner, c *[4]int64) error { return row.Scan(&c[0], &c[1], &c[2], &c[3]) },
		func(c [4]int64) int64 { return c[0] }, `SELECT p.handover_id, count(*), sum(p.carried), sum(p.weight) FROM handover_parcels p
		JOIN handovers h ON h.account_id = p.account_id AND h.handover_id = p.handover_id WHERE h.run_id = $1 AND h.run_id > 0
		GROUP BY p.handover_id`, id)
	if run.State == RunOpen {
		run.Parcels, run.Weight = 0, 0
	}
	for i := range lists {
		h, c := &lists[i], counted[lists[i].HandoverID]
		if h.Carried = c[2]; h.State == Open {
			h.Parcels, h.Weight = c[1], shipment.Thousandths(c[3])
		}
		if run.Carried += h.Carried; run.State == RunOpen || run.State == RunCounting {
			run.Parcels, run.Weight = run.Parcels+h.Parcels, run.Weight+h.Weight
		}
		if at, has := slices.BinarySearchFunc(run.Stops, h.AccountID, func(stop RunStop, account int64) int {
			return cmp.Compare(stop.AccountID, account)
		}); has {
			run.Stops[at].Lists = append(run.Stops[at].Lists, *h)
		}
	}
	return run, err
}

func scanStop(row engine.Scanner, stop *RunStop) error {
	return row.Scan(&stop.AccountID, &stop.RunID, &stop.Place, &stop.State)
}

// errNoNumber: a list is needed, and a number for it.
var errNoNumber = errors.New("a hand-over list needs a number")

// AddToRun puts the parcel of an order on the list that its account has for its service on a run, which is made if it is the first one,
// by the actor of ctx. The outcomes are those of AddToHandover. Returns store.ErrNotFound.
func (s *Parcels) AddToRun(ctx context.Context, runID int64, o *shipment.Order, scan string) (done Scan, err error) {
	for number := int64(0); ; {
		err = s.Store.WithParcel(ctx, "put a parcel on a pickup run", o.AccountID, o.OrderID,
			func(ctx context.Context, q engine.Querier, p *store.Parcel) error {
				run, stop, err := s.lockStop(ctx, q, o.AccountID, runID)
				if err == nil && run.State != RunOpen {
					done = Scan{Outcome: Refused, Message: problem.RunNotOpen.With(run.Number())}
				} else if err == nil {
					done, err = s.addToStop(ctx, q, &stop, number, p, o.Weight, scan)
				}
				return err
			})
		if !errors.Is(err, errNoNumber) {
			done.TrackingNo = o.TrackingNo
			return done, err
		}
		if number, err = s.Store.Draw(ctx, store.HandoverNumbers); err != nil {
			return done, err
		}
	}
}

// lockStop locks the stop of an account in a run, and carries the state of the run to its lists. A stop that an open run does not have is
// added. Counting locks the same row after the run says that it is being counted: what is scanned before is counted, and nothing is
// scanned afterwards.
func (s *Parcels) lockStop(ctx context.Context, q engine.Querier, accountID, runID int64) (run Run, stop RunStop, err error) {
	read := func() (err error) {
		stop, err = engine.One(ctx, q, scanStop, `SELECT account_id, run_id, place, state FROM pickup_stops
			WHERE account_id = $1 AND run_id = $2`+s.Store.DB.Dialect.ForUpdate, accountID, runID)
		return err
	}
	if err = read(); errors.Is(err, store.ErrNotFound) {
		run, err = readRun(ctx, q, runID, s.Store.DB.Dialect.ForUpdate)
		if err != nil || run.State != RunOpen {
			return run, stop, err
		}
		stop = RunStop{AccountID: accountID, RunID: runID, Place: run.Place, State: Open}
		if err = addStop(ctx, q, &stop); err == nil {
			err = read()
		}
	}
	if err == nil {
		run, err = readRun(ctx, q, runID, "")
	}
	if err == nil {
		err = s.follow(ctx, q, &run, &stop)
	}
	return run, stop, err
}

// listsOfRun is the condition of the lists of a run and an account; run_id > 0 is that of the index handovers_run.
const listsOfRun = `account_id = $1 AND run_id = $2 AND run_id > 0`

// addToStop puts a parcel on the list of its service, which gets a number if it is new.
func (s *Parcels) addToStop(
	ctx context.Context, q engine.Querier, stop *RunStop, number int64, p *store.Parcel, weight shipment.Thousandths, scan string,
) (Scan, error) {
	h, err := engine.One(ctx, q, scanHandover, `SELECT `+handoverColumns+` FROM handovers
		WHERE `+listsOfRun+` AND service_id = $3`+s.Store.DB.Dialect.ForUpdate, stop.AccountID, stop.RunID, p.ServiceID)
	isNew := errors.Is(err, store.ErrNotFound)
	if err != nil && !isNew {
		return Scan{}, err
	}
	if isNew {
		h = Handover{
			AccountID: stop.AccountID, HandoverID: number, RunID: stop.RunID, ServiceID: p.ServiceID, Place: stop.Place, State: Open,
			OpenedOn: s.Store.DB.Now(), OpenedBy: audit.ActorOf(ctx).Name,
		}
	}
	done, err := s.addScanned(ctx, q, &h, p, weight, scan)
	switch {
	case err != nil:
	case done.Outcome != Added:
		err = s.nameRun(ctx, q, stop.AccountID, &done)
	case isNew && number == 0:
		err = errNoNumber
	case isNew:
		err = insertHandover(ctx, q, &h)
	}
	done.List = h
	return done, err
}

// nameRun says in which run the list is that has a parcel.
func (s *Parcels) nameRun(ctx context.Context, q engine.Querier, accountID int64, done *Scan) error {
	if done.OtherList == 0 {
		return nil
	}
	h, err := s.handover(ctx, q, accountID, done.OtherList, "")
	if err == nil && h.RunID != 0 {
		done.Message = problem.RunOtherRun.With(h.Number(), RunNumber(h.RunID))
	}
	return err
}

// RemoveFromRun takes the parcel of an order off a run that is open. Returns store.ErrNotFound, and a conflict.
func (s *Parcels) RemoveFromRun(ctx context.Context, runID, accountID, orderID int64) error {
	return s.Store.DB.Change(ctx, "take a parcel off a pickup run", func(ctx context.Context, q engine.Querier) error {
		has, err := engine.Value[int64](ctx, q, `SELECT count(*) FROM pickup_stops WHERE account_id = $1 AND run_id = $2`, accountID, runID)
		if err != nil || has == 0 {
			return cmp.Or(err, store.ErrNotFound)
		}
		run, _, err := s.lockStop(ctx, q, accountID, runID)
		if err != nil || run.State != RunOpen {
			return cmp.Or(err, notInState(&run))
		}
		return engine.UpdateOne(ctx, q, store.ErrNotFound, `DELETE FROM handover_parcels WHERE account_id = $1 AND order_id = $2 AND carried = 0
			AND handover_id IN (SELECT handover_id FROM handovers WHERE account_id = $1 AND run_id = $3 AND run_id > 0)`, accountID, orderID, runID)
	})
}

func notInState(run *Run) error {
	return &orders.ConflictError{Message: problem.RunState.With(string(run.State))}
}

// RunParcels returns at most limit parcels of a run, the last scanned first.
func (s *Parcels) RunParcels(ctx context.Context, id int64, limit int) ([]Listed, error) {
	return engine.List(ctx, s.Store.DB, "read the parcels of a pickup run", scanHandoverParcel,
		`SELECT p.order_id, p.tracking_no, p.weight, p.scanned_on, p.scanned_by, p.carried, '' FROM handover_parcels p
		JOIN handovers h ON h.account_id = p.account_id AND h.handover_id = p.handover_id WHERE h.run_id = $1 AND h.run_id > 0
		ORDER BY p.scanned_on DESC, p.order_id DESC LIMIT CAST($2 AS BIGINT)`, id, limit)
}
