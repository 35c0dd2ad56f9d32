package report

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"waybill/internal/shipment"
	"waybill/internal/store"
	"waybill/internal/store/engine"
)

// StatsKey is a property by which Stats groups orders.
type StatsKey string

// The keys, in the order in which Stats sorts by them.
const (
	StatsDay     StatsKey = "day"     // of creation, in UTC
	StatsAccount StatsKey = "account" // its id
	StatsService StatsKey = "service" // its id; 0 is a return without a lane
	StatsState   StatsKey = "state"   // the tracker status
)

const dayMicros = int64(24 * time.Hour / time.Microsecond)

// statsColumns are the columns of the keys.
var statsColumns = []struct {
	key          StatsKey
	column, none string
}{
	{StatsDay, fmt.Sprintf("created_on / %d", dayMicros), "0"},
	{StatsAccount, "account_id", "0"},
	{StatsService, "service_id", "0"},
	{StatsState, "tracker_status", "''"},
}

// StatsRow is a number of orders. What they are not counted by is zero.
type StatsRow struct {
	Day                  time.Time
	AccountID, ServiceID int64
	State                shipment.TrackerStatus
	Orders               int64
}

// Stats counts the orders and returns of an account, 0 for all accounts, that were created from a time on and before
// another one, by keys: one row in all if there are none. It reads all orders of this time.
func (r Reader) Stats(ctx context.Context, accountID int64, from, to time.Time, by []StatsKey) ([]StatsRow, error) {
	var columns, grouped []string
	for _, c := range statsColumns {
		if slices.Contains(by, c.key) {
			columns, grouped = append(columns, c.column), append(grouped, fmt.Sprint(len(columns)+1))
		} else {
			columns = append(columns, c.none)
		}
	}
	groups := ""
	if grouped != nil {
		list := strings.Join(grouped, ", ")
		groups = " GROUP BY " + list + " ORDER BY " + list
	}
	of := "account_id = $3" // of the index of creation
	if accountID == 0 {
		of = "$3 = 0"
	}
	return engine.List(ctx, r.Store.DB, "count orders", func(row engine.Scanner, n *StatsRow) error {
		var day int64
		err := row.Scan(&day, &n.AccountID, &n.ServiceID, &n.State, &n.Orders)
		if day != 0 {
			n.Day = engine.FromMicros(day * dayMicros)
		}
		return err
	}, `SELECT `+strings.Join(columns, ", ")+`, count(*) FROM orders
		WHERE created_on >= $1 AND created_on < $2 AND `+of+groups, engine.Micros(from), engine.Micros(to), accountID)
}

// RecentStats counts the orders of all accounts that were created from a time on by service and state. It reads the newest
// store.MaxCounted orders.
func (r Reader) RecentStats(ctx context.Context, from time.Time) ([]StatsRow, error) {
	return engine.List(ctx, r.Store.DB, "count recent orders", func(row engine.Scanner, n *StatsRow) error {
		return row.Scan(&n.ServiceID, (*string)(&n.State), &n.Orders)
	}, `SELECT service_id, tracker_status, count(*) FROM (
			SELECT service_id, tracker_status, created_on FROM orders ORDER BY order_id DESC LIMIT CAST($1 AS BIGINT)) AS newest
		WHERE created_on >= $2 GROUP BY service_id, tracker_status ORDER BY service_id, tracker_status`, store.MaxCounted, engine.Micros(from))
}
