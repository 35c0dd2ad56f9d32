package store

import (
	"context"
	"fmt"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// Parcel is an order with its hold. Those of Record are locked until their transaction ends, and have no documents.
type Parcel struct {
	shipment.Order
	LabelStale bool   // the label has changed, and was not printed since, as far as Waybill was told
	Stop       string // why the operator stops it at each scan; "": nothing does
}

// Record locks orders of an account, lets decide look at them and write rows of a feature, and stores the facts that decide returns about
// them, all in one transaction. Parcels has the orders that the account has, by id. Decide may run twice: what it leaves behind must not
// add up. Returns the error of decide.
func (s *Store) Record(
	ctx context.Context, doing string, accountID int64, ids []int64,
	decide func(ctx context.Context, q engine.Querier, parcels []Parcel) ([]shipment.Fact, error),
) error {
	return s.DB.Change(ctx, doing, func(ctx context.Context, q engine.Querier) error {
		locked, err := s.lockOrders(ctx, q, accountID, ids)
		if err != nil {
			return err
		}
		parcels, err := s.parcelsOf(ctx, q, accountID, each.Of(locked, func(o trackedOrder) shipment.Order { return o.Order }))
		if err != nil {
			return err
		}
		facts, err := decide(ctx, q, parcels)
		if err != nil {
			return err
		}
		byID := each.At(locked, func(o *trackedOrder) int64 { return o.OrderID })
		now := s.DB.Now()
		for _, fact := range facts {
			if o := byID[fact.OrderID]; o != nil { // the account has it
				if _, err := s.addEvent(ctx, q, o, fact.Event(), now); err != nil {
					return fmt.Errorf("order %d: %w", fact.OrderID, err)
				}
			}
		}
		for i := range locked {
			if err := s.saveTracked(ctx, q, &locked[i], now); err != nil {
				return fmt.Errorf("order %d: %w", locked[i].OrderID, err)
			}
		}
		return nil
	})
}

// WithParcel is Record for one order, of which no fact is stored. Returns ErrNotFound if the account does not have it.
func (s *Store) WithParcel(
	ctx context.Context, doing string, accountID, orderID int64, do func(context.Context, engine.Querier, *Parcel) error,
) error {
	return s.Record(ctx, doing, accountID, []int64{orderID},
		func(ctx context.Context, q engine.Querier, parcels []Parcel) ([]shipment.Fact, error) {
			if len(parcels) == 0 {
				return nil, ErrNotFound
			}
			return nil, do(ctx, q, &parcels[0])
		})
}

// Parcels adds to orders of an account what decides whether their parcels may go on.
func (s *Store) Parcels(ctx context.Context, accountID int64, orders []shipment.Order) ([]Parcel, error) {
	parcels, err := s.parcelsOf(ctx, s.DB.Reads, accountID, orders)
	return parcels, s.DB.Explain("read what holds orders", err)
}

func (s *Store) parcelsOf(ctx context.Context, q engine.Querier, accountID int64, orders []shipment.Order) ([]Parcel, error) {
	parcels := each.Of(orders, func(o shipment.Order) Parcel { return Parcel{Order: o} })
	var changed []int64
	for i := range orders {
		if !orders[i].LabelChangedOn.IsZero() {
			changed = append(changed, orders[i].OrderID)
		}
	}
	holds, err := s.holds(ctx, q, accountID, shipment.IDs(orders))
	if err != nil {
		return nil, err
	}
	stops, err := s.stopsOf(ctx, q, accountID, shipment.IDs(orders))
	if err != nil {
		return nil, err
	}
	var prints map[int64]LabelPrint
	if changed != nil { // what was not printed here after the change may be an old label
		if prints, err = s.Prints.of(ctx, q, accountID, changed); err != nil {
			return nil, err
		}
	}
	for i := range parcels {
		p := &parcels[i]
		last, printed := prints[p.OrderID]
		p.Hold, p.Stop = holds[p.OrderID], stops[p.OrderID].Reason
		p.LabelStale = !p.LabelChangedOn.IsZero() && (!printed || last.Stale)
	}
	return parcels, nil
}

// AuditOrder records a change of an order in the transaction that makes it, as its last statement, if a user or a command makes it.
func (s *Store) AuditOrder(ctx context.Context, q engine.Querier, o *shipment.Order, action string, before, after any) error {
	return s.auditOrder(ctx, q, orderChange{o.AccountID, o.TrackingNo, action, before, after})
}

// OrdersByID returns the orders of an account that have some ids, with items, by id.
func (s *Store) OrdersByID(ctx context.Context, accountID int64, ids []int64) ([]shipment.Order, error) {
	orders, err := s.ordersByID(ctx, s.DB.Reads, accountID, ids)
	return orders, s.DB.Explain("read orders", err)
}
