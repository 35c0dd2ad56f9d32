package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"waybill/internal/machine"
	"waybill/internal/telemetry"
)

// watchData shows what waits in the database, its size, the free space of the disk, and the last backup.
func (p *process) watchData() {
	p.metrics.WatchData(telemetry.Data{
		Backlogs: p.backlogs,
		Orders:   forAMinute(p.recentOrders),
		DatabaseBytes: func(ctx context.Context) (int64, error) {
			_, size, err := p.store.Size(ctx)
			if log, err := os.Stat(p.Config.SQLiteFile() + "-wal"); err == nil && p.Config.SQLite() {
				size += log.Size()
			}
			return size, err
		},
		FreeBytes:  func(context.Context) (uint64, error) { return machine.FreeBytes(p.Config.Data) },
		LastBackup: func(context.Context) ([]time.Time, error) { return p.lastBackup() },
	})
}

func (p *process) backlogs(ctx context.Context) ([]telemetry.Backlog, error) {
	queues, err := p.store.Queues(ctx)
	all := make([]telemetry.Backlog, len(queues))
	for i, q := range queues {
		all[i] = telemetry.Backlog{Kind: q.Kind, Waiting: q.Waiting}
		if !q.OldestDue.IsZero() {
			all[i].Overdue = max(0, time.Since(q.OldestDue))
		}
	}
	return all, err
}

func (p *process) recentOrders(ctx context.Context) ([]telemetry.OrderCount, error) {
	rows, err := p.store.RecentStats(ctx, time.Now().Add(-24*time.Hour))
	all := make([]telemetry.OrderCount, len(rows))
	for i, r := range rows {
		all[i] = telemetry.OrderCount{Service: strconv.FormatInt(r.ServiceID, 10), State: string(r.State), Orders: r.Orders}
	}
	return all, err
}

// lastBackup reads the time that `waybill backup`, or with PostgreSQL the operator, has written.
func (p *process) lastBackup() ([]time.Time, error) {
	text, err := os.ReadFile(p.Config.LastBackupFile())
	if errors.Is(err, fs.ErrNotExist) {
		if p.Config.SQLite() {
			return []time.Time{time.Unix(0, 0)}, nil
		}
		return nil, nil
	}
	var on time.Time
	if err == nil {
		on, err = time.Parse(time.RFC3339, strings.TrimSpace(string(text)))
	}
	if err != nil {
		return nil, fmt.Errorf("read the time of the last backup: %w", err)
	}
	return []time.Time{on}, nil
}

// forAMinute returns for a minute what read returned.
func forAMinute[T any](read func(context.Context) (T, error)) func(context.Context) (T, error) {
	var mu sync.Mutex
	var last T
	var until time.Time
	return func(ctx context.Context) (T, error) {
		mu.Lock()
		defer mu.Unlock()
		if time.Now().Before(until) {
			return last, nil
		}
		found, err := read(ctx)
		if err == nil {
			last, until = found, time.Now().Add(time.Minute)
		}
		return found, err
	}
}
