package engine

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"waybill/internal/each"
)

// routedRows is how many rows of a table a create in a cluster inserts by a statement each. Such a statement goes to one
// server, which commits it alone. More rows are one statement, for which Citus always commits in two phases.
const routedRows = 20

// shardNotCommitted is the routine of Citus that reports a COMMIT which failed on the server of a shard. If the
// connection was lost, that server may have committed.
const shardNotCommitted = "ErrorIfPostCommitFailedShardPlacements"

// citusCopyFailed is the routine of Citus that reports why the server of a shard refused the rows of an insert of many.
// It drops the SQLSTATE, which is most often the SQLSTATE of a unique constraint.
const citusCopyFailed = "ReportCopyError"

// eachServer runs commit with a group. In a cluster it runs it with the jobs of each server's accounts, several servers at
// the same time: a server commits what it has alone.
func (s *DB) eachServer(group []*job, commit func([]*job)) {
	if !s.servers.distributed.Load() {
		commit(group)
		return
	}
	var committing errgroup.Group
	for _, jobs := range s.serverGroups(group) {
		committing.Go(func() error {
			commit(jobs)
			return nil
		})
	}
	_ = committing.Wait() // each job gets its own outcome
}

// serverGroups groups jobs by the server of the cluster that stores the rows of their account.
func (s *DB) serverGroups(group []*job) map[int64][]*job {
	servers := s.servers.shards.serversOf(group, s.Elapsed(), s.readServers)
	return each.Grouped(group, func(j *job) int64 { return servers[j.accountID()] })
}

// shardsKnownFor is how long it is remembered on which server the rows of an account are. When a shard has moved, a
// group may be on several servers until then, and commits in two phases.
const shardsKnownFor = time.Minute

// shardServers are the servers of a cluster by account.
type shardServers struct {
	mu      sync.Mutex
	known   map[int64]int64
	expires time.Duration // by Store.elapsed
}

// serversOf returns the servers of the accounts of jobs. An account that read does not find has server 0.
func (c *shardServers) serversOf(group []*job, now time.Duration, read func(accounts []int64) map[int64]int64) map[int64]int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || now >= c.expires {
		c.known, c.expires = make(map[int64]int64), now+shardsKnownFor
	}
	var missing []int64
	for _, j := range group {
		if _, known := c.known[j.accountID()]; !known {
			missing = append(missing, j.accountID())
		}
	}
	if missing != nil {
		maps.Copy(c.known, read(missing))
	}
	servers := make(map[int64]int64)
	for _, j := range group {
		servers[j.accountID()] = c.known[j.accountID()]
	}
	return servers
}

// readServers reads on which servers the rows of accounts are. It returns none if it cannot: the group is then one.
func (s *DB) readServers(accounts []int64) map[int64]int64 {
	ctx, cancel := context.WithTimeout(context.Background(), postgresCommitTimeout)
	defer cancel()
	placed, err := Pairs(ctx, s.Reads, `SELECT a.account_id, p.groupid::bigint FROM unnest($1::bigint[]) AS a (account_id)
		JOIN pg_dist_placement p ON p.shardid = get_shard_id_for_distribution_column('`+s.schema.Anchor+`', a.account_id)`, accounts)
	if err != nil {
		s.log.Warn("the servers of accounts in the cluster are not known", "error", err)
	}
	servers := make(map[int64]int64, len(placed))
	for _, p := range placed {
		servers[p[0]] = p[1]
	}
	return servers
}

// insertInCluster sends the rows in one round trip. It is a transaction by BEGIN and COMMIT: without them Citus commits
// each statement for one shard at once. Each statement has the rows of one account.
func (s *DB) insertInCluster(ctx context.Context, conn *pgx.Conn, batches []Batch, slot int64) error {
	accounts := each.Grouped(batches, Batch.Account)
	var rows []columnRows
	for _, account := range slices.Sorted(maps.Keys(accounts)) {
		rows = append(rows, s.rowsOf(accounts[account], slot))
	}
	batch := &pgx.Batch{}
	batch.Queue("begin")
	if s.servers.pooler.Load() {
		batch.Queue(limitLockWaits + "true" + unlessLimited)
	}
	for _, t := range s.schema.Inserts {
		for _, own := range rows {
			queueRouted(batch, t, own[t])
		}
	}
	batch.Queue("commit")
	err := s.confirmed(func() error { return conn.SendBatch(ctx, batch).Close() })
	if err != nil {
		err = errors.Join(err, undo(ctx, conn))
	}
	return err
}

// queueRouted queues the statements that insert rows of one account.
func queueRouted(batch *pgx.Batch, t *Table, columns []columnValues) {
	if columns == nil {
		return
	}
	n := columns[0].len()
	if n > routedRows {
		queueMany(batch, t, columns)
		return
	}
	for i := range n {
		row := make([]any, len(columns))
		for c := range columns {
			row[c] = columns[c].value(i)
		}
		batch.Queue(t.One, row...)
	}
}

// value is an element of the array.
func (v columnValues) value(i int) any {
	switch {
	case v.numbers != nil:
		return v.numbers[i]
	case v.texts != nil:
		return v.texts[i]
	default:
		return v.blobs[i]
	}
}

func (v columnValues) len() int { return len(v.numbers) + len(v.texts) + len(v.blobs) }

// AccountID is the account whose rows a create or a shared write changes.
func (j *job) accountID() int64 {
	if j.batch != nil {
		return j.batch.Account()
	}
	return j.guard.AccountID
}
