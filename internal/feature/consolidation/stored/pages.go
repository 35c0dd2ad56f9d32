package stored

import (
	"context"
	"fmt"

	"waybill/internal/store/engine"
)

// FindBags returns at most limit bags with ids below before, the newest first: those in a state, that are filled in a hub. What is "" or 0
// is any.
func (s *Store) FindBags(ctx context.Context, state BagState, hubID, before int64, limit int) ([]Bag, error) {
	details := "%"
	if hubID != 0 {
		details = fmt.Sprintf(`{"hub_id":%d,%%`, hubID) // the first member
	}
	return s.bags(ctx, `($1 = '' OR $1 = CASE WHEN state = 'closed' AND EXISTS (SELECT 1 FROM leg_bags l WHERE l.bag_id = bags.bag_id)
		THEN 'loaded' ELSE state END) AND details LIKE $2 AND ($3 = 0 OR bag_id < $3) ORDER BY bag_id DESC LIMIT CAST($4 AS BIGINT)`,
		string(state), details, before, limit)
}

// LatestInBag returns at most limit parcels of a bag, those that were scanned last first.
func (s *Store) LatestInBag(ctx context.Context, bagID int64, limit int) ([]Listed, error) {
	return engine.List(ctx, s.DB, "read the parcels of a bag", scanListed, selectListed+`p.bag_id = $1
		ORDER BY p.scanned_on DESC, p.account_id, p.order_id LIMIT CAST($2 AS BIGINT)`, bagID, limit)
}
