package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"waybill/internal/each"
	"waybill/internal/shipment"
	"waybill/internal/store/document"
	"waybill/internal/store/engine"
)

// Track is the public part of an order: it contains no personal data.
type Track struct {
	TrackingNo          string
	AccountID           int64
	Account             string // the name of the account of the order
	Status              shipment.TrackerStatus
	Origin, Destination shipment.Country
	UpdatedOn           time.Time
	Events              []shipment.TrackingEvent // newest first, down to the order's creation
}

// relatedOrders is how many orders with the same reference of a shipper are returned. If all orders of
// a shipper have the same one, all would be returned.
const relatedOrders = 20

// TrackOrders returns the tracks of orders of any account by their tracking numbers, in upper case:
// none for an unknown number. The track of an order of the account relatedOf is followed by the tracks of
// the account's newest orders with the same reference of the shipper; 0 is no account.
func (s *Store) TrackOrders(ctx context.Context, numbers []string, relatedOf int64) (map[string][]Track, error) {
	return engine.FromReplica(ctx, s.DB, "track orders", relatedOf, func(ctx context.Context) (map[string][]Track, error) {
		return s.trackOrders(ctx, numbers, relatedOf)
	}, func(tracks map[string][]Track) bool { return len(tracks) == len(numbers) })
}

// TrackCodes is TrackOrders by codes as they are typed or scanned. They stand for tracking numbers, and with byPartner also for numbers
// that partners gave orders: everyone may ask, so a code that several orders have names none.
func (s *Store) TrackCodes(ctx context.Context, codes []string, relatedOf int64, byPartner bool) (map[string][]Track, error) {
	tracks, err := s.TrackOrders(ctx, each.Of(codes, shipment.TrackingKey), relatedOf)
	found, left := make(map[string][]Track, len(codes)), []string(nil)
	for _, code := range codes {
		if found[code] = tracks[shipment.TrackingKey(code)]; found[code] == nil {
			left = append(left, code)
		}
	}
	if err != nil || left == nil {
		return found, err
	}
	named, err := s.namedBy(ctx, s.DB.Reads, 0, left, false, byPartner)
	maps.DeleteFunc(named, func(_ string, orders []shipment.Order) bool { return len(orders) != 1 })
	if err != nil || len(named) == 0 {
		return found, s.DB.Explain("find orders by codes", err)
	}
	numberOf := func(code string) string { return named[code][0].TrackingNo }
	tracks, err = s.TrackOrders(ctx, each.Of(slices.Collect(maps.Keys(named)), numberOf), relatedOf)
	for code := range named {
		found[code] = tracks[numberOf(code)]
	}
	return found, err
}

func (s *Store) trackOrders(ctx context.Context, numbers []string, relatedOf int64) (map[string][]Track, error) {
	numbers = engine.KeepText(numbers)
	ids, err := s.candidates(ctx, s.DB.Reads, numbers)
	if err != nil {
		return nil, err
	}
	named, err := engine.Collect(ctx, s.DB.Reads, scanTrack, `SELECT `+trackColumns+` FROM orders o
		WHERE o.order_id `+s.DB.Dialect.In("$1")+` AND o.tracking_no `+s.DB.Dialect.In("$2"), s.DB.Dialect.List(ids), s.DB.Dialect.List(numbers))
	if err != nil {
		return nil, err
	}
	groups := make([][]trackRow, len(named))
	for i, row := range named {
		groups[i] = []trackRow{row}
		if row.AccountID == relatedOf && row.reference != "" {
			if groups[i], err = s.relatedTo(ctx, row); err != nil {
				return nil, err
			}
		}
	}
	if err := s.addHistories(ctx, groups); err != nil {
		return nil, err
	}
	tracks := make(map[string][]Track, len(groups))
	for _, group := range groups {
		for _, row := range group {
			tracks[group[0].TrackingNo] = append(tracks[group[0].TrackingNo], row.Track)
		}
	}
	return tracks, nil
}

