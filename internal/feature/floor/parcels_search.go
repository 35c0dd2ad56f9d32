package floor

import (
	"context"
	"math"
	"net/url"
	"strconv"

	"waybill/internal/problem"
	"waybill/internal/request"
	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// mostSearched is in how many accounts words are found at once, and searchedAtOnce how many parcels are read of each.
const (
	mostSearched   = 50
	searchedAtOnce = 200
)

// searched is what is found in an account.
type searched struct {
	store.Browsed[shipment.Order]
	n      int   // how many of these are on the page
	before int64 // the number in the index before which the rest is; 0: there is no more
}

// searchAll is page for words in all accounts, also of parcels whose journey has ended: the newest first, as each account has them. A place
// has that of each account.
func (s *Service) searchAll(ctx context.Context, filter store.OrderFilter, place string) ([]shipment.Order, string, bool, error) {
	accounts, err := s.orders.Store.MasterData.Accounts(ctx)
	if err == nil && len(accounts) > mostSearched {
		err = request.Wrong("account_id", problem.SearchNeedsAccount.With(mostSearched))
	}
	places, wrong := url.ParseQuery(place)
	all := make([]searched, len(accounts))
	filter.PageSize = min(filter.PageSize, searchedAtOnce)
	for i := 0; i < len(accounts) && err == nil && wrong == nil; i++ {
		p, name := &all[i], strconv.FormatInt(accounts[i].AccountID, 10)
		p.before = math.MaxInt64
		if places.Has(name) {
			p.before, wrong = strconv.ParseInt(places.Get(name), 10, 64)
		}
		if p.before > 0 {
			filter.AccountID = accounts[i].AccountID
			p.Browsed, err = s.orders.Store.BrowseOrders(ctx, filter, store.Cursor{Search: true, Seq: p.before})
		}
	}
	if err != nil || wrong != nil {
		return nil, "", false, err
	}
	var found []shipment.Order
	for p := newestOf(all); p != nil && len(found) < filter.PageSize; p = newestOf(all) {
		found, p.before = append(found, p.Found[p.n]), p.At[p.n]
		p.n++
	}
	return found, placeOf(accounts, all), true, nil
}

// newestOf is the account with the newest order that is not on the page; nil if there is none, or if it is not known.
func newestOf(all []searched) (newest *searched) {
	for i := range all {
		p := &all[i]
		switch {
		case p.n == len(p.Found) && p.More: // the next one of this account was not read
			return nil
		case p.n < len(p.Found) && (newest == nil || p.Found[p.n].OrderID > newest.Found[newest.n].OrderID):
			newest = p
		}
	}
	return newest
}

// placeOf is the place of the page after one, "" if there is none.
func placeOf(accounts []masterdata.Account, all []searched) (place string) {
	places, more := url.Values{}, false
	for i := range all {
		p := &all[i]
		switch {
		case p.n < len(p.Found):
		case p.More:
			p.before = p.Next.Seq
		default:
			p.before = 0
		}
		more = more || p.before > 0
		places.Set(strconv.FormatInt(accounts[i].AccountID, 10), strconv.FormatInt(p.before, 10))
	}
	if more {
		place = places.Encode()
	}
	return place
}
