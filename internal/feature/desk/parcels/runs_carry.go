package parcels

import (
	"cmp"
	"context"

	"waybill/internal/orders"
	"waybill/internal/problem"
	"waybill/internal/shipment"
	"waybill/internal/store/audit"
	"waybill/internal/store/engine"
)

// CountRun has an open run take no scans, and its lists counted. Returns store.ErrNotFound, ErrRunEmpty, after which it is open, and a
// conflict unless it is open or counted already. The same request again changes nothing.
func (s *Parcels) CountRun(ctx context.Context, id int64) error {
	err := s.moveRun(ctx, "count", id, map[RunState]RunState{RunOpen: RunCounting, RunCounting: RunCounting, RunCounted: RunCounted})
	if err != nil {
		return err
	}
	if run, err := readRun(ctx, s.Store.DB.Reads, id, ""); err != nil || run.State == RunOpen {
		return cmp.Or(err, ErrRunEmpty)
	}
	return nil
}

// ResumeRun has a run that is counted and not signed take scans again. Returns store.ErrNotFound, and a conflict if it is signed. The same
// request again changes nothing.
func (s *Parcels) ResumeRun(ctx context.Context, id int64) error {
	return s.moveRun(ctx, "reopen", id, map[RunState]RunState{RunOpen: RunOpen, RunCounting: RunOpen, RunCounted: RunOpen})
}

// moveRun stores the state that follows the one of a run, and carries it to its stops. A run in a state without one is refused.
func (s *Parcels) moveRun(ctx context.Context, action string, id int64, next map[RunState]RunState) error {
	err := s.Store.DB.Change(ctx, action+" a pickup run", func(ctx context.Context, q engine.Querier) error {
		run, err := readRun(ctx, q, id, s.Store.DB.Dialect.ForUpdate)
		switch to, may := next[run.State]; {
		case err != nil:
			return err
		case !may:
			return notInState(&run)
		case to == run.State:
			return nil
		default:
			return s.Store.Audit.Set(ctx, q, action, s.runSubject(id), `UPDATE pickup_runs SET state = $1, parcels = 0, weight = 0
				WHERE run_id = $2`, string(to), id)
		}
	})
	if err != nil {
		return err
	}
	return s.carryRun(ctx, id)
}

// SignRun signs a run that is counted, with the names, the signature and the count that people have seen, by the actor of ctx. Returns
// store.ErrNotFound, ErrRunChanged, and a conflict that names a parcel that cannot be handed over any more.
func (s *Parcels) SignRun(ctx context.Context, signed Run) error {
	run, err := s.Run(ctx, signed.RunID)
	if err != nil {
		return err
	}
	for i := range run.Stops {
		for j := range run.Stops[i].Lists {
			h := &run.Stops[i].Lists[j]
			trouble, err := s.HandoverTrouble(ctx, h.AccountID, h.HandoverID, 1)
			if err != nil {
				return err
			}
			if len(trouble) > 0 && run.State == RunCounted {
				return &orders.ConflictError{Message: problem.RunTrouble.With(trouble[0].TrackingNo, h.Number())}
			}
		}
	}
	err = s.Store.DB.Change(ctx, "sign a pickup run", func(ctx context.Context, q engine.Querier) error {
		run, err := readRun(ctx, q, signed.RunID, s.Store.DB.Dialect.ForUpdate)
		if err != nil || run.State != RunCounted || run.Parcels != signed.Parcels {
			return cmp.Or(err, ErrRunChanged)
		}
		err = s.Store.Audit.Set(ctx, q, "sign", s.runSubject(run.RunID), `UPDATE pickup_runs SET state = 'signed', signed_on = $1,
			signed_by = $2, given_by = $3, taken_by = $4, signature = $5 WHERE run_id = $6`, engine.Micros(s.Store.DB.Now()),
			audit.ActorOf(ctx).Name, signed.GivenBy, signed.TakenBy, signed.Signature, run.RunID)
		return s.tellRun(ctx, q, shipment.EventRunSigned, run.RunID, err)
	})
	if err != nil {
		return err
	}
	return s.carryRun(ctx, signed.RunID)
}

// tellRun records an event of a run, in the transaction that makes it happen. Returns the error of what was to happen, if there is one.
func (s *Parcels) tellRun(ctx context.Context, q engine.Querier, t shipment.EventType, id int64, failed error) error {
	if failed != nil || s.RunEvent == nil {
		return failed
	}
	run, err := readRun(ctx, q, id, "")
	return cmp.Or(err, s.Store.Webhooks.RecordOperatorEvent(ctx, q, t, s.RunEvent(&run)))
}

// stopsBehind are the stops whose lists are not what their run is.
const stopsBehind = `SELECT p.account_id, p.run_id, p.place, p.state FROM pickup_runs r CROSS JOIN pickup_stops p
	WHERE p.run_id = r.run_id AND r.state <> 'carried' AND (r.state = 'open' AND p.state = 'counted'
		OR r.state = 'counting' AND p.state = 'open' OR r.state = 'signed' AND p.state = 'counted')
	AND ($1 = 0 OR r.run_id = $1) ORDER BY p.run_id, p.account_id`

