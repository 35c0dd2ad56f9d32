package server

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"waybill/internal/machine"
	"waybill/internal/store/report"
	"waybill/internal/telemetry"
)

// watchData shows what waits in the database, its size, its replica, the free space of the disk, and the last backup.
func (p *process) watchData() {
	p.metrics.WatchReplica(p.store.DB.ReplicaState)
	facts := forAMinute(report.Reader{Store: p.store}.Facts)
	p.metrics.WatchData(telemetry.Data{
		Backlogs: func(ctx context.Context) ([]report.QueueFact, error) {
			f, err := facts(ctx)
			return f.Queues, err
		},
		Orders: forAMinute(func(ctx context.Context) ([]report.StatsRow, error) {
			return report.Reader{Store: p.store}.RecentStats(ctx, time.Now().Add(-24*time.Hour))
		}),
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
