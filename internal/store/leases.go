package store

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// leased are the tables whose rows are claimed, the condition of those that are open, and
// when work that its process left is due, where $1 is now and $2 what an attempt may take.
// A partner may still be at work on an order that it was handed: asked too soon, it would
// say that it does not have it, and get it twice. The rest may be done twice.
var leased = []struct{ table, open, dueOn string }{
	{submissionLedger.table, submissionLedger.open, `CASE WHEN state = 'submitted' THEN updated_on + $2 ELSE $1 END`},
	{cancellationLedger.table, cancellationLedger.open, `$1`},
	{labelLedger.table, labelLedger.open, `$1`},
	{"deliveries", `state = 'pending'`, `$1`},
}

// maxRequestTime is longer than a request of an idempotency key can run.
const maxRequestTime = time.Hour

// EndLeases makes due what any process has claimed and not finished, and ends the wait for
// its idempotent answers; an order that was being handed to its partner is due when attempt,
// the longest time that takes, is over. It returns how many claims it ended. Whoever calls
// it must know that no other process works: a claim is what keeps two from doing the same.
func (s *Store) EndLeases(ctx context.Context, attempt time.Duration) (int64, error) {
	var ended int64
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		ended = 0
		now := s.clock()
		for _, l := range leased {
			args := []any{micros(now), attempt.Microseconds()}[:1+strings.Count(l.dueOn, "$2")]
			result, err := q.ExecContext(ctx, `UPDATE `+l.table+` SET lease_owner = '', due_on = `+l.dueOn+`
				WHERE lease_owner <> '' AND `+l.open, args...)
			if err != nil {
				return fmt.Errorf("%s: %w", l.table, err)
			}
			n, err := result.RowsAffected()
			if err != nil {
				return err
			}
			ended += n
		}
		_, err := q.ExecContext(ctx, `UPDATE answers SET runs_until = $1 WHERE finished = 0 AND runs_until > $1 AND created_on > $2`,
			micros(now), micros(now.Add(-maxRequestTime)))
		return err
	})
	return ended, s.explain("end the leases of an earlier process", err)
}
