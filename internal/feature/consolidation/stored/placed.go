package stored

import (
	"context"
	"slices"
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
	for number := range strings.SplitSeq(f.Bags, ",") {
		id, ok := parseNumber(bagPrefix, strings.TrimSpace(number))
		switch {
		case f.Bags == "":
			continue
		case !ok:
			return nil, request.Wrong("bag", problem.BagUnknown.With(number))
		}
		bags = append(bags, id)
	}
	consignment, ok := parseNumber(consignmentPrefix, f.Consignment)
	if !ok && f.Consignment != "" {
		return nil, request.Wrong("consignment", problem.ConsignmentUnknown.With(f.Consignment))
	}
	if consignment != 0 {
		of, err := engine.Values[int64](ctx, s.DB.Reads, `SELECT bag_id FROM bags WHERE consignment_id = $1`, consignment)
		of = slices.DeleteFunc(of, func(id int64) bool { return bags != nil && !slices.Contains(bags, id) })
		if bags = of; err != nil || len(of) == 0 {
			return nil, s.DB.Explain("read the bags of a consignment", err)
		}
	}
	query := `SELECT DISTINCT order_id FROM parcel_customs WHERE (answer = $1 OR status = $1) AND order_id < $2`
	args := []any{f.Customs, before, limit}
	if bags != nil { // a cluster takes no condition on two distributed tables within OR
		customs := map[bool]string{true: `$1 = ''`, false: `EXISTS (SELECT 1 FROM parcel_customs c WHERE c.account_id = p.account_id
			AND c.order_id = p.order_id AND (c.answer = $1 OR c.status = $1))`}[f.Customs == ""]
		query = `SELECT DISTINCT p.order_id FROM bag_parcels p WHERE ` + customs + ` AND p.order_id < $2 AND p.bag_id ` + s.in("$4")
		args = append(args, s.list(bags))
	}
	ids, err := engine.Values[int64](ctx, s.DB.Reads, query+` ORDER BY order_id DESC LIMIT CAST($3 AS BIGINT)`, args...)
	return ids, s.DB.Explain("list the parcels of bags", err)
}
