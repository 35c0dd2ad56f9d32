package store

import (
	"context"
	"errors"
	"time"

	"waybill/internal/store/engine"
)

const (
	// LanesEvery is the time between two measurements of the lanes.
	LanesEvery = 24 * time.Hour
	// laneParcels is how many parcels of an account the lanes are measured by: the newest that were delivered.
	laneParcels = 2000
)

// lane is a service from a country to a country.
type lane struct {
	service             int64
	origin, destination string
}

// laneGaps are the times between two events of the parcels of a lane.
type laneGaps struct {
	parcels, gaps int64
	byDays        map[int64]int64 // how many last up to so many days
}

// usual is the number of days that 19 of 20 times are not longer than.
func (g *laneGaps) usual() int64 {
	for days, seen := int64(1), int64(0); ; days++ {
		if seen += g.byDays[days]; seen*20 >= g.gaps*19 {
			return days
		}
	}
}

// MeasureLanes measures what is usual on each lane, if the last measurement is a day old, and returns how many lanes it measured.
func (s *Store) MeasureLanes(ctx context.Context) (lanes int, err error) {
	defer func() { err = s.DB.Explain("measure the lanes", err) }()
	now := s.DB.Now()
	last, err := engine.Value[int64](ctx, s.DB.Reads, `SELECT coalesce(max(measured_on), 0) FROM lane_times`)
	if err != nil || now.Sub(time.UnixMicro(last)) < LanesEvery {
		return 0, err
	}
	accounts, err := s.accountIDs(ctx)
	measured := map[lane]*laneGaps{}
	for _, account := range accounts {
		if err == nil {
			err = s.readGaps(ctx, account, measured)
		}
	}
	if err != nil {
		return 0, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, q engine.Querier) error {
		failed := engine.Exec(ctx, q, `DELETE FROM lane_times`)
		for of, gaps := range measured {
			failed = errors.Join(failed, engine.Exec(ctx, q, `INSERT INTO lane_times (service_id, origin, destination, days, parcels, measured_on)
				VALUES ($1, $2, $3, $4, $5, $6)`, of.service, of.origin, of.destination, gaps.usual(), gaps.parcels, engine.Micros(now)))
		}
		return failed
	})
	return len(measured), err
}

// readGaps adds the times between two events of the newest delivered parcels of an account, from their pickup on, to those of their lanes.
func (s *Store) readGaps(ctx context.Context, accountID int64, measured map[lane]*laneGaps) error {
	return engine.Each(ctx, s.DB.Reads, func(row engine.Scanner) error {
		var of lane
		var days, n int64
		if err := row.Scan(&of.service, &of.origin, &of.destination, &days, &n); err != nil {
			return err
		}
		gaps := measured[of]
		if gaps == nil {
			gaps = &laneGaps{byDays: map[int64]int64{}}
			measured[of] = gaps
		}
		if days == 0 { // the first event of n parcels
			gaps.parcels += n
			return nil
		}
		gaps.gaps += n
		gaps.byDays[days] += n
		return nil
	}, `SELECT service_id, origin, destination, days, count(*) FROM (
		SELECT o.service_id, o.origin, o.destination, coalesce((e.occurred_on
				- lag(e.occurred_on) OVER (PARTITION BY e.order_id ORDER BY e.occurred_on, e.seq) + 86399999999) / 86400000000 + CASE
				WHEN e.occurred_on = lag(e.occurred_on) OVER (PARTITION BY e.order_id ORDER BY e.occurred_on, e.seq) THEN 1 ELSE 0 END, 0) AS days
			FROM (SELECT order_id, service_id, coalesce(record->>'pickup_country', '') AS origin,
				coalesce(record->>'consignee_country', '') AS destination FROM orders WHERE account_id = $1 AND tracker_status = 'SUCCESS'
				ORDER BY created_on DESC LIMIT CAST($2 AS BIGINT)) AS o
			JOIN tracking_events e ON e.account_id = $1 AND e.order_id = o.order_id
			WHERE e.status NOT IN (`+notPickedUp+`)) AS gaps
		GROUP BY service_id, origin, destination, days`, accountID, laneParcels)
}
