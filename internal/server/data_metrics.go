package server

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"waybill/internal/kept"
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

// forAMinute keeps figures that take longer than a scrape waits.
func forAMinute[T any](read func(context.Context) (T, error)) func(context.Context) (T, error) {
	return kept.For(time.Minute, slowRead, time.Now, read)
}
