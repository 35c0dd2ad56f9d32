package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"waybill/internal/each"
)

const (
	// maxWriteAttempts is how often a transaction runs that PostgreSQL rolls back.
	maxWriteAttempts = 5
	// postgresCommitters commit groups of creates at the same time; four are slower.
	postgresCommitters = 2
	// postgresCommitTimeout is how long the outcome of a commit is waited for. Then the
	// connection is closed; PostgreSQL goes on with the commit.
	postgresCommitTimeout = 15 * time.Second
	// postgresSlots spreads the counts of connections that commit at the same time.
	postgresSlots = 16
)

// write runs fn in a transaction of its own. It runs fn again if PostgreSQL rolled it back to
// resolve a conflict, or the connection had died while it was idle. It does not run fn again if the
// connection is lost later: the transaction may be committed.
func (onPostgres) write(ctx context.Context, s *DB, fn func(context.Context, Querier) error) error {
	select {
	case <-s.outage.hanging():
		return errHangs
	default:
	}
	defer s.watch()()
	var err error
	for range maxWriteAttempts {
		err = s.inTransaction(ctx, fn)
		if s.Dialect.fault(err) != faultRetry && !pgconn.SafeToRetry(err) {
			break
		}
	}
	s.noteFailure(err)
	return err
}

// inTransaction runs fn in a transaction, whose BEGIN goes with the first statement, and commits it unless ctx has
// ended. The COMMIT does not end with ctx: it has postgresCommitTimeout. Returns ErrUnconfirmed if the outcome of the
// COMMIT is unknown.
func (s *DB) inTransaction(ctx context.Context, fn func(context.Context, Querier) error) error {
	pooled, err := s.postgres.writes.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("begin: %w", cmp.Or(ctx.Err(), err))
	}
	defer pooled.Release() // it closes one whose transaction is open
	conn, opening := pooled.Conn(), []string{"begin"}
	if s.servers.pooler.Load() {
		opening = append(opening, limitLockWaits+"true"+unlessLimited)
	}
	committing, cancel := context.WithTimeout(context.WithoutCancel(ctx), postgresCommitTimeout)
	defer cancel()
	rest, err := runTogether(ctx, conn, opening, []*job{{run: fn}}, &pgx.Batch{})
	if err := cmp.Or(err, ctx.Err()); err != nil {
		return errors.Join(err, undo(committing, conn))
	}
	if rest == nil && conn.PgConn().TxStatus() == idle {
		return nil // fn ran no statement
	}
	err = s.confirmed(func() error {
		err := commit(committing, conn, rest)
		if err != nil && committing.Err() != nil {
			err = fmt.Errorf("no answer in %v", postgresCommitTimeout)
		}
		return err
	})
	return errors.Join(err, undo(committing, conn))
}

// idle is the status of a connection without a transaction.
const idle = 'I'

// undo rolls back what runTogether began, unless it ended with its connection.
func undo(ctx context.Context, conn *pgx.Conn) error {
	if conn.PgConn().TxStatus() == idle {
		return nil
	}
	if _, err := conn.Exec(ctx, "rollback"); err != nil && !conn.IsClosed() {
		return err
	}
	return nil
}

// confirmed runs a commit. Returns ErrUnconfirmed if its outcome is unknown.
func (s *DB) confirmed(commit func() error) error {
	unreplicated := s.servers.unreplicated.Load()
	err := commit()
	if err == nil && s.servers.unreplicated.Load() != unreplicated {
		err = errUnreplicated
	}
	switch {
	case err == nil:
		return nil
	case isUnconfirmed(err):
		return fmt.Errorf("commit: %w: %w", ErrUnconfirmed, err)
	default:
		return fmt.Errorf("commit: %w", err)
	}
}

// errUnreplicated: PostgreSQL has committed, but the wait for the standby was cancelled. It may have
// been the commit of another connection: then the doubt costs little.
var errUnreplicated = errors.New("the standby may not have the commit")

// isUnconfirmed reports whether a COMMIT that failed with err may have been made. Only an error
// response excludes it: a server that closes a connection does not report what it did.
func isUnconfirmed(err error) bool {
	if pgconn.SafeToRetry(err) || errors.Is(err, pgx.ErrTxCommitRollback) {
		return false
	}
	answer, answered := errors.AsType[*pgconn.PgError](err)
	return !answered || answer.SeverityUnlocalized != "ERROR" || answer.Routine == shardNotCommitted
}

// rollback rolls back a transaction, unless it ended with its connection.
func rollback(ctx context.Context, tx pgx.Tx) error {
	if err := tx.Rollback(ctx); err != nil && !tx.Conn().IsClosed() {
		return err
	}
	return nil
}

// commit starts the committers.
func (onPostgres) commit(s *DB) {
	start := func(queue <-chan *job, commit func([]*job)) {
		s.committers.Go(func() {
			for group := nextGroup(queue); group != nil; group = nextGroup(queue) {
				commit(group)
			}
		})
	}
	for range postgresCommitters {
		start(s.queue, func(group []*job) { s.eachServer(group, s.commitGroup) })
	}
	start(s.shared, func(group []*job) { s.eachServer(group, s.shareGroup) }) // one: two have smaller groups, and are slower
	start(s.lookups, s.confirmGroup)
}

