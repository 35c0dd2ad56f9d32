package stored

import (
	"context"
	"strings"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// placed returns the orders before an id, at most limit, whose parcels are or were in bags, or of which customs say something, the newest
// first. Returns a *request.InvalidError if a number is none.
func (s *Store) placed(ctx context.Context, f shipment.Placed, before int64, limit int) ([]int64, error) {
	var bags []int64
	for number := range strings.FieldsFuncSeq(f.Bags, func(r rune) bool { return r == ',' }) {
		id, ok := parseNumber(bagPrefix, strings.TrimSpace(number))
		if !ok {
			return nil, request.Wrong("bag", problem.BagUnknown.With(number))
		}
		bags = append(bags, id)
	}
	consignment, ok := parseNumber(consignmentPrefix, f.Consignment)
	if !ok && f.Consignment != "" {
		return nil, request.Wrong("consignment", problem.ConsignmentUnknown.With(f.Consignment))
	}
	const customs = `SELECT 1 FROM parcel_customs c WHERE c.account_id = p.account_id AND c.order_id = p.order_id AND c.answer = $1`
	query, args := `SELECT DISTINCT order_id FROM parcel_customs WHERE answer = $1 AND order_id < $2`, []any{f.Customs, before, limit}
	if bags != nil || consignment != 0 {
		query = `SELECT DISTINCT p.order_id FROM bag_parcels p WHERE ($1 = '' OR EXISTS (` + customs + `)) AND p.order_id < $2
			AND ($4 = 0 OR p.bag_id ` + s.in("$5") + `) AND ($6 = 0 OR p.bag_id IN (SELECT b.bag_id FROM bags b WHERE b.consignment_id = $6))`
		args = append(args, len(bags), s.list(bags), consignment)
	}
	ids, err := engine.Values[int64](ctx, s.DB.Reads, query+` ORDER BY order_id DESC LIMIT CAST($3 AS BIGINT)`, args...)
	return ids, s.DB.Explain("list the parcels of bags", err)
}
