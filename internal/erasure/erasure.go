// Package erasure takes personal data out of orders that have ended: of one person when the operator asks for it, and of
// all orders of an account after the days that the operator set. Package store says what goes, and what stays.
package erasure

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"waybill/internal/blob"
	"waybill/internal/partnerlabel"
	"waybill/internal/store"
	"waybill/internal/throttle"
)

// Eraser erases and deletes orders, a few in each transaction, and rests between them, so that creates go on.
type Eraser struct {
	Store *store.Store
	Blobs blob.Store // of the labels of partners
	Log   *slog.Logger
	// AuditDays is after how many days Run deletes entries of the audit log; 0: never.
	AuditDays int
}

// inParts calls do with the ids in parts that one transaction takes.
func inParts(ctx context.Context, ids []int64, do func([]int64) error) error {
	for part := range slices.Chunk(ids, store.MaxErased) {
		start := time.Now()
		if err := do(part); err != nil {
			return err
		}
		if err := throttle.Rest(ctx, start); err != nil {
			return err
		}
	}
	return nil
}

// Orders erases the personal data of orders of an account, and returns what became of each that was not erased before.
// The files of their labels are deleted by Files.
func (e *Eraser) Orders(ctx context.Context, accountID int64, ids []int64) (done []store.Erasure, err error) {
	err = inParts(ctx, ids, func(part []int64) error {
		erased, err := e.Store.EraseOrders(ctx, accountID, part)
		done = append(done, erased...)
		return err
	})
	return done, err
}

// Files deletes files of labels that no order uses, and returns how many. If now is false, it deletes only files that have
// been unused for an hour.
func (e *Eraser) Files(ctx context.Context, now bool) (deleted int, err error) {
	for {
		names, err := e.Store.UnusedFiles(ctx, now)
		if err != nil || len(names) == 0 {
			return deleted, err
		}
		for _, name := range names {
			if err := partnerlabel.Delete(ctx, e.Blobs, name); err != nil {
				return deleted, err
			}
			if err := e.Store.DropUnusedFile(ctx, name); err != nil {
				return deleted, err
			}
			deleted++
		}
	}
}

const (
	// filesEvery is the time between two looks at unused files.
	filesEvery = time.Hour
	// retainEvery is the time between two passes over the orders. The first one is an hour after the start.
	retainEvery = 24 * time.Hour
)

// PurgeAudit deletes the entries of the audit log that are older than AuditDays, and returns how many.
func (e *Eraser) PurgeAudit(ctx context.Context) (deleted int, err error) {
	if e.AuditDays == 0 {
		return 0, nil
	}
	for before := e.Store.DB.Now().AddDate(0, 0, -e.AuditDays); ; {
		start := time.Now()
		n, err := e.Store.Audit.Purge(ctx, before)
		if deleted += n; err != nil || n == 0 {
			return deleted, err
		}
		if err := throttle.Rest(ctx, start); err != nil {
			return deleted, err
		}
	}
}

// Run deletes unused files, old entries of the audit log, and does what Retain does, each day, until ctx ends.
func (e *Eraser) Run(ctx context.Context) {
	var last time.Time
	for throttle.Sleep(ctx, filesEvery) {
		_, err := e.Files(ctx, false)
		throttle.LogFailure(ctx, e.Log, "delete files of labels that no order has", err)
		if time.Since(last) < retainEvery {
			continue
		}
		last = time.Now()
		deleted, err := e.PurgeAudit(ctx)
		throttle.LogFailure(ctx, e.Log, "delete old entries of the audit log", err)
		if err == nil && deleted > 0 {
			e.Log.InfoContext(ctx, "deleted old entries of the audit log", "entries", deleted)
		}
		done, err := e.Retain(ctx, false)
		throttle.LogFailure(ctx, e.Log, "erase and delete old orders", err)
		for _, r := range done {
			if r.Erased+r.Deleted > 0 {
				e.Log.InfoContext(ctx, "erased and deleted old orders", "account_id", r.AccountID, "erased", r.Erased, "deleted", r.Deleted)
			}
		}
	}
}
