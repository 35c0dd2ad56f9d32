package report

import (
	"context"
	"errors"
	"time"

	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// Facts describe a database to the operator.
type Facts struct {
	Engine     string // and its version
	Bytes      int64  // of the database on disk; of SQLite without the log that was not yet written back
	Migrations []AppliedMigration
	Queues     []QueueFact
}

// AppliedMigration is a step of the schema that ran.
type AppliedMigration struct {
	Version   int
	Name      string
	AppliedOn time.Time
}

// QueueFact is how much work of a kind waits.
type QueueFact struct {
	Kind      string    // submissions, cancellations, labels, deliveries, search, or one of a feature, such as imports
	Waiting   int64     // also what is due later; at most store.MaxCounted
	OldestDue time.Time // zero: there is none
}

// Facts reads them. It takes the time of counting store.MaxCounted rows in each queue at most.
func (r Reader) Facts(ctx context.Context) (f Facts, err error) {
	defer func() { err = r.Store.DB.Explain("read the facts of the database", err) }()
	if err := engine.QueryRow(ctx, r.Store.DB.Reads, r.Store.DB.Dialect.Facts).Scan(&f.Engine, &f.Bytes); err != nil {
		return f, err
	}
	f.Migrations, err = engine.Collect(ctx, r.Store.DB.Reads, func(row engine.Scanner, m *AppliedMigration) error {
		return row.Scan(&m.Version, &m.Name, engine.At(&m.AppliedOn))
	}, `SELECT version, name, applied_on FROM schema_migrations ORDER BY version`)
	if err != nil {
		return f, err
	}
	for _, queue := range r.Store.Ledger.Queues() {
		fact := QueueFact{Kind: queue.Kind}
		err := engine.QueryRow(ctx, r.Store.DB.Reads, `SELECT CAST(coalesce(sum(n), 0) AS BIGINT), coalesce(min(due_on), 0) FROM (
			SELECT `+queue.Columns+` FROM `+queue.Table+` WHERE `+queue.Open+` LIMIT CAST($1 AS BIGINT)) AS waiting`, store.MaxCounted).
			Scan(&fact.Waiting, engine.At(&fact.OldestDue))
		if err != nil {
			return f, errors.Join(errors.New("count "+queue.Kind), err)
		}
		f.Queues = append(f.Queues, fact)
	}
	return f, nil
}
