package telemetry

import (
	"context"
	"time"
)

// Backlog is how much work of a kind waits.
type Backlog struct {
	Kind      string
	Waiting   int64
	OldestDue time.Time // zero: there is none
}

// OrderCount is how many orders of a service have a tracker status.
type OrderCount struct {
	Service, State string
	Orders         int64
}

// Data reads what the data of a server are like.
type Data struct {
	Backlogs      func(context.Context) ([]Backlog, error)
	Orders        func(context.Context) ([]OrderCount, error)
	DatabaseBytes func(context.Context) (int64, error)
	FreeBytes     func(context.Context) (uint64, error)
	LastBackup    func(context.Context) (time.Time, error)
}

// WatchData adds the metrics of the data. It must be called once.
func (m *Metrics) WatchData(d Data) {
	watch(m, d.Backlogs, []string{"kind"}, func(b Backlog) []string { return []string{b.Kind} },
		gauge("waybill_backlog", "Work that waits, also what is due later. At most 100000 entries of a kind are counted.",
			func(b Backlog) float64 { return float64(b.Waiting) }),
		gauge("waybill_backlog_overdue_seconds", "Time since the oldest waiting work was due.",
			func(b Backlog) float64 { return secondsSince(b.OldestDue) }))
	watch(m, d.Orders, []string{"service", "state"}, func(o OrderCount) []string { return []string{o.Service, o.State} },
		gauge("waybill_recent_orders", "Orders of the last 24 hours by id of the service and tracker status, among the newest 100000.",
			func(o OrderCount) float64 { return float64(o.Orders) }))
	watchOne(m, d.DatabaseBytes, gauge("waybill_database_size_bytes", "Size of the database.", func(n int64) float64 { return float64(n) }))
	watchOne(m, d.FreeBytes, gauge("waybill_data_free_bytes", "Free space of the disk with the data folder.",
		func(n uint64) float64 { return float64(n) }))
	watchOne(m, d.LastBackup, gauge("waybill_last_backup_timestamp_seconds", "Unix time of the last backup, 0 if none is known.",
		func(t time.Time) float64 { return float64(t.Unix()) }))
}

// secondsSince is how long something is due, 0 if it is not.
func secondsSince(due time.Time) float64 {
	if due.IsZero() {
		return 0
	}
	return max(0, time.Since(due).Seconds())
}
