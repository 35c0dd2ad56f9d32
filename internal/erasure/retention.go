package erasure

import (
	"cmp"
	"context"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/masterdata"
)

// Retained counts the orders of an account that were, or would be, erased and deleted.
type Retained struct {
	AccountID      int64
	Erased         int // personal data of so many orders
	Deleted        int // orders
	KeptForCustoms int // orders that are old enough, but must be kept for the customs of a country
	NotEnded       int // orders that are old enough, but have not ended
}

// retention is one pass over all orders.
type retention struct {
	accounts map[int64]masterdata.Account
	customs  masterdata.CustomsRetention
	now      time.Time
	results  map[int64]*Retained
}

// Retain erases and deletes the orders that are as old as their accounts say, since their last change. An order is erased
// first, and deleted in a later pass. With dryRun it only counts. The result has the accounts that have a retention, by id.
func (e *Eraser) Retain(ctx context.Context, dryRun bool) (results []*Retained, err error) {
	r := retention{accounts: map[int64]masterdata.Account{}, now: e.Store.DB.Now(), results: map[int64]*Retained{}}
	accounts, err := e.Store.MasterData.Accounts(ctx)
	if err != nil {
		return nil, err
	}
	for _, a := range accounts {
		if a.EraseAfterDays > 0 || a.DeleteAfterDays > 0 {
			r.accounts[a.AccountID], r.results[a.AccountID] = a, &Retained{AccountID: a.AccountID}
			results = append(results, r.results[a.AccountID])
		}
	}
	if r.customs, err = e.Store.MasterData.CustomsRetention(ctx); err != nil || len(results) == 0 {
		return results, err
	}
	for after := int64(0); ; {
		page, err := e.Store.AgedOrders(ctx, after)
		if err != nil || len(page) == 0 {
			return results, err
		}
		after = page[len(page)-1].OrderID
		erase, remove := map[int64][]int64{}, map[int64][]int64{}
		for i := range page {
			r.sort(&page[i], erase, remove)
		}
		if err := e.retainPage(ctx, &r, erase, remove, dryRun); err != nil {
			return results, err
		}
	}
}

// sort adds an order to erase or to remove, if it is due.
func (r *retention) sort(o *store.AgedOrder, erase, remove map[int64][]int64) {
	a, set := r.accounts[o.AccountID]
	after, into := a.EraseAfterDays, erase
	after = cmp.Or(after, a.DeleteAfterDays)
	if o.Erased {
		after, into = a.DeleteAfterDays, remove
	}
	switch age := int(r.now.Sub(o.UpdatedOn) / (24 * time.Hour)); {
	case !set || after == 0 || age < after:
	case !o.HasEnded:
		r.results[o.AccountID].NotEnded++
	case age < max(r.keeps(o.Origin), r.keeps(o.Destination)):
		r.results[o.AccountID].KeptForCustoms++
	default:
		into[o.AccountID] = append(into[o.AccountID], o.OrderID)
	}
}

// keeps is how many days the customs of a country want orders to be kept.
func (r *retention) keeps(name string) int {
	country, _ := shipment.CountryByName(name)
	return r.customs[country]
}

func (e *Eraser) retainPage(ctx context.Context, r *retention, erase, remove map[int64][]int64, dryRun bool) error {
	for accountID, ids := range erase {
		if dryRun {
			r.results[accountID].Erased += len(ids)
			continue
		}
		done, err := e.Orders(ctx, accountID, ids)
		for _, d := range done {
			if d.Reason == "" {
				r.results[accountID].Erased++
			} else {
				r.results[accountID].NotEnded++
			}
		}
		if err != nil {
			return err
		}
	}
	for accountID, ids := range remove {
		if dryRun {
			r.results[accountID].Deleted += len(ids)
			continue
		}
		err := inParts(ctx, ids, func(part []int64) error {
			deleted, err := e.Store.DeleteOrders(ctx, accountID, part)
			r.results[accountID].Deleted += deleted
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
