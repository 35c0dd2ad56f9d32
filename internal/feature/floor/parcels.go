package floor

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"waybill/internal/each"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
)

// Parcel is a parcel of any account as people of the operator see it: without prices.
type Parcel struct {
	store.Parcel // without items
	Partner      string
	Measured     shipment.Measuring
}

// ParcelPage is a page of parcels, the newest first.
type ParcelPage struct {
	Parcels []Parcel
	Next    string // the place of the next page, "" on the last one
}

// Parcels returns the page of the parcels that f selects, after a place. Those of all accounts have not ended; a page of them may be short,
// or empty, before the last one. A code selects parcels of all accounts, also those that have ended. ok is false if no page has that place.
func (s *Service) Parcels(ctx context.Context, f request.ParcelFilter, place string) (page ParcelPage, ok bool, err error) {
	found, next, ok, err := s.page(ctx, f, place, cmp.Or(f.Limit, store.PageSize))
	if page.Next = next; err == nil && ok {
		page.Parcels, err = s.parcelsOf(ctx, found)
	}
	return page, ok, err
}

// page returns the orders of the page of Parcels of a size, and the place of the next one.
func (s *Service) page(
	ctx context.Context, f request.ParcelFilter, place string, size int,
) (orders []shipment.Order, next string, ok bool, err error) {
	var found store.Browsed[shipment.Order]
	filter := store.OrderFilter{AccountID: f.AccountID, Filter: f.Filter, PageSize: size}
	if f.Partner != "" {
		filter.Partner = &f.Partner
	}
	filter.Attention = f.Attention
	switch {
	case f.Placed != (shipment.Placed{}):
		filter.Within = s.orders.Store.Placed(f.Placed)
	case f.HubID != 0:
		filter.Within = func(ctx context.Context, before int64, limit int) ([]int64, int64, error) {
			return s.Stored.InHub(ctx, f.HubID, before, limit)
		}
	}
	switch {
	case f.Code != "":
		found.Found, err = s.named(ctx, f)
	case f.AccountID == 0 && f.BySearch():
		return s.searchAll(ctx, filter, place)
	case f.Attention != "":
		before, isPlace := readID(place)
		if !isPlace {
			return nil, "", false, nil
		}
		found, err = s.orders.Store.BrowseAttention(ctx, filter, before)
		next = strconv.FormatInt(found.Next.OrderID, 10)
	case f.AccountID != 0 && filter.Within == nil:
		after, isPlace := filter.ReadCursor(place)
		if !isPlace {
			return nil, "", false, nil
		}
		found, err = s.orders.Store.BrowseOrders(ctx, filter, after)
		next = found.Next.String()
	default:
		before, isPlace := readID(place)
		if !isPlace {
			return nil, "", false, nil
		}
		found, err = s.orders.Store.BrowseAll(ctx, filter, before)
		next = strconv.FormatInt(found.Next.OrderID, 10)
	}
	if !found.More {
		next = ""
	}
	return found.Found, next, true, err
}

// readID reads the id of an order; "" is 0.
func readID(text string) (id int64, ok bool) {
	id, err := strconv.ParseInt(text, 10, 64)
	return id, text == "" || err == nil && id > 0
}

// named are the orders that a code names, in one account or in all.
func (s *Service) named(ctx context.Context, f request.ParcelFilter) (all []shipment.Order, err error) {
	named, err := s.orders.Store.OrdersOfCodes(ctx, []string{f.Code})
	byAccount := each.Grouped(named[f.Code], func(o shipment.Order) int64 { return o.AccountID })
	for _, account := range slices.Sorted(maps.Keys(byAccount)) {
		if err != nil || f.AccountID != 0 && f.AccountID != account {
			continue
		}
		var orders []shipment.Order
		orders, err = s.orders.Store.OrdersByID(ctx, account, shipment.IDs(byAccount[account]))
		all = append(all, orders...)
	}
	return all, err
}

// parcelsOf adds to orders what the floor shows beside them.
func (s *Service) parcelsOf(ctx context.Context, found []shipment.Order) ([]Parcel, error) {
	services, err := s.orders.Store.MasterData.ServicesByID(ctx)
	if err != nil {
		return nil, err
	}
	places := map[int64][]int{}
	for i := range found {
		places[found[i].AccountID] = append(places[found[i].AccountID], i)
	}
	parcels := make([]Parcel, len(found))
	for account, at := range places {
		read, err := s.orders.Store.Parcels(ctx, account, each.Of(at, func(i int) shipment.Order { return found[i] }))
		if err != nil {
			return nil, err
		}
		measured, err := s.orders.Store.Measured(ctx, account, each.Of(at, func(i int) int64 { return found[i].OrderID }))
		if err != nil {
			return nil, err
		}
		for j, i := range at {
			parcels[i] = Parcel{read[j], services[found[i].ServiceID].Partner, measured[found[i].OrderID]}
		}
	}
	return parcels, nil
}
