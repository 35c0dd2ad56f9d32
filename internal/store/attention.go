package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

const (
	// silentDays is after how many days without an event a parcel is silent if too few parcels of its lane are known.
	silentDays = 7
	// lanesKnown is of how many parcels a lane is known.
	lanesKnown = 20
)

// attentionOf is that an order needs attention in SQL, of a row of orders of one account. Its argument, if it has one, is the time.
func attentionOf(a shipment.Attention) string {
	const down = `EXISTS (SELECT 1 FROM submissions w WHERE w.account_id = orders.account_id AND w.order_id = orders.order_id
		AND w.` + openSubmission + `
		AND w.partner IN (SELECT o.partner FROM partner_outages o WHERE o.seen_on >= CAST(? AS BIGINT) - %d))`
	silent := `EXISTS (SELECT 1 FROM tracking_events w WHERE w.account_id = orders.account_id AND w.order_id = orders.order_id
		AND w.occurred_on > CAST(? AS BIGINT) - 86400000000 * ` + ofLane + `)`
	moving := statusList("%s", func(s shipment.TrackerStatus) bool { return s.PickedUp() && !s.Final() })
	return map[shipment.Attention]string{
		shipment.AttentionCustoms: `tracker_status IN ('DESTINATION_COUNTRY_CUSTOMS', 'EXCEPTION') AND lost_on = 0
			AND (tracker_status = 'DESTINATION_COUNTRY_CUSTOMS' OR tracker_resume = 'DESTINATION_COUNTRY_CUSTOMS')`,
		shipment.AttentionFailed:  `tracker_status IN ('FAILED_PICKUP', 'FAILED_DELIVERY', 'EXCEPTION') AND lost_on = 0`,
		shipment.AttentionLost:    `tracker_status = 'EXCEPTION' AND lost_on > 0`,
		shipment.AttentionUnmoved: `order_id IN (SELECT u.order_id FROM unmoved_events u WHERE u.account_id = $1)`,
		shipment.AttentionSilent:  `tracker_status IN (` + moving + `) AND lost_on = 0 AND NOT ` + fmt.Sprintf(silent, silentDays),
		shipment.AttentionPartnerDown: `tracker_status IN ('ORDER_CREATED', 'PENDING_PICKUP') AND ` +
			fmt.Sprintf(down, outageKept.Microseconds()),
	}[a]
}

// ofLane is after how many days without an event the parcel of a row of orders is silent: %d if its lane is not known.
var ofLane = fmt.Sprintf(`coalesce((SELECT l.days FROM lane_times l WHERE l.service_id = orders.service_id
	AND l.origin = coalesce(record->>'pickup_country', '') AND l.destination = coalesce(record->>'consignee_country', '')
	AND l.parcels >= %d), %%d)`, lanesKnown)

// addAttention adds the condition of the attention that the orders need.
func (s *Store) addAttention(w *engine.Where, a shipment.Attention) {
	if a == "" {
		return
	}
	condition, args := attentionOf(a), []any(nil)
	if strings.Contains(condition, "?") {
		args = append(args, engine.Micros(s.DB.Now()))
	}
	w.Add(condition, args...)
}

// Attention counts the orders of all accounts that need attention. It reads one account after the other, by the index of
// states or by the events of parcels that did not move.
func (s *Store) Attention(ctx context.Context) (counts map[shipment.Attention]int64, err error) {
	defer func() { err = s.DB.Explain("count the orders that need attention", err) }()
	accounts, err := s.accountIDs(ctx)
	counts = map[shipment.Attention]int64{}
	for _, account := range accounts {
		for _, a := range shipment.Attentions() {
			if err != nil {
				return nil, err
			}
			w, failed := s.conditions(ctx, OrderFilter{AccountID: account, Attention: a})
			if err = failed; err == nil {
				var n int64
				n, err = engine.Value[int64](ctx, s.DB.Reads, `SELECT count(*) FROM `+w.From+` WHERE `+w.Text, w.Args...)
				counts[a] += n
			}
		}
	}
	return counts, err
}

func (s *Store) accountIDs(ctx context.Context) ([]int64, error) {
	return engine.Values[int64](ctx, s.DB.Reads, `SELECT account_id FROM accounts ORDER BY account_id`)
}

// BrowseAttention returns a page of the orders that need the attention of f, the newest first. They are of the account of f, or of all
// accounts if it has none. The page begins below the id before; 0: at the newest. The orders have no items. f must have no words, no
// warning and no Got. It reads the same orders as Attention.
func (s *Store) BrowseAttention(ctx context.Context, f OrderFilter, before int64) (page Browsed[shipment.Order], err error) {
	defer func() { err = s.DB.Explain("list the orders that need attention", err) }()
	accounts, size := []int64{f.AccountID}, f.pageSize()
	if f.AccountID == 0 {
		if accounts, err = s.accountIDs(ctx); err != nil {
			return page, err
		}
	}
	for _, f.AccountID = range accounts {
		w, err := s.conditions(ctx, f)
		if err != nil {
			return page, err
		}
		w.AddIf(before != 0, "+order_id < ?", before)
		found, err := selectPage(ctx, s, f, w, orderSelection(ctx), size+1, 0)
		if err != nil {
			return page, err
		}
		page.Found = append(page.Found, found...)
		slices.SortFunc(page.Found, func(a, b shipment.Order) int { return cmp.Compare(b.OrderID, a.OrderID) })
		page.Found = page.Found[:min(len(page.Found), size+1)]
	}
	if len(page.Found) > size {
		page.Found = page.Found[:size]
		page.More, page.Next.OrderID = true, page.Found[size-1].OrderID
	}
	return page, nil
}
