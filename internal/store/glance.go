package store

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store/engine"
)

// Glance has counts of the orders of an account.
type Glance struct {
	Days   []DayCount
	Counts []Count // of filters
}

// DayCount is how many orders that were created on a day have a tracker status.
type DayCount struct {
	Day    int // 0 is the first
	Status shipment.TrackerStatus
	Orders int64
}

// Count is how many orders a filter selects.
type Count struct {
	Orders int
	More   bool // there may be more
}

// Glance counts the orders that an account created on days, from their begins on, the last without an end; and the orders that filters
// select, as CountUpTo does. It reads index entries of all of them.
func (s *Store) Glance(ctx context.Context, accountID int64, days []time.Time, filters []OrderFilter, most int) (g Glance, err error) {
	g.Days, err = engine.List(ctx, s.DB, "count the orders of an account", func(row engine.Scanner, c *DayCount) error {
		return row.Scan((*string)(&c.Status), &c.Day, &c.Orders)
	}, countByStatus(days), accountID)
	g.Days = slices.DeleteFunc(g.Days, func(c DayCount) bool { return c.Orders == 0 })
	for _, f := range filters {
		if err != nil {
			break
		}
		var count int
		var exact bool
		count, exact, err = s.CountUpTo(ctx, f, most)
		g.Counts = append(g.Counts, Count{count, !exact})
	}
	return g, err
}

// countByStatus counts orders by tracker status and by day. Each count is a range of the index of statuses: SQLite would sort all entries
// to group them.
func countByStatus(days []time.Time) string {
	var spans []string
	for i, day := range days {
		end := int64(math.MaxInt64)
		if i+1 < len(days) {
			end = engine.Micros(days[i+1])
		}
		spans = append(spans, fmt.Sprintf("(%d, CAST(%d AS BIGINT), CAST(%d AS BIGINT))", i, engine.Micros(day), end))
	}
	return `WITH days (day, since, until) AS (VALUES ` + strings.Join(spans, ", ") + `),
		statuses (status) AS (VALUES ` + statusList("(%s)", func(shipment.TrackerStatus) bool { return true }) + `)
	SELECT status, day, (SELECT count(*) FROM orders WHERE account_id = $1 AND tracker_status = status
		AND created_on >= since AND created_on < until) FROM statuses CROSS JOIN days`
}

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
