package engine

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// replicaEvery is the pause between two looks at how far the replica is.
	replicaEvery = 200 * time.Millisecond
	// replicaTimeout is how long a look may take before the replica is left out.
	replicaTimeout = time.Second
	// MaxReplicaLag is how far behind the primary a replica may be. One that is further behind is left out.
	MaxReplicaLag = 2 * time.Second
)

// replica answers reads from a standby of the primary, which has all that was committed before its horizon. An
// account reads its own writes: after a write of this process, it reads from the primary until the horizon passes it.
// The times are Store.elapsed's.
type replica struct {
	pool     *pgxpool.Pool
	primary  Querier
	elapsed  func() time.Duration
	log      *slog.Logger
	pooled   atomic.Bool // connections lead to a pooler; see isPooled
	stop     context.CancelFunc
	finished chan struct{} // closed when following has ended

	answered, missed, failed, toPrimary atomic.Uint64 // reads

	mu      sync.Mutex
	session context.Context //nolint:containedctx // nil while the replica is left out; ends when it is
	end     context.CancelFunc
	reason  string // why it is left out
	said    bool   // the log has the reason
	samples []walSample
	horizon time.Duration
	wrote   map[int64]time.Duration // by account: when its last write ended, if that is not before the horizon
}

// walSample says how much of its log the primary had written at a time.
type walSample struct {
	at  time.Duration
	lsn int64
}

// ReplicaState is the state of a replica for the metrics.
type ReplicaState struct {
	Used bool          // it answers reads
	Lag  time.Duration // what it may lack; of no meaning before the first look
	// Reads by what became of them: the replica answered; it lacked something, or failed, so that the primary
	// was asked too; or the primary was asked at once.
	Answered, Missed, Failed, Primary uint64
}

// ReplicaState returns the state of the replica, and false if the store has none.
func (s *DB) ReplicaState() (ReplicaState, bool) {
	r := s.Replica
	if r == nil {
		return ReplicaState{}, false
	}
	state := ReplicaState{
		Answered: r.answered.Load(), Missed: r.missed.Load(), Failed: r.failed.Load(), Primary: r.toPrimary.Load(),
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	state.Used, state.Lag = r.session != nil, r.elapsed()-r.horizon
	return state, true
}

// Begin returns a context that ends when the replica is left out, or nil if an account must read from the
// primary. Account 0 stands for a read of all accounts.
func (r *replica) Begin(accountID int64) context.Context {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.session == nil || r.elapsed()-r.horizon > MaxReplicaLag {
		return nil
	}
	if _, wrote := r.wrote[accountID]; wrote {
		return nil
	}
	return r.session
}

// noteWrites notes that writes of accounts have just ended.
func (r *replica) noteWrites(accounts []int64) {
	now := r.elapsed()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range accounts {
		r.wrote[id] = now
	}
}

// advance notes how far primary and replica were at a time, and puts the replica to use unless it is too far behind.
func (r *replica) advance(at time.Duration, primary, replayed int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.samples = append(r.samples, walSample{at, primary})
	for len(r.samples) > 0 && r.samples[0].lsn <= replayed {
		r.horizon = r.samples[0].at
		r.samples = r.samples[1:]
	}
	if most := int(MaxReplicaLag/replicaEvery) * 10; len(r.samples) > most { // it lags for long
		r.samples = append(r.samples[:0:0], r.samples[len(r.samples)-most:]...)
	}
	maps.DeleteFunc(r.wrote, func(_ int64, ended time.Duration) bool { return ended < r.horizon })
	if lag := r.elapsed() - r.horizon; lag > MaxReplicaLag {
		r.leaveOut("it is more than " + MaxReplicaLag.String() + " behind the primary")
	} else if r.session == nil {
		r.session, r.end = context.WithCancel(context.Background())
		r.reason, r.said = "", false
		r.log.Info("the replica answers reads", "lag", lag)
	}
}

// leaveOut ends the reads from the replica; their callers ask the primary. While it is left out, a reason is logged
// when it holds for two looks, since a server that starts has others in between. r.mu must be held.
func (r *replica) leaveOut(reason string) {
	say := r.session != nil || reason == r.reason && !r.said
	if r.session != nil {
		r.end()
		r.session = nil
	}
	r.said = say || reason == r.reason && r.said
	r.reason = reason
	if say {
		r.log.Warn("the replica is left out: all reads go to the primary", "reason", reason)
	}
}

type replicaKey struct{}

// replicaOf is the replica that a read with the context asks, nil for the primary.
func replicaOf(ctx context.Context) *replica {
	r, _ := ctx.Value(replicaKey{}).(*replica)
	return r
}

// FromReplica runs a read of an account, or of all for account 0, on the replica if that has what the account wrote.
// It runs the read again on the primary if the replica fails, finds nothing, or finds what is not complete. It is for
// reads whose answer may lack what other processes wrote in the last MaxReplicaLag. It explains an error.
func FromReplica[T any](
	ctx context.Context, s *DB, doing string, accountID int64, read func(context.Context) (T, error), complete func(T) bool,
) (value T, err error) {
	defer func() { err = s.Explain(doing, err) }()
	r := s.Replica
	if r == nil || replicaOf(ctx) != nil {
		return read(ctx)
	}
	session := r.Begin(accountID)
	if session == nil {
		r.toPrimary.Add(1)
		return read(ctx)
	}
	onReplica, cancel := context.WithCancel(context.WithValue(ctx, replicaKey{}, r))
	defer context.AfterFunc(session, cancel)()
	value, err = read(onReplica)
	cancel()
	switch {
	case err == nil && complete(value):
		r.answered.Add(1)
		return value, nil
	case err == nil || errors.Is(err, ErrNotFound):
		r.missed.Add(1)
	case ctx.Err() != nil:
		return value, err
	default:
		r.failed.Add(1)
	}
	return read(ctx)
}

// Always is complete for reads whose answer cannot lack a part.
func Always[T any](T) bool { return true }

// notes are what a transaction says of itself.
type notes struct {
	accounts []int64 // that read what it writes
	after    []func()
}

type notesKey struct{}

// notesOf returns the notes of the transaction of ctx.
func notesOf(ctx context.Context) *notes {
	if n, ok := ctx.Value(notesKey{}).(*notes); ok {
		return n
	}
	return &notes{} // it writes in the background
}

// NoteWrite notes, in a transaction, that it writes what an account reads.
func NoteWrite(ctx context.Context, accountID int64) {
	n := notesOf(ctx)
	n.accounts = append(n.accounts, accountID)
}

// AfterCommit has a function called when the transaction of ctx is durable, perhaps several times.
func AfterCommit(ctx context.Context, call func()) {
	n := notesOf(ctx)
	n.after = append(n.after, call)
}

// NoteTold notes that an account is told what another process may have written: it reads from the primary as after a write.
func (s *DB) NoteTold(accountID int64) {
	if s.Replica != nil {
		s.Replica.noteWrites([]int64{accountID})
	}
}

// noting runs a write, has the accounts that fn notes by NoteWrite read from the primary after it, and calls what AfterCommit names.
func (s *DB) noting(fn func(context.Context, Querier) error, write func(func(context.Context, Querier) error) error) error {
	var last notes
	err := write(func(ctx context.Context, q Querier) error {
		last = notes{}
		return fn(context.WithValue(ctx, notesKey{}, &last), q)
	})
	if s.Replica != nil {
		s.Replica.noteWrites(last.accounts)
	}
	for i := 0; i < len(last.after) && err == nil; i++ {
		last.after[i]()
	}
	return err
}
