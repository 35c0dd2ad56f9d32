package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"
	"time"

	"waybill/internal/shipment"
)

// Track is what anyone may know who has a tracking number: no person is in it.
type Track struct {
	TrackingNo          string
	Status              shipment.TrackerStatus
	Origin, Destination shipment.Country
	UpdatedOn           time.Time
	Events              []shipment.TrackingEvent // newest first, down to the order's creation
}

// relatedOrders is how many orders with one reference of a shipper are looked at. A
// shipper whose orders all have the same would else show all of them at once.
const relatedOrders = 20

// TrackOrders returns the tracks of the orders of any account that numbers, in upper
// case, name, by number: none for an unknown one. The track of a number of the account
// relatedOf is followed by those of its newest orders that have the same reference of the
// shipper; 0 is no account.
func (s *Store) TrackOrders(ctx context.Context, numbers []string, relatedOf int64) (map[string][]Track, error) {
	tracks, err := s.trackOrders(ctx, numbers, relatedOf)
	return tracks, s.explain("track orders", err)
}

func (s *Store) trackOrders(ctx context.Context, numbers []string, relatedOf int64) (map[string][]Track, error) {
	rows, err := s.reads.QueryContext(ctx, `SELECT `+trackColumns+` FROM tracking_numbers t
		JOIN orders o ON o.order_id = t.order_id AND o.account_id = t.account_id
		WHERE t.tracking_no `+s.dialect.in("$1"), s.dialect.list(keepText(numbers)))
	named, err := collect(rows, err, scanTrack)
	if err != nil {
		return nil, err
	}
	groups := make([][]trackRow, len(named))
	for i, row := range named {
		groups[i] = []trackRow{row}
		if row.account == relatedOf && row.reference != "" {
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

// trackRow is a track with what must not leave with it.
type trackRow struct {
	Track
	account, order int64
	reference      string // the shipper's
	createdOn      time.Time
}

const trackColumns = `o.account_id, o.order_id, o.shipper_order_id, o.tracking_no, o.tracker_status,
	o.pickup_country, o.consignee_country, o.created_on, o.updated_on`

func scanTrack(rows *sql.Rows, r *trackRow) error {
	var createdOn, updatedOn int64
	err := rows.Scan(&r.account, &r.order, &r.reference, &r.TrackingNo, &r.Status, &r.Origin, &r.Destination, &createdOn, &updatedOn)
	r.createdOn, r.UpdatedOn = fromMicros(createdOn), fromMicros(updatedOn)
	return err
}

// relatedTo returns a row and, after it, those related to it.
func (s *Store) relatedTo(ctx context.Context, row trackRow) ([]trackRow, error) {
	rows, err := s.reads.QueryContext(ctx, `SELECT `+trackColumns+` FROM orders o
		WHERE o.account_id = $1 AND o.shipper_order_id = $2 ORDER BY o.created_on DESC, o.order_id DESC LIMIT $3`,
		row.account, row.reference, relatedOrders)
	group, err := collect(rows, err, scanTrack)
	if err != nil {
		return nil, err
	}
	group = slices.DeleteFunc(group, func(other trackRow) bool { return other.order == row.order })
	return append([]trackRow{row}, group...), nil
}

// addHistories fills the events of all rows.
func (s *Store) addHistories(ctx context.Context, groups [][]trackRow) error {
	named := make(orderIDs)
	for _, group := range groups {
		for _, row := range group {
			named.add(row.account, row.order)
		}
	}
	for account, orders := range named {
		histories, err := s.histories(ctx, s.reads, account, orders)
		if err != nil {
			return err
		}
		for _, group := range groups {
			for i := range group {
				if row := &group[i]; row.account == account {
					row.Events = newestFirst(histories[row.order], row.createdOn)
				}
			}
		}
	}
	return nil
}

// newestFirst turns a history round: by when things occurred, and of those at one time
// the last recorded first. At its end stands the order's creation, which no row records:
// creates are too many to pay for one.
func newestFirst(events []shipment.TrackingEvent, createdOn time.Time) []shipment.TrackingEvent {
	events = slices.Clone(events)
	slices.Reverse(events)
	slices.SortStableFunc(events, func(a, b shipment.TrackingEvent) int { return cmp.Compare(micros(b.OccurredOn), micros(a.OccurredOn)) })
	return append(events, shipment.TrackingEvent{
		Status: shipment.OrderCreated, OccurredOn: createdOn, RecordedOn: createdOn, Source: shipment.SourceService, Moved: true,
	})
}
