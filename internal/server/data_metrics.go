package server

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"waybill/internal/each"
	"waybill/internal/machine"
	"waybill/internal/store/report"
	"waybill/internal/telemetry"
)

// watchData shows what waits in the database, its size, its replica, the free space of the disk, and the last backup.
func (p *process) watchData() {
	watchReplica(p.metrics, p.store)
	facts := forAMinute(report.Reader{Store: p.store}.Facts)
	p.metrics.WatchData(telemetry.Data{
		Backlogs: func(ctx context.Context) ([]telemetry.Backlog, error) {
			f, err := facts(ctx)
			return each.Of(f.Queues, func(q report.QueueFact) telemetry.Backlog { return telemetry.Backlog(q) }), err
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
	return each.Of(rows, func(r report.StatsRow) telemetry.OrderCount {
		return telemetry.OrderCount{Service: strconv.FormatInt(r.ServiceID, 10), State: string(r.State), Orders: r.Orders}
	}), err
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

// slowRead is how long forAMinute reads at most.
const slowRead = 30 * time.Second

// forAMinute returns for a minute what read returned. A call waits for read until its context ends; read goes on without
// it, for at most slowRead, so that a database whose figures take longer than a scrape has them at the next.
func forAMinute[T any](read func(context.Context) (T, error)) func(context.Context) (T, error) {
	type figures struct {
		all   T
		until time.Time
	}
	var last atomic.Pointer[figures]
	var reads singleflight.Group
	return func(ctx context.Context) (none T, err error) {
		if f := last.Load(); f != nil && time.Now().Before(f.until) {
			return f.all, nil
		}
		done := reads.DoChan("", func() (any, error) {
			ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), slowRead)
			defer cancel()
			all, err := read(ctx)
			if err == nil {
				last.Store(&figures{all, time.Now().Add(time.Minute)})
			}
			return all, err
		})
		select {
		case <-ctx.Done():
			return none, ctx.Err()
		case r := <-done:
			if r.Err != nil {
				return none, r.Err
			}
			return r.Val.(T), nil
		}
	}
}
