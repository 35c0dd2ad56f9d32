package store

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// Glance has counts of the orders that an account created lately. Those of orders of any time are at most MaxCounted.
type Glance struct {
	Counts  []DayCount
	Printed []int64 // by day: labels of these orders whose last print, as far as Waybill was told, was on it, and that did not change since
	Stale   int64   // labels of these orders that were printed, and have changed since; without those of cancelled orders
	Failed  []int64 // by day of creation: orders that their partner refused
	Waiting int64   // orders of any time that a partner has not confirmed, made more than an hour ago
	NoFacts int64   // orders of any time that wait for facts for customs, which Waiting does not count
	Unmoved int64   // orders of any time with an event that did not change their status and needs attention
	Held    int64   // orders of any time that are held
	Warned  int     // orders of the last WarnedDays days with a warning about an address, as far as they are indexed; at most MaxCounted
	// Parts are what features count, by names of their own.
	Parts map[string][]int64
}

// WarnedDays is for how many of the last days of a Glance orders with warnings are counted: older ones were shipped.
const WarnedDays = 7

// DayCount is how many orders that were created on a day have a tracker status.
type DayCount struct {
	Day    int // 0 is the first
	Status shipment.TrackerStatus
	Orders int64
}

// waitingAfter is how long a submission may take before an account is told that it waits.
const waitingAfter = time.Hour

// Glance counts the orders that an account created since a time, which is the begin of the first of a number of days
// of 24 hours. It reads index entries of all of them.
func (s *Store) Glance(ctx context.Context, accountID int64, since time.Time, days int) (Glance, error) {
	g := Glance{Failed: make([]int64, days), Parts: map[string][]int64{}}
	err := s.countByDay(ctx, &g, accountID, since, days)
	if err == nil {
		g.Warned, err = s.countWarned(ctx, accountID, since.AddDate(0, 0, max(0, days-WarnedDays)))
	}
	for _, p := range s.parts {
		if err == nil && p.Count != nil {
			var counts map[string][]int64
			counts, err = p.Count(ctx, s, accountID, since, since.Add(time.Duration(days-1)*24*time.Hour))
			maps.Copy(g.Parts, counts)
		}
	}
	return g, s.DB.Explain("count the orders of an account", err)
}

// dayOf is the day of a column, from the second argument on.
func dayOf(column string) string { return `(` + column + ` - $2) / 86400000000` }

func (s *Store) countByDay(ctx context.Context, g *Glance, accountID int64, since time.Time, days int) (err error) {
	g.Counts, err = engine.Collect(ctx, s.DB.Reads, func(row engine.Scanner, c *DayCount) error {
		return row.Scan((*string)(&c.Status), &c.Day, &c.Orders)
	}, countByStatus, accountID, engine.Micros(since), days)
	if err != nil {
		return fmt.Errorf("by status: %w", err)
	}
	g.Counts = slices.DeleteFunc(g.Counts, func(c DayCount) bool { return c.Orders == 0 })
	if err := AddByDay(ctx, s.DB.Reads, g.Failed, `SELECT `+dayOf("created_on")+`, count(*) FROM orders
		WHERE account_id = $1 AND created_on >= $2 AND status_code <> 'SUBMITTED' AND status_code = $3 GROUP BY 1`,
		accountID, engine.Micros(since), string(shipment.StatusSubmissionFailed)); err != nil {
		return fmt.Errorf("that failed: %w", err)
	}
	prints := make([]int64, days+1)
	if err := AddByDay(ctx, s.DB.Reads, prints, countPrinted, accountID, engine.Micros(since)); err != nil {
		return fmt.Errorf("that were printed: %w", err)
	}
	g.Stale, g.Printed = prints[0], prints[1:]
	err = engine.QueryRow(ctx, s.DB.Reads, `SELECT (SELECT count(*) FROM (SELECT 1 FROM order_holds WHERE account_id = $1
		LIMIT CAST($2 AS BIGINT)) AS held), (SELECT count(*) FROM (SELECT 1 FROM unmoved_events WHERE account_id = $1
		LIMIT CAST($2 AS BIGINT)) AS unmoved)`, accountID, MaxCounted).Scan(&g.Held, &g.Unmoved)
	if err != nil {
		return fmt.Errorf("that are held or not moved: %w", err)
	}
	return engine.QueryRow(ctx, s.DB.Reads, `SELECT coalesce(sum(1 - no_facts), 0), coalesce(sum(no_facts), 0) FROM (
		SELECT CASE WHEN state = 'pending' AND error_class = $4 THEN 1 ELSE 0 END AS no_facts FROM submissions
		WHERE state NOT IN ('confirmed', 'cancelled') AND `+openSubmission+` AND account_id = $1
			AND (created_on < $2 OR state = 'pending' AND error_class = $4) LIMIT CAST($3 AS BIGINT)) AS waiting`,
		accountID, engine.Micros(s.DB.Now().Add(-waitingAfter)), MaxCounted, ClassMissing).Scan(&g.Waiting, &g.NoFacts)
}

