package store

import (
	"context"
	"slices"
	"strings"

	"waybill/internal/shipment"
)

// ExactOrders returns the orders that f selects, at most one page, whose tracking number or reference is f.Search in any
// letter case. New orders are found at once if their reference was given as stored or in capitals, else as by Browse.
func (s *Store) ExactOrders(ctx context.Context, f OrderFilter) ([]shipment.Order, error) {
	code, upper := f.Search, strings.ToUpper(f.Search)
	if code == "" {
		return nil, nil
	}
	byNumber, byReference, byCapitals, byWord := f, f, f, f
	byNumber.Search, byNumber.TrackingNos = "", []string{upper}
	byReference.Search, byReference.ShipperOrderID = "", code
	byCapitals.Search, byCapitals.ShipperOrderID = "", upper
	byWord.exact = true
	ways := []OrderFilter{byNumber, byReference, byCapitals, byWord}
	if code == upper {
		ways = slices.Delete(ways, 2, 3)
	}
	if f.UploadBatchNo != "" || f.TrackingNos != nil || f.ShipperOrderID != "" { // the ways would replace them
		return nil, nil
	}
	var all []shipment.Order
	for _, way := range ways {
		page, err := s.BrowseOrders(ctx, way, Cursor{})
		if err != nil {
			return nil, err
		}
		for _, o := range page.Found {
			same := strings.EqualFold(o.TrackingNo, code) || strings.EqualFold(o.ShipperOrderID, code)
			if same && !slices.ContainsFunc(all, func(other shipment.Order) bool { return other.OrderID == o.OrderID }) {
				all = append(all, o)
			}
		}
		if len(all) > 0 && strings.EqualFold(all[0].TrackingNo, code) {
			break
		}
	}
	return all[:min(len(all), f.pageSize())], nil
}
