package store

import (
	"context"
	"math"
	"time"

	"waybill/internal/store/engine"
)

// BatchSummary is a submission of orders in a list.
type BatchSummary struct {
	Number    string // upload_batch_no of its orders
	LastID    int64  // of its orders, whose ids are consecutive
	Orders    int
	Labels    int // orders whose label is ready
	Cancelled int // orders
	CreatedOn time.Time
}

// withoutPartner are the statuses in SQL of orders that partners do not have.
const withoutPartner = `'', 'SUBMISSION_FAILED', 'CANCELLED'`

// Batches returns at most limit batches of an account, the newest first, and whether there are more. They follow the
// batch after; the zero BatchSummary is the start. A batch has no row: each one costs a step in the index of the
// newest orders, from its last order to the last one before its first. Of its orders only those are read that have no
// label or are cancelled, by the indexes of the orders that partners do not have, of missing labels, and of statuses.
func (s *Store) Batches(
	ctx context.Context, accountID int64, after BatchSummary, limit int,
) (batches []BatchSummary, more bool, err error) {
	createdOn, firstID := int64(math.MaxInt64), int64(math.MaxInt64)
	if after.LastID != 0 {
		createdOn, firstID = engine.Micros(after.CreatedOn), after.LastID-int64(after.Orders)+1
	}
	batches, err = engine.Collect(ctx, s.DB.Reads, func(row engine.Scanner, b *BatchSummary) error {
		var unlabelled int
		err := row.Scan(&b.Number, &b.LastID, &b.Orders, engine.At(&b.CreatedOn), &unlabelled, &b.Cancelled)
		b.Labels = b.Orders - unlabelled
		return err
	}, s.batchesQuery(), accountID, createdOn, firstID, limit+1)
	return batches[:min(len(batches), limit)], len(batches) > limit, s.DB.Explain("list batches", err)
}

// batchesQuery reads so many batches of an account, and counts the orders of each that have no label, and those that are
// cancelled.
func (s *Store) batchesQuery() string {
	ofAccount := s.DB.Dialect.AccountOf("o")
	return `WITH RECURSIVE batches (step, last_id, size, number, created_on) AS (
			SELECT step, order_id, batch_size, upload_batch_no, created_on FROM (
				SELECT CAST(1 AS BIGINT) AS step, order_id, batch_size, upload_batch_no, created_on FROM orders
				WHERE account_id = $1 AND (created_on, order_id) < ($2, $3) ORDER BY created_on DESC, order_id DESC LIMIT 1) newest
			UNION ALL
			SELECT b.step + 1, o.order_id, o.batch_size, o.upload_batch_no, o.created_on FROM batches b JOIN orders o
				ON o.account_id = $1 AND o.order_id = (SELECT p.order_id FROM orders p
					WHERE p.account_id = $1 AND (p.created_on, p.order_id) < (b.created_on, b.last_id - b.size + 1)
					ORDER BY p.created_on DESC, p.order_id DESC LIMIT 1)
			WHERE b.step < $4)
		SELECT b.number, b.last_id, b.size, b.created_on, (SELECT count(*) FROM orders o
				WHERE o.account_id = $1 AND o.status_code <> 'SUBMITTED' AND o.status_code IN (` + withoutPartner + `)
				AND o.created_on = b.created_on AND o.order_id > b.last_id - b.size AND o.order_id <= b.last_id AND o.has_label = 0)
			+ (SELECT count(*) FROM partner_labels l JOIN orders o ON ` + ofAccount + ` = l.account_id AND o.order_id = l.order_id
				WHERE l.account_id = $1 AND l.order_id > b.last_id - b.size AND l.order_id <= b.last_id AND ` + missingLabel + `
				AND o.status_code || '' = 'SUBMITTED' AND o.has_label = 0),
			(SELECT count(*) FROM orders o WHERE o.account_id = $1 AND o.tracker_status = 'CANCELLED'
				AND o.created_on = b.created_on AND o.order_id > b.last_id - b.size AND o.order_id <= b.last_id)
		FROM batches b ORDER BY b.step`
}
