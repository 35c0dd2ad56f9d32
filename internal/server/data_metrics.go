package server

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"sync"
	"time"

	"waybill/internal/machine"
	"waybill/internal/store/report"
	"waybill/internal/telemetry"
)

// watchData shows what waits in the database, its size, the free space of the disk, and the last backup.
func (p *process) watchData() {
	facts := forAMinute(report.Reader{Store: p.store}.Facts)
	p.metrics.WatchData(telemetry.Data{
		Backlogs: func(ctx context.Context) ([]telemetry.Backlog, error) {
			f, err := facts(ctx)
			all := make([]telemetry.Backlog, len(f.Queues))
			for i, q := range f.Queues {
				all[i] = telemetry.Backlog(q)
			}
			return all, err
		},
		Orders: forAMinute(p.recentOrders),
		DatabaseBytes: func(ctx context.Context) (int64, error) {
			f, err := facts(ctx)
			if log, err := os.Stat(p.Config.SQLiteFile() + "-wal"); err == nil && p.Config.SQLite() {
				f.Bytes += log.Size()
			}
			return f.Bytes, err
		},
		FreeBytes:  func(context.Context) (uint64, error) { return machine.FreeBytes(p.Config.Data) },
		LastBackup: p.lastBackup,
	})
}

func (p *process) recentOrders(ctx context.Context) ([]telemetry.OrderCount, error) {
	rows, err := report.Reader{Store: p.store}.RecentStats(ctx, time.Now().Add(-24*time.Hour))
	all := make([]telemetry.OrderCount, len(rows))
	for i, r := range rows {
		all[i] = telemetry.OrderCount{Service: strconv.FormatInt(r.ServiceID, 10), State: string(r.State), Orders: r.Orders}
	}
	return all, err
}

// lastBackup is when `waybill backup`, or with PostgreSQL the operator, last changed a file.
func (p *process) lastBackup(context.Context) (time.Time, error) {
	file, err := os.Stat(p.Config.LastBackupFile())
	if errors.Is(err, fs.ErrNotExist) {
		return time.Unix(0, 0), nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return file.ModTime(), nil
}

// forAMinute returns for a minute what read returned.
func forAMinute[T any](read func(context.Context) (T, error)) func(context.Context) (T, error) {
	var mu sync.Mutex
	var last T
	var until time.Time
	return func(ctx context.Context) (_ T, err error) {
		mu.Lock()
		defer mu.Unlock()
		if time.Now().After(until) {
			if last, err = read(ctx); err == nil {
				until = time.Now().Add(time.Minute)
			}
		}
		return last, err
	}
}
