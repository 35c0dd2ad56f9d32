package engine

import (
	"context"
	"errors"
	"io/fs"
)

// Batch is a set of rows that one caller inserts, all or none. Batches that wait at the same time share a transaction.
type Batch interface {
	Account() int64 // of all rows
	Len() int       // rows that count for the size of a group
	// Insert inserts the rows. It runs again when the transaction does.
	Insert(in *Inserting)
}

// Batches is shared by all batches of a database.
type Batches interface {
	// Assign gives batches their ids, before their transaction: what q writes stays when that is rolled back.
	Assign(ctx context.Context, q Querier, batches []Batch) error
	// Sum inserts the rows that batches of a transaction have together. Of several processes that do it at the same time
	// each has another slot, as far as there are enough.
	Sum(in *Inserting, batches []Batch, slot int64)
	// Refusal returns why a constraint refused a batch. Returns ErrRetry if it can be tried again, with new ids.
	Refusal(ctx context.Context, q Querier, b Batch) error
	// IsStored reports whether the rows of a batch are in the database.
	IsStored(ctx context.Context, q Querier, b Batch) (bool, error)
	// Committed is called after batches have become durable together.
	Committed(batches []Batch)
	// Moved is called when another server took over. It may lack what Assign wrote.
	Moved()
}

// Schema tells an engine about the tables.
type Schema struct {
	Migrations fs.FS // NNNN_name.sql
	// Oldest is the lowest version of the schema whose servers may work with the database after these migrations: that of
	// the release before this one if its servers may run during an upgrade; see ADR 10.
	Oldest int
	// First runs after the first migration, in its transaction.
	First func(ctx context.Context, s *DB, q Querier) error
	// Probe is a statement that writes and does no harm.
	Probe string
	// Inserts are the tables that batches write to, in the order of their statements on PostgreSQL.
	Inserts []*Table
	// Anchor is the table whose rows a shared write locks. In a cluster its shards say where the rows of an account are.
	Anchor, AnchorID string
	// Distribution says how a Citus cluster stores each table: the column that decides on which server a row is, or
	// Reference.
	Distribution map[string]string
	// Parents are tables to which others refer.
	Parents []string
}

// ErrRetry says that the batch can be tried again, since what refused it is gone, or new ids avoid it.
var ErrRetry = errors.New("try the batch again")

// maxCreateAttempts is how often a batch is tried before ErrRetry is its outcome.
const maxCreateAttempts = 3
