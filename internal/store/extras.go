package store

import (
	"cmp"
	"context"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// Extras are what some orders of an account have, by order id. A map that was not asked for is nil.
type Extras struct {
	Metadata    map[int64][]shipment.Metadata
	Tags        map[int64][]string // sorted
	Holds       map[int64]*shipment.Hold
	ReplacedBy  map[int64]string // the number of the order that replaces this one
	Packings    map[int64]shipment.Packing
	Proofs      map[int64]shipment.Proof // without the picture
	Measured    map[int64]shipment.Measuring
	Histories   map[int64][]shipment.TrackingEvent // in the order in which they were recorded
	Submissions map[int64]Submission
}

// extraMemory is what an extra of an order takes, in bytes, besides what is metered where it is read.
const extraMemory = 1000

// Extras reads what is wanted of some orders of an account: each by one query for all orders.
func (s *Store) Extras(ctx context.Context, accountID int64, ids []int64, want ...shipment.Extra) (Extras, error) {
	if len(ids) == 0 || len(want) == 0 {
		return Extras{}, nil
	}
	return engine.FromReplica(ctx, s.DB, "read more of orders", accountID, func(ctx context.Context) (Extras, error) {
		return s.extras(ctx, accountID, ids, want...)
	}, engine.Always)
}

func (s *Store) extras(ctx context.Context, accountID int64, ids []int64, want ...shipment.Extra) (x Extras, err error) {
	err = meterOf(ctx)(len(ids) * len(want) * extraMemory)
	for i := 0; err == nil && i < len(want); i++ {
		err = s.addExtra(ctx, &x, want[i], accountID, ids)
	}
	return x, err
}

func (s *Store) addExtra(ctx context.Context, x *Extras, extra shipment.Extra, accountID int64, ids []int64) (err error) {
	q := s.DB.Reads
	switch extra {
	case shipment.ExtraMetadata:
		x.Metadata, err = s.metadata(ctx, q, accountID, ids)
	case shipment.ExtraTags:
		x.Tags, err = s.Annotations.orderTags(ctx, q, accountID, ids)
	case shipment.ExtraHold:
		x.Holds, err = s.holds(ctx, q, accountID, ids)
	case shipment.ExtraReplacedBy:
		x.ReplacedBy, err = engine.Map(ctx, q, func(row engine.Scanner, id *int64, number *string) error { return row.Scan(id, number) },
			`SELECT r.order_id, o.tracking_no FROM order_replacements r
			JOIN orders o ON o.account_id = r.account_id AND o.order_id = r.replacement_id
			WHERE r.account_id = $1 AND r.order_id `+s.DB.Dialect.In("$2"), accountID, s.DB.Dialect.List(ids))
	case shipment.ExtraPacking:
		x.Packings, err = ofPart(ctx, s, func(p *Part) ofOrdersFunc[shipment.Packing] { return p.Packings }, accountID, ids)
	case shipment.ExtraProof:
		x.Proofs, err = engine.Map(ctx, q, func(row engine.Scanner, id *int64, p *shipment.Proof) error {
			return row.Scan(id, &p.Name, engine.At(&p.SignedOn), &p.MediaType)
		}, `SELECT order_id, name, signed_on, media_type FROM proofs WHERE `+ofOrders(s, "proofs"), accountID, s.DB.Dialect.List(ids))
	case shipment.ExtraMeasured:
		x.Measured, err = s.Measured(ctx, accountID, ids)
	case shipment.ExtraTracking:
		x.Histories, err = s.histories(ctx, q, accountID, ids)
	case shipment.ExtraSubmission:
		x.Submissions, err = submissionLedger.ofOrders(ctx, s, q, accountID, ids, "")
	}
	return err
}

func (s *Store) metadata(ctx context.Context, q engine.Querier, accountID int64, ids []int64) (map[int64][]shipment.Metadata, error) {
	orders, err := engine.Collect(ctx, q, scanOrder(meterOf(ctx)), `SELECT `+documentColumns+` FROM orders WHERE `+ofOrders(s, "orders"),
		accountID, s.DB.Dialect.List(ids))
	return each.Pairs(orders, func(o shipment.Order) (int64, []shipment.Metadata) {
		return o.OrderID, cmp.Or(o.Trade, new(shipment.OrderTrade)).Metadata
	}), err
}
