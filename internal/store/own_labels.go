package store

import (
	"context"
	"maps"
	"slices"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// GiveOwnLabels gives Waybill's own label to at most limit orders whose service allows it, and whose partner has owed its label since a
// time: it has not accepted the order, or not sent the label. That is an event of each order, which the partner's label repeats. Orders
// that are held or that lack facts for customs get none. It returns how many got one.
func (s *Ledger) GiveOwnLabels(ctx context.Context, partner string, since time.Time, limit int) (given int64, err error) {
	byAccount := map[int64][]int64{}
	err = engine.Each(ctx, s.store.DB.Reads, func(row engine.Scanner) error {
		var account, order int64
		err := row.Scan(&account, &order)
		byAccount[account] = append(byAccount[account], order)
		return err
	}, `SELECT o.account_id, o.order_id FROM (
			SELECT account_id, order_id FROM submissions WHERE partner = $1 AND `+openSubmission+` AND error_class <> '`+ClassMissing+`'
				AND created_on <= $2
			UNION ALL SELECT account_id, order_id FROM partner_labels WHERE partner = $1 AND `+missingLabel+` AND state = 'due'
				AND created_on <= $2) w
		JOIN orders o ON o.account_id = w.account_id AND o.order_id = w.order_id JOIN services v ON v.service_id = o.service_id
		WHERE v.own_label = 1 AND o.has_label = 0 AND o.is_return = 0 AND o.tracker_status IN ('ORDER_CREATED', 'PENDING_PICKUP')
		LIMIT CAST($3 AS BIGINT)`, partner, engine.Micros(since), limit)
	for _, account := range slices.Sorted(maps.Keys(byAccount)) {
		var n int64
		if err == nil {
			n, err = s.giveOwnLabels(ctx, account, slices.Sorted(slices.Values(byAccount[account])))
		}
		given += n
	}
	return given, s.store.DB.Explain("give own labels", err)
}

// giveOwnLabels gives an own label to orders of an account that the partner has not refused, and that have no label still.
func (s *Ledger) giveOwnLabels(ctx context.Context, accountID int64, ids []int64) (int64, error) {
	return engine.Changed(ctx, s.store.DB, "give own labels", func(ctx context.Context, q engine.Querier) (given int64, err error) {
		for _, id := range ids {
			if err := s.lockSubmission(ctx, q, accountID, id); err != nil {
				return 0, err
			}
			n, err := q.Exec(ctx, `UPDATE orders SET has_label = 2, updated_on = $1 WHERE `+s.store.DB.Dialect.Account+` = $2 AND order_id = $3
				AND has_label = 0 AND tracker_status IN ('ORDER_CREATED', 'PENDING_PICKUP') AND status_code <> 'SUBMISSION_FAILED'
				AND erased_on = 0`, engine.Micros(s.store.DB.Now()), accountID, id)
			if err != nil {
				return 0, err
			}
			if n == 0 {
				continue
			}
			given++
			if err := s.store.Webhooks.recordEvent(ctx, q, shipment.EventLabelReady, accountID, id); err != nil {
				return 0, err
			}
		}
		return given, nil
	})
}

// withdrawOwnLabel takes the own label from an order whose partner will not give its label.
func withdrawOwnLabel(ctx context.Context, q engine.Querier, accountID, orderID int64, now time.Time) error {
	engine.NoteWrite(ctx, accountID)
	return engine.DeferExec(ctx, q, "withdraw an own label", `UPDATE orders SET has_label = 0, updated_on = $1
		WHERE account_id = $2 AND order_id = $3 AND has_label = 2`, engine.Micros(now), accountID, orderID)
}
