package telemetry

import (
	"context"
	"strconv"
	"time"

	"waybill/internal/store/report"
)

// Data reads what the data of a server are like.
type Data struct {
	Backlogs      func(context.Context) ([]report.QueueFact, error)
	Orders        func(context.Context) ([]report.StatsRow, error) // by service and state
	DatabaseBytes func(context.Context) (int64, error)
	FreeBytes     func(context.Context) (uint64, error)
	LastBackup    func(context.Context) (time.Time, error)
}

// WatchData adds the metrics of the data. It must be called once.
func (m *Metrics) WatchData(d Data) {
	watch(m, d.Backlogs, []string{"kind"}, func(b report.QueueFact) []string { return []string{b.Kind} },
		gauge("waybill_backlog", "Work that waits, also what is due later. At most 100000 entries of a kind are counted.",
			func(b report.QueueFact) float64 { return float64(b.Waiting) }),
		gauge("waybill_backlog_overdue_seconds", "Time since the oldest waiting work was due.",
			func(b report.QueueFact) float64 { return secondsSince(b.OldestDue) }))
	watch(m, d.Orders, []string{"service", "state"}, func(o report.StatsRow) []string {
		return []string{strconv.FormatInt(o.ServiceID, 10), string(o.State)}
	},
		gauge("waybill_recent_orders", "Orders of the last 24 hours by id of the service and tracker status, among the newest 100000.",
			func(o report.StatsRow) float64 { return float64(o.Orders) }))
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
