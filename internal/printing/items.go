package printing

import (
	"context"
	"errors"
	"iter"
	"slices"

	"waybill/internal/shipment"
	"waybill/internal/store"
)

// MostItemBytes is the most bytes of items that are read at once. One order has less, also as JSON.
const MostItemBytes = 5 << 18

// errManyItems stops reading items that have more than MostItemBytes.
var errManyItems = errors.New("many items")

// withItems reads the items of orders of one account: those of a page of orders at once, or, when they
// are too many, those of one order after another. It holds MostItemBytes at most, for which the caller
// must have charged the request.
func (s *Service) withItems(ctx context.Context, of []shipment.Order) iter.Seq2[*shipment.Order, error] {
	return func(yield func(*shipment.Order, error) bool) {
		for page := range slices.Chunk(of, store.PageSize) {
			read, err := s.fillFewItems(ctx, page)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range page {
				if !read {
					err = s.fillItems(ctx, page[i:i+1])
				}
				if !yield(&page[i], err) || err != nil {
					return
				}
				page[i].Items = nil
			}
		}
	}
}

// fillFewItems reads the items of all orders, unless they have more than MostItemBytes.
func (s *Service) fillFewItems(ctx context.Context, of []shipment.Order) (read bool, err error) {
	bytes := 0
	err = s.fillItems(store.WithMeter(ctx, func(n int) error {
		if bytes += n; bytes > MostItemBytes {
			return errManyItems
		}
		return nil
	}), of)
	if !errors.Is(err, errManyItems) {
		return true, err
	}
	for i := range of {
		of[i].Items = nil // some were read
	}
	return false, nil
}

func (s *Service) fillItems(ctx context.Context, of []shipment.Order) error {
	ctx, cancel := context.WithTimeout(ctx, s.ReadWithin)
	defer cancel()
	return s.Store.FillItems(ctx, of[0].AccountID, of)
}