// commitGroup makes all batches of a group durable in one transaction, or, if one of them is refused,
// each in its own, and sends each job its outcome.
func (s *DB) commitGroup(group []*job) {
	err := s.commitBatches(each.Of(group, func(j *job) Batch { return j.batch }))
	if fault := s.Dialect.fault(err); err != nil && fault != faultUnavailable {
		for _, j := range group {
			j.done <- s.commitAlone(j.batch)
		}
		return
	}
	for _, j := range group {
		j.done <- err
	}
}

// commitAlone makes one batch durable. If it is refused it returns why.
func (s *DB) commitAlone(b Batch) (err error) {
	ctx, cancel := context.WithTimeout(context.Background(), postgresCommitTimeout)
	defer cancel()
	for range maxCreateAttempts {
		err = s.commitBatches([]Batch{b})
		switch s.Dialect.fault(err) {
		case faultConstraint:
			refused := err
			undone := s.inTransaction(ctx, func(ctx context.Context, q Querier) error {
				err = s.batches.Refusal(ctx, q, b)
				return nil
			})
			if err = cmp.Or(err, undone); errors.Is(err, ErrRetry) {
				err = fmt.Errorf("%w: %w", err, refused)
			}
		case faultRetry:
			continue
		default:
		}
		if !errors.Is(err, ErrRetry) {
			return err
		}
	}
	return err
}

// commitBatches stores batches in one transaction. If the outcome is unknown it looks whether they are
// stored. Returns ErrUnconfirmed if they may be stored, now or later.
func (s *DB) commitBatches(batches []Batch) error {
	defer s.watch()()
	err := s.insertBatches(batches)
	for range s.postgres.writes.Config().MaxConns { // every connection of the pool may have died while it was idle
		if !pgconn.SafeToRetry(err) {
			break
		}
		err = s.insertBatches(batches)
	}
	if errors.Is(err, ErrUnconfirmed) && s.isStored(batches[0]) {
		err = nil
	}
	if err != nil {
		return err
	}
	s.batches.Committed(batches)
	return nil
}

// isStored reports whether a batch is in the database, as durable as a confirmed commit, and with it
// its group. If it is not, it may come later: PostgreSQL may still be committing it.
func (s *DB) isStored(b Batch) bool {
	ctx, cancel := context.WithTimeout(context.Background(), postgresCommitTimeout)
	defer cancel()
	var stored bool
	err := s.confirm(ctx, func(ctx context.Context, q Querier) (err error) {
		stored, err = s.batches.IsStored(ctx, q, b)
		return err
	})
	return err == nil && stored
}

// insertBatches sends the rows in one round trip: a pipeline up to one Sync is one transaction, and
// its last response comes after the commit. Returns ErrUnconfirmed if that response does not come.
func (s *DB) insertBatches(batches []Batch) error {
	ctx, cancel := context.WithTimeout(context.Background(), postgresCommitTimeout)
	defer cancel()
	// Connected first: ids that a server which has failed reserved must not go to its successor.
	conn, err := s.postgres.writes.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Release()
	return s.insertBatchesBy(ctx, conn.Conn(), batches)
}

func (s *DB) insertBatchesBy(ctx context.Context, conn *pgx.Conn, batches []Batch) error {
	if err := s.batches.Assign(ctx, by{conn}, batches); err != nil {
		return err
	}
	slot := int64(conn.PgConn().PID() % postgresSlots)
	if s.servers.distributed.Load() {
		return s.insertInCluster(ctx, conn, batches, slot)
	}
	rows := s.rowsOf(batches, slot)
	batch := &pgx.Batch{}
	if s.servers.pooler.Load() {
		batch.Queue(limitLockWaits + "true" + unlessLimited)
	}
	for _, t := range s.schema.Inserts {
		if columns := rows[t]; columns != nil {
			queueMany(batch, t, columns)
		}
	}
	return s.confirmed(func() error { return conn.SendBatch(ctx, batch).Close() })
}

// rowsOf returns all rows of batches that have their ids. slot is the slot of Batches.Sum.
func (s *DB) rowsOf(batches []Batch, slot int64) columnRows {
	in := &Inserting{columns: make(columnRows)}
	for _, b := range batches {
		b.Insert(in)
	}
	s.batches.Sum(in, batches, slot)
	return in.columns
}

// columnRows collects rows as an array a column, the arguments of table.many.
type columnRows map[*Table][]columnValues

// columnValues has one of its arrays filled.
type columnValues struct {
	numbers []int64
	texts   []string
	blobs   [][]byte
}

func (r columnRows) add(t *Table, row []any) {
	columns := r[t]
	if columns == nil {
		columns = make([]columnValues, len(t.Columns))
		r[t] = columns
	}
	for i, value := range row {
		switch v := value.(type) {
		case int64:
			columns[i].numbers = append(columns[i].numbers, v)
		case string:
			columns[i].texts = append(columns[i].texts, v)
		case []byte:
			columns[i].blobs = append(columns[i].blobs, v)
		default:
			panic(fmt.Sprintf("%s: no array of %T", t.Columns[i], value))
		}
	}
}

func (v columnValues) array() any {
	switch {
	case v.numbers != nil:
		return v.numbers
	case v.texts != nil:
		return v.texts
	default:
		return v.blobs
	}
}

// queueMany queues the one statement that inserts rows.
func queueMany(batch *pgx.Batch, t *Table, columns []columnValues) {
	batch.Queue(t.many, each.Of(columns, columnValues.array)...)
}
