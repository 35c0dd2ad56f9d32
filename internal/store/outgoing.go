package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"waybill/internal/store/engine"
)

// Pause is why the servers of the data make no outgoing calls: no calls to partners, no webhooks and no mail.
type Pause string

// The pauses. SetPause ends them.
const (
	NotPaused      Pause = ""
	PausedRestored Pause = "restored" // the data are of a backup
	PausedCopied   Pause = "copied"   // the data were copied from another database
	PausedMoved    Pause = "moved"    // the data were last used in another PostgreSQL database
)

// ErrPaused says that a server makes no outgoing calls.
var ErrPaused = errors.New("outgoing calls are paused: `waybill resume` ends that")

// DefaultSkip is by how much the counter of order ids is moved in restored data: more orders than any server takes
// between two backups, and a hundredth of the numbers with ten digits.
const DefaultSkip = 100_000_000

// Outgoing says whether the servers of the data make outgoing calls.
type Outgoing struct {
	Pause    Pause
	PausedOn time.Time
	// Moved: the PostgreSQL database differs from the database of the last server, and CheckDatabase was not called since.
	Moved bool
	// Unknown: the role may not execute pg_control_system(), so that another database is not noticed.
	Unknown bool
}

// databaseID tells PostgreSQL databases apart. pg_restore and CREATE DATABASE … TEMPLATE make a new oid, and initdb a
// new system identifier. A standby has both, also after its promotion, and so has a cluster that was recovered to a
// point in time. On SQLite it is zero.
type databaseID struct{ system, oid int64 }

// Outgoing returns what the data say of outgoing calls. It writes nothing.
func (s *Store) Outgoing(ctx context.Context) (Outgoing, error) {
	o, _, _, err := s.outgoing(ctx)
	return o, s.DB.Explain("read whether outgoing calls are made", err)
}

func (s *Store) outgoing(ctx context.Context) (o Outgoing, recorded, current databaseID, err error) {
	err = engine.QueryRow(ctx, s.DB.Reads, `SELECT pause, paused_on, system_identifier, database_oid FROM deployment WHERE id = 1`).
		Scan((*string)(&o.Pause), engine.At(&o.PausedOn), &recorded.system, &recorded.oid)
	if err != nil || s.DB.Dialect.Engine == engine.SQLite {
		return o, recorded, current, err
	}
	err = engine.QueryRow(ctx, s.DB.Reads, `SELECT (SELECT system_identifier FROM pg_control_system()), oid::bigint FROM pg_database
		WHERE datname = current_database()`).Scan(&current.system, &current.oid)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "42501" { // insufficient privilege
		o.Unknown = true
		return o, recorded, recorded, nil
	}
	o.Moved = recorded != databaseID{} && recorded != current
	return o, recorded, current, err
}

// CheckDatabase records the PostgreSQL database that the data are in. If another one is recorded, the data are of a
// backup or a copy: in the same transaction it pauses outgoing calls and skips DefaultSkip order ids, so that no
// tracking number is issued a second time. Of several callers at the same time one does that. It returns the state after
// that. Without a recorded database, and on SQLite, nothing is paused.
func (s *Store) CheckDatabase(ctx context.Context) (Outgoing, error) {
	o, recorded, current, err := s.outgoing(ctx)
	if err != nil || recorded == current {
		return o, s.DB.Explain("check the database", err)
	}
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		changed, err := q.Exec(ctx, `UPDATE deployment SET system_identifier = $1, database_oid = $2
			WHERE id = 1 AND system_identifier = $3 AND database_oid = $4`, current.system, current.oid, recorded.system, recorded.oid)
		if err != nil || changed == 0 || !o.Moved {
			return err
		}
		if err := setPause(ctx, q, PausedMoved, s.DB.Now()); err != nil {
			return err
		}
		_, err = skipOrderIDs(ctx, q, DefaultSkip)
		return err
	})
	if err != nil {
		return o, s.DB.Explain("record the database", err)
	}
	s.ids.moved.Store(true)
	return s.Outgoing(ctx)
}

// SetPause stops outgoing calls of all servers of the data, or lets them go on: NotPaused. Servers that run notice it
// within seconds.
func (s *Store) SetPause(ctx context.Context, pause Pause) error {
	return s.DB.Change(ctx, "pause outgoing calls", func(ctx context.Context, q engine.Querier) error {
		return setPause(ctx, q, pause, s.DB.Now())
	})
}

func setPause(ctx context.Context, q engine.Querier, pause Pause, now time.Time) error {
	return engine.Exec(ctx, q, `UPDATE deployment SET pause = $1, paused_on = $2 WHERE id = 1`, string(pause), engine.Micros(now))
}
