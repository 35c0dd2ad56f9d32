package store

import (
	"context"
	"fmt"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// LoadedOrder is an order of another system, which CreateBatch stores first, quietly and in house.
type LoadedOrder struct {
	Order       shipment.Order // with its tracking number
	Partner     string         // that has the order; "": in house
	HAWBNo      string         // the partner's number
	Events      []shipment.TrackingEvent
	LabelFormat shipment.LabelFormat // of the partner's label
	LabelBlob   string               // its name in the blob store; "": there is none
}

// LoadHistories adds to stored orders of an account what another system knows of them: events, the partner that has the
// order, and its label. What is there already stays, so that it may be repeated. There are no webhooks, and nothing is
// submitted. The orders of a partner without a label have none. Returns ErrNotFound if an order is not stored.
func (s *Store) LoadHistories(ctx context.Context, accountID int64, loaded []LoadedOrder) error {
	byNumber := make(map[string]*LoadedOrder, len(loaded))
	numbers := make([]string, len(loaded))
	for i := range loaded {
		numbers[i] = loaded[i].Order.TrackingNo
		byNumber[numbers[i]] = &loaded[i]
	}
	return s.DB.Change(ctx, "load the history of orders", func(ctx context.Context, q engine.Querier) error {
		orders, err := s.lockTracked(ctx, q, numbers)
		if err != nil {
			return err
		}
		if len(orders) != len(byNumber) {
			return engine.ErrNotFound
		}
		now := s.DB.Now()
		for i := range orders {
			o := &orders[i]
			if o.AccountID != accountID {
				return engine.ErrNotFound
			}
			if err := s.loadHistory(ctx, q, o, byNumber[o.TrackingNo], now); err != nil {
				return fmt.Errorf("order %s: %w", o.TrackingNo, err)
			}
		}
		return nil
	})
}

func (s *Store) loadHistory(ctx context.Context, q engine.Querier, o *trackedOrder, l *LoadedOrder, now time.Time) error {
	o.quiet = true
	for _, e := range l.Events {
		if _, err := s.addEvent(ctx, q, o, e, now); err != nil {
			return err
		}
	}
	if l.Partner != "" && o.TrackerStatus != shipment.Cancelled {
		if err := s.loadPartner(ctx, q, o, l, now); err != nil {
			return err
		}
	}
	return s.saveTracked(ctx, q, o, now)
}

// loadPartner stores that the partner has the order, and its label.
func (s *Store) loadPartner(ctx context.Context, q engine.Querier, o *trackedOrder, l *LoadedOrder, now time.Time) error {
	key := s.DB.RandomText(16)
	created, err := q.Exec(ctx, `INSERT INTO submissions (account_id, order_id, partner, idempotency_key, state, due_on, lease_owner,
			lease_token, hawb_no, created_on, updated_on)
		VALUES ($1, $2, $3, $4, 'confirmed', 0, '', 0, $5, $6, $6) ON CONFLICT DO NOTHING`,
		o.AccountID, o.OrderID, l.Partner, key, l.HAWBNo, engine.Micros(now))
	if err != nil || created == 0 { // by an earlier run
		return err
	}
	o.HasLabel = l.LabelBlob != ""
	if o.HasLabel {
		_, err = q.Exec(ctx, `INSERT INTO partner_labels (account_id, order_id, partner, idempotency_key, state, due_on, format, blob,
				created_on, updated_on)
			VALUES ($1, $2, $3, $4, 'stored', 0, $5, $6, $7, $7) ON CONFLICT DO NOTHING`,
			o.AccountID, o.OrderID, l.Partner, key, string(l.LabelFormat), l.LabelBlob, engine.Micros(now))
		if err != nil {
			return err
		}
	}
	engine.NoteWrite(ctx, o.AccountID)
	return engine.UpdateOne(ctx, q, engine.ErrNotFound, `UPDATE orders SET hawb_no = $1, has_label = $2, partner_label = $3, updated_on = $4
		WHERE `+s.DB.Dialect.Account+` = $5 AND order_id = $6`,
		l.HAWBNo, engine.Flag(o.HasLabel), string(l.LabelFormat), engine.Micros(now), o.AccountID, o.OrderID)
}
