package web

import (
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Near looks for orders with words that differ in a letter from those of a filter, if it has found none. Then the filter gets these words,
// found is the first page of their orders, and it returns the words that were searched.
func (v *Visit) Near(f *store.OrderFilter, found *store.Browsed[shipment.Order]) (searched string, err error) {
	if f.Search == "" || f.None || len(found.Found) > 0 || found.More {
		return "", nil
	}
	near, err := v.Console.Store.Search.Near(v.Context(), f.AccountID, f.Search)
	for _, words := range near {
		other := *f
		other.Search = words
		page, err := v.Console.Store.BrowseOrders(v.Context(), other, store.Cursor{})
		if err != nil || len(page.Found) > 0 {
			searched, *f, *found = f.Search, other, page
			return searched, err
		}
	}
	return "", err
}