// Replacement returns the number of the order that replaces an order of any account. It is "" if there is none, or if it is for
// another consignee: who knows the number of the one need not know that of the other. Returns ErrNotFound.
func (s *Store) Replacement(ctx context.Context, trackingNo string) (by string, err error) {
	old, err := s.orderByTrackingNo(ctx, trackingNo)
	if err == nil {
		_, by, err = s.replacements(ctx, s.DB.Reads, old.AccountID, old.OrderID)
	}
	if err == nil && by != "" {
		var made shipment.Order
		if made, err = s.orderByTrackingNo(ctx, by); made.Consignee.Name != old.Consignee.Name {
			by = ""
		}
	}
	return by, s.DB.Explain("find what replaces an order", err)
}

// trackRow is a track with the fields that are not public.
type trackRow struct {
	Track
	order     int64
	reference string // the shipper's
	createdOn time.Time
}

const trackColumns = `(SELECT name FROM accounts a WHERE a.account_id = o.account_id),
	o.account_id, o.order_id, o.shipper_order_id, o.tracking_no, o.tracker_status, o.record, o.created_on, o.updated_on`

func scanTrack(row engine.Scanner, r *trackRow) error {
	var record string
	err := row.Scan(&r.Account, &r.AccountID, &r.order, &r.reference, &r.TrackingNo, &r.Status, &record, engine.At(&r.createdOn),
		engine.At(&r.UpdatedOn))
	if err != nil {
		return err
	}
	o := shipment.Order{OrderID: r.order}
	if err := document.DecodeCountries(&o, record); err != nil {
		return err
	}
	r.Origin, r.Destination = o.Pickup.Country, o.Consignee.Country
	return nil
}

// relatedTo returns a row and, after it, the rows related to it.
func (s *Store) relatedTo(ctx context.Context, row trackRow) ([]trackRow, error) {
	group, err := engine.Collect(ctx, s.DB.Reads, scanTrack, `SELECT `+trackColumns+` FROM orders o
		WHERE o.account_id = $1 AND o.shipper_order_id = $2 ORDER BY o.created_on DESC, o.order_id DESC LIMIT CAST($3 AS BIGINT)`,
		row.AccountID, row.reference, relatedOrders)
	if err != nil {
		return nil, err
	}
	group = slices.DeleteFunc(group, func(other trackRow) bool { return other.order == row.order })
	return append([]trackRow{row}, group...), nil
}

// addHistories fills the events of all rows.
func (s *Store) addHistories(ctx context.Context, groups [][]trackRow) error {
	rows := make(map[int64][]*trackRow) // by account
	for _, group := range groups {
		for i := range group {
			rows[group[i].AccountID] = append(rows[group[i].AccountID], &group[i])
		}
	}
	for account, of := range rows {
		histories, err := s.histories(ctx, s.DB.Reads, account, each.Of(of, func(row *trackRow) int64 { return row.order }))
		if err != nil {
			return err
		}
		for _, row := range of {
			row.Events = newestFirst(histories[row.order], row.createdOn)
		}
	}
	return nil
}

// newestFirst sorts a history: by when events occurred, and events of the same time by when they were
// recorded, the last first. It ends with the creation of the order, which has no row: creates are too
// many to pay for one.
func newestFirst(events []shipment.TrackingEvent, createdOn time.Time) []shipment.TrackingEvent {
	events = slices.Clone(events)
	slices.Reverse(events)
	slices.SortStableFunc(events, func(a, b shipment.TrackingEvent) int {
		return cmp.Compare(engine.Micros(b.OccurredOn), engine.Micros(a.OccurredOn))
	})
	return append(events, shipment.TrackingEvent{
		Status: shipment.OrderCreated, OccurredOn: createdOn, RecordedOn: createdOn, Source: shipment.SourceService, Moved: true,
	})
}
