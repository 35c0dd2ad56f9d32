package store

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// leased are the tables whose rows are claimed, the conditions of their open rows, and when a row is
// due whose process died; $1 is now and $2 the longest attempt. A partner may still process an order
// that it was given: asked too soon, it would report that it does not have the order, and get it
// twice. Other work may be repeated.
var leased = []struct{ table, open, dueOn string }{
	{submissionLedger.table, submissionLedger.open, `CASE WHEN state = 'submitted' THEN updated_on + $2 ELSE $1 END`},
	{cancellationLedger.table, cancellationLedger.open, `$1`},
	{labelLedger.table, labelLedger.open, `$1`},
	{"deliveries", `state = 'pending'`, `$1`},
	{"import_queues", `has_work = 1`, `$1`},
	{"search_index", `id = 1`, `$1`},
}

// maxRequestTime is longer than any request with an idempotency key runs.
const maxRequestTime = time.Hour

// EndLeases makes due what processes have claimed and not finished, and ends the wait for their
// idempotent responses. An order that was being submitted is due when attempt, the longest time of an
// attempt, has passed. It returns the number of claims that it ended. The caller must know that no
// other process works on the database, since two would do the same work.
func (s *Store) EndLeases(ctx context.Context, attempt time.Duration) (int64, error) {
	var ended int64
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		ended = 0
		now := s.clock()
		for _, l := range leased {
			args := []any{micros(now), attempt.Microseconds()}[:1+strings.Count(l.dueOn, "$2")]
			n, err := q.exec(ctx, `UPDATE `+l.table+` SET lease_owner = '', due_on = `+l.dueOn+`
				WHERE lease_owner <> '' AND `+l.open, args...)
			if err != nil {
				return fmt.Errorf("%s: %w", l.table, err)
			}
			ended += n
		}
		_, err := q.exec(ctx, `UPDATE idempotent_responses SET runs_until = $1 WHERE finished = 0 AND runs_until > $1 AND created_on > $2`,
			micros(now), micros(now.Add(-maxRequestTime)))
		return err
	})
	return ended, s.explain("end the leases of an earlier process", err)
}
