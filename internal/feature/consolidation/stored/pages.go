package stored

import "context"

// FindBags returns at most limit bags with ids below before, the newest first: those in a state, that are filled in a hub. What is "" or 0
// is any.
func (s *Store) FindBags(ctx context.Context, state, hubID string, before int64, limit int) ([]Bag, error) {
	details := `{"hub_id":` + hubID + `,%` // the first member
	return s.bags(ctx, `($1 = '' OR $1 = state) AND ($2 = '' OR details LIKE $3) AND ($4 = 0 OR bag_id < $4)
		ORDER BY bag_id DESC LIMIT CAST($5 AS BIGINT)`, state, hubID, details, before, limit)
}

// FindConsignments is FindBags of consignments in a state, which may be the begin of the air waybill, too.
func (s *Store) FindConsignments(ctx context.Context, state, awb string, before int64, limit int) ([]Consignment, error) {
	all, err := s.consignments(ctx, s.DB.Reads, `($1 = '' OR details LIKE $2) AND awb LIKE $3 AND ($4 = 0 OR consignment_id < $4)
		ORDER BY consignment_id DESC LIMIT CAST($5 AS BIGINT)`, state, `%"state":"`+state+`"%`, awb+"%", before, limit)
	return all, s.DB.Explain("list consignments", err)
}
