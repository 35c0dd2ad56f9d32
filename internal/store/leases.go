package store

import (
	"context"
	"fmt"
	"time"
)

// leased are the tables whose rows are claimed, and the condition of those that are open.
var leased = map[string]string{
	"submissions":    openStates,
	"cancellations":  `state = 'pending'`,
	"courier_labels": `state = 'due'`,
	"deliveries":     `state = 'pending'`,
}

// answersRun is longer than a request of an idempotency key can run.
const answersRun = time.Hour

// EndLeases makes due what any process has claimed and not finished, and ends the wait for
// its idempotent answers. It returns how many claims it ended. Whoever calls it must know
// that no other process works: a claim is what keeps two from doing the same.
func (s *Store) EndLeases(ctx context.Context) (int64, error) {
	var ended int64
	err := s.write(ctx, func(ctx context.Context, q querier) error {
		ended = 0
		now := s.clock()
		for table, open := range leased {
			result, err := q.ExecContext(ctx, `UPDATE `+table+` SET lease_owner = '', due_on = $1 WHERE lease_owner <> '' AND `+open, micros(now))
			if err != nil {
				return fmt.Errorf("%s: %w", table, err)
			}
			n, err := result.RowsAffected()
			if err != nil {
				return err
			}
			ended += n
		}
		_, err := q.ExecContext(ctx, `UPDATE answers SET runs_until = $1 WHERE finished = 0 AND runs_until > $1 AND created_on > $2`,
			micros(now), micros(now.Add(-answersRun)))
		return err
	})
	return ended, s.explain("end the leases of an earlier process", err)
}
