package store

import (
	"context"
	"errors"
	"time"

	"waybill/internal/store/engine"
)

// Facts are what an operator wants to know of a database.
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
	Kind      string    // submissions, cancellations, labels, deliveries, imports or search
	Waiting   int64     // also what is due later; at most maxCounted
	OldestDue time.Time // zero: there is none
}

// maxCounted is how many rows of a queue are counted.
const maxCounted = 100_000

// sentDelivery is the condition of deliveries that are sent: those to an endpoint that is disabled wait until it is enabled.
const sentDelivery = `state = 'pending' AND endpoint_id IN (SELECT endpoint_id FROM webhook_endpoints WHERE disabled_on = 0)`

// Facts reads them. It takes the time of counting maxCounted rows in each queue at most.
func (s *Store) Facts(ctx context.Context) (Facts, error) {
	f, err := s.facts(ctx)
	return f, s.DB.Explain("read the facts of the database", err)
}

func (s *Store) facts(ctx context.Context) (f Facts, err error) {
	if err := engine.QueryRow(ctx, s.DB.Reads, s.DB.Dialect.Facts).Scan(&f.Engine, &f.Bytes); err != nil {
		return f, err
	}
	rows, err := s.DB.Reads.Query(ctx, `SELECT version, name, applied_on FROM schema_migrations ORDER BY version`)
	f.Migrations, err = engine.Collect(rows, err, func(row engine.Scanner, m *AppliedMigration) error {
		var on int64
		err := row.Scan(&m.Version, &m.Name, &on)
		m.AppliedOn = engine.FromMicros(on)
		return err
	})
	if err != nil {
		return f, err
	}
	for _, queue := range []struct{ kind, rows, open string }{
		{"submissions", "1 AS n, due_on FROM submissions", openSubmission},
		{"cancellations", "1 AS n, due_on FROM cancellations", cancellationLedger.open},
		{"labels", "1 AS n, due_on FROM partner_labels", labelLedger.open},
		{"deliveries", "1 AS n, due_on FROM deliveries", sentDelivery},
		{"imports", "1 AS n, due_on FROM import_queues", "has_work = 1"},
		{"search", "orders AS n, created_on AS due_on FROM search_queue", "orders > 0"},
	} {
		fact := QueueFact{Kind: queue.kind}
		var oldest int64
		err := engine.QueryRow(ctx, s.DB.Reads, `SELECT CAST(coalesce(sum(n), 0) AS BIGINT), coalesce(min(due_on), 0) FROM (
			SELECT `+queue.rows+` WHERE `+queue.open+` LIMIT CAST($1 AS BIGINT)) AS waiting`, maxCounted).
			Scan(&fact.Waiting, &oldest)
		if err != nil {
			return f, errors.Join(errors.New("count "+queue.kind), err)
		}
		fact.OldestDue = engine.FromMicros(oldest)
		f.Queues = append(f.Queues, fact)
	}
	return f, nil
}