// carryRun carries the state of a run to its stops, and counts the run when all are counted.
func (s *Parcels) carryRun(ctx context.Context, id int64) error {
	behind, err := engine.List(ctx, s.Store.DB, "read the stops of a pickup run", scanStop, stopsBehind, id)
	if err != nil {
		return err
	}
	for i := range behind {
		err := s.Store.DB.Change(ctx, "carry the state of a pickup run", func(ctx context.Context, q engine.Querier) error {
			_, _, err := s.lockStop(ctx, q, behind[i].AccountID, id)
			return err
		})
		if err != nil {
			return err
		}
	}
	return s.settleRun(ctx, id)
}

// follow makes the lists of a stop, which is locked, what the run is. A list without parcels is removed when they are counted.
func (s *Parcels) follow(ctx context.Context, q engine.Querier, run *Run, stop *RunStop) (err error) {
	was := stop.State
	switch {
	case run.State == RunOpen && was == Counted:
		stop.State = Open
		_, err = q.Exec(ctx, `UPDATE handovers SET state = 'open', parcels = 0, weight = 0 WHERE `+listsOfRun+`
			AND state = 'counted'`, stop.AccountID, stop.RunID)
	case run.State == RunCounting && was == Open:
		stop.State = Counted
		err = countLists(ctx, q, stop)
	case run.State == RunSigned && was == Counted:
		stop.State = Closing
		_, err = q.Exec(ctx, `UPDATE handovers SET state = 'closing', closed_on = $3, closed_by = $4, given_by = $5, taken_by = $6, signature = $7
			WHERE `+listsOfRun+` AND state = 'counted'`, stop.AccountID, stop.RunID, engine.Micros(run.SignedOn), run.SignedBy,
			run.GivenBy, run.TakenBy, run.Signature)
	}
	if err != nil || stop.State == was {
		return err
	}
	return engine.Exec(ctx, q, `UPDATE pickup_stops SET state = $1 WHERE account_id = $2 AND run_id = $3`, string(stop.State), stop.AccountID,
		stop.RunID)
}

func countLists(ctx context.Context, q engine.Querier, stop *RunStop) error {
	_, err := q.Exec(ctx, `DELETE FROM handovers WHERE `+listsOfRun+` AND state = 'open' AND NOT EXISTS (
		SELECT 1 FROM handover_parcels p WHERE p.account_id = $1 AND p.handover_id = handovers.handover_id)`, stop.AccountID, stop.RunID)
	if err != nil {
		return err
	}
	return engine.Exec(ctx, q, `UPDATE handovers SET state = 'counted', (parcels, weight) = (SELECT count(*), coalesce(sum(p.weight), 0)
			FROM handover_parcels p WHERE p.account_id = $1 AND p.handover_id = handovers.handover_id)
		WHERE `+listsOfRun+` AND state = 'open'`, stop.AccountID, stop.RunID)
}

// settleRun counts a run whose stops are all counted, and ends one whose lists are all closed. One without parcels is open again.
func (s *Parcels) settleRun(ctx context.Context, id int64) error {
	return s.Store.DB.Change(ctx, "settle a pickup run", func(ctx context.Context, q engine.Querier) error {
		run, err := readRun(ctx, q, id, s.Store.DB.Dialect.ForUpdate)
		if err != nil || run.State != RunCounting && run.State != RunSigned {
			return err
		}
		var left, lists, parcels, weight int64
		stops := map[RunState]string{RunCounting: "counted", RunSigned: "closing"}[run.State]
		left, err = engine.Value[int64](ctx, q, `SELECT count(*) FROM pickup_stops WHERE run_id = $1 AND state <> $2`, id, stops)
		if err == nil {
			err = engine.QueryRow(ctx, q, `SELECT coalesce(sum(CASE state WHEN 'closed' THEN 0 ELSE 1 END), 0), coalesce(sum(parcels), 0),
				coalesce(sum(weight), 0) FROM handovers WHERE run_id = $1 AND run_id > 0`, id).Scan(&lists, &parcels, &weight)
		}
		switch {
		case err != nil || left > 0:
			return err
		case run.State == RunCounting && parcels == 0:
			return engine.Exec(ctx, q, `UPDATE pickup_runs SET state = 'open' WHERE run_id = $1`, id)
		case run.State == RunCounting:
			return engine.Exec(ctx, q, `UPDATE pickup_runs SET state = 'counted', parcels = $2, weight = $3 WHERE run_id = $1`, id, parcels, weight)
		case lists == 0:
			err = engine.Exec(ctx, q, `UPDATE pickup_runs SET state = 'carried' WHERE run_id = $1`, id)
			return s.tellRun(ctx, q, shipment.EventRunCarried, id, err)
		}
		return nil
	})
}

// CarryRuns continues runs whose counting, signing or opening was interrupted, for example by the end of a process. A run whose parcels are
// all picked up becomes carried.
func (s *Parcels) CarryRuns(ctx context.Context) error {
	moved, err := engine.Values[int64](ctx, s.Store.DB.Reads, `SELECT run_id FROM pickup_runs
		WHERE state <> 'carried' AND state IN ('counting', 'signed') UNION SELECT run_id FROM (`+stopsBehind+`) b`, 0)
	for _, id := range moved {
		if err == nil {
			err = s.carryRun(ctx, id)
		}
	}
	return s.Store.DB.Explain("carry pickup runs", err)
}