// countWarned counts the orders since a time that have a warning about an address, up to MaxCounted. Orders are numbered
// as they are indexed, so that those that were created within the same second may be on either side of the time.
func (s *Store) countWarned(ctx context.Context, accountID int64, since time.Time) (count int, err error) {
	first := int64(math.MaxInt64)
	err = engine.OrNothing(engine.QueryRow(ctx, s.DB.Reads,
		`SELECT seq FROM search_orders WHERE account_id = $1 AND order_id = (SELECT order_id FROM orders
		WHERE account_id = $1 AND created_on >= $2 ORDER BY created_on, order_id LIMIT 1)`, accountID, engine.Micros(since)).Scan(&first))
	if err != nil {
		return 0, err
	}
	f := OrderFilter{AccountID: accountID, Filter: shipment.Filter{Warning: shipment.WarningAddress}}
	run, err := s.Search.newSearch(ctx, f, Cursor{})
	if err != nil || run == nil {
		return 0, err
	}
	for !run.isOver() && run.before > first && count < MaxCounted {
		seqs, err := run.next(ctx)
		if err != nil {
			return 0, err
		}
		for _, seq := range seqs {
			if seq >= first {
				count++
			}
		}
	}
	return min(count, MaxCounted), nil
}

// AddByDay adds what a query counts by day. What is after the last day counts as of it.
func AddByDay(ctx context.Context, q engine.Querier, counts []int64, query string, args ...any) error {
	found, err := engine.Pairs(ctx, q, query, args...)
	for _, pair := range found {
		counts[min(int(pair[0]), len(counts)-1)] += pair[1]
	}
	return err
}

// countByStatus counts the orders since $2 by tracker status and by day; the last of $3 days has no end. Each count is a range
// of the index of statuses: SQLite would sort all entries to group them.
var countByStatus = `WITH RECURSIVE days (day) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT day + 1 FROM days WHERE day + 1 < $3),
		statuses (status) AS (VALUES ` + statusList("(%s)", func(shipment.TrackerStatus) bool { return true }) + `)
	SELECT status, day, (SELECT count(*) FROM orders WHERE account_id = $1 AND tracker_status = status
		AND created_on >= $2 + day * 86400000000 AND created_on < CASE WHEN day + 1 < $3 THEN $2 + (day + 1) * 86400000000 ELSE ` +
	strconv.Itoa(math.MaxInt64) + ` END) FROM statuses CROSS JOIN days`

// countPrinted counts the labels that were printed since $2 by day: the first day is 1, and 0 are the labels that have changed
// since their print. Ids increase with time, so only the prints of newer orders are read.
var countPrinted = `SELECT CASE WHEN EXISTS (SELECT 1 FROM order_changes c
		JOIN orders o ON o.account_id = c.account_id AND o.order_id = c.order_id
		WHERE c.account_id = p.account_id AND c.order_id = p.order_id AND c.changed_on > printed_on AND label_changed_on > printed_on
			AND tracker_status <> 'CANCELLED')
		THEN 0 ELSE ` + dayOf("printed_on") + ` + 1 END, count(*) FROM label_prints p
	WHERE account_id = $1 AND printed_on >= $2 AND order_id >=
		coalesce((SELECT order_id FROM orders WHERE account_id = $1 AND created_on >= $2 ORDER BY created_on LIMIT 1), 0)
	GROUP BY 1`

// notPickedUp are the statuses in SQL of parcels that were not picked up.
var notPickedUp = statusList("%s", func(s shipment.TrackerStatus) bool { return !s.PickedUp() })

// statusList are the statuses in SQL that has is true for, each in a form.
func statusList(form string, has func(shipment.TrackerStatus) bool) string {
	var quoted []string
	for _, status := range shipment.TrackerStatuses() {
		if has(status) {
			quoted = append(quoted, fmt.Sprintf(form, "'"+string(status)+"'"))
		}
	}
	return strings.Join(quoted, ", ")
}
